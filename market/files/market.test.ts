import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { foldBars, INTERVALS } from '#core/market/bars.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import { DAILY, HEADER, msOf, replay } from '#tests/helpers/price-files.ts';
import { PRICES, realDays } from '#tests/helpers/real-prices.ts';
import { DAY_MS } from '../calendar.ts';
import { MarketUnavailableError, tenthsText, UnknownSymbolError } from '../market.ts';
import { parsePriceFile } from './csv.ts';
import { createReplayMarket, readPriceFiles } from './market.ts';

describe('daily files', () => {
  test('a day runs from its open over its extremes to its close, and none of it is known earlier', async () => {
    const { market, pass, days } = replay('2016-01-04T00:00:00Z', { speed: 3600 });
    expect(await days()).toEqual([
      { time: '2016-01-04', open: 100, high: 100, low: 100, close: 100, volume: expect.any(Number) },
    ]);
    let [high, low, last] = [0, 1e9, 0];
    for (let i = 0; i < 48; i++) {
      const price = Number((await market.quote('AAPL')).price);
      [high, low, last] = [Math.max(high, price), Math.min(low, price), price];
      const [bar] = await days();
      expect(bar).toMatchObject({ open: 100, high, low, close: price });
      pass(500);
    }
    expect([high, low, last]).toEqual([103, 99.5, 102.1235]);
    // the whole day has the numbers of the file
    expect((await days())[0]).toEqual({
      time: '2016-01-04',
      open: 100,
      high: 103,
      low: 99.5,
      close: 102.123456,
      volume: 1000,
    });
  });

  test('a rising day dips first, a falling day rises first', async () => {
    const third = async (iso: string) => {
      const { market } = replay(iso);
      return (await market.quote('AAPL')).price;
    };
    expect(await third('2016-01-04T08:00:00Z')).toBe('99.50');
    expect(await third('2016-01-05T08:00:00Z')).toBe('104.00');
    expect(await third('2016-01-05T16:00:00Z')).toBe('101.00');
  });

  test('between two bars an always-open market stands at the last close, fresh', async () => {
    const { market } = replay('2016-01-07T12:00:00Z');
    expect(await market.quote('AAPL')).toEqual({
      symbol: 'AAPL',
      price: '102.00',
      asOfMs: msOf('2016-01-07T12:00:00Z'),
      prevClose: '102.1235',
      source: 'replay',
    });
    expect(market.session().open).toBe(true);
  });

  test('New York hours: the day runs from 09:30 to 16:00, before it the last close is old', async () => {
    const { market, pass, days } = replay('2016-01-05T14:29:59Z', { hours: 'us' });
    expect(market.session()).toMatchObject({ open: false, opensAt: msOf('2016-01-05T14:30:00Z') });
    const quote = await market.quote('AAPL');
    expect(quote.price).toBe('102.1235');
    expect(quote.asOfMs).toBeWithin(msOf('2016-01-04T20:59:59Z'), msOf('2016-01-04T21:00:00Z'));
    expect(await days()).toHaveLength(1);
    pass(1000);
    expect((await market.quote('AAPL')).price).toBe('103.00');
    expect(await days()).toHaveLength(2);
    pass(6.5 * 3_600_000);
    expect((await days())[1]).toEqual({
      time: '2016-01-05',
      open: 103,
      high: 104,
      low: 101,
      close: 102,
      volume: 500,
    });
  });

  test('shorter bars fold into longer ones and into the day; the last tick is their last close', async () => {
    const { market } = replay('2016-01-05T17:17:17Z');
    const from = msOf('2016-01-04T00:00:00Z') / 1000;
    const minutes = await market.candles('AAPL', '1m', from, 4e9);
    expect(minutes).toHaveLength(1440 + 17 * 60 + 18);
    for (const [interval, seconds] of [
      ['5m', 300],
      ['15m', 900],
      ['1h', 3600],
      ['4h', 14_400],
    ] as const) {
      const bars = await market.candles('AAPL', interval, from, 4e9);
      const fold = foldBars(minutes, (t) => Math.floor(t / seconds) * seconds);
      expect(bars.map(({ volume, ...prices }) => prices)).toEqual(
        fold.map(({ volume, ...prices }) => prices),
      );
      expect(bars.reduce((a, b) => a + b.volume, 0)).toBe(minutes.reduce((a, b) => a + b.volume, 0));
    }
    const [first, second] = foldBars(minutes, (t) => Math.floor(t / 86_400) * 86_400);
    expect(first).toMatchObject({ open: 100, high: 103, low: 99.5, close: 102.1235, volume: 1000 });
    expect(second!.close).toBe(Number((await market.quote('AAPL')).price));
  });
});

test('the pieces of a path lie on its lines, each within its range', () => {
  const [from, to] = [msOf('2016-01-04T00:00:00Z') - 1, msOf('2016-01-08T20:00:00Z')];
  const { market } = replay('2016-01-09T00:00:00Z');
  const whole = market.path!('AAPL', from, to);
  expect(whole).toHaveLength(9);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: from, max: to })), (cuts) => {
      const ends = [from, ...cuts.sort((a, b) => a - b), to];
      const pieces = ends.slice(1).flatMap((end, n) => {
        const piece = market.path!('AAPL', ends[n]!, end);
        for (const { fromMs, toMs } of piece) {
          expect(fromMs).toBeWithin(ends[n]! + 1, end + 1);
          expect(toMs).toBeWithin(fromMs, end + 1);
        }
        return piece;
      });
      // each ms is in exactly one piece; only turning points are in two lines
      const length = ({ fromMs, toMs }: Stretch) => toMs - fromMs + 1;
      const lines = Map.groupBy(pieces, ({ whole: line, ...own }) => (line ?? own).fromMs);
      for (const line of whole) {
        const parts = lines.get((line.whole ?? line).fromMs)!;
        expect(parts.reduce((sum, part) => sum + length(part), 0)).toBe(length(line));
        expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([line.from, line.to]);
      }
    }),
  );
});

