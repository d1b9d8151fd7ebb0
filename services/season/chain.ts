/**
 * Appends to the chain of the running season, once a second when there is something new. Every process looks; the one that
 * gets the lock appends what no running transaction can still add to (docs/rules/14-season-bundle.md 15).
 */
import type { ChainHead } from '#core/season/chain.ts';
import type { Sql } from '#db/client.ts';
import * as db from '#db/queries/proof/chain.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { appendLinks, headOf } from './links.ts';
import type { Seasons } from './seasons.ts';

const TICK_MS = 1_000;

type Deps = {
  sql: Sql;
  seasons: Pick<Seasons, 'current'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
};

export function createChain({ sql, seasons, clock, log }: Deps) {
  const listeners = new Set<(head: ChainHead) => void>();
  /** Rows that were there at a look, to be covered once all transactions of then are over. */
  let waiting: (db.ChainHorizon & { seasonId: number; at: number }) | null = null;
  let announced: ChainHead | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  function announce(head: ChainHead): void {
    if (head.seq === 0 || (announced?.season === head.season && announced.seq >= head.seq)) return;
    announced = head;
    for (const listener of listeners) listener(head);
  }

  async function look(): Promise<void> {
    const season = seasons.current();
    if (!season) return;
    let tail = await db.chainTail(sql, season.id);
    if (season.status === 'waiting' || season.status === 'active') {
      const at = clock.now();
      const now = await db.chainHorizon(sql, season.id);
      if (waiting?.seasonId !== season.id) waiting = null;
      if (!waiting && now.isTimely && (now.fill > tail.fill || now.event > tail.event))
        waiting = { ...now, seasonId: season.id, at };
      if (waiting && now.running >= waiting.next) {
        const upTo = waiting;
        tail = await sql.begin(async (tx) =>
          (await db.holdChain(tx, season.id)) ? appendLinks(tx, season, upTo, upTo.at) : tail,
        );
        waiting = null;
      }
    }
    announce(headOf(season.number, tail));
  }

  function tick(): Promise<void> {
    running = running.then(look).catch((error) => {
      if (!isStopped) log.warn({ err: error }, 'the chain of the season could not be appended to');
    });
    return running;
  }

  async function loop(): Promise<void> {
    await tick();
    if (isStopped) return;
    timer = setTimeout(loop, TICK_MS).unref();
  }

  return {
    /** Looks now. */
    tick,
    /** Calls `listener` when the chain has a new head, at most once a second. */
    onHead: (listener: (head: ChainHead) => void) => void listeners.add(listener),
    begin: () => void loop(),
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
