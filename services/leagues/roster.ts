/** The roster of a league: what its owner and helpers read about the members. */
import { ROSTER_COLUMNS, type RosterColumn, type RosterMember } from '#core/leagues/roster.ts';
import { portionOf } from '#core/money/units.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import { namesAndVisits } from '#db/queries/leagues/members.ts';
import type { Viewer } from '../account/privacy.ts';
import { type LeagueDeps, type LeagueTable, leagueTables, type ReadGame } from './league-table.ts';

export type LeagueRoster = {
  table: LeagueTable;
  /** Members who are in, best first. */
  members: RosterMember[];
  /** The columns that this viewer may read. */
  columns: readonly RosterColumn[];
};

/** What the leaderboard, by which a league over a season goes, shows to nobody. */
const NOT_OF_A_SEASON: readonly RosterColumn[] = ['drawdown', 'largest'];
/** What the leaderboard leaves out while open positions are hidden. */
const HIDDEN_WITH_POSITIONS: readonly RosterColumn[] = ['trades', 'cash'];

/** Returns the roster of a league, as `viewer` may see it. Names cost one query. */
export async function leagueRoster(
  deps: LeagueDeps,
  readGame: ReadGame,
  league: Pick<League, 'id' | 'seasonNumber' | 'game'>,
  viewer: Viewer,
): Promise<LeagueRoster> {
  const table = (await leagueTables(deps, readGame, [league], viewer)).get(league.id)!;
  const present = table.rows.filter(({ hasLeft }) => !hasLeft);
  const people = await namesAndVisits(
    deps.sql,
    present.map(({ userId }) => userId),
  );
  const members = present.map(({ userId, place, joinedAt, equity, base, cash, trades }): RosterMember => {
    const { username, seenAt } = people.get(userId)!;
    return {
      userId,
      username,
      place,
      joinedAt,
      seenAt,
      trades,
      equity,
      change: returnPercent(equity, base),
      drawdown: null,
      largest: null,
      cash: cash !== null && equity > 0n ? portionOf(cash, equity) : null,
    };
  });
  const missing = [...NOT_OF_A_SEASON, ...(table.isLate ? HIDDEN_WITH_POSITIONS : [])];
  return { table, members, columns: ROSTER_COLUMNS.filter((column) => !missing.includes(column)) };
}
