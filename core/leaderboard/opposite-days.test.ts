import { describe, expect, test } from 'bun:test';
import { cents } from '../money/units.ts';
import { dailyReturns, LEAST_DAYS, oppositeOf } from './opposite-days.ts';

const DAY = 86_400_000;
const course = (...equities: number[]) =>
  equities.map((equity, day) => ({ at: day * DAY, equity: cents(BigInt(equity)) }));
const ends = (count: number) => Array.from({ length: count }, (_, day) => day * DAY + 1);

test('a return is what a day made of the equity before it', () => {
  expect(dailyReturns(course(1000, 1100, 990, 990), ends(4))).toEqual([0.1, -0.1, 0]);
  expect(dailyReturns(course(1000, 0, 500), ends(3))).toEqual([-1, 0]);
  expect(dailyReturns([], ends(3))).toEqual([0, 0]);
});

describe('two accounts', () => {
  const RETURNS = [0.01, -0.02, 0.005, 0.03, -0.01, -0.015, 0.02, 0.004, -0.03];
  const against = (factor: number, noise: number) =>
    RETURNS.map((each, i) => -each * factor + (i % 2 ? noise : -noise));

  test('that bet against each other are opposite, whatever the stakes', () => {
    expect(oppositeOf(RETURNS, against(1, 0))).toEqual({ days: 9, correlation: expect.closeTo(-1) });
    expect(oppositeOf(RETURNS, against(0.05, 0.0001))?.days).toBe(9);
  });

  test('that go the same way, or their own, are not', () => {
    expect(oppositeOf(RETURNS, RETURNS)).toBeNull();
    expect(oppositeOf(RETURNS, against(1, 0.03))).toBeNull();
    expect(
      oppositeOf(
        RETURNS,
        RETURNS.map(() => 0.01),
      ),
    ).toBeNull();
  });

  test('need days on which both have something at stake', () => {
    const few = against(1, 0).map((each, i) => (i < LEAST_DAYS - 1 ? each : 0));
    expect(oppositeOf(RETURNS, few)).toBeNull();
    expect(oppositeOf([...RETURNS, 0, 0.02], [...against(1, 0), 0.5, 0])?.days).toBe(9);
  });
});
