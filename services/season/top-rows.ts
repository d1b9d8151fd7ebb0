/** The rows of the running table that stand on the page of the competition. */
import type { TopRow } from '#components/season/SeasonTables.tsx';
import { PAGE_SIZE, pageOf, type Standing } from '#core/leaderboard/standing.ts';
import { formatDollars } from '#core/locale/format.ts';
import { readCents } from '#core/money/money.ts';
import type { Viewer } from '../account/privacy.ts';
import type { Services } from '../services.ts';
import { finalWorth } from './outcome.ts';

/** Rows at the top of the table, on each side of the reader's own, and at the top when there is no own row. */
const [FIRST, BESIDE, ALONE] = [3, 2, 5];

type Board = Pick<Services, 'leaderboard' | 'seasons'>;

/**
 * Totals as `viewer` may see them.
 * @param own the reader's row from 1; 0: none of the ranked
 */
export async function topRows(
  { leaderboard, seasons }: Board,
  own: number,
  viewer: Viewer,
): Promise<TopRow[]> {
  const season = seasons.current();
  if (!season) return [];
  const start = readCents(season.startCash);
  const last = own > 0 ? own + BESIDE : 0;
  // so near the beginning that nothing lies between
  const parts =
    own - BESIDE <= FIRST + 1
      ? [[1, Math.max(ALONE, last)] as const]
      : [[1, FIRST] as const, [own - BESIDE, last] as const];
  const rows: Standing[] = [];
  const board = leaderboard.seenBy(viewer);
  for (const [from, to] of parts)
    for (let page = pageOf(from); page <= pageOf(to); page++) {
      const shown = await board.page(page, PAGE_SIZE);
      if (shown.page === page)
        rows.push(...shown.rows.filter((row) => row.rowNumber >= from && row.rowNumber <= to));
    }
  const exact = board.isLate ? await board.mine(viewer.id) : null;
  const worthOf = ({ userId, equity }: Standing) => {
    if (userId === exact?.userId) return finalWorth(exact.equity, start);
    const worth = finalWorth(equity, start);
    return board.isLate ? { ...worth, equity: formatDollars(equity) } : worth;
  };
  return rows.flatMap((row) => {
    const { userId, rowNumber, place, username, isSimulated } = row;
    return place === null ? [] : [{ userId, rowNumber, place, username, isSimulated, ...worthOf(row) }];
  });
}
