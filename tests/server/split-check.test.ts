/** No order or mark uses a price that jumped before it is known whether the share was split. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createFmpMarket } from '#market/fmp/market.ts';
import type { Market } from '#market/market.ts';
import { createPriceCheck } from '#services/market/price-check.ts';
import { createSplits } from '#services/market/splits.ts';
import { createTrading } from '#services/trading/trading.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { type ManualTime, manualTime } from '../helpers/manual-time.ts';
import { FMP_KEY, type StandIn, standIn } from '../helpers/market-stand-in.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

/** A Monday, 13:00 in New York, and the opening of the Tuesday. */
const MONDAY = Date.parse('2026-06-01T17:00:00Z');
const BELL = Date.parse('2026-06-02T13:30:00Z');

let time: ManualTime;
let stand: StandIn;
let server: TestServer;
let ann: Client;

const openMarket = (hours: 'us' | 'always' = 'us'): Promise<Market> =>
  createFmpMarket({ apiKey: FMP_KEY, baseUrl: stand.url, perMinute: 6_000, hours, time, warn: () => {} });

beforeEach(async () => {
  time = manualTime(MONDAY);
  stand = await standIn({ now: time.now });
  server = await startServer({ market: await openMarket(), clock: time });
  // the test itself runs the checks
  server.services.splits.stop();
  server.services.leaderboard.stop();
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  ann = await server.register('ann');
});
afterEach(async () => {
  await server.stop();
  await stand.stop();
});

async function at(price: number, afterMs = 6_000) {
  stand.state.prices.set('AAPL', price);
  await time.advance(afterMs);
}
const order = (action: string, size: number | 'all', headers: Record<string, string> = {}) =>
  ann.post(
    '/api/trade',
    {
      user_id: ann.userId,
      symbol: 'AAPL',
      action,
      ...(size === 'all' ? { closeAll: true } : { quantity: size }),
    },
    headers,
  );
const filled = async (action: string, size: number | 'all') => {
  // an order fills at a price that is newer than the order
  await time.advance(1_000);
  const { status, json } = await order(action, size);
  expect([status, json.code]).toEqual([200, undefined]);
  return json;
};
const refused = async (action: string, size: number | 'all') => {
  const booksBefore = await books();
  const { status, json, headers } = await order(action, size);
  expect([status, json.code]).toEqual([409, 'SPLIT_CHECK']);
  expect(json.error).toBe('AAPL moved so far that we are checking for a split. Try again in a minute.');
  expect(headers.get('retry-after')).toBe('15');
  expect((await books()).cash).toBe(booksBefore.cash);
};
const list = (numerator: number, denominator: number, date = '2026-06-01') => {
  stand.state.splits = [{ symbol: 'AAPL', date, numerator, denominator }];
};
/** Ranking passes, two seconds apart. */
async function pass(times = 1) {
  for (let i = 0; i < times; i++) {
    await server.services.leaderboard.pass(true);
    await time.advance(2_000);
  }
}
async function books() {
  const [row] = await server.sql`
    select a.cash, p.quantity, p.entry_price, (select price from marks where symbol = 'AAPL') as mark
    from accounts a left join positions p on p.user_id = a.user_id and p.closed_at is null
    where a.user_id = ${ann.userId}`;
  const equity = (await server.services.leaderboard.mine(ann.userId))?.equity ?? null;
  return { ...row, equity } as unknown as {
    cash: string;
    quantity: string;
    entry_price: string;
    mark: string;
    equity: bigint;
  };
}
const countOfRequests = () => stand.requests.filter((path) => path.includes('split')).length;

