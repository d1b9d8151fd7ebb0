import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Bar, foldBars } from '#core/market/bars.ts';
import { DAY_MS, MINUTE_MS } from '../calendar.ts';
import { periodSeed } from '../seed-period.ts';
import { COMPANIES } from './companies.ts';
import { FOLD_UNITS } from './folds.ts';
import { ANCHOR_DAY, HISTORY_DAY } from './series.ts';
import { ALL_SYMBOLS, priceAt, Tape } from './tape.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const LATEST = Date.parse('2027-06-01T00:00:00Z');

const tapes = { always: new Tape(), us: new Tape({ hours: 'us' }) };
const hours = fc.constantFrom('always' as const, 'us' as const);
const symbol = fc.constantFrom(...ALL_SYMBOLS);
const moment = fc.integer({ min: (HISTORY_DAY + 10) * DAY_MS, max: LATEST });
const seed = (n: number) => periodSeed({ season: 0, period: n }, 'tests');

function sessionOf(tape: Tape, ms: number) {
  const session = tape.calendar.latest(ms)!;
  return { session, bars: (minutes: number, at = ms) => tape.bars('AAPL', session, minutes, at) };
}

describe('bars', () => {
  test('5m, 15m, 1h, 4h and 1D are the folds of the minutes, finished or forming', () => {
    fc.assert(
      fc.property(hours, symbol, moment, (h, s, ms) => {
        const tape = tapes[h];
        const session = tape.calendar.latest(ms)!;
        const open = session.openMs / 1000;
        const minutes = tape.bars(s, session, 1, ms);
        for (const length of [5, 15, 60, 240]) {
          const fold = foldBars(minutes, (t) => open + Math.floor((t - open) / (length * 60)) * length * 60);
          expect(tape.bars(s, session, length, ms)).toEqual(fold);
        }
        expect(tape.bars(s, session, 0, ms)).toEqual(foldBars(minutes, () => (session.day * DAY_MS) / 1000));
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  test('the trades of a minute fold into its bar: first is the open, last the close', () => {
    fc.assert(
      fc.property(hours, symbol, moment, (h, s, ms) => {
        const tape = tapes[h];
        const session = tape.calendar.latest(ms)!;
        const last = Math.min(session.minutes, Math.floor((ms - session.openMs) / MINUTE_MS) + 1) - 1;
        const start = session.openMs + last * MINUTE_MS;
        const ticks = tape.ticksBetween(s, start - 1, start + MINUTE_MS - 1);
        const bar = tape.bars(s, session, 1, start + MINUTE_MS).find((b) => b.time * 1000 === start)!;
        const prices = ticks.map((t) => t.price / FOLD_UNITS);
        expect(bar).toEqual({
          time: start / 1000,
          open: prices[0]!,
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1)!,
          volume: ticks.reduce((sum, t) => sum + t.size, 0),
        });
        // half a minute later the forming bar is the fold of the trades so far
        const half = start + 30_000;
        const soFar = ticks.filter((t) => t.atMs <= half);
        const forming = tape.bars(s, session, 1, half).at(-1)!;
        expect(forming.time).toBe(start / 1000);
        expect(forming.close).toBe(soFar.at(-1)!.price / FOLD_UNITS);
        expect(forming.volume).toBe(soFar.reduce((sum, t) => sum + t.size, 0));
        const { price, atMs } = soFar.at(-1)!;
        expect(tape.tickAt(s, half)).toEqual({ price, atMs });
      }),
      { numRuns: 80, seed: 8 },
    );
  });

  test('trades along a path are those of the minutes, and none is beyond what is said of its minute', () => {
    fc.assert(
      fc.property(hours, symbol, moment, (h, s, ms) => {
        const tape = tapes[h];
        const session = tape.calendar.latest(ms)!;
        const [from, to] = [session.openMs + 1234, session.openMs + 20 * MINUTE_MS + 4321];
        let [low, high] = [0, Number.POSITIVE_INFINITY];
        let minute = 0;
        const note = (...range: [number, number]) => {
          [low, high] = range;
          minute = 0;
          return false;
        };
        const path: { price: number; atMs: number }[] = [];
        for (const tick of tape.ticksAlong(s, from, to, note)) {
          minute ||= Math.floor(tick.atMs / MINUTE_MS);
          // `isQuiet` is not called for a minute with a jump: its prints are not checked
          if (minute === Math.floor(tick.atMs / MINUTE_MS))
            expect(tick.price >= low && tick.price <= high).toBe(true);
          path.push(tick);
        }
        expect(path).toEqual(tape.ticksBetween(s, from, to).map(({ price, atMs }) => ({ price, atMs })));
        expect([...tape.ticksAlong(s, from, to, () => true)].length).toBeLessThan(path.length);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  test('the price of a moment is right when it is one unit off in the middle only', () => {
    for (const s of ALL_SYMBOLS.slice(0, 40)) {
      const { price } = tapes.always.tickAt(s, NOON)!;
      expect(tapes.always.isPriceAt(s, NOON, price)).toBe(true);
      const near = [price - 1, price + 1].filter((other) => tapes.always.isPriceAt(s, NOON, other));
      expect(near.length).toBeLessThanOrEqual(1);
      for (const far of [price - 2, price + 2]) expect(tapes.always.isPriceAt(s, NOON, far)).toBe(false);
    }
    expect(tapes.always.isPriceAt('AAPL', 0, 2_280_000)).toBe(false);
  });

  test('one trade to four a second, in order, on the lattice, never under the floor', () => {
    for (const s of ['AAPL', 'SNAP', 'BLK', 'MSFT']) {
      const ticks = tapes.always.ticksBetween(s, NOON, NOON + 10 * MINUTE_MS);
      expect(ticks.length).toBeGreaterThanOrEqual(590);
      for (let i = 1; i < ticks.length; i++) {
        expect(ticks[i]!.atMs).toBeGreaterThanOrEqual(ticks[i - 1]!.atMs);
        expect(ticks[i]!.atMs - ticks[i - 1]!.atMs).toBeLessThanOrEqual(2000);
        if (i >= 4) expect(ticks[i]!.atMs - ticks[i - 4]!.atMs).toBeGreaterThan(1000 - 1);
      }
      expect(ticks.every((t) => Number.isInteger(t.price) && t.price >= FOLD_UNITS / 2 && t.size >= 1)).toBe(
        true,
      );
    }
  });

  test('an always-open market has no gaps: a minute’s first trade is one step from the last of the one before', () => {
    const step = (from: number, to: number) => Math.abs(Math.log(to / from));
    const { session } = sessionOf(tapes.always, NOON);
    for (const s of ['AAPL', 'SPY', 'F']) {
      const today = tapes.always.bars(s, session, 1, NOON);
      const yesterday = tapes.always.bars(s, tapes.always.calendar.previous(session.day)!, 1, NOON);
      expect(tapes.always.previousClose(s, NOON)).toBe(Math.round(yesterday.at(-1)!.close * FOLD_UNITS));
      const bars = [...yesterday.slice(-1), ...today];
      for (let i = 1; i < bars.length; i++)
        expect(step(bars[i - 1]!.close, bars[i]!.open)).toBeLessThan(0.002);
    }
  });

  test('New York hours: bars from 09:30, four-hour bars at 09:30 and 13:30, gaps overnight', () => {
    const { session, bars } = sessionOf(tapes.us, Date.parse('2026-03-11T02:00:00Z'));
    const clock = (list: Bar[]) => list.map((b) => new Date(b.time * 1000).toISOString().slice(0, 16));
    expect(clock(bars(240))).toEqual(['2026-03-10T13:30', '2026-03-10T17:30']);
    expect(clock(bars(0))).toEqual(['2026-03-10T00:00']);
    expect(bars(1)).toHaveLength(390);
    const moves = Array.from({ length: 60 }, (_, i) => tapes.us.calendar.session(session.day - i)).flatMap(
      (s) => {
        if (!s) return [];
        const [first] = tapes.us.bars('AAPL', s, 1, NOON + DAY_MS);
        return [Math.abs(Math.log((first!.open * FOLD_UNITS) / tapes.us.previousClose('AAPL', s.openMs)))];
      },
    );
    expect(moves.filter((m) => m > 0.001).length).toBeGreaterThan(moves.length / 2);
  });

  test('the history stands at the catalogue prices on the anchor day, also where a season began before it', () => {
    const early = new Tape({
      seedPeriods: [{ effectiveFrom: (ANCHOR_DAY - 200) * DAY_MS + 3 * MINUTE_MS, seed: seed(1) }],
    });
    const tooEarly = (ANCHOR_DAY - 201) * DAY_MS;
    for (const { symbol: s, price } of COMPANIES.slice(0, 20)) {
      expect(tapes.always.previousClose(s, ANCHOR_DAY * DAY_MS)).toBe(Math.round(price * FOLD_UNITS));
      expect(early.tickAt(s, tooEarly)).toEqual(tapes.always.tickAt(s, tooEarly));
    }
  });
});

describe('agreement', () => {
  test('the order of calls does not change the prices', () => {
    const other = new Tape();
    const moments = fc.sample(fc.tuple(symbol, moment), { numRuns: 40, seed: 3 });
    const first = moments.map(([s, ms]) => tapes.always.tickAt(s, ms));
    const second = moments.toReversed().map(([s, ms]) => other.tickAt(s, ms));
    expect(second.toReversed()).toEqual(first);
  });

  test('a forming bar is the same for any number and order of calls', () => {
    const fresh = (length: number, ms: number) => {
      const tape = new Tape();
      return tape.bars('AAPL', tape.calendar.latest(ms)!, length, ms).at(-1);
    };
    const session = tapes.always.calendar.latest(NOON)!;
    for (const length of [5, 60, 240, 0])
      for (const minutes of [0.5, 3.2, 250.9, 251.1, 400, 30, 1000, 251.1]) {
        const ms = session.openMs + minutes * MINUTE_MS;
        expect(tapes.always.bars('AAPL', session, length, ms).at(-1)).toEqual(fresh(length, ms));
      }
  });

  test('a minute with a jump: one trade has it, and bars are the fold of its trades', () => {
    const tape = new Tape();
    let jumps = 0;
    for (let day = ANCHOR_DAY; jumps < 3; day++) {
      const session = tape.calendar.session(day)!;
      const bars = tape.bars('SPY', session, 1, LATEST);
      const index = bars.findIndex(
        (b, m) => m > 0 && Math.abs(Math.log(b.close / bars[m - 1]!.close)) > 0.01,
      );
      if (index < 1) continue;
      jumps++;
      const startMs = bars[index]!.time * 1000;
      const prices = tape
        .ticksBetween('SPY', startMs - 1, startMs + MINUTE_MS - 1)
        .map((t) => t.price / FOLD_UNITS);
      const steps = [bars[index - 1]!.close, ...prices]
        .slice(0, -1)
        .map((p, k) => Math.abs(Math.log(prices[k]! / p)));
      steps.sort((a, b) => b - a);
      expect(steps[0]!).toBeGreaterThan(0.008);
      expect(steps[1]!).toBeLessThan(0.003);
      const { open, high, low, close } = bars[index]!;
      expect([open, high, low, close]).toEqual([
        prices[0]!,
        Math.max(...prices),
        Math.min(...prices),
        prices.at(-1)!,
      ]);
      const hour = tape.bars('SPY', session, 60, LATEST)[Math.floor(index / 60)]!;
      expect(hour.high).toBeGreaterThanOrEqual(high);
      expect(hour.low).toBeLessThanOrEqual(low);
    }
  });

  test('another process derives the same prices', () => {
    const program = `import { priceAt } from '${import.meta.dir}/tape.ts';
      console.log(JSON.stringify(['AAPL', 'COIN', 'O'].map((s) => priceAt(s, ${NOON}, []))));`;
    const { stdout, stderr } = Bun.spawnSync([process.execPath, '-e', program]);
    expect(stderr.toString()).toBe('');
    expect(JSON.parse(stdout.toString())).toEqual(['AAPL', 'COIN', 'O'].map((s) => priceAt(s, NOON, [])));
  });
});