describe('the clock', () => {
  test('starts at REPLAY_FROM, runs REPLAY_SPEED times as fast, the same in all processes', () => {
    let wall = 5000;
    const clock = () => wall;
    const market = createReplayMarket([DAILY], { from: 1e12, speed: 60, clock });
    expect(market.now()).toBe(1e12);
    wall += 1000;
    expect(market.now()).toBe(1e12 + 60_000);
    const later = createReplayMarket([DAILY], { from: 1e12, speed: 60, clock, startedAt: 5000 });
    expect(later.now()).toBe(market.now());
    expect(market.capabilities.speed).toBe(60);
  });

  test('without REPLAY_FROM: halfway into a short history, a year into a long one', () => {
    expect(createReplayMarket([DAILY], {}).now()).toBeWithin(
      msOf('2016-01-06T11:00:00Z'),
      msOf('2016-01-06T13:00:00Z'),
    );
    const long = parsePriceFile('X.csv', `${HEADER}2015-01-05,1,1,1,1,1\n2018-01-05,1,1,1,1,1\n`);
    expect(new Date(createReplayMarket([long], {}).now()).toISOString()).toStartWith('2016-01-05');
  });

  test.each([...INTERVALS])('%s bars never reach past it, whatever is asked', async (interval) => {
    const { market } = replay('2016-01-05T10:00:00Z');
    const bars = await market.candles('AAPL', interval, 0, 4e9);
    expect(bars.at(-1)!.time * 1000).toBeLessThanOrEqual(market.now());
    expect(bars.at(-1)!.close).toBe(Number((await market.quote('AAPL')).price));
    expect(await market.candles('AAPL', interval, msOf('2016-01-06T00:00:00Z') / 1000, 4e9)).toEqual([]);
  });

  test('a symbol before its history has no price and is not listed', async () => {
    const later = parsePriceFile('NEW.csv', `${HEADER}2016-01-08,5,6,4,5,10\n`);
    const { market } = replay('2016-01-05T10:00:00Z', { files: [DAILY, later] });
    await expect(market.quote('NEW')).rejects.toBeInstanceOf(MarketUnavailableError);
    expect([...(await market.quotes(['NEW', 'AAPL'])).keys()]).toEqual(['AAPL']);
    expect(await market.candles('NEW', '1D', 0, 4e9)).toEqual([]);
    expect(await market.search('new')).toEqual([]);
    expect((await market.screen({})).map((r) => r.symbol)).toEqual(['AAPL']);
    await expect(market.quote('MSFT')).rejects.toBeInstanceOf(UnknownSymbolError);
  });

  test('a fast replay delivers at most one trade a round, and its quotes are current', async () => {
    const { market, pass } = replay('2016-01-04T00:00:00Z', { speed: 86_400 });
    for (let i = 0; i < 20; i++) {
      pass(37);
      const quote = await market.quote('AAPL');
      expect((market.now() - quote.asOfMs!) / market.capabilities.speed).toBeLessThanOrEqual(500);
    }
  });
});

test('profiles: the name where it is known, the symbol where it is not', async () => {
  const other = parsePriceFile('ZZTOP.csv', `${HEADER}2016-01-04,1,1,1,1,1\n`);
  const { market } = replay('2016-01-05T00:00:00Z', { files: [DAILY, other] });
  expect(await market.profile('AAPL')).toMatchObject({
    companyName: 'Apple Inc.',
    exchange: 'NASDAQ',
    beta: null,
    marketCap: null,
    source: 'replay',
  });
  expect(await market.profile('ZZTOP')).toMatchObject({ companyName: 'ZZTOP', exchange: '' });
  expect(await market.logo('AAPL')).toBeNull();
  expect(await market.screen({ marketCapMoreThan: 1 })).toEqual([]);
});

test('prices are written with two to four decimals', () => {
  expect([1_274_900, 1_021_235, 5000, 12_300_001].map(tenthsText)).toEqual([
    '127.49',
    '102.1235',
    '0.50',
    '1230.0001',
  ]);
  expect(tenthsText(1_021_230)).toBe('102.123');
});

test('real AAPL prices: each finished candle is the file’s row', async () => {
  const files = await readPriceFiles(PRICES);
  expect(files.flatMap((f) => f.problems)).toEqual([]);
  const market = createReplayMarket(files, { from: msOf('2017-03-01T00:00:00Z') });
  const candles = await market.candles('AAPL', '1D', 0, 4e9);
  expect(candles).toEqual(
    realDays().map(({ date, open, high, low, close, volume }) => ({
      time: msOf(`${date}T00:00:00Z`) / 1000,
      open,
      high,
      low,
      close,
      volume,
    })),
  );
  const middle = msOf('2016-03-01T00:00:00Z');
  const half = createReplayMarket(files, { from: middle });
  expect((await half.candles('AAPL', '1D', 0, 4e9)).slice(0, -1)).toEqual(
    candles.filter((c) => c.time * 1000 < middle),
  );
  const day = candles.find((c) => c.time * 1000 === middle)!;
  expect((await half.quote('AAPL')).price).toBe(tenthsText(Math.round(day.open * 10_000)));
  expect(half.now()).toBeLessThan(middle + DAY_MS);
});
