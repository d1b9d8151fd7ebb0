/** A row of the leaderboard as tables of traders show it. */
import type { TradersRow } from '#components/leaderboard/TradersTable.tsx';
import { type LeaderboardRow, pageOf, type RowFigures, TABLE_ROWS } from '#core/leaderboard/row.ts';
import { formatCents, formatChange, formatDollars } from '#core/locale/format.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { Viewer } from '../account/privacy.ts';
import type { Services } from '../services.ts';

/** @param isRough whether the total is in whole steps */
export function tableRow(row: LeaderboardRow, startCash: Cents, isRough: boolean): TradersRow {
  const { rowNumber, username, place, move, rank, isDisqualified, equity, trades, hasPage, isSimulated } =
    row;
  const change = returnPercent(equity, startCash);
  return {
    userId: row.userId,
    number: rowNumber,
    username,
    place,
    move,
    rank,
    isDisqualified,
    change: { value: change, text: formatChange(change) },
    total: isRough ? formatDollars(equity) : formatCents(equity),
    trades,
    logo: row.logo,
    hasPage,
    isSimulated,
  };
}

/** Rows at the top of the table, on each side of the reader's row, and at the top without one. */
const [FIRST, BESIDE, ALONE] = [3, 2, 5];

type Board = Pick<Services, 'leaderboard' | 'seasons'>;

/** Reads the rows, with totals as `viewer` may see them. @param readerRow the reader's row; null without one */
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
  // the two parts touch: no row lies between them
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
