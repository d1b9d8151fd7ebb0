/** How the newest season ended for each trader, in memory: every page shows it to its reader. */
import type { Sql } from '#db/client.ts';
import { type Finished, finishesOf } from '#db/queries/season/results.ts';
import type { Log } from '../platform/log.ts';
import { together } from '../platform/together.ts';
import type { Season } from './memory.ts';
import { prizeOfEach } from './over.ts';
import type { Seasons } from './seasons.ts';

export type Outcome = {
  /** Of the season. */
  number: number;
  /** Of all its traders, by user id. */
  finishes: ReadonlyMap<number, Finished>;
  /** What each winner gets, shekels as a decimal string; null where the prize is not played for. */
  prize: string | null;
};

export function createOutcomes(deps: {
  sql: Sql;
  seasons: Pick<Seasons, 'current' | 'onChange' | 'practice'>;
  log: Pick<Log, 'warn'>;
}) {
  const { sql, seasons, log } = deps;
  let outcome: Outcome | null = null;

  async function read(season: Season | null): Promise<void> {
    if (season?.status !== 'ended') {
      outcome = null;
      return;
    }
    const finishes = await finishesOf(sql, season.id);
    // another season may have begun meanwhile
    if (seasons.current()?.id !== season.id) return;
    const winners = [...finishes.values()].filter(({ finish }) => finish === 1).length;
    const isForPrize = winners > 0 && seasons.practice(season).length === 0;
    outcome = {
      number: season.number,
      finishes,
      prize: isForPrize ? prizeOfEach(season, { winners }) : null,
    };
  }
  /** One after the other: a read that took longer must not replace what a newer one found. */
  const load = together<void, void>(async (calls) => {
    await read(seasons.current());
    return [...calls];
  });
  const refresh = (): void => {
    load().catch((error) => log.warn({ err: error }, 'the results of the season could not be read'));
  };
  seasons.onChange(refresh);

  return {
    /** Null unless the newest season is over. */
    newest: (): Outcome | null => outcome,
    /** Reads it again, after a disqualification has moved places. */
    refresh,
  };
}
