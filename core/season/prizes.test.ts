import { describe, expect, test } from 'bun:test';
import { prizeOf, prizesOf, readPrizeSplit, WINNER_TAKES_ALL } from './prizes.ts';

const pool = 100_00n;
const thirds = [50, 30, 20];
const win = (place: number, ids: readonly number[], split: readonly number[] = thirds, sum = pool) =>
  ids.map((id) => prizeOf(sum, split, { place, traders: ids.length, lowestId: Math.min(...ids) }, id));

describe('a place that traders share wins the prizes of all places it covers', () => {
  test('two at place 1 of 50, 30, 20 win 40 each, and the third 20', () => {
    expect([...win(1, [8, 5]), ...win(3, [6])]).toEqual([40_00n, 40_00n, 20_00n]);
  });
  test('a tie over the last prize place shares it alone', () =>
    expect(win(3, [1, 2, 3, 4])).toEqual([5_00n, 5_00n, 5_00n, 5_00n]));
  test('a place below the prizes wins nothing', () => expect(win(4, [1, 2])).toEqual([0n, 0n]));
  test('agorot are rounded down, the rest goes to the lowest id', () => {
    expect(win(1, [9, 4, 7], WINNER_TAKES_ALL)).toEqual([33_33n, 33_34n, 33_33n]);
    expect(win(1, [3, 2, 1], WINNER_TAKES_ALL, 2n)).toEqual([0n, 0n, 2n]);
  });
});

test('the amounts of the places are the whole pool, to the agora', () => {
  expect(prizesOf(1_01n, [34, 33, 33])).toEqual([35n, 33n, 33n]);
  expect(prizesOf(0n, thirds)).toEqual([0n, 0n, 0n]);
});

test.each([
  ['100', [100]],
  ['50 30 20', [50, 30, 20]],
  [' 50%, 30 % / 20', [50, 30, 20]],
  ['10 10 10 10 10 10 10 10 10 10', Array(10).fill(10)],
])('%j is read', (typed, split) => expect(readPrizeSplit(typed)).toEqual({ split }));

test.each([
  ['', 'splitForm'],
  ['all', 'splitForm'],
  ['50.5 49.5', 'splitForm'],
  ['100 0', 'splitForm'],
  ['-50 150', 'splitForm'],
  ['10 10 10 10 10 10 10 10 10 5 5', 'splitForm'],
  ['50 30', 'splitSum'],
  ['99 2', 'splitSum'],
])('%j is refused', (typed, refused) => expect(readPrizeSplit(typed)).toEqual({ refused } as never));
