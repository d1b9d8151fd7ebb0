/**
 * The growth of a price by a factor's moves, on average, as a log. A company's log price is reduced by it, so that the price itself is a
 * martingale: its expected value at any later instant is the present price. A log price without drift would not do, because a price
 * that is as likely to double as to halve grows on average.
 */
import type { DayPath } from './course.ts';
import { JUMP_RATE, type MinuteDrift, type Moves, type Night } from './course.ts';

/** Log moves since the previous close. */
export type Expectation = {
  /** The drift, less the expected jump while it could come. */
  trend: number;
  /** Of the noise. */
  variance: number;
  /** Minus the log of the probability of no jump in the session. */
  hazard: number;
};

/**
 * Returns a function from the expectation of a factor to the growth of a log price that follows it with `weight`: the log of the expected
 * ratio of two prices.
 */
export function growthOf(weight: number, moves: Moves, night: Night): (expected: Expectation) => number {
  const jump = Math.exp(weight * moves.jumpMean + (weight * moves.jumpSigma) ** 2 / 2) - 1;
  const byNight = Math.log(1 + JUMP_RATE * night.jumps * jump);
  const half = weight ** 2 / 2;
  return ({ trend, variance, hazard }) => weight * trend + half * variance + byNight + jump * hazard;
}

/** Returns the expectation of the night. @param sigma the day's volatility */
export const nightExpectation = (moves: Moves, night: Night, sigma: number): Expectation => ({
  trend: moves.drift * night.variance - JUMP_RATE * night.jumps * moves.jumpMean,
  variance: sigma ** 2 * night.variance,
  hazard: 0,
});

export type ExpectationVisit = (expected: Expectation, minute: number) => void;

/**
 * Calls `visit` with the expectation by the end of each minute of a session, the same object each time.
 * @returns the last expectation
 */
export function eachMinute(
  { stretches, sd }: Pick<DayPath, 'stretches' | 'sd'>,
  night: Expectation,
  { premium, awaited }: MinuteDrift,
  visit: ExpectationVisit = () => {},
): Expectation {
  const expected = { ...night };
  let [waited, hazard] = [0, 0];
  for (const [i, { minute, waiting, rate }] of stretches.entries()) {
    const end = stretches[i + 1]?.minute ?? sd.length;
    for (let m = minute; m < end; m++) {
      const minutes = Math.min(m + 1 - minute, waiting);
      expected.trend = night.trend + premium * (m + 1) - awaited * (waited + minutes);
      expected.variance += sd[m]! ** 2;
      expected.hazard = hazard - Math.log(1 - rate * minutes);
      visit(expected, m);
    }
    waited += Math.min(end - minute, waiting);
    hazard = expected.hazard;
  }
  return expected;
}
