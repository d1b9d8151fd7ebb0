/** The adapter for both of FMP's APIs against a stand-in on this machine, on a clock that the test controls. */

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Interval } from '#core/market/bars.ts';
import { providerLabel } from '#core/season/terms.ts';
import { candlesFor } from '#market/candles.ts';
import { createFmpMarket } from '#market/fmp/market.ts';
import { type Hours, type Market, MarketUnavailableError, UnknownSymbolError } from '#market/market.ts';
import { problemText } from '../helpers/english.ts';
import { type ManualTime, manualTime, settle } from '../helpers/manual-time.ts';
import { type Fault, FMP_KEY, type StandIn, standIn } from '../helpers/market-stand-in.ts';
import { until } from '../helpers/until.ts';

/** A Tuesday, 13:00 in New York. */
const NOON = Date.parse('2026-06-02T17:00:00Z');
const DAY_S = 86_400;

let time: ManualTime;
let stand: StandIn;
let market: Market;
let warned: string[];

async function openMarket(hours: Hours = 'always', perMinute = 6_000) {
  warned = [];
  market = await createFmpMarket({
    apiKey: FMP_KEY,
    baseUrl: stand.url,
    perMinute,
    hours,
    time,
    warn: (sentence) => warned.push(sentence),
  });
}

beforeEach(async () => {
  time = manualTime(NOON);
  stand = await standIn({ now: time.now });
});
afterEach(async () => {
  market?.stop();
  await stand.stop();
});

const ask = async (interval: Interval, symbol = 'AAPL') =>
  (await candlesFor(market, { symbol, interval, from: undefined, to: undefined })).answer;
/** Lets time pass until a promise settles. */
async function passing<T>(promise: Promise<T>): Promise<T> {
  const real = globalThis.fetch;
  let flying = 0;
  const counted = async (...given: Parameters<typeof fetch>) => {
    flying += 1;
    return await real(...given).finally(() => {
      flying -= 1;
    });
  };
  globalThis.fetch = Object.assign(counted, real);
  let done = false;
  promise.finally(() => {
    done = true;
  });
  try {
    // a request in flight takes real time and would time out if the test's clock ran meanwhile
    while (!done) await (flying > 0 ? settle() : time.advance(100));
    return await promise;
  } finally {
    globalThis.fetch = real;
  }
}
/** Returns the requests since the previous call whose path contains `part`. */
function newRequests(part = ''): string[] {
  const matches = stand.requests.filter((path) => path.includes(part));
  stand.requests.length = 0;
  return matches;
}

