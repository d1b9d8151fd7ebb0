import { describe, expect, test } from 'bun:test';
import { bollinger, ema, macd, rsi, vwap } from './indicator-lines.ts';

/**
 * The first closes of the series in TA-Lib's regression tests, which also have the expected values
 * (github.com/TA-Lib/ta-lib, src/tools/ta_regtest: test_ma.c, test_bbands.c, test_rsi.c, test_macd.c).
 */
const CLOSES = [
  91.5, 94.815, 94.375, 95.095, 93.78, 94.625, 92.53, 92.75, 90.315, 92.47, 96.125, 97.25, 98.5, 89.875, 91,
  92.815, 89.155, 89.345, 91.625, 89.875, 88.375, 87.625, 84.78, 83, 83.5, 81.375, 84.44, 89.25, 86.375,
  86.25, 85.25, 87.125, 85.815, 88.97,
];

/** TA-Lib publishes values with two decimals and compares them to a hundredth. */
const near = (value: number | null | undefined, published: number) =>
  expect(Math.abs(value! - published)).toBeLessThan(0.01);

describe("TA-Lib's published values", () => {
  test('exponential average of 10', () => {
    const values = ema(CLOSES, 10);
    expect(values.slice(0, 9)).toEqual(Array(9).fill(null));
    near(values[9], 93.22);
    near(values[10], 93.75);
    near(values[29], 86.46);
  });

  test('Bollinger bands of 20 and 2', () => {
    const { upper, middle, lower } = bollinger(CLOSES);
    expect(middle[18]).toBeNull();
    expect(upper[19]).toBeCloseTo(98.0734, 4);
    expect(middle[19]).toBeCloseTo(92.891, 4);
    expect(lower[19]).toBeCloseTo(87.7086, 4);
  });

  test('relative strength of 14', () => {
    const values = rsi(CLOSES);
    expect(values[13]).toBeNull();
    near(values[14], 49.14);
    near(values[15], 52.32);
    near(values[16], 46.07);
  });

  test('MACD of 12, 26 and 9', () => {
    const { macd: line, signal, histogram } = macd(CLOSES);
    expect(line[24]).toBeNull();
    expect(line[25]).not.toBeNull();
    expect(signal[32]).toBeNull();
    expect(line[33]).toBeCloseTo(-1.9738, 4);
    expect(signal[33]).toBeCloseTo(-2.7071, 4);
    expect(histogram[33]).toBeCloseTo(-1.9738 + 2.7071, 4);
  });
});

test('too few bars have no value, and prices that stand still have strength 50', () => {
  expect(macd([1, 2, 3]).signal).toEqual([null, null, null]);
  expect(rsi(Array(16).fill(7)).at(-1)).toBe(50);
});

describe('VWAP', () => {
  const bar = (time: number, price: number, volume: number) => ({
    time,
    high: price + 1,
    low: price - 1,
    close: price,
    volume,
  });

  test('sums typical price by volume and begins anew with each session', () => {
    const day = 1_700_006_400;
    const bars = [bar(day, 100, 10), bar(day + 300, 110, 30), bar(day + 86_700, 50, 5)];
    expect(vwap(bars)).toEqual([100, 107.5, 50]);
  });

  test('of daily bars begins anew with each month', () => {
    const seconds = (date: string) => Date.parse(date) / 1000;
    const bars = [
      bar(seconds('2026-01-29'), 10, 1),
      bar(seconds('2026-01-30'), 20, 1),
      bar(seconds('2026-02-02'), 40, 1),
      bar(seconds('2026-02-03'), 60, 3),
    ];
    expect(vwap(bars)).toEqual([10, 15, 40, 55]);
  });

  test('is nothing before the first share was traded', () => {
    expect(vwap([bar(0, 5, 0), bar(60, 7, 2)])).toEqual([null, 7]);
  });
});
