import { expect, test } from 'bun:test';
import type { LeaderboardRow } from '#core/leaderboard/row.ts';
import { cents } from '#core/money/units.ts';
import { VISITOR } from '../account/privacy.ts';
import { topRows } from '../leaderboard/table-row.ts';
import type { Services } from '../services.ts';

/** A table of `ranked` traders and one trader without a place. */
function boardOf(ranked: number, hideOpen = false) {
  const rows = Array.from({ length: ranked + 1 }, (_, i) => ({
    userId: i + 10,
    rowNumber: i + 1,
    place: i < ranked ? i + 1 : null,
    username: `trader${i + 1}`,
    equity: cents(10_014_334n),
    logo: null,
    isSimulated: false,
  }));
  const page = async (n: number, limit: number) => ({
    page: n,
    rows: rows.slice((n - 1) * limit, n * limit),
  });
  const parts = {
    leaderboard: { seenBy: () => ({ isLate: hideOpen, page }) },
    seasons: { current: () => ({ startCash: '100000.00', endedAt: null }) },
  };
  return {
    rows: rows as LeaderboardRow[],
    parts: parts as unknown as Pick<Services, 'leaderboard' | 'seasons'>,
  };
}
/** @param ownNumber number of the reader's row; 0 for a reader without one */
async function placesOf(ranked: number, ownNumber: number) {
  const { rows, parts } = boardOf(ranked);
  return (await topRows(parts, rows[ownNumber - 1] ?? null, VISITOR)).map(({ place }) => place);
}

test('shows the first five without an own place, and nothing while nobody is ranked', async () => {
  expect(await placesOf(9, 0)).toEqual([1, 2, 3, 4, 5]);
  expect(await placesOf(2, 0)).toEqual([1, 2]);
  expect(await placesOf(0, 0)).toEqual([]);
});

test('shows the first three and two neighbours on each side; down to place six without a gap', async () => {
  expect(await placesOf(20, 1)).toEqual([1, 2, 3, 4, 5]);
  expect(await placesOf(20, 6)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await placesOf(20, 7)).toEqual([1, 2, 3, 5, 6, 7, 8, 9]);
  expect(await placesOf(20, 20)).toEqual([1, 2, 3, 18, 19, 20]);
});

test('finds neighbours on two pages of the leaderboard', async () => {
  expect(await placesOf(250, 100)).toEqual([1, 2, 3, 98, 99, 100, 101, 102]);
});

test("hides cents of other traders while positions are hidden, but not the reader's", async () => {
  const totalsOf = async (hideOpen: boolean) => {
    const { rows, parts } = boardOf(3, hideOpen);
    const reader = { ...rows[1]!, equity: cents(10_014_399n) };
    return (await topRows(parts, reader, { id: 11, isAdmin: false })).map(({ total }) => total);
  };
  // the reader's total is the row's total, as everywhere on the page
  expect(await totalsOf(false)).toEqual(['$100,143.34', '$100,143.99', '$100,143.34']);
  expect(await totalsOf(true)).toEqual(['$100,143', '$100,143.99', '$100,143']);
});
