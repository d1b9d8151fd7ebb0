/** The roster of a league: figures of all members, for the owner, helpers and admins of the site. */
import { ROSTER_COLUMNS, type RosterColumn, type RosterMember } from '#core/leagues/roster.ts';
import { type BasisPoints, basisPoints, type Cents, cents, portionOf, subtract } from '#core/money/units.ts';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import { type DayFall, dayFalls, reasonsGiven } from '#db/queries/leagues/days.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import { namesAndVisits } from '#db/queries/leagues/members.ts';
import type { Viewer } from '../account/privacy.ts';
import {
  type LeagueDeps,
  type LeagueTable,
  type LeagueTableRow,
  leagueTables,
  type ReadGame,
} from './league-table.ts';

export type LeagueRoster = {
  table: LeagueTable;
  members: RosterMember[];
  columns: readonly RosterColumn[];
};

/** Figures that the leaderboard shows to nobody, so a league over a season has no such columns. */
const NOT_OF_A_SEASON: readonly RosterColumn[] = ['drawdown', 'largest', 'reasons'];
/** Columns that the leaderboard omits while open positions are hidden. */
const HIDDEN_WITH_POSITIONS: readonly RosterColumn[] = ['trades', 'cash'];

type AccountFigures = Pick<RosterMember, 'trades' | 'reasons' | 'drawdown' | 'largest' | 'cash'>;

const shareOf = (part: Cents | null, equity: Cents) =>
  part !== null && equity > 0n ? portionOf(part, equity) : null;

/** Returns a member's figures from the table's row. A league over a season has no other figures. */
const tableFigures = ({ cash, trades, equity }: LeagueTableRow): AccountFigures => ({
  trades,
  cash: shareOf(cash, equity),
  largest: null,
  drawdown: null,
  reasons: null,
});

/** Returns the largest drawdown from a high, by the equity at the ends of days and now, as a share of that high. */
function deepestFall(days: DayFall | undefined, startCash: Cents, equity: Cents): BasisPoints {
  const high = days?.high ?? startCash;
  const now = equity < high ? portionOf(subtract(high, equity), high) : basisPoints(0n);
  return days && days.deepest > now ? days.deepest : now;
}

async function gameFiguresOf(
  { sql }: LeagueDeps,
  readGame: ReadGame,
  id: string,
  { phase, rows, startCash }: LeagueTable,
): Promise<(row: LeagueTableRow) => AccountFigures> {
  const userIds = rows.map(({ userId }) => userId);
  const accounts = phase === 'before' ? null : await readGame(id, userIds);
  const falls = await dayFalls(sql, id, startCash);
  const reasons = await reasonsGiven(sql, seasonIdOfGame(id as LeagueGame));
  return (row) => ({
    ...tableFigures(row),
    reasons: reasons.get(row.userId) ?? { given: 0, fills: 0 },
    largest: shareOf(accounts?.get(row.userId)?.largest ?? cents(0n), row.equity),
    drawdown: deepestFall(falls.get(row.userId), startCash, row.equity),
  });
}

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
  const figuresOf = league.game ? await gameFiguresOf(deps, readGame, league.id, table) : tableFigures;
  const members = present.map((row): RosterMember => {
    const { userId, place, joinedAt, equity, base } = row;
    const { username, seenAt } = people.get(userId)!;
    const change = returnPercent(equity, base);
    return { userId, username, place, joinedAt, seenAt, equity, change, ...figuresOf(row) };
  });
  const missing = league.game ? [] : [...NOT_OF_A_SEASON, ...(table.isLate ? HIDDEN_WITH_POSITIONS : [])];
  return { table, members, columns: ROSTER_COLUMNS.filter((column) => !missing.includes(column)) };
}
