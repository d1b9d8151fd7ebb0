/** The rows of the leaderboard on the season page. */
import type { TopRow } from '#components/season/SeasonTables.tsx';
import { type LeaderboardRow, PAGE_SIZE, pageOf } from '#core/leaderboard/row.ts';
import { formatDollars } from '#core/locale/format.ts';
import { readCents } from '#core/money/money.ts';
import type { Viewer } from '../account/privacy.ts';
import type { Services } from '../services.ts';
import { finalWorth } from './outcome.ts';

/** Rows at the top of the table, on each side of the reader's row, and at the top without one. */
const [FIRST, BESIDE, ALONE] = [3, 2, 5];

type Board = Pick<Services, 'leaderboard' | 'seasons'>;

/** Reads the rows, with totals as `viewer` may see them. @param ownRow the reader's row from 1; 0: not ranked */
export async function topRows(
  { leaderboard, seasons }: Board,
  ownRow: number,
  viewer: Viewer,
): Promise<TopRow[]> {
  const season = seasons.current();
  if (!season) return [];
  const start = readCents(season.startCash);
  const last = ownRow > 0 ? ownRow + BESIDE : 0;
  // the two parts touch: no row lies between them
  const parts =
    ownRow - BESIDE <= FIRST + 1
      ? [[1, Math.max(ALONE, last)] as const]
      : [[1, FIRST] as const, [ownRow - BESIDE, last] as const];
  const rows: LeaderboardRow[] = [];
  const table = leaderboard.seenBy(viewer);
  for (const [from, to] of parts)
    for (let page = pageOf(from); page <= pageOf(to); page++) {
      const rankedPage = await table.page(page, PAGE_SIZE);
      if (rankedPage.page === page)
        rows.push(...rankedPage.rows.filter((row) => row.rowNumber >= from && row.rowNumber <= to));
    }
  const exact = table.isLate ? await table.mine(viewer.id) : null;
  const worthOf = ({ userId, equity }: LeaderboardRow) => {
    if (userId === exact?.userId) return finalWorth(exact.equity, start);
    const worth = finalWorth(equity, start);
    return table.isLate ? { ...worth, equity: formatDollars(equity) } : worth;
  };
  return rows.flatMap((row) => {
    const { userId, rowNumber, place, username, isSimulated } = row;
    return place === null ? [] : [{ userId, rowNumber, place, username, isSimulated, ...worthOf(row) }];
  });
}
