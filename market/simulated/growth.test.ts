/** Prices are a martingale: on average they multiply by one, jumps and nights included. */
import { describe, expect, test } from 'bun:test';
import { tryMonths } from '#tests/helpers/fairness/months.ts';
import { createCalendar, DAY_MS } from '../calendar.ts';
import { periodSeed } from '../seed-period.ts';
import { COMPANIES } from './companies.ts';
import { tapeKey } from './random.ts';
import { ANCHOR_DAY, HISTORY_DAY, Series } from './series.ts';
import { Tape } from './tape.ts';

/** The tested seeds replace the public one on this day. */
const FIRST = ANCHOR_DAY + 30;

const seedOf = (n: number) => periodSeed({ season: 0, period: n }, 'growth');

function estimate(values: readonly number[]) {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: Math.sqrt(variance / values.length) };
}

describe.each(['always', 'us'] as const)('hours %s', (hours) => {
  const calendar = createCalendar(hours);

  test.each([1, 2.8, -1])('a factor of rare large jumps alone, followed with weight %d', (weight) => {
    const ratios: number[] = [];
    const plain: number[] = [];
    for (let n = 0; n < 40; n++) {
      const segments = () => [{ minute: 0, key: tapeKey(seedOf(n)) }];
      const traits = { name: 'jumps', sigma: 1e-9, drift: 0.0002, jumpMean: -0.2, jumpSigma: 0.15 };
      const series = new Series(traits, calendar, segments);
      for (let day = HISTORY_DAY; day < HISTORY_DAY + 2500; day++) {
        const session = calendar.session(day);
        if (!session) continue;
        const move = weight * (series.level(day + 1) - series.level(day));
        ratios.push(Math.exp(move - series.growth(weight)(series.expected(session))) - 1);
        plain.push(Math.exp(move) - 1);
      }
    }
    const { mean, error } = estimate(ratios);
    expect(error).toBeLessThan(0.002);
    expect(Math.abs(mean) / error).toBeLessThan(3);
    // without the reduction the same ratios are far off
    const plainEstimate = estimate(plain);
    expect(plainEstimate.mean / plainEstimate.error).toBeGreaterThan(3);
  });

  test('what is expected of a day is what is expected by its last minute, also where seeds take over within it', () => {
    const segments = () => [{ minute: 0, key: tapeKey(seedOf(0)) }];
    const later = () => [...segments(), { minute: 100, key: tapeKey(seedOf(1)) }];
    const traits = { name: 'both', sigma: 0.02, drift: 0.0002, jumpMean: -0.01, jumpSigma: 0.02 };
    for (const each of [segments, later]) {
      const series = new Series(traits, calendar, each);
      for (let day = HISTORY_DAY; day < HISTORY_DAY + 300; day++) {
        const session = calendar.session(day);
        if (!session) continue;
        let last = series.expectedByOpening(session);
        series.eachExpected(session, (expected) => {
          last = { ...expected };
        });
        const whole = series.expected(session);
        for (const part of ['trend', 'variance', 'hazard'] as const)
          expect(last[part]).toBeCloseTo(whole[part], 14);
      }
    }
  });

  test.each([
    ['the eight wildest', 0.00008, COMPANIES.toSorted((a, b) => b.vol - a.vol).slice(0, 8)],
    ['the eight calmest', 0.00003, COMPANIES.toSorted((a, b) => a.vol - b.vol).slice(0, 8)],
  ] as const)(
    'a day multiplies the price of %s by 1 on average, with a standard error below %d',
    (_, most, companies) => {
      /** Returns the average return of a day by seed. */
      const returns = (version: number) => {
        const tape = new Tape({ hours, version });
        return Array.from({ length: 400 }, (_, n) => {
          tape.setSeedPeriods([{ effectiveFrom: FIRST * DAY_MS, seed: seedOf(n) }]);
          let [sum, count] = [0, 0];
          for (const { symbol } of companies) {
            let previous = 0;
            for (let day = FIRST; day < FIRST + 365; day++) {
              const session = calendar.session(day);
              if (!session) continue;
              const close = tape.previousClose(symbol, session.openMs);
              if (previous) {
                sum += close / previous - 1;
                count++;
              }
              previous = close;
            }
          }
          return sum / count;
        });
      };
      const now = estimate(returns(4));
      expect(now.error).toBeLessThan(most);
      expect(Math.abs(now.mean) / now.error).toBeLessThan(3);
      const earlier = estimate(returns(3));
      expect(earlier.mean / earlier.error).toBeGreaterThan(3);
    },
    300_000,
  );
});

test('no plain strategy earns over a month: 500 seeds', () => {
  const seeds = Array.from({ length: 500 }, (_, n) => seedOf(1000 + n));
  const earning = (version: number) =>
    tryMonths(new Tape({ version }), FIRST, seeds)
      .filter(({ mean, standardError }) => Math.abs(mean) > 3 * standardError)
      .map(({ name }) => name);
  expect(earning(4)).toEqual([]);
  expect(earning(3)).toContain('the eight wildest, held');
}, 300_000);

test('no seed knows: the public days before the anchor are those of the version before', () => {
  const [now, earlier] = [new Tape(), new Tape({ version: 3 })];
  for (const { symbol } of COMPANIES)
    for (const day of [HISTORY_DAY + 1, ANCHOR_DAY - 400, ANCHOR_DAY])
      expect(now.previousClose(symbol, day * DAY_MS)).toBe(earlier.previousClose(symbol, day * DAY_MS));
});
