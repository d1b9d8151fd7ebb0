/** What every request asks of the seasons, answered from memory: the newest season, the competition, its schedule. */
import { NO_NEXT_DATE } from '#core/season/season.ts';
import { NO_RULES } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import {
  competitionSchedule,
  type Details,
  readDetails,
  type Schedule,
} from '#db/queries/season/competition.ts';
import * as rows from '#db/queries/season/seasons.ts';
import { together } from '../platform/together.ts';

export type Season = rows.SeasonRow;
type Listener = (season: Season | null) => void;

export function createSeasonMemory(sql: Sql) {
  let season: Season | null = null;
  let details: Details = { prizePool: '50.00', nextCompetitionDate: NO_NEXT_DATE, rules: NO_RULES };
  let schedule: Schedule = { startsAt: null, endsAt: null };
  const listeners = new Set<Listener>();

  async function read(): Promise<void> {
    // one after the other, so that an idle server works with few connections
    const newest = await rows.newestSeason(sql);
    const newDetails = await readDetails(sql);
    const newSchedule = await competitionSchedule(sql);
    const before = [season?.id, season?.status, details, schedule];
    const changed = !Bun.deepEquals(before, [newest?.id, newest?.status, newDetails, newSchedule]);
    details = newDetails;
    schedule = newSchedule;
    season = newest;
    if (changed) for (const listener of listeners) listener(newest);
  }
  /** One after the other: a read that took longer must not replace what a newer one found. */
  const refresh = together<void, void>(async (calls) => {
    await read();
    return [...calls];
  });

  return {
    /** The newest season, whatever its status. */
    current: (): Season | null => season,
    /** Whether traders may trade now. */
    active: (): boolean => season?.status === 'active',
    details: (): Details => details,
    /** When it starts and ends by itself. */
    schedule: (): Schedule => schedule,
    /** Calls `listener` whenever there is another newest season, status, plan or detail. @returns how to stop that */
    onChange(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Reads everything anew, from a moment that is not before the call. */
    refresh: (): Promise<void> => refresh(),
  };
}
