/** How the newest season ended for each trader, in memory: every page shows it to its reader. */
import type { Sql } from '#db/client.ts';
import { placesOf } from '#db/queries/season/results.ts';
import type { Log } from '../platform/log.ts';
import type { Season } from './memory.ts';
import type { Seasons } from './seasons.ts';

export type Outcome = {
  /** Of the season. */
  number: number;
  /** By user id; null: not ranked. */
  places: ReadonlyMap<number, number | null>;
  /** How many were ranked. */
  ranked: number;
};

export function createOutcomes(deps: {
  sql: Sql;
  seasons: Pick<Seasons, 'current' | 'onChange'>;
  log: Pick<Log, 'warn'>;
}) {
  const { sql, seasons, log } = deps;
  let outcome: Outcome | null = null;

  async function load(season: Season | null): Promise<void> {
    if (season?.status !== 'ended') {
      outcome = null;
      return;
    }
    const places = await placesOf(sql, season.id);
    const ranked = [...places.values()].filter((place) => place !== null).length;
    // another season may have begun meanwhile
    if (seasons.current()?.id === season.id) outcome = { number: season.number, places, ranked };
  }
  const refresh = (season: Season | null): void => {
    load(season).catch((error) => log.warn({ err: error }, 'the results of the season could not be read'));
  };
  seasons.onChange(refresh);

  return {
    /** Null unless the newest season is over. */
    newest: (): Outcome | null => outcome,
    /** Reads it again, after a disqualification has moved places. */
    refresh: () => refresh(seasons.current()),
  };
}
