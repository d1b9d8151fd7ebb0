import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Cents, cents, priceE4, quantityMicros } from '#core/money/units.ts';
import type { AuditFill } from '../trading/audit.ts';
import {
  CourseBuilder,
  curveRange,
  type EquityPoint,
  type Fall,
  fallTo,
  type PriceSample,
  type SplitEvent,
  sampleSpacingMs,
  thinned,
} from './equity.ts';

const START = cents(10_000_000n);
const fill = (
  at: number,
  action: AuditFill['action'],
  shares: number,
  dollars: number,
  symbol = 'A',
): AuditFill => ({
  at,
  action,
  symbol,
  reason: 'order',
  quantity: quantityMicros(BigInt(shares) * 1_000_000n),
  price: priceE4(BigInt(dollars) * 10_000n),
  cash: cents(BigInt(shares * dollars * 100) * (action === 'sell' ? 1n : -1n)),
});
const sample = (at: number, dollars: number, symbol = 'A') => ({
  at,
  symbol,
  price: priceE4(BigInt(dollars) * 10_000n),
});
const courseOf = (
  fills: readonly AuditFill[],
  samples: readonly PriceSample[],
  splits: readonly SplitEvent[] = [],
) => {
  const builder = new CourseBuilder({ startCash: START, startedAt: 0, version: 2 }, samples, splits);
  for (const each of fills) builder.add(each);
  return builder.end();
};
const deepestFall = (points: readonly { equity: Cents }[]) =>
  points.reduce<Fall | null>((fall, { equity }) => fallTo(fall, equity), null)?.deepest ?? cents(0n);
const dollars = ({ points }: { points: readonly EquityPoint[] }) =>
  points.map((p) => [p.at, Number(p.equity - START) / 100]);

test('a point after every fill and at every sample of a held symbol, long or short', () => {
  const fills = [fill(10, 'buy', 10, 100), fill(20, 'short', 10, 50, 'B'), fill(40, 'sell', 10, 120)];
  const samples = [
    sample(5, 99),
    sample(15, 110),
    sample(30, 90),
    sample(30, 45, 'B'),
    sample(50, 1),
    sample(60, 60, 'B'),
  ];
  expect(dollars(courseOf(fills, samples))).toEqual([
    ...[
      [0, 0],
      [10, 0],
      [15, 100],
      [20, 100],
      [30, -50],
    ],
    // A is sold at 120, B is at 45; later prices of A change nothing
    ...[
      [40, 250],
      [60, 100],
    ],
  ]);
});

test('a split moves no equity: old prices value old shares, new prices new shares', () => {
  const fills = [fill(10, 'buy', 10, 100), fill(60, 'sell', 20, 60)];
  const samples = [sample(20, 110), sample(32, 55), sample(50, 56)];
  const split: SplitEvent = {
    symbol: 'A',
    numerator: 2,
    denominator: 1,
    after: 1,
    since: 0n,
    effectiveAt: 30,
    appliedAt: 35,
  };
  expect(dollars(courseOf(fills, samples, [split]))).toEqual([
    ...[
      [0, 0],
      [10, 0],
      [20, 100],
      [50, 120],
      [60, 200],
    ],
  ]);
});

test('the deepest fall counts open positions, and the start cash is the first high', () => {
  const course = (...equities: number[]) =>
    deepestFall(equities.map((e, at) => ({ at, equity: cents(BigInt(e)) })));
  expect(course(100)).toBe(0n);
  expect(course(100, 120, 90, 130, 110)).toBe(cents(30n));
  expect(course(100, 60, 70)).toBe(cents(40n));
  expect(course(100, 110, 120)).toBe(0n);
});

test('the drawdown is never less than any fall between two points', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 1_000n }).map(cents), { minLength: 1, maxLength: 30 }),
      (equities) => {
        const points = equities.map((equity, at) => ({ at, equity }));
        const falls = equities.flatMap((a, i) => equities.slice(i).map((b) => Number(a - b)));
        expect(deepestFall(points)).toBe(cents(BigInt(Math.max(...falls))));
      },
    ),
  );
});

test('a course of many fills is thinned, with its first and last point and the exact deepest fall', () => {
  const fills = Array.from({ length: 20_000 }, (_, n) =>
    fill(n + 1, n % 2 === 0 ? 'buy' : 'sell', 10, n === 4_567 ? 90 : 100),
  );
  const { points, fall } = courseOf(fills, []);
  expect(points.length).toBeLessThanOrEqual(4_000);
  expect([points[0]!.at, points.at(-1)!.at]).toEqual([0, 20_000]);
  expect(fall.deepest).toBe(cents(10_000n));
});

test('thinning keeps the first and the last point and the given number', () => {
  const points = Array.from({ length: 5_000 }, (_, i) => ({ at: i * i, equity: cents(BigInt(i)) }));
  const few = thinned(points, 120);
  expect(few.length).toBeLessThanOrEqual(120);
  expect(few.length).toBeGreaterThan(100);
  expect([few[0], few.at(-1)]).toEqual([points[0]!, points.at(-1)!]);
  expect(thinned(points.slice(0, 3), 120)).toHaveLength(3);
  expect(
    thinned(
      points.map((p) => ({ ...p, at: 7 })),
      10,
    ),
  ).toHaveLength(2);
});

test("the time between samples grows with the season's age", () => {
  expect([0, 3_600_000, 86_400_000, 30 * 86_400_000].map(sampleSpacingMs)).toEqual([
    ...[10_000, 10_000, 172_800, 900_000],
  ]);
});

test('a change of cents does not fill the height of a curve', () => {
  const { least, most } = curveRange([100_000, 100_000.07]);
  expect([least, most].map(Math.round)).toEqual([99_750, 100_250]);
  expect(curveRange([90_000, 110_000])).toEqual({ least: 90_000, most: 110_000 });
  expect(curveRange([0, 0])).toEqual({ least: -0.5, most: 0.5 });
});
