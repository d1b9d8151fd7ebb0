import { expect, test } from 'bun:test';
import { makeDayBars } from './minutes.ts';
import { PUBLIC_SEED, stream, tapeKey } from './random.ts';
import { shapeOf } from './shape.ts';

function day(price: number, minutes = 390) {
  return makeDayBars({
    openLog: Math.log(price),
    log: new Float64Array(minutes).map((_, m) => Math.log(price) + 0.0004 * Math.sin(m / 5)),
    dayBefore: Math.round(price * 100),
    overnight: false,
    sigma: 0.02,
    usualSigma: 0.02,
    usualVolume: 1e6,
    floorCents: 50,
    segments: [{ minute: 0, key: tapeKey(PUBLIC_SEED) }],
    stream: stream('test'),
    dayIndex: 100,
  });
}

test('a bar holds its open and close between low and high', () => {
  const bars = day(100);
  for (let m = 0; m < 390; m++) {
    const open = m ? bars.close[m - 1]! : bars.open;
    expect(bars.high[m]!).toBeGreaterThanOrEqual(Math.max(open, bars.close[m]!));
    expect(bars.low[m]!).toBeLessThanOrEqual(Math.min(open, bars.close[m]!));
  }
});

test('no price falls under half a dollar', () => {
  const bars = day(0.3);
  expect(Math.min(...bars.low, ...bars.close)).toBe(50);
});

test('volume follows the U of a session', () => {
  const { volume } = day(100);
  const sum = (from: number, to: number) => volume.slice(from, to).reduce((a, b) => a + b, 0);
  const total = sum(0, 390);
  expect(sum(0, 30) / total).toBeGreaterThan(0.12);
  expect(sum(360, 390) / total).toBeGreaterThan(0.12);
  expect(sum(180, 210) / total).toBeLessThan(0.08);
  expect(shapeOf(390).before[390]!).toBeCloseTo(1, 12);
});