describe('a split that is listed late', () => {
  test('3:1, and a short of before it pays nothing for the split', async () => {
    await at(100);
    await filled('short', 500);
    await pass();
    await at(33.34);
    await refused('cover', 'all');
    await pass(3);
    expect(await books()).toMatchObject({ quantity: '500.000000', mark: '100.0000', equity: 10_000_000n });
    await refused('cover', 500);
    await refused('short', 1);
    expect((await order('cover', 1, { 'accept-language': 'he' })).json.error).toBe(
      'AAPL זז כל כך הרבה שאנחנו בודקים אם היה פיצול מניות. אפשר לנסות שוב בעוד דקה.',
    );
    list(3, 1);
    await time.advance(10_000);
    // this order finds the split: its 500 shares are another number now
    await refused('cover', 500);
    expect(await books()).toMatchObject({
      cash: '50000.00',
      quantity: '1500.000000',
      entry_price: '33.33333333',
    });
    expect((await filled('cover', 'all')).quantity).toBe(1500);
    expect((await books()).cash).toBe('99990.00');
    await server.services.seasons.end(null);
    await verifySeason(server.services, server.services.seasons.current()!.number);
  });

  test('1:10, and nobody is covered by force at ten times the price', async () => {
    await at(100);
    await filled('short', 500);
    await pass();
    await at(1000);
    await pass(5);
    expect(await server.services.trading.forceCovers([ann.userId])).toBe(0);
    expect(await books()).toMatchObject({ quantity: '500.000000', mark: '100.0000', equity: 10_000_000n });
    list(1, 10);
    await time.advance(10_000);
    await pass();
    while ((await books()).quantity === '500.000000') await pass();
    await pass();
    expect(await books()).toMatchObject({ quantity: '50.000000', mark: '1000.0000', equity: 10_000_000n });
    expect(await server.services.trading.forceCovers([ann.userId])).toBe(0);
    await filled('cover', 'all');
    expect((await books()).cash).toBe('100000.00');
  });

  test('a process that began a moment ago, and one with a price of before, see it as well', async () => {
    await at(100);
    await filled('buy', 500);
    const late = await openMarket();
    await late.quote('AAPL');
    await at(33.34, 2_000);
    const again = async (market: Market) => {
      const splits = createSplits({ ...server.services, market });
      const priceCheck = createPriceCheck({ ...server.services, market, splits });
      const trading = createTrading({ ...server.services, market, priceCheck });
      const who = { id: ann.userId, username: 'ann', isAdmin: false };
      return await trading.execute(who, {
        symbol: 'AAPL',
        action: 'sell',
        size: { kind: 'all' },
        reverse: false,
        quotedPrice: null,
      });
    };
    await expect(again(await openMarket())).rejects.toMatchObject({ code: 'SPLIT_CHECK' });
    // it read 100 two seconds ago, before the other server saw the jump
    expect((await late.quote('AAPL')).price).toBe('100.00');
    await expect(again(late)).rejects.toMatchObject({ code: 'SPLIT_CHECK' });
    list(3, 1);
    await time.advance(10_000);
    await expect(again(await openMarket())).rejects.toMatchObject({ code: 'SPLIT_CHECK' });
    const { answer } = await again(await openMarket());
    expect(answer).toMatchObject({ quantity: 1500, price: 33.34 });
  });
});

describe('a split told in time, and quoted at another', () => {
  test('before the bell: it takes effect with its price', async () => {
    await at(400);
    await filled('buy', 100);
    await pass();
    list(4, 1, '2026-06-02');
    time.set(BELL - 3_600_000);
    await at(100, 61_000);
    await pass();
    while ((await books()).quantity === '100.000000') await pass();
    await pass();
    expect(await books()).toMatchObject({ quantity: '400.000000', mark: '100.0000', equity: 10_000_000n });
    time.set(BELL + 1_000);
    expect(await server.services.splits.check()).toBe(0);
    await at(101);
    await filled('sell', 'all');
    expect((await books()).cash).toBe('100400.00');
  });

  test('after the bell: nobody sells four times the shares at the price of one', async () => {
    await at(400);
    await filled('buy', 100);
    await pass();
    list(4, 1, '2026-06-02');
    time.set(BELL + 1_000);
    await at(404, 7_200_000);
    expect(await server.services.splits.check()).toBe(1);
    await pass(60);
    await refused('sell', 'all');
    expect(await books()).toMatchObject({ quantity: '400.000000', mark: '100.0000', equity: 10_000_000n });
    await at(101);
    await filled('sell', 'all');
    expect((await books()).cash).toBe('100400.00');
  });
});

describe('a jump that is none', () => {
  test('8 % on earnings: asked once, remembered, and no order waits for more than that', async () => {
    await at(100);
    await filled('buy', 100);
    await pass();
    const requestsBefore = countOfRequests();
    await at(92);
    await filled('sell', 10);
    expect(countOfRequests()).toBe(requestsBefore + 1);
    await pass(3);
    await filled('sell', 10);
    expect(countOfRequests()).toBe(requestsBefore + 1);
    expect(await books()).toMatchObject({ mark: '92.0000' });
  });

  test('45 %: believed after 90 s at most; the portfolio shows the last price, the season cannot end meanwhile', async () => {
    await at(100);
    await filled('buy', 100);
    await pass();
    const began = time.now();
    await at(55, 4_000);
    await refused('sell', 10);
    const { json: shown } = await ann.get<{ currentPrice: unknown }[]>('/api/portfolio');
    expect(Number(shown[0]!.currentPrice)).toBe(100);
    await expect(server.services.seasons.end(null)).rejects.toMatchObject({ code: 'SPLIT_CHECK' });
    const requestsBefore = countOfRequests();
    while ((await order('sell', 10)).status !== 200) await time.advance(5_000);
    expect(time.now() - began).toBeWithin(60_000, 90_001);
    expect(countOfRequests() - requestsBefore).toBeWithin(3, 9);
    await pass();
    expect(await books()).toMatchObject({ mark: '55.0000' });
    await server.services.seasons.end(null);
  });

  test('while the provider tells no splits nothing fills, and then at once', async () => {
    await at(100);
    await filled('buy', 100);
    stand.state.tellsSplits = false;
    await at(55);
    for (let i = 0; i < 10; i++) {
      await refused('sell', 10);
      await at(55, 12_000);
    }
    stand.state.tellsSplits = true;
    await at(55, 6_000);
    await filled('sell', 10);
  });

  test('a single wrong print is forgotten with the next one', async () => {
    await at(100);
    await filled('buy', 100);
    await at(55);
    await refused('sell', 10);
    await at(100);
    await filled('sell', 10);
    await pass();
    expect(await books()).toMatchObject({ mark: '100.0000' });
  });
});
