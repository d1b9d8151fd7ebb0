import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { INTERVALS } from '#core/market/bars.ts';
import { DAY_MS } from '../calendar.ts';
import { MarketUnavailableError, type Trade, UnknownSymbolError } from '../market.ts';
import { periodSeed } from '../seed-period.ts';
import { createSimulatedMarket } from './market.ts';

const NOON = Date.parse('2026-03-10T12:00:20.500Z');

function marketAt(start: number, hours: 'always' | 'us' = 'always') {
  let now = start;
  const market = createSimulatedMarket({ clock: () => now, hours });
  return {
    market,
    go(ms: number) {
      now = ms;
    },
  };
}

test('a path read in pieces is the path', () => {
  const { market } = marketAt(NOON, 'us');
  const [from, to] = [NOON - 4 * DAY_MS, NOON];
  const open = Date.parse('2026-03-09T13:30:00Z');
  const moment = fc.oneof(
    fc.integer({ min: from, max: to }),
    fc.integer({ min: open - 2_000, max: open + 120_000 }),
    fc.nat(4_000).map((n) => open + n * 100 * 60),
  );
  const whole = market.path!('AAPL', from, to);
  fc.assert(
    fc.property(fc.array(moment), (cuts) => {
      const ends = [from, ...cuts.sort((a, b) => a - b), to];
      expect(ends.slice(1).flatMap((end, n) => market.path!('AAPL', ends[n]!, end))).toEqual(whole);
    }),
    { numRuns: 20 },
  );
});

test('the screener has the volume of the last finished session, also before the next one opens', async () => {
  const { market, go } = marketAt(Date.parse('2026-03-10T21:00:00Z'), 'us');
  const tuesday = Date.parse('2026-03-10') / 1000;
  const [bar] = await market.candles('AAPL', '1D', tuesday, tuesday);
  const volume = async () => (await market.screen({})).find(({ symbol }) => symbol === 'AAPL')!.volume;
  expect(await volume()).toBe(bar!.volume);
  go(Date.parse('2026-03-11T15:00:00Z'));
  expect(await volume()).toBe(bar!.volume);
});

describe('nothing after the clock', () => {
  test.each([...INTERVALS])(
    '%s bars asked into the future end now, and history does not change later',
    async (interval) => {
      const { market, go } = marketAt(NOON);
      const from = NOON / 1000 - 3 * 86_400;
      const bars = await market.candles('AAPL', interval, from, NOON / 1000 + 86_400 * 365);
      expect(bars.at(-1)!.time * 1000).toBeLessThanOrEqual(NOON);
      expect(bars.at(-1)!.close).toBe(Number((await market.quote('AAPL')).price));
      go(NOON + DAY_MS);
      const later = await market.candles('AAPL', interval, from, NOON / 1000 + 2 * 86_400);
      expect(later.slice(0, bars.length - 1)).toEqual(bars.slice(0, -1));
      expect(later[bars.length - 1]!.open).toBe(bars.at(-1)!.open);
      expect(later.length).toBeGreaterThan(bars.length);
      expect(await market.candles('AAPL', interval, (NOON + 2 * DAY_MS) / 1000, NOON)).toEqual([]);
    },
  );

  test('a caller that changes an answer changes nobody else’s', async () => {
    const { market } = marketAt(NOON);
    const ask = () => market.candles('AAPL', '1D', NOON / 1000 - 10 * 86_400, NOON / 1000);
    const first = await ask();
    const open = first[2]!.open;
    first[2]!.open = 1;
    expect((await ask())[2]!.open).toBe(open);
  });
});

test('a quote is at most two seconds old while the market is open', async () => {
  const { market, go } = marketAt(NOON);
  for (let i = 0; i < 90; i++) {
    go(NOON + i * 731);
    for (const symbol of ['AAPL', 'BLK']) {
      const quote = await market.quote(symbol);
      const age = market.now() - quote.asOfMs!;
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThanOrEqual(2000);
      expect(quote.price).toMatch(/^\d+\.\d{2,4}$/);
    }
  }
});

test('New York hours: outside them the price stands at the close and its age shows it', async () => {
  const { market, go } = marketAt(Date.parse('2026-03-10T20:00:00Z'), 'us');
  const atClose = await market.quote('AAPL');
  go(Date.parse('2026-03-11T03:00:00Z'));
  expect(await market.quote('AAPL')).toEqual(atClose);
  expect(market.session()).toEqual({
    open: false,
    opensAt: Date.parse('2026-03-11T13:30:00Z'),
    closesAt: null,
  });
  const bars = await market.candles(
    'AAPL',
    '1m',
    Date.parse('2026-03-10T00:00:00Z') / 1000,
    market.now() / 1000,
  );
  expect(bars).toHaveLength(390);
  expect(bars.at(-1)!.close).toBe(Number(atClose.price));
});

