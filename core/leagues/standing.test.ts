import { expect, test } from 'bun:test';
import { cents } from '../money/units.ts';
import { type LeagueEntry, rankLeague } from './standing.ts';

const entry = (userId: number, base: bigint, equity: bigint, isRanked = true): LeagueEntry => ({
  userId,
  base: cents(base),
  equity: cents(equity),
  isRanked,
});
const placesOf = (entries: readonly LeagueEntry[]) =>
  rankLeague(entries).map(({ userId, place }) => [userId, place]);

test('members go by their growth, not by their equity', () => {
  // +1 % of a large portfolio, +10 % of a small one, -5 %
  expect(
    placesOf([entry(1, 10_000_000n, 10_100_000n), entry(2, 100_000n, 110_000n), entry(3, 200n, 190n)]),
  ).toEqual([
    [2, 1],
    [1, 2],
    [3, 3],
  ]);
});

test('equal growth shares a place: 1, 2, 2, 4; a difference below a hundredth of a percent decides', () => {
  const same = [entry(1, 100n, 120n), entry(2, 50n, 55n), entry(3, 1000n, 1100n), entry(4, 100n, 105n)];
  expect(placesOf(same)).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 4],
  ]);
  expect(
    placesOf([entry(1, 10_000_000_000n, 10_000_000_000n), entry(2, 10_000_000_000n, 10_000_000_001n)]),
  ).toEqual([
    [2, 1],
    [1, 2],
  ]);
});

test('members without a place come last, in their order', () => {
  expect(
    placesOf([entry(1, 100n, 900n, false), entry(2, 0n, 100n), entry(3, 100n, 90n), entry(4, -5n, 5n)]),
  ).toEqual([
    [3, 1],
    [1, null],
    [2, null],
    [4, null],
  ]);
});
