/** Computes a member's returns since midnight in the reader's time zone, like the pages of the portfolio and home. */
import { type EquityPoint, equityAt } from '#core/leaderboard/equity.ts';
import { startOfDay } from '#core/locale/zone.ts';
import type { LeagueGame } from '#core/season/game.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import type { Services } from '../services.ts';
import { viewAccount } from '../trading/portfolio.ts';
import type { LeagueTable } from './league-table.ts';

/** `since`: epoch ms. `percent`: of the equity at `since`, a decimal string cut off at two decimals. */
export type DayChange = { since: number; percent: string };

type Deps = Pick<Services, 'sql' | 'clock' | 'equity' | 'market'>;
type Played = Pick<League, 'id' | 'game' | 'archivedAt'>;

/** Returns a trader's equity in the season or in the private game of a league; empty without an account. */
async function pointsOf(deps: Deps, { id, game }: Played, userId: number): Promise<readonly EquityPoint[]> {
  if (!game) return (await deps.equity.course(userId))?.points ?? [];
  const account = await viewAccount(deps, userId, id as LeagueGame);
  return account ? (await deps.equity.besideSeason(userId, account)).points : [];
}

/**
 * Returns the member's return since the day began in `zone`, or since a later start of the game, by league id. Omits
 * leagues that are archived or do not run, and leagues that the member joined after the day began.
 */
export async function dayChanges(
  deps: Deps,
  leagues: readonly Played[],
  tables: ReadonlyMap<string, LeagueTable>,
  { userId, zone }: { userId: number; zone: string },
): Promise<Map<string, DayChange>> {
  const midnight = startOfDay(deps.clock.now(), zone);
  const changes = leagues.map(async (league): Promise<[string, DayChange][]> => {
    const { phase, rows } = tables.get(league.id)!;
    const row = rows.find((each) => each.userId === userId);
    if (league.archivedAt || phase !== 'running' || !row || row.joinedAt.getTime() > midnight) return [];
    const points = await pointsOf(deps, league, userId);
    const start = equityAt(points, midnight);
    if (start <= 0n) return [];
    const since = Math.max(midnight, points[0]!.at);
    return [[league.id, { since, percent: returnPercent(points.at(-1)!.equity, start) }]];
  });
  return new Map((await Promise.all(changes)).flat());
}
