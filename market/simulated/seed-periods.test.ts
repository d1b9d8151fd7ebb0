import { describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../calendar.ts';
import { tenthsText } from '../market.ts';
import { periodSeed } from '../seed-period.ts';
import { FOLD_UNITS } from './folds.ts';
import { PUBLIC_SEED, tapeKey } from './random.ts';
import { priceAt, TAPE_VERSIONS, Tape } from './tape.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const plain = new Tape();
const seed = (n: number) => periodSeed({ season: 0, period: n }, 'tests');

describe('seedPeriods', () => {
  const FROM = Date.parse('2026-03-10T09:41:00Z');
  const seedPeriods = [{ effectiveFrom: FROM, seed: seed(1) }];
  const minutes = (tape: Tape, s = 'AAPL', ms = NOON) => tape.bars(s, tape.calendar.latest(ms)!, 1, ms);

  test('prices before a new seed stay, those after it differ, and the level goes on without a jump', () => {
    const seasoned = new Tape({ seedPeriods });
    const [old, fresh] = [minutes(plain), minutes(seasoned)];
    const index = fresh.findIndex((b) => b.time * 1000 === FROM);
    expect(fresh.slice(0, index)).toEqual(old.slice(0, index));
    expect(Math.abs(fresh[index]!.open / fresh[index - 1]!.close - 1)).toBeLessThan(0.002);
    expect(fresh.slice(index).map((b) => b.close)).not.toEqual(old.slice(index).map((b) => b.close));
    expect(Math.abs(fresh[index]!.close / fresh[index - 1]!.close - 1)).toBeLessThan(0.02);
    // the next day opens near this day's close
    const tomorrow = NOON + DAY_MS;
    const { open } = minutes(seasoned, 'AAPL', tomorrow)[0]!;
    expect(Math.abs((open * FOLD_UNITS) / seasoned.previousClose('AAPL', tomorrow) - 1)).toBeLessThan(0.002);
  });

  test('a seed told while the tape is in use gives the prices of one told at the start', () => {
    const late = new Tape();
    for (const s of ['AAPL', 'TSLA']) minutes(late, s, FROM - 1);
    late.tickAt('AAPL', FROM + 3 * DAY_MS);
    late.setSeedPeriods(seedPeriods);
    const early = new Tape({ seedPeriods });
    for (const s of ['AAPL', 'TSLA', 'SPY'])
      for (const ms of [FROM - 1, FROM, FROM + MINUTE_MS, NOON, FROM + 3 * DAY_MS])
        expect(late.tickAt(s, ms)).toEqual(early.tickAt(s, ms));
  });

  test('a further seed leaves all before it as it was, twice in one day as well', () => {
    const more = [
      ...seedPeriods,
      { effectiveFrom: FROM + 30 * MINUTE_MS, seed: seed(2) },
      { effectiveFrom: FROM + 40 * DAY_MS, seed: seed(3) },
    ];
    const [two, four] = [new Tape({ seedPeriods }), new Tape({ seedPeriods: more })];
    const second = FROM + 30 * MINUTE_MS;
    expect(minutes(four, 'AAPL', second - 1)).toEqual(minutes(two, 'AAPL', second - 1));
    expect(four.tickAt('AAPL', NOON)).not.toEqual(two.tickAt('AAPL', NOON));
    const { open } = minutes(four).find((b) => b.time * 1000 === second)!;
    expect(Math.abs((open * FOLD_UNITS) / four.tickAt('AAPL', second - 1)!.price - 1)).toBeLessThan(0.002);
    expect(new Tape({ seedPeriods: more.toReversed() }).tickAt('AAPL', NOON)).toEqual(
      four.tickAt('AAPL', NOON),
    );
  });

  test('a seed that begins within a minute takes over at the next', () => {
    const within = new Tape({ seedPeriods: [{ effectiveFrom: FROM - 30_000, seed: seed(1) }] });
    expect(minutes(within)).toEqual(minutes(new Tape({ seedPeriods })));
  });

  test('every byte of a seed moves prices', () => {
    const base = periodSeed({ season: 1, period: 1 });
    const price = (s: Uint8Array) =>
      new Tape({ seedPeriods: [{ effectiveFrom: FROM, seed: s }] }).tickAt('NVDA', NOON + DAY_MS);
    for (const byte of [0, 13, 27, 28, 31]) {
      const changed = Uint8Array.from(base);
      changed[byte]! ^= 1;
      expect(price(changed)).not.toEqual(price(base));
    }
    expect(() => price(base.subarray(1))).toThrow('32 bytes');
  });

  test('MARKET_SEED: every period has a seed of its own, by HKDF-SHA-256', () => {
    const hmac = (key: string | Uint8Array, data: string | Uint8Array) =>
      createHmac('sha256', key).update(data).digest();
    // RFC 5869 by hand: extract with a salt of zeros, expand to one block
    const should = hmac(hmac(new Uint8Array(32), 'x'), 'paperpit epoch 3 7\x01');
    expect(periodSeed({ season: 3, period: 7 }, 'x')).toEqual(new Uint8Array(should));
    const all = [0, 1, 2].flatMap((season) =>
      [0, 1, 2].flatMap((period) =>
        ['x', 'y'].map((text) => tapeKey(periodSeed({ season, period }, text)).id),
      ),
    );
    expect(new Set([...all, tapeKey(PUBLIC_SEED).id]).size).toBe(all.length + 1);
    const first = { season: 1, period: 1 };
    expect(periodSeed(first)).not.toEqual(periodSeed(first));
  });

  test('priceAt re-derives what a quote of that moment said', () => {
    const tape = new Tape({ seedPeriods, hours: 'us' });
    const ms = Date.parse('2026-03-10T15:00:00.250Z');
    const tick = tape.tickAt('KO', ms)!;
    expect(priceAt('KO', tick.atMs, seedPeriods, { hours: 'us' })).toEqual({
      price: tenthsText(tick.price),
      asOfMs: tick.atMs,
    });
    expect(priceAt('KO', tick.atMs, [{ ...seedPeriods[0]!, seed: seed(9) }], { hours: 'us' })).not.toEqual(
      priceAt('KO', tick.atMs, seedPeriods, { hours: 'us' }),
    );
    // with the same seeds each version has its own prices
    const hours = 'us';
    const priced = TAPE_VERSIONS.map((version) => priceAt('KO', tick.atMs, seedPeriods, { hours, version }));
    const ticks = TAPE_VERSIONS.map(
      (version) => new Tape({ seedPeriods, hours, version }).tickAt('KO', tick.atMs)!,
    );
    expect(priced).toEqual(ticks.map(({ price, atMs }) => ({ price: tenthsText(price), asOfMs: atMs })));
    expect(ticks[0]!.price).not.toBe(ticks[1]!.price);
    expect(priceAt('NOPE', ms, seedPeriods)).toBeNull();
    expect(priceAt('KO', Date.parse('2021-12-31T00:00:00Z'), seedPeriods)).toBeNull();
  });
});
