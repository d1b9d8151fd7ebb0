/** Rows of the leaderboard for tables of traders, and a reader's distance from better places. */
import type { PlaceGap, TradersRow } from '#components/leaderboard/TradersTable.tsx';
import { pageOf } from '#core/contract/pages.ts';
import { type LeaderboardRow, type RowFigures, TABLE_ROWS } from '#core/leaderboard/row.ts';
import { changeFigure, formatCents, formatDollars, formatNumber } from '#core/locale/format.ts';
import { readCents } from '#core/money/money.ts';
import { type Cents, cents, subtract } from '#core/money/units.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { Viewer } from '../account/privacy.ts';
import type { Services } from '../services.ts';

/** @param isRough true when totals are rounded to steps */
export function tableRow(row: LeaderboardRow, startCash: Cents, isRough: boolean): TradersRow {
  const { rowNumber, username, place, move, rank, isDisqualified, equity, trades, hasPage, isSimulated } =
    row;
  return {
    userId: row.userId,
    number: rowNumber,
    username,
    place,
    move,
    rank,
    isDisqualified,
    change: changeFigure(returnPercent(equity, startCash)),
    total: isRough ? formatDollars(equity) : formatCents(equity),
    trades,
    logo: row.logo,
    hasPage,
    isSimulated,
  };
}

/** Rows at the top, rows on each side of the reader's row, and rows at the top for a reader without a row. */
const [FIRST, BESIDE, ALONE] = [3, 2, 5];

type Board = Pick<Services, 'leaderboard' | 'seasons'>;

/**
 * Returns the first rows of the leaderboard and the rows beside the reader's row, with totals as `viewer` may see them.
 * Omits traders without a place.
 * @param readerRow null for a reader without a row
 */
export async function topRows(
  { leaderboard, seasons }: Board,
  readerRow: RowFigures | null,
  viewer: Viewer,
): Promise<TradersRow[]> {
  const season = seasons.current();
  if (!season) return [];
  const start = readCents(season.startCash);
  const ownNumber = readerRow?.place ? readerRow.rowNumber : 0;
  const last = ownNumber > 0 ? ownNumber + BESIDE : 0;
  // the two parts touch: read them as one
  const parts =
    ownNumber - BESIDE <= FIRST + 1
      ? [[1, Math.max(ALONE, last)] as const]
      : [[1, FIRST] as const, [ownNumber - BESIDE, last] as const];
  const rows: LeaderboardRow[] = [];
  const table = leaderboard.seenBy(viewer);
  for (const [from, to] of parts)
    for (let page = pageOf(from, TABLE_ROWS); page <= pageOf(to, TABLE_ROWS); page++) {
      const rankedPage = await table.page(page, TABLE_ROWS);
      if (rankedPage.page === page)
        rows.push(...rankedPage.rows.filter((row) => row.rowNumber >= from && row.rowNumber <= to));
    }
  return rows
    .filter(({ place }) => place !== null)
    .map((row) =>
      row.userId === readerRow?.userId
        ? tableRow({ ...row, equity: readerRow.equity }, start, false)
        : tableRow(row, start, table.isLate),
    );
}

/** Returns the dollars missing to a total, rounded up to whole dollars; null when the total is reached. */
function dollarsTo(target: Cents, equity: Cents): string | null {
  const missing = subtract(target, equity);
  return missing > 0n ? formatDollars(cents(((missing + 99n) / 100n) * 100n)) : null;
}

/**
 * Returns a trader's distance to the next better place and to a goal, by the totals that `viewer` may see. The goal is
 * the last place with a prize. It is place 1 when the season has no prizes or the trader has such a place already.
 * Null for a trader at place 1, for a trader without a place, and in a finished season.
 * @param row the trader's row as the viewer sees it
 */
export async function placeGap(
  { leaderboard, seasons }: Pick<Services, 'leaderboard' | 'seasons'>,
  viewer: Viewer,
  row: Pick<RowFigures, 'place' | 'equity'> | null,
): Promise<PlaceGap | null> {
  const season = seasons.current();
  if (!row?.place || !season || season.endedAt) return null;
  const isPaid = readCents(season.prizePool) > 0n && seasons.practice(season).length === 0;
  const prizes = isPaid ? season.prizeSplit.length : 0;
  const isPrize = prizes > 0 && row.place > prizes;
  const ahead = await leaderboard.seenBy(viewer).ahead(row.place, isPrize ? prizes : 1);
  if (!ahead) return null;
  const next = ahead.next && dollarsTo(ahead.next.equity, row.equity);
  const goal = dollarsTo(ahead.goal, row.equity);
  return {
    next: ahead.next && next ? { place: formatNumber(ahead.next.place), amount: next } : null,
    goal: goal ? { place: isPrize ? null : '1', amount: goal } : null,
  };
}
