/**
 * What a factor's moves multiply a price by on average, as a log. A company's log price is reduced by it, so that the price
 * itself is the martingale: its expected value at any later moment is the price now. A log price without drift does not do
 * that, for a price that is as likely to double as to halve is worth more on average.
 */
import type { DayPath } from './course.ts';
import { JUMP_RATE, type MinuteDrift, type Moves, type Night } from './course.ts';

/** Log moves since the previous close. */
export type Expectation = {
  /** What the drift added, and what was taken back while a jump might come. */
  trend: number;
  /** Of the noise. */
  variance: number;
  /** Minus the log of the probability that no jump has happened by day. */
  hazard: number;
};

/**
 * Returns what a log price that follows the factor with `weight` grows by on average, of what is expected of the factor:
 * the log of the expected ratio of two prices.
 */
export function growthOf(weight: number, moves: Moves, night: Night): (expected: Expectation) => number {
  const jump = Math.exp(weight * moves.jumpMean + (weight * moves.jumpSigma) ** 2 / 2) - 1;
  const byNight = Math.log(1 + JUMP_RATE * night.jumps * jump);
  const half = weight ** 2 / 2;
  return ({ trend, variance, hazard }) => weight * trend + half * variance + byNight + jump * hazard;
}

/** Between the sessions. @param sigma the day's volatility */
export const nightExpectation = (moves: Moves, night: Night, sigma: number): Expectation => ({
  trend: moves.drift * night.variance - JUMP_RATE * night.jumps * moves.jumpMean,
  variance: sigma ** 2 * night.variance,
  hazard: 0,
});

export type ExpectationVisit = (expected: Expectation, minute: number) => void;

/**
 * Calls `visit` with what is expected by the end of each minute of a session, the same object each time.
 * @returns the last of them
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