describe.each(['stable', 'v3'] as const)('the API %s', (reach) => {
  beforeEach(async () => {
    stand.state.reach = reach;
    await openMarket();
  });

  test('is found at the start, an older one told in the log and beside the prices', async () => {
    const old = reach === 'v3';
    expect(market.label?.()).toEqual(providerLabel(old ? 'FMP (v3)' : 'FMP'));
    expect(warned).toEqual(
      old ? ['FMP refuses this key on /stable: prices come from its older API, /api/v3.'] : [],
    );
    expect((await ask('1D')).label).toEqual(market.label!());
  });

  test('a year of days with the real numbers, oldest first, today made from the quote', async () => {
    const answer = await ask('1D');
    const real = stand.days();
    const today = answer.candles.at(-1)!;
    expect(answer).toMatchObject({ source: 'fmp', provisional: true });
    expect(answer.candles).toHaveLength(real.filter((d) => d.date >= '2025-06-02').length);
    for (const c of answer.candles.slice(0, -1)) {
      const day = real.find((d) => d.date === c.date)!;
      expect([c.open, c.high, c.low, c.close, c.volume]).toEqual([
        day.open,
        day.high,
        day.low,
        day.close,
        day.volume,
      ]);
    }
    expect(today.date).toBe('2026-06-02');
    expect(today.close).toBe(Number((await market.quote('AAPL')).price));
  });

  test.each(['1m', '5m', '15m', '1h', '4h'] as const)(
    '%s bars: New York times as UTC, no hole, nothing ahead',
    async (interval) => {
      const { candles, provisional } = await ask(interval);
      expect(provisional).toBe(true);
      expect(candles.at(-1)!.time).toBeLessThanOrEqual(NOON / 1000);
      expect(
        new Set(candles.filter((c) => c.date.startsWith('2026-06-02')).map((c) => c.date.slice(11, 16))).has(
          '13:30',
        ),
      ).toBe(true);
      for (const [i, c] of candles.entries()) {
        if (i) expect(c.time).toBeGreaterThan(candles[i - 1]!.time);
        expect(c.low).toBeLessThanOrEqual(Math.min(c.open, c.close));
        expect(c.high).toBeGreaterThanOrEqual(Math.max(c.open, c.close));
      }
      const sessions = new Set(candles.map((c) => c.date.slice(0, 10)));
      expect(sessions.size).toBe(
        { '1m': 1, '5m': 5, '15m': 10, '1h': sessions.size, '4h': sessions.size }[interval],
      );
    },
  );

  test('quote, many quotes, profile, search, screener, splits, logo', async () => {
    expect(await market.quote('AAPL')).toMatchObject({ symbol: 'AAPL', source: 'fmp', asOfMs: NOON });
    const many = await market.quotes(['AAPL', 'MSFT', 'NOPE', 'KO']);
    expect([...many.keys()]).toEqual(['AAPL', 'MSFT', 'KO']);
    expect(Number(many.get('MSFT')!.prevClose)).toBe(stand.days('MSFT').at(-2)!.close);
    expect(await market.profile('KO')).toEqual({
      symbol: 'KO',
      companyName: 'The Coca-Cola Company',
      exchange: 'NYSE',
      sector: 'Consumer Defensive',
      beta: 1.2,
      marketCap: expect.any(Number),
      source: 'fmp',
    });
    expect((await market.search('apple')).map((p) => [p.symbol, p.exchange])).toEqual([
      ['AAPL', reach === 'v3' ? 'NASDAQ' : 'NASDAQ'],
    ]);
    const rows = await market.screen({ sector: 'Technology', priceMoreThan: 1 });
    expect(rows.map((row) => row.symbol).sort()).toEqual(['AAPL', 'MSFT']);
    const aapl = rows.find((row) => row.symbol === 'AAPL')!;
    const quote = await market.quote('AAPL');
    expect(aapl.changePercent).toBeCloseTo((Number(quote.price) / Number(quote.prevClose) - 1) * 100, 1);
    expect(aapl.marketCap).toBeGreaterThan(1e9);
    stand.state.splits = [
      { symbol: 'AAPL', date: '2026-06-01', label: 'x', numerator: 4, denominator: 1 },
      { symbol: 'AAPL', date: '2014-06-09', numerator: 7, denominator: 1 },
    ];
    expect(await market.splits('AAPL', '2026-01-01')).toEqual([
      { symbol: 'AAPL', date: '2026-06-01', numerator: 4, denominator: 1 },
    ]);
    // yesterday's close counts old shares, the price new ones
    const previousClose = stand.days('KO').at(-2)!.close;
    stand.state.prices.set('KO', previousClose / 4);
    stand.state.splits.push({
      symbol: 'KO',
      date: stand.days('KO').at(-1)!.date,
      numerator: 4,
      denominator: 1,
    });
    await time.advance(6_000);
    const [ko] = await market.screen({ sector: 'Consumer Defensive' });
    const koQuote = await market.quote('KO');
    expect(Number(koQuote.prevClose)).toBeCloseTo(Number(koQuote.price), 1);
    stand.state.prices.delete('KO');
    expect(ko).toMatchObject({ symbol: 'KO', changePercent: expect.closeTo(0, 1) });
    const logo = await market.logo('AAPL');
    expect(logo?.type).toBe('image/png');
    expect(await market.logo('NOPE')).toBeNull();
  });

  test('an unknown ticker is one, wherever it is asked for, and is not asked for again and again', async () => {
    for (const call of [
      () => market.quote('ZZZZ'),
      () => market.profile('ZZZZ'),
      () => ask('1D', 'ZZZZ'),
      () => ask('5m', 'ZZZZ'),
    ])
      await expect(call()).rejects.toBeInstanceOf(UnknownSymbolError);
    newRequests();
    for (let i = 0; i < 5; i++) await market.quote('ZZZZ').catch(() => {});
    expect(newRequests('ZZZZ')).toEqual([]);
  });
});

