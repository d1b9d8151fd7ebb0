import { expect, test } from 'bun:test';
import { cents } from '#core/money/units.ts';
import { VISITOR } from '../account/privacy.ts';
import type { Services } from '../services.ts';
import { topRows } from './top-rows.ts';

/** A table of `ranked` traders and one who made no trade, in pages of 100. */
function boardOf(ranked: number, hideOpen = false): Pick<Services, 'leaderboard' | 'seasons'> {
  const rows = Array.from({ length: ranked + 1 }, (_, i) => ({
    userId: i + 10,
    rowNumber: i + 1,
    place: i < ranked ? i + 1 : null,
    username: `trader${i + 1}`,
    equity: cents(10_014_334n),
    isSimulated: false,
  }));
  const page = async (n: number, limit: number) => ({
    page: n,
    rows: rows.slice((n - 1) * limit, n * limit),
  });
  const parts = {
    leaderboard: { seenBy: () => ({ isLate: hideOpen, page, mine: async () => rows[1] }) },
    seasons: {
      current: () => ({ startCash: '100000.00', endedAt: null }),
      details: () => ({ rules: { hideOpen } }),
    },
  };
  return parts as unknown as Pick<Services, 'leaderboard' | 'seasons'>;
}
const placesOf = async (ranked: number, ownRow: number) =>
  (await topRows(boardOf(ranked), ownRow, VISITOR)).map(({ place }) => place);

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
  const trader = { id: 11, isAdmin: false };
  const rowsOf = async (hideOpen: boolean) =>
    (await topRows(boardOf(3, hideOpen), 2, trader)).map(({ equity }) => equity);
  expect(await rowsOf(false)).toEqual(['$100,143.34', '$100,143.34', '$100,143.34']);
  expect(await rowsOf(true)).toEqual(['$100,143', '$100,143.34', '$100,143']);
});
