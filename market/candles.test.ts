import { expect, test } from 'bun:test';
import { CandlesQuery, ScreenerQuery } from '#core/contract/market.ts';
import type { Interval } from '#core/market/bars.ts';
import { issueOf } from '#core/refusals/issues.ts';
import { issueText } from '#framework/failure.ts';
import { say } from '#tests/helpers/english.ts';
import { candlesFor } from './candles.ts';
import { createSimulatedMarket } from './simulated/market.ts';

const NOON = Date.parse('2026-03-10T15:30:20.500Z');

function setup(hours: 'always' | 'us' = 'always', start = NOON) {
  let now = start;
  let loads = 0;
  const market = createSimulatedMarket({ clock: () => now, hours });
  const candles = market.candles;
  market.candles = (...args) => {
    loads++;
    return candles(...args);
  };
  return {
    ask: async (interval: Interval, from?: number, to?: number) =>
      (await candlesFor(market, { symbol: 'AAPL', interval, from, to })).answer,
    market,
    loads: () => loads,
    go(ms: number) {
      now = ms;
    },
  };
}

const days = (list: { time: number }[]) => new Set(list.map((c) => Math.floor(c.time / 86_400))).size;

test('each interval opens with its usual range', async () => {
  const { ask } = setup();
  expect((await ask('1m')).candles).toHaveLength(15 * 60 + 31);
  expect(days((await ask('5m')).candles)).toBe(5);
  expect(days((await ask('15m')).candles)).toBe(10);
  expect(days((await ask('1h')).candles)).toBe(61);
  expect(days((await ask('4h')).candles)).toBe(181);
  const { candles, ...rest } = await ask('1D');
  expect(candles).toHaveLength(366);
  expect(candles.at(-1)!.date).toBe('2026-03-10');
  expect(rest).toEqual({
    symbol: 'AAPL',
    interval: '1D',
    source: 'simulated',
    label: ['messages:label.simulated'],
    provisional: true,
    asOf: Math.floor(NOON / 1000),
  });
});

test('New York hours: five sessions are five trading days, on a weekend too', async () => {
  const { ask } = setup('us', Date.parse('2026-03-15T12:00:00Z'));
  const five = await ask('5m');
  expect(five.candles).toHaveLength(5 * 78);
  expect(five.candles[0]!.date).toBe('2026-03-09T13:30:00.000Z');
  expect(five.provisional).toBe(false);
  expect((await ask('1m')).candles).toHaveLength(390);
});

test('before the opening the minutes of the previous session are returned', async () => {
  const { ask, go } = setup('us', Date.parse('2026-03-10T13:29:00Z'));
  expect((await ask('1m')).candles.at(-1)!.date).toBe('2026-03-09T19:59:00.000Z');
  go(Date.parse('2026-03-10T13:30:05Z'));
  const opened = setup('us', Date.parse('2026-03-10T13:30:05Z'));
  expect((await opened.ask('1m')).candles.map((c) => c.date)).toEqual(['2026-03-10T13:30:00.000Z']);
});

test('from and to apply; the future and bars beyond the limit are cut off', async () => {
  const { ask } = setup();
  const noon = NOON / 1000;
  const hour = await ask('5m', Math.floor(noon) - 3600, Math.floor(noon) - 1800);
  expect(hour.candles).toHaveLength(6);
  expect(hour.provisional).toBe(false);
  expect((await ask('1D', 0, 4e9)).candles.at(-1)!.time).toBeLessThanOrEqual(noon);
  expect((await ask('1m', 0, 4e9)).candles).toHaveLength(10_000);
  expect((await ask('1h', Math.floor(noon) + 60, 4e9)).candles).toEqual([]);
});

test('concurrent callers share one load; the tag changes only with the prices', async () => {
  const { market, loads } = setup();
  const query = { symbol: 'AAPL', interval: '5m' as const, from: undefined, to: undefined };
  const bodies = await Promise.all(Array.from({ length: 20 }, () => candlesFor(market, query)));
  expect(loads()).toBe(1);
  expect(new Set(bodies).size).toBe(1);
  const past = { ...query, from: NOON / 1000 - 7200.5, to: NOON / 1000 - 3600.5 };
  const first = await candlesFor(market, past);
  const other = setup('always', NOON + 60_000);
  expect((await candlesFor(other.market, past)).etag).toBe(first.etag);
  expect((await candlesFor(other.market, query)).etag).not.toBe(bodies[0]!.etag);
});

test('queries: accepted ones, and the issue of each refused one', () => {
  const read = (query: Record<string, string>) => {
    const parsed = CandlesQuery.safeParse({ symbol: 'AAPL', ...query });
    return parsed.success
      ? parsed.data
      : parsed.error.issues.map((i) => `${i.path}: ${say(issueText(issueOf(i)), 'en')}`).join();
  };
  expect(read({})).toEqual({ symbol: 'AAPL', interval: '1D' });
  expect(read({ interval: '', from: '', to: ' ' })).toEqual({ symbol: 'AAPL', interval: '1D' });
  expect(read({ from: '2026-01-02', to: '2026-01-02' })).toMatchObject({
    from: Date.parse('2026-01-02T00:00:00Z') / 1000,
    to: Date.parse('2026-01-02T23:59:59Z') / 1000,
  });
  expect(read({ from: '1700000000' })).toMatchObject({ from: 1_700_000_000 });
  for (const bad of ['2026-02-30', 'yesterday', '-5', '1e9', '1.5', '999999999999', "' or 1=1"])
    expect(read({ from: bad })).toBe('from: from must be a date like 2026-01-31 or a time in epoch seconds.');
  expect(read({ interval: '1d' })).toContain('interval must be one of 1m, 5m, 15m, 1h, 4h, 1D.');
  expect(read({ from: '2026-02-02', to: '2026-02-01' })).toBe('from: from must not be after to.');
  expect(read({ symbol: ' ' })).toBe('symbol: Enter a ticker.');
});

test('filters count only when something was entered', () => {
  expect(
    ScreenerQuery.parse({ priceMoreThan: '', sector: ' ', betaLowerThan: '-1.5', volumeMoreThan: '0' }),
  ).toEqual({
    betaLowerThan: -1.5,
    volumeMoreThan: 0,
  });
  for (const bad of ['NaN', '1e400', '-1', '0x10', '1,000', 'a'])
    expect(ScreenerQuery.safeParse({ priceMoreThan: bad }).success).toBe(false);
});
