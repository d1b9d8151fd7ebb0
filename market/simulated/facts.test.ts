/**
 * The tape behaves like real returns: it meets limits for stylised facts, each of which geometric Brownian motion of
 * the same length fails. Fixed seeds give the same result in every run.
 */
import { describe, expect, test } from 'bun:test';
import { isSector } from '#core/market/screener.ts';
import { share } from '#tests/helpers/matrix.ts';
import * as facts from '#tests/helpers/stylised-facts.ts';
import { DAY_MS, dayOf } from '../calendar.ts';
import { periodSeed } from '../seed-period.ts';
import { COMPANIES, FUNDS } from './companies.ts';
import { FOLD_UNITS } from './folds.ts';
import { normal, stream, tapeKey, words } from './random.ts';
import { ANCHOR_DAY, HISTORY_DAY } from './series.ts';
import { Tape } from './tape.ts';

const DAYS = 1260;
const LAST = dayOf(Date.parse('2026-01-01T00:00:00Z'));
const STOCKS = COMPANIES.filter((c) => c.sector !== FUNDS).map((c) => c.symbol);

function dailyReturns(tape: Tape, symbol: string): number[] {
  const closes = Array.from({ length: DAYS + 1 }, (_, i) =>
    tape.previousClose(symbol, (LAST - DAYS + i) * DAY_MS),
  );
  return facts.returns(closes);
}

/** Returns the measures as medians over a pool of series. */
function measure(pool: number[][]) {
  const over = (f: (r: number[]) => number) => facts.median(pool.map(f));
  return {
    kurtosis: over(facts.excessKurtosis),
    acf1: Math.abs(over((r) => facts.autocorrelation(r, 1))),
    clustering: over(facts.clustering),
    hill: over((r) => facts.hillTail(r)),
    monthly: over((r) => facts.excessKurtosis(facts.aggregate(r, 21))),
  };
}

const SEEDS: [string, Tape][] = [
  ['the public history', new Tape()],
  ...['one', 'two', 'three'].map((s): [string, Tape] => [
    `seed ${s}`,
    new Tape({ history: periodSeed({ season: 0, period: 0 }, s) }),
  ]),
];

describe.each(SEEDS)('%s', (_, tape) => {
  const pool = STOCKS.map((s) => dailyReturns(tape, s));
  const index = dailyReturns(tape, 'SPY');

  test('stocks: fat tails, no memory in direction, clustered volatility, thinner tails over longer spans', () => {
    const m = measure(pool);
    expect(m.kurtosis).toBeGreaterThan(1);
    expect(m.acf1).toBeLessThan(0.12);
    expect(m.clustering).toBeGreaterThan(0.05);
    expect(m.hill).toBeLessThan(4.5);
    expect(m.monthly).toBeLessThan(m.kurtosis);
  });

  test('the index: the same, and it falls harder than it rises', () => {
    const m = measure([index]);
    expect(m.kurtosis).toBeGreaterThan(1);
    expect(m.acf1).toBeLessThan(0.12);
    expect(m.clustering).toBeGreaterThan(0.05);
    expect(m.hill).toBeLessThan(4.5);
    expect(facts.skewness(index)).toBeLessThan(0);
  });

  test('stocks move together, and those with a higher beta more with the index', () => {
    const beta = (r: number[]) => {
      const spread = (x: number[]) => Math.sqrt(x.reduce((a, b) => a + b * b, 0));
      return (facts.correlation(r, index) * spread(r)) / spread(index);
    };
    const measured = pool.map(beta);
    const given = STOCKS.map((s) => COMPANIES.find((c) => c.symbol === s)!.beta);
    expect(facts.correlation(measured, given)).toBeGreaterThan(0.9);
  });
});

/** Seeds for tests that every seed must pass. */
const MANY = Array.from({ length: 20 }, (_, n) => n);
const YEARS = 5 * 365;

test.each([
  ['always', share(MANY, 0, 10)],
  ['us', share(MANY, 1, 10)],
] as const)(
  'five years of every ticker stay within a factor of five of its catalogue price, hours %s, seeds %p',
  (hours, seeds) => {
    const far = Math.log(5);
    const strayed: string[] = [];
    for (const n of seeds) {
      const tape = new Tape({ history: periodSeed({ season: 0, period: n }, 'five years'), hours });
      const pool = STOCKS.map((symbol) => dailyReturns(tape, symbol).filter((r) => r !== 0));
      const m = measure(pool);
      const volatility = pool.map((r) => Math.hypot(...r) / Math.sqrt(r.length));
      expect(facts.median(volatility)).toBeWithin(0.009, 0.05);
      expect(m.kurtosis).toBeGreaterThan(1);
      expect(m.acf1).toBeLessThan(0.12);
      expect(m.clustering).toBeGreaterThan(0.05);
      // the public history, and five years of a site after it
      for (const { symbol, price } of COMPANIES)
        for (let day = HISTORY_DAY + 1; day <= ANCHOR_DAY + YEARS; day++)
          if (Math.abs(Math.log(tape.previousClose(symbol, day * DAY_MS) / (price * FOLD_UNITS))) > far)
            strayed.push(`${n} ${symbol} ${day}`);
    }
    expect(strayed).toEqual([]);
  },
  300_000,
);

test('volume goes with the size of the move', () => {
  const tape = new Tape();
  for (const symbol of ['AAPL', 'XOM', 'SPY']) {
    const bars = Array.from({ length: 500 }, (_, i) => {
      const session = tape.calendar.session(LAST - 500 + i)!;
      return tape.bars(symbol, session, 0, LAST * DAY_MS)[0]!;
    });
    const sizes = facts.returns(bars.map((b) => b.close)).map(Math.abs);
    expect(
      facts.correlation(
        sizes,
        bars.slice(1).map((b) => b.volume),
      ),
    ).toBeGreaterThan(0.2);
  }
});

test('plain geometric Brownian motion fails every gate but the one on direction', () => {
  const key = tapeKey(periodSeed({ season: 0, period: 0 }, 'control'));
  const pool = Array.from({ length: 60 }, (_, n) => {
    const random = words(key, stream(`control ${n}`), 0, DAYS * 2);
    return Array.from(
      { length: DAYS },
      (_, i) => 0.0002 + 0.012 * normal(random[2 * i]!, random[2 * i + 1]!),
    );
  });
  for (const series of pool) {
    const m = measure([series]);
    expect(m.kurtosis).toBeLessThan(1);
    expect(m.clustering).toBeLessThan(0.05);
    expect(m.hill).toBeGreaterThan(4.5);
    expect(m.acf1).toBeLessThan(0.12);
  }
});

test('every sector has a name for readers', () => {
  expect(COMPANIES.filter(({ sector }) => !isSector(sector))).toEqual([]);
});