describe('what left the market', () => {
  beforeEach(() => openMarket());

  test('is what the provider says it lists no more, or does not list at all', async () => {
    expect([await market.isListed('KO'), await market.isListed('ZZZZ')]).toEqual([true, false]);
    stand.state.delisted.add('KO');
    expect([await market.isListed('KO'), await market.isListed('MSFT')]).toEqual([false, true]);
  });

  const FAULTS = ['error object', '403', '500', 'html', 'half', 'garbage', 'empty', 'limit'] as const;
  test.each(FAULTS)('is nothing while the provider is in trouble: %s', async (fault) => {
    await market.isListed('KO');
    stand.state.fault = fault;
    for (const symbol of ['KO', 'ZZZZ'])
      await expect(market.isListed(symbol)).rejects.toBeInstanceOf(MarketUnavailableError);
  });
});

describe('what reaches the provider', () => {
  beforeEach(() => openMarket());

  test('a hundred askers are one request; closed bars are fetched once, the last ones every 15 s', async () => {
    newRequests();
    await Promise.all(Array.from({ length: 100 }, () => ask('5m')));
    expect(newRequests('historical-chart')).toHaveLength(1);
    await time.advance(14_000);
    await ask('5m');
    expect(newRequests('historical-chart')).toEqual([]);
    await time.advance(2_000);
    const barsBefore = (await ask('5m')).candles.length;
    expect(newRequests('historical-chart')).toEqual([
      '/stable/historical-chart/5min?symbol=AAPL&from=2026-06-02&to=2026-06-02',
    ]);
    await time.advance(300_000);
    expect((await ask('5m')).candles).toHaveLength(barsBefore + 1);
  });

  test.each([
    ['5m', '/stable/historical-chart/5min?symbol=AAPL&from=2026-01-07&to=2026-02-05'],
    ['1D', '/stable/historical-price-eod/full?symbol=AAPL&from=2025-01-12&to=2025-02-10'],
  ] as const)('an old range of %s bars is one request for that range, once a day', async (interval, path) => {
    const [from, to] = interval === '1D' ? ['2025-01-27', '2025-02-07'] : ['2026-02-03', '2026-02-05'];
    const seconds = (date: string) => Date.parse(date) / 1000;
    const days = async () => {
      const bars = await market.candles('AAPL', interval, seconds(from!), seconds(`${to}T23:00:00Z`));
      return [...new Set(bars.map(({ time }) => new Date(time * 1000).toISOString().slice(0, 10)))];
    };
    newRequests();
    const expected = stand.days().filter(({ date }) => date >= from! && date <= to!);
    expect(await days()).toEqual(expected.map(({ date }) => date));
    expect(newRequests()).toEqual([path]);
    await time.advance(3_600_000);
    await days();
    expect(newRequests('historical')).toEqual([]);
  });

  test('a closed bar stays provisional for its length, and is then not asked for until the next session', async () => {
    const close = Date.parse('2026-06-02T20:00:00Z');
    time.set(close + 200_000);
    expect((await ask('5m')).provisional).toBe(true);
    await time.advance(101_000);
    expect((await ask('5m')).provisional).toBe(false);
    newRequests();
    await time.advance(3_500_000);
    await ask('5m');
    expect(newRequests('historical-chart')).toEqual([]);
  });

  test('one batch for all marks, a single one when the plan has no batch', async () => {
    newRequests();
    await Promise.all([market.quotes(['AAPL', 'MSFT']), market.quotes(['MSFT', 'KO'])]);
    expect(newRequests('quote')).toEqual(['/stable/batch-quote?symbols=AAPL%2CMSFT%2CKO']);
    stand.state.batch = false;
    await time.advance(6_000);
    const short = await market.quotes(['AAPL', 'MSFT']);
    expect(newRequests('quote').map((path) => path.split('?')[0])).toEqual([
      '/stable/batch-quote',
      '/stable/batch-quote-short',
    ]);
    expect(Number(short.get('MSFT')!.prevClose)).toBe(stand.days('MSFT').at(-2)!.close);
    await time.advance(6_000);
    await market.quotes(['AAPL', 'MSFT']);
    expect(newRequests('quote').map((path) => path.split('?')[0])).toEqual(['/stable/batch-quote-short']);
    expect(warned.filter((sentence) => sentence.includes('batch-quote'))).toHaveLength(1);
  });

  test('a token bucket: beyond the plan nothing is sent, and who asks is told at once', async () => {
    await openMarket('always', 4);
    newRequests();
    const symbols = ['AAPL', 'MSFT', 'KO', 'A', 'B', 'C'];
    const quotes = await Promise.allSettled(symbols.map((symbol) => market.quote(symbol)));
    expect(newRequests('quote')).toHaveLength(3);
    const refused = quotes
      .filter((each) => each.status === 'rejected')
      .map((each) => each.reason as MarketUnavailableError);
    expect(refused.every((error) => error.trouble === 'limit')).toBe(true);
    expect(problemText(refused[0]!.problem)).toMatch(
      /^The price provider's request limit has been reached. Prices return in \d+ s.$/,
    );
    await time.advance(25_000);
    await market.quote('C').catch(() => {});
    expect(newRequests('quote')).toHaveLength(1);
  });

  test('who types ever new tickers leaves room for the prices of those that are held', async () => {
    await openMarket('always', 60);
    await market.quotes(['AAPL', 'MSFT']);
    await market.quote('KO');
    const letters = Array.from({ length: 40 }, (_, i) => `Z${i}`);
    const typed = await passing(Promise.allSettled(letters.map((symbol) => market.quote(symbol))));
    expect(
      typed.filter((each) => (each as PromiseRejectedResult).reason?.trouble === 'limit').length,
    ).toBeGreaterThan(30);
    for (let round = 0; round < 10; round++) {
      await time.advance(6_000);
      newRequests();
      const flood = Promise.allSettled(letters.map((symbol) => market.profile(`${symbol}${round}`)));
      const held = market.quotes(['AAPL', 'MSFT']);
      await passing(Promise.all([held, flood]));
      expect(newRequests('batch-quote')).toHaveLength(1);
    }
  });

  test.each([
    ['30', 30],
    [null, 5],
  ])(
    '429 with Retry-After %p: silence for %d s, the older price with its age meanwhile, then prices again',
    async (header, seconds) => {
      const quoteBefore = await market.quote('AAPL');
      stand.state.fault = 'limit';
      stand.state.retryAfter = header;
      await time.advance(4_000);
      newRequests();
      const during = await market.quote('AAPL');
      expect(during).toEqual(quoteBefore);
      expect(newRequests('quote')).toHaveLength(1);
      stand.state.fault = 'none';
      await expect(market.quote('MSFT')).rejects.toMatchObject({ trouble: 'limit' });
      expect(newRequests()).toEqual([]);
      await time.advance(seconds * 1000 + 100);
      expect((await market.quote('AAPL')).asOfMs).toBeGreaterThan(quoteBefore.asOfMs!);
      expect((await market.quote('MSFT')).source).toBe('fmp');
    },
  );
});

