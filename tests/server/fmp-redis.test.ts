/** Several processes with one key: with REDIS_URL they share FMP's responses and its rate limit. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createFmpMarket } from '#market/fmp/market.ts';
import type { Market } from '#market/market.ts';
import { systemTime } from '#market/provider/request.ts';
import { redisStore, type Store } from '#market/provider/store.ts';
import { FMP_KEY, type StandIn, standIn } from '../helpers/market-stand-in.ts';
import { noRedis, type Redis, startRedis } from '../helpers/redis.ts';

/** A Tuesday, 13:00 in New York; the clock is fixed, timers run. */
const NOON = Date.parse('2026-06-02T17:00:00Z');

describe.skipIf(noRedis !== '')(`a price cache in Redis${noRedis}`, () => {
  let redis: Redis;
  let stand: StandIn;
  let now = NOON;
  let markets: Market[] = [];
  const warned: string[] = [];

  /** Opens the market of another process, which shares only Redis. */
  async function openMarket(perMinute = 6_000): Promise<Market> {
    const market = await createFmpMarket({
      apiKey: FMP_KEY,
      baseUrl: stand.url,
      perMinute,
      time: systemTime(() => now),
      store: redisStore(redis.url, (sentence) => warned.push(sentence)),
      warn: () => {},
    });
    markets.push(market);
    return market;
  }
  const bars = (market: Market) => market.candles('AAPL', '5m', NOON / 1000 - 86_400, NOON / 1000 + 86_400);
  const countOf = (part: string) => stand.requests.filter((path) => path.includes(part)).length;

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  beforeEach(async () => {
    now += 86_400_000 * 7;
    stand = await standIn({ now: () => now });
  });
  afterEach(async () => {
    for (const market of markets) market.stop();
    markets = [];
    await stand.stop();
  });

  test('four processes that ask at once are one request; a fifth that starts later is none', async () => {
    const four = await Promise.all([1, 2, 3, 4].map(() => openMarket()));
    const [first, ...others] = await Promise.all(four.map(bars));
    expect(countOf('historical-chart')).toBe(1);
    for (const each of others) expect(each).toEqual(first!);
    expect(await bars(await openMarket())).toEqual(first!);
    expect(countOf('historical-chart')).toBe(1);
    await Promise.all(four.map((market) => market.quote('AAPL')));
    expect(countOf('/stable/quote')).toBe(1);
    await Promise.all(four.map((market) => market.profile('KO')));
    expect(countOf('profile?symbol=KO')).toBe(1);
    await four[0]!.quotes(['AAPL', 'MSFT', 'KO']);
    await four[1]!.quotes(['AAPL', 'MSFT', 'KO']);
    expect(countOf('batch-quote')).toBe(1);
  });

  test('the limit is the key’s: what one process used up the other has not', async () => {
    const [one, two] = [await openMarket(6), await openMarket(6)];
    // the probes of both processes took two requests
    const quotes = await Promise.allSettled([
      ...['AAPL', 'MSFT', 'A', 'B'].map((symbol) => one.quote(symbol)),
      ...['KO', 'C', 'D'].map((symbol) => two.quote(symbol)),
    ]);
    expect(stand.requests).toHaveLength(6);
    expect(
      quotes.filter((each) => each.status === 'rejected' && each.reason.trouble === 'limit').length,
    ).toBeGreaterThan(0);
    now += 60_000;
    expect((await two.quote('KO')).symbol).toBe('KO');
  });

  test('every count expires, also one whose process stopped before it set an expiry', async () => {
    const client = new Bun.RedisClient(redis.url);
    const key = 'paperpit:market:count:minute:1';
    await client.send('INCR', [key]);
    const store = redisStore(redis.url, () => {});
    const counts = await Promise.all([1, 2, 3].map(() => store.count('minute:1', 60_000)));
    expect(counts.toSorted()).toEqual([2, 3, 4]);
    const remainingMs = (await client.send('PTTL', [key])) as number;
    expect(remainingMs).toBeGreaterThan(0);
    expect(remainingMs).toBeLessThanOrEqual(60_000);
    store.stop();
    client.close();
  });

  test('a process ends its own lock alone', async () => {
    const [one, two] = [1, 2].map(() => redisStore(redis.url, () => {})) as [Store, Store];
    expect(await one.lock('KO', 60_000)).toBe(true);
    await two.unlock('KO');
    expect(await two.lock('KO', 60_000)).toBe(false);
    await one.unlock('KO');
    expect(await two.lock('KO', 60_000)).toBe(true);
    one.stop();
    two.stop();
  });

  test('an answer of another process serves while the provider is away', async () => {
    const one = await openMarket();
    const company = await one.profile('KO');
    stand.state.fault = '500';
    now += 2 * 86_400_000;
    expect(await (await openMarket()).profile('KO').catch((error: Error) => error.message)).toEqual(company);
  });

  test('Redis goes away and comes back: prices all the while, one sentence in the log', async () => {
    const market = await openMarket();
    await market.quote('AAPL');
    await redis.stop();
    now += 10_000;
    warned.length = 0;
    expect((await market.quote('AAPL')).symbol).toBe('AAPL');
    expect((await market.quotes(['AAPL', 'MSFT'])).size).toBe(2);
    expect(warned).toEqual([
      'The price cache in Redis is away: this process keeps its own until it is back.',
    ]);
    await redis.start();
    const other = await openMarket();
    await other.profile('MSFT');
    const requestsBefore = countOf('profile?symbol=MSFT');
    // the first process reconnects by itself
    const third = await openMarket();
    expect((await third.profile('MSFT')).symbol).toBe('MSFT');
    expect(countOf('profile?symbol=MSFT')).toBe(requestsBefore);
  });
});
