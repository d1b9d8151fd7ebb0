import { expect, test } from 'bun:test';
import { prizesOf, readPrizeSplit } from './prizes.ts';

const thirds = [50, 30, 20];
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
