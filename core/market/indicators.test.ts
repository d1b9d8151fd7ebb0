import { expect, test } from 'bun:test';
import { realDays } from '#tests/helpers/real-prices.ts';
import { baselinePrice, lastSma, sma } from './indicators.ts';

test('the first full window is the plain mean, and it slides by one', () => {
  expect(sma([1, 2, 3, 4, 5], 3)).toEqual([null, null, 2, 3, 4]);
});

test('fewer values than the period give no average at all', () => {
  expect(sma([5, 6], 9)).toEqual([null, null]);
  expect(lastSma([5, 6], 9)).toBeNull();
});

test('the running sum stays with a window recomputed from scratch over a long series', () => {
  const closes = Array.from({ length: 5000 }, (_, i) => 100 + 30 * Math.sin(i / 17) + (i % 7) * 0.01);
  for (const period of [9, 20, 50, 200]) {
    const averages = sma(closes, period);
    for (const i of [period - 1, 777, 4999]) {
      const window = closes.slice(i - period + 1, i + 1);
      expect(averages[i]!).toBeCloseTo(window.reduce((a, b) => a + b, 0) / period, 8);
    }
    expect(lastSma(closes, period)!).toBeCloseTo(averages.at(-1)!, 8);
  }
});

test('the baseline is the mean of the newest 20 closes, or of all if fewer', () => {
  const closes = [...Array(30).fill(1000), ...Array(20).fill(10)];
  expect(baselinePrice(closes)).toBe(10);
  expect(baselinePrice([4, 6])).toBe(5);
  expect(baselinePrice([])).toBe(0);
});

test('two years of AAPL agree with the averages their file brings along', () => {
  const days = realDays();
  // The file's `mavg` is the 20-day average of (high + low + close) / 3, from an independent source.
  const averages = sma(
    days.map(({ high, low, close }) => (high + low + close) / 3),
    20,
  );
  expect(averages.slice(0, 19)).toEqual(Array(19).fill(null));
  for (const [i, { mavg }] of days.entries()) if (i >= 19) expect(averages[i]!).toBeCloseTo(mavg, 5);

  const closes = days.map(({ close }) => close);
  const base = closes.slice(-20).reduce((a, b) => a + b, 0) / 20;
  expect(baselinePrice(closes)).toBeCloseTo(base, 10);
  for (const period of [9, 50, 200]) {
    const window = closes.slice(300 - period, 300);
    expect(sma(closes, period)[299]!).toBeCloseTo(window.reduce((a, b) => a + b, 0) / period, 9);
  }
});
