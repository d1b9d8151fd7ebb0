import { expect, test } from 'bun:test';
import { alignedCloses } from './comparison.ts';

const bar = (time: number, close: number) => ({ time, open: 1, high: 1, low: 1, close, volume: 1 });

test('the second symbol has a close on each bar of the first, from its own first bar on', () => {
  expect(alignedCloses([10, 20, 30, 40], [bar(20, 5), bar(25, 6), bar(41, 7)])).toEqual([
    { time: 20, value: 5 },
    { time: 30, value: 6 },
    { time: 40, value: 6 },
  ]);
  expect(alignedCloses([], [bar(1, 1)])).toEqual([]);
  expect(alignedCloses([1], [])).toEqual([]);
});