const INTRADAY: [Fault, string][] = [
  ['error object', 'Invalid intraday data (non-array)'],
  ['html', 'Error parsing JSON'],
  ['half', 'Error parsing JSON'],
  ['garbage', 'Error parsing JSON'],
  ['500', 'Error fetching data for AAPL'],
  ['403', 'Error fetching data for AAPL'],
  ['incomplete', 'Invalid intraday data'],
];
const DAILY: [Fault, string][] = [
  ['error object', 'Invalid historical data'],
  ['incomplete', 'Incomplete daily data'],
  ['html', 'Error parsing JSON'],
];

describe('a provider in trouble', () => {
  beforeEach(() => openMarket());

  const failure = async (interval: Interval) => {
    const error = await ask(interval).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(MarketUnavailableError);
    return problemText((error as MarketUnavailableError).problem);
  };

  test.each(INTRADAY)('%s, intraday: %s', async (fault, sentence) => {
    stand.state.fault = fault;
    expect(await failure('5m')).toBe(sentence);
    stand.state.fault = 'none';
    await time.advance(1_000);
    expect((await ask('5m')).candles.length).toBeGreaterThan(300);
  });

  test.each(DAILY)('%s, daily: %s', async (fault, sentence) => {
    stand.state.fault = fault;
    expect(await failure('1D')).toBe(sentence);
    stand.state.reach = 'v3';
    stand.state.fault = 'none';
    await openMarket();
    stand.state.fault = fault;
    expect(await failure('1D')).toBe(sentence);
  });

  test('down: the sentence names the ticker; up again it recovers by itself', async () => {
    await stand.down();
    expect(await failure('5m')).toBe('Network error for AAPL');
    expect(await market.logo('AAPL')).toBeNull();
    stand.up();
    await time.advance(1_000);
    expect((await ask('5m')).candles.length).toBeGreaterThan(300);
  });

  test('down from the start: the sentence names the ticker somebody asked about, at once and a moment later', async () => {
    await stand.down();
    await openMarket();
    const said = (symbol: string) =>
      ask('1D', symbol).then(
        () => 'an answer',
        (error: MarketUnavailableError) => problemText(error.problem),
      );
    expect(await Promise.all([said('MSFT'), said('KO')])).toEqual([
      'Network error for MSFT',
      'Network error for KO',
    ]);
    expect(await said('NVDA')).toBe('Network error for NVDA');
    stand.up();
  });

  test('slow: given up after five seconds; with older bars at hand nobody waits longer than one', async () => {
    stand.state.fault = 'slow';
    const first = failure('5m');
    await until(() => stand.requests.length >= 2);
    await time.advance(5_000);
    expect(await first).toBe('Network error for AAPL');
    stand.state.fault = 'none';
    stand.release();
    await time.advance(1_000);
    const good = await ask('5m');
    stand.state.fault = 'slow';
    await time.advance(16_000);
    newRequests();
    const waiting = ask('5m');
    await until(() => stand.requests.length >= 1);
    await time.advance(1_000);
    const old = await waiting;
    expect(old.candles).toEqual(good.candles);
    expect(old.stale).toEqual({ ageSeconds: 16, problem: { key: 'UNAVAILABLE.slow' } });
  });

  test('older bars stay, with their age and the reason; the price too, so that an order sees it is stale', async () => {
    const good = await ask('5m');
    const price = await market.quote('AAPL');
    expect(good.stale).toBeUndefined();
    stand.state.fault = 'html';
    await time.advance(180_000);
    const old = await ask('5m');
    expect(old.candles).toEqual(good.candles);
    expect(old.stale).toEqual({ ageSeconds: 180, problem: { key: 'UNAVAILABLE.json' } });
    expect(await market.quote('AAPL')).toEqual(price);
    expect((await market.quotes(['AAPL'])).get('AAPL')).toBeUndefined();
    stand.state.fault = 'none';
    await time.advance(6_000);
    expect((await ask('5m')).stale).toBeUndefined();
    expect((await market.quote('AAPL')).asOfMs).toBe(Math.floor(time.now() / 1000) * 1000);
  });

  test('older bars stay over midnight too', async () => {
    const good = await ask('5m');
    stand.state.fault = '500';
    await time.advance(14 * 3_600_000);
    const old = await ask('5m');
    expect(old.candles).toEqual(good.candles);
    expect(old.stale?.ageSeconds).toBe(14 * 3600);
    stand.state.fault = 'none';
    await time.advance(6_000);
    expect((await ask('5m')).candles.at(-1)!.date).toBe('2026-06-02T19:55:00.000Z');
  });

  test('of days, the running one: it stays as it was, with its age', async () => {
    const good = await ask('1D');
    stand.state.fault = '500';
    await time.advance(120_000);
    const old = await ask('1D');
    expect(old.candles).toEqual(good.candles);
    expect(old.stale).toEqual({
      ageSeconds: 120,
      problem: { key: 'UNAVAILABLE.dataFor', params: { symbol: 'AAPL' } },
    });
  });

  test('a provider that is down is not asked by everybody: a rest that grows between two tries', async () => {
    stand.state.fault = '500';
    newRequests();
    for (let i = 0; i < 200; i++) {
      await ask('5m').catch(() => {});
      await time.advance(100);
    }
    expect(newRequests('historical-chart').length).toBeWithin(4, 10);
  });
});

