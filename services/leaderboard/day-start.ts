/** The first snapshot of the day (UTC), with which the leaderboard says how many places a trader has moved. */
import { type Leaderboard, restoreLeaderboard } from '#core/leaderboard/leaderboard.ts';
import type { Sql } from '#db/client.ts';
import { readLateTable } from '#db/queries/leaderboard/stored-tables.ts';

const DAY_MS = 86_400_000;

/** Returns the first of `moments` (newest first) on the day of `now`, epoch ms; undefined while there is none. */
export const firstOfDay = (moments: readonly number[], now: number): number | undefined =>
  moments.findLast((moment) => moment >= now - (now % DAY_MS));

export function createDayStart(sql: Sql) {
  let start: { madeAt: number; seasonId: number; leaderboard: Leaderboard } | null = null;

  return {
    /** Returns the snapshot of a season; null before the day's first one. */
    of: (seasonId: number) => (start?.seasonId === seasonId ? start : null),

    /** Reads the day's first snapshot when it is another one than the known one. @returns whether it was read */
    async advance(moments: readonly number[], seasonId: number, now: number): Promise<boolean> {
      const madeAt = firstOfDay(moments, now);
      if (madeAt === undefined || (start?.madeAt === madeAt && start.seasonId === seasonId)) return false;
      const snapshot = await readLateTable(sql, seasonId, madeAt);
      if (!snapshot) return false;
      start = { madeAt, seasonId, leaderboard: restoreLeaderboard(snapshot.totals, snapshot.parts) };
      return true;
    },
  };
}
