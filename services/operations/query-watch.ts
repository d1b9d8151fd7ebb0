/** Measures statements and logs slow ones. */
import { type FinishedQuery, queryName } from '#db/client.ts';
import type { Log } from '../platform/log.ts';

/** The same statement is logged once in this time, ms: a database in trouble slows all of them down. */
const QUIET_MS = 10_000;
/** Statements remembered as logged. */
const MOST_NAMES = 1_000;

export type QueryWatch = ReturnType<typeof createQueryWatch>;

/** @param settings.slowQueryMs statements that took as long are logged */
export function createQueryWatch(settings: { slowQueryMs: number }, log: Pick<Log, 'warn'>) {
  const quietUntil = new Map<string, number>();
  const totals = { statements: 0, seconds: 0, slow: 0 };

  function tell(query: FinishedQuery, ms: number) {
    totals.slow += 1;
    const name = queryName(query);
    const now = performance.now();
    if (now < (quietUntil.get(name) ?? 0)) return;
    if (quietUntil.size >= MOST_NAMES) quietUntil.clear();
    quietUntil.set(name, now + QUIET_MS);
    log.warn({ query: name, ms: Math.round(ms) }, 'slow query');
  }

  return {
    totals: totals as Readonly<typeof totals>,
    seen(query: FinishedQuery): void {
      // without a start time the statement never reached a connection
      const ms = performance.now() - (query.startedAt ?? performance.now());
      totals.statements += 1;
      totals.seconds += ms / 1000;
      if (ms >= settings.slowQueryMs) tell(query, ms);
    },
  };
}