describe('the start', () => {
  test('a provider that is down is found when it is back, on the API it then turns out to have', async () => {
    stand.state.reach = 'v3';
    await stand.down();
    await openMarket();
    expect(warned.at(-1)).toContain('FMP could not be asked at the start');
    await expect(market.quote('AAPL')).rejects.toMatchObject({ trouble: 'network' });
    stand.up();
    await time.advance(3_000);
    expect((await market.quote('AAPL')).source).toBe('fmp');
    expect(market.label!()).toEqual(providerLabel('FMP (v3)'));
  });

  test('a key that is refused everywhere is named in the log by its variable, never by its value', async () => {
    stand.state.reach = 'none';
    await openMarket();
    expect(warned.join(' ')).toContain('FMP_API_KEY');
    expect(warned.join(' ')).not.toContain(FMP_KEY);
    const error: MarketUnavailableError = await ask('1D').catch((e) => e);
    expect(problemText(error.problem)).toBe("The price provider rejects this server's API key.");
  });
});

describe('New York wall clocks', () => {
  test.each([
    ['2026-03-06', '14:30', 'before the spring change'],
    ['2026-03-09', '13:30', 'after the spring change'],
    ['2026-10-30', '13:30', 'before the autumn change'],
    ['2026-11-02', '14:30', 'after the autumn change'],
  ])('%s opens at %s UTC, %s', async (date, utc) => {
    time.set(Date.parse(`${date}T18:00:00Z`));
    await openMarket();
    const { candles } = await ask('15m');
    expect(candles.find((c) => c.date.startsWith(date))!.date).toBe(`${date}T${utc}:00.000Z`);
    const week = candles.filter((c) => c.time > Date.parse(date) / 1000 - 4 * DAY_S);
    expect(week.length).toBeGreaterThan(20);
  });
});

describe('hours', () => {
  const SATURDAY = Date.parse('2026-06-06T12:00:00Z');

  test('always: between two sessions the last price is as old as it is', async () => {
    time.set(SATURDAY);
    await openMarket('always');
    expect(market.session().open).toBe(true);
    expect((await market.quote('AAPL')).asOfMs).toBe(Date.parse('2026-06-05T20:00:00Z'));
  });

  test('a price whose time FMP does not say has none, until a trade of the stream is newer', async () => {
    await openMarket();
    stand.state.batch = false;
    const many = await market.quotes(['AAPL', 'MSFT']);
    expect([...many.values()].map((quote) => quote.asOfMs)).toEqual([null, null]);
    expect((await market.quote('AAPL')).asOfMs).toBe(NOON);
  });

  test('us: closed, the price as old as its last trade, the next opening known', async () => {
    time.set(SATURDAY);
    await openMarket('us');
    expect(market.session()).toEqual({
      open: false,
      opensAt: Date.parse('2026-06-08T13:30:00Z'),
      closesAt: null,
    });
    expect((await market.quote('AAPL')).asOfMs).toBe(Date.parse('2026-06-05T20:00:00Z'));
  });
});
