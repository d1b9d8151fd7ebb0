/** A member's returns since the day began (UTC), as the leaderboard counts days. */
import type { Cents } from '#core/money/units.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import { equitiesOfDay } from '#db/queries/leagues/days.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import type { Services } from '../services.ts';
import { gameDayOf } from './game-days.ts';
import type { LeagueTable } from './league-table.ts';

const DAY_MS = 86_400_000;

/** `since`: epoch ms. `percent`: of the equity at `since`, a decimal string cut off at two decimals. */
export type DayChange = { since: number; percent: string };

/**
 * Returns the member's return since the day began, by league id. Omits leagues that are archived or do not run, and
 * leagues that the member joined after the day began.
 */
export async function dayChanges(
  { sql, clock, leaderboard }: Pick<Services, 'sql' | 'clock' | 'leaderboard'>,
  leagues: readonly Pick<League, 'id' | 'game' | 'archivedAt'>[],
  tables: ReadonlyMap<string, LeagueTable>,
  userId: number,
): Promise<Map<string, DayChange>> {
  const now = clock.now();
  const midnight = now - (now % DAY_MS);
  const running = leagues.filter(
    ({ id, archivedAt }) => archivedAt === null && tables.get(id)?.phase === 'running',
  );
  const games = running.filter(({ game }) => game !== null).map(({ id }) => id);
  const equities = await equitiesOfDay(sql, games, userId, gameDayOf(midnight - DAY_MS));
  const snapshot = leaderboard.equityAtDayStart(userId);
  const startOf = ({ id, game }: Pick<League, 'id' | 'game'>): { equity: Cents; at: number } | null => {
    if (!game) return snapshot && snapshot.at >= midnight ? snapshot : null;
    const equity = equities.get(id);
    return equity === undefined ? null : { equity, at: midnight };
  };
  return new Map(
    running.flatMap((league): [string, DayChange][] => {
      const start = startOf(league);
      const row = tables.get(league.id)!.rows.find((each) => each.userId === userId);
      if (!start || !row || row.joinedAt.getTime() > start.at || start.equity <= 0n) return [];
      return [[league.id, { since: start.at, percent: returnPercent(row.equity, start.equity) }]];
    }),
  );
}
