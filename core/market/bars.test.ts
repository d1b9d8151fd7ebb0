import { expect, test } from 'bun:test';
import { foldBars, foldTrade, minuteOf, priceBar, tradeSeconds } from './bars.ts';

const T = 1_700_000_040; // a whole minute

test('the size of a time tells seconds from milliseconds', () => {
  expect(tradeSeconds(T)).toBe(T);
  expect(tradeSeconds(T * 1000 + 500)).toBe(T + 0.5);
  expect(tradeSeconds(Number.NaN)).toBeNull();
  expect(tradeSeconds(-1)).toBeNull();
});

test('a trade at 59.999 s belongs to the minute, one at 60 s to the next', () => {
  expect(minuteOf(T + 59.999)).toBe(T);
  const first = foldTrade(null, { price: 10, time: T * 1000, size: 5 });
  expect(first).toEqual({ time: T, open: 10, high: 10, low: 10, close: 10, volume: 5 });
  const up = foldTrade(first, { price: 12, time: T + 30, size: 1 });
  const down = foldTrade(up, { price: 9, time: T * 1000 + 59_999, size: 2 });
  expect(down).toEqual({ time: T, open: 10, high: 12, low: 9, close: 9, volume: 8 });
  expect(foldTrade(down, { price: 11, time: T + 60 })).toEqual({
    time: T + 60,
    open: 11,
    high: 11,
    low: 11,
    close: 11,
    volume: 0,
  });
  expect(first).toEqual({ time: T, open: 10, high: 10, low: 10, close: 10, volume: 5 });
});

test('late and invalid trades do not change the bar', () => {
  const bar = foldTrade(null, { price: 10, time: T });
  expect(foldTrade(bar, { price: 11, time: T - 1 })).toBe(bar);
  expect(foldTrade(bar, { price: Number.NaN, time: T })).toBe(bar);
  expect(foldTrade(bar, { price: 0, time: T })).toBe(bar);
  expect(foldTrade(null, { price: 1, time: Number.POSITIVE_INFINITY })).toBeNull();
});

test('bars fold to longer ones, the last may be short', () => {
  const bars = [3, 5, 4, 1, 2].map((close, i) => ({
    time: i * 60,
    open: close + 0.5,
    high: close + 1,
    low: close - 1,
    close,
    volume: 10 + i,
  }));
  expect(foldBars(bars, (t) => Math.floor(t / 180) * 180)).toEqual([
    { time: 0, open: 3.5, high: 6, low: 2, close: 4, volume: 33 },
    { time: 180, open: 1.5, high: 3, low: 0, close: 2, volume: 27 },
  ]);
  expect(bars[0]).toEqual({ time: 0, open: 3.5, high: 4, low: 2, close: 3, volume: 10 });
});

test('a price widens the newest bar, or begins the next one a whole number of steps later', () => {
  const last = { time: 1000, open: 10, high: 11, low: 9, close: 10, volume: 7 };
  expect(priceBar(last, 12, 1299, 300)).toEqual({ ...last, high: 12, close: 12 });
  expect(priceBar(last, 8, 1000, 300)).toEqual({ ...last, low: 8, close: 8 });
  const next = { open: 8, high: 8, low: 8, close: 8, volume: 0 };
  expect(priceBar(last, 8, 1300, 300)).toEqual({ ...next, time: 1300 });
  expect(priceBar(last, 8, 2100, 300)).toEqual({ ...next, time: 1900 });
  expect(priceBar(last, 8, 999, 300)).toBeNull();
});