test('unknown tickers are refused by name; many quotes leave them out', async () => {
  const { market } = marketAt(NOON);
  await expect(market.quote('NOPE')).rejects.toBeInstanceOf(UnknownSymbolError);
  await expect(market.candles('../../etc', '1D', 0, 1)).rejects.toBeInstanceOf(UnknownSymbolError);
  await expect(market.profile('constructor')).rejects.toBeInstanceOf(UnknownSymbolError);
  expect([...(await market.quotes(['AAPL', 'NOPE', 'MSFT'])).keys()]).toEqual(['AAPL', 'MSFT']);
  expect(() => market.subscribe(['NOPE'], () => {})).toThrow(UnknownSymbolError);
});

test('a clock before the tape has no prices to give', async () => {
  const { market } = marketAt(Date.parse('2020-01-01T00:00:00Z'));
  await expect(market.quote('AAPL')).rejects.toBeInstanceOf(MarketUnavailableError);
  expect(await market.candles('AAPL', '1D', 0, 2e9)).toEqual([]);
  expect(await market.quotes(['AAPL'])).toEqual(new Map());
});

test('screening: every row passes every filter, the largest first, and prices match the quotes', async () => {
  const { market } = marketAt(NOON);
  const all = await market.screen({ limit: 500 });
  expect(all.length).toBeGreaterThan(115);
  const some = await market.screen({
    sector: ' TECH',
    betaMoreThan: 1,
    betaLowerThan: 1.6,
    priceMoreThan: 50,
    volumeMoreThan: 2e6,
  });
  expect(some.length).toBeGreaterThan(3);
  for (const row of some) {
    expect(row).toMatchObject({ sector: 'Technology', source: 'simulated' });
    expect(row.beta!).toBeGreaterThan(1);
    expect(row.beta!).toBeLessThan(1.6);
    expect(row.price).toBeGreaterThan(50);
    expect(row.volume).toBeGreaterThan(2e6);
    const quote = await market.quote(row.symbol);
    expect(row.price).toBe(Number(quote.price));
    expect(row.changePercent).toBeCloseTo((row.price / Number(quote.prevClose) - 1) * 100, 1);
  }
  expect(some.map((r) => r.marketCap)).toEqual(some.map((r) => r.marketCap).sort((a, b) => b! - a!));
  expect(await market.screen({ sector: 'bakeries' })).toEqual([]);
  expect(await market.screen({ limit: 2 })).toHaveLength(2);
});

test('search: ticker first, then names', async () => {
  const { market } = marketAt(NOON);
  const symbols = async (text: string) => (await market.search(text)).map((p) => p.symbol);
  expect((await symbols('app'))[0]).toBe('AAPL');
  expect((await symbols('ma'))[0]).toBe('MA');
  expect(await symbols('a')).toHaveLength(10);
  expect(await symbols('FORD')).toEqual(['F']);
  expect(await symbols('  ')).toEqual([]);
  expect(await symbols('"><script>')).toEqual([]);
});

test('listeners hear the trades the tape has, one subscription a symbol, until they leave', async () => {
  const { market, go } = marketAt(NOON);
  const heard: Trade[] = [];
  const leave = market.subscribe(['AAPL'], (trade) => heard.push(trade));
  await new Promise<void>((done) => {
    const stop = market.subscribe(['AAPL'], () => {
      stop();
      done();
    });
    go(NOON + 3000);
  });
  // three seconds have at least three 64ths of a minute, each with a trade print
  expect(heard.length).toBeGreaterThanOrEqual(3);
  for (const trade of heard) expect(trade.tsMs).toBeWithin(NOON + 1, NOON + 3001);
  expect(heard.at(-1)!.price).toBe((await market.quote('AAPL')).price);
  leave();
  market.stop();
});

test('a season’s seed told later does not touch the past', async () => {
  const { market, go } = marketAt(NOON);
  const from = NOON / 1000 - 86_400;
  const oldCandles = await market.candles('AAPL', '5m', from, NOON / 1000);
  const effectiveFrom = Math.ceil((NOON + 5000) / 60_000) * 60_000;
  market.setSeedPeriods([{ effectiveFrom, seed: periodSeed({ season: 1, period: 1 }) }]);
  expect(await market.candles('AAPL', '5m', from, NOON / 1000)).toEqual(oldCandles);
  go(effectiveFrom + 3_600_000);
  const unseasoned = marketAt(effectiveFrom + 3_600_000).market;
  expect((await market.quote('AAPL')).price).not.toBe((await unseasoned.quote('AAPL')).price);
});
