/** Orders on a feed without a past: prices count as they are received, and when they are received. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readPrice } from '#core/money/money.ts';
import { readExtremes } from '#db/queries/orders/engine.ts';
import { takeLease } from '#db/queries/platform/leases.ts';
import type { Trade } from '#market/market.ts';
import { createMemory } from '#services/orders/observed-prices.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

type Order = { id: string; status: string; filledPrice: string | null };
type Feed = HeldMarket & { tell(trade: Trade): void };

/** A held market without a path to read afterwards; `tell` also reports late trades. */
function observed(prices: Record<string, string>): Feed {
  const held = heldMarket(prices, () => Date.now() + ahead);
  const listeners = new Set<(trade: Trade) => void>();
  return {
    ...held,
    path: undefined,
    subscribe(symbols, onTrade) {
      listeners.add(onTrade);
      return held.subscribe(symbols, onTrade);
    },
    tell: (trade) => listeners.forEach((listener) => void listener(trade)),
  };
}

let server: TestServer;
let market: Feed;
/** Ms added to the clock of the market. */
let ahead = 0;
beforeAll(async () => {
  market = observed({ AAPL: '101', MSFT: '101', TSLA: '100' });
  server = await startServer({ market });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

async function place(trader: Client, body: object): Promise<Order> {
  const { status, json } = await trader.post<{ order: Order }>('/api/orders', { quantity: 10, ...body });
  expect([status, json]).toMatchObject([201, {}]);
  return json.order;
}

async function state(trader: Client, { id }: Order): Promise<Order> {
  return (await trader.get<{ order: Order }>(`/api/orders/${id}`)).json.order;
}

/** Waits until a process listens to a feed: earlier prices are not heard. @param count symbols it listens to */
async function listeners(of: TestServer = server, feed: Feed = market, count = 1): Promise<void> {
  await until(async () => {
    await of.services.orderEngine.pump();
    return feed.subscriptions.open >= count;
  });
}

test('54: a limit order fills at the first price received that satisfies it', async () => {
  const trader = await server.register();
  const order = await place(trader, { symbol: 'AAPL', action: 'buy', type: 'limit', limitPrice: '100' });
  await listeners(server, market, 1);
  market.set('AAPL', '101.00');
  await server.services.orderEngine.pump();
  expect(await state(trader, order)).toMatchObject({ status: 'working' });
  market.set('AAPL', '99.20');
  await until(async () => (await state(trader, order)).status === 'filled');
  expect(await state(trader, order)).toMatchObject({ filledPrice: '99.2000' });
  expect((await trader.get('/api/user-profile')).json).toMatchObject({ balance: '99008.00', held: '0.00' });
});

test('55: a price that is old when it is received fires nothing', async () => {
  const trader = await server.register();
  const order = await place(trader, { symbol: 'MSFT', action: 'buy', type: 'limit', limitPrice: '100' });
  await listeners(server, market, 1);
  const old = Date.now() - server.services.settings.quoteMaxAgeMs - 1_000;
  market.tell({ symbol: 'MSFT', price: '99.20', size: 1, tsMs: old });
  await server.services.orderEngine.pump();
  market.set('MSFT', '99.10');
  await until(async () => {
    await server.services.orderEngine.pump();
    return (await state(trader, order)).status === 'filled';
  });
  expect(await state(trader, order)).toMatchObject({ filledPrice: '99.1000' });
});

test('53: after an absence the first price received decides, far beyond the stop as it may be', async () => {
  const trader = await server.register();
  await trader.post('/api/trade', { user_id: trader.userId, symbol: 'TSLA', action: 'buy', quantity: 10 });
  const order = await place(trader, { symbol: 'TSLA', action: 'sell', type: 'stop', stopPrice: '95' });
  await server.services.orderEngine.stop();
  const since = new Date(Date.now() - 3_600_000);
  await server.sql`update order_engine set matched_to = ${since}`;
  await server.sql`update orders set active_from = ${new Date(since.getTime() - 1)} where id = ${order.id}`;
  const feed = observed({ AAPL: '101', TSLA: '92.40' });
  const next = await startServer({ market: feed, database: server.services.settings.databaseUrl });
  await listeners(next, feed);
  feed.set('TSLA', '92.40');
  await until(async () => (await state(trader, order)).status === 'filled');
  expect(await state(trader, order)).toMatchObject({ filledPrice: '92.4000' });
  const { gaps } = (await trader.get<{ gaps: { from: string }[] }>(`/api/orders/${order.id}`)).json;
  expect(gaps).toMatchObject([{ from: since.toISOString() }]);
  await next.stop();
});

test('a trailing stop is measured from the best price since it was placed, in the next process too', async () => {
  const feed = observed({ NVDA: '100' });
  const first = await startServer({ market: feed });
  const { orderEngine, settings } = first.services;
  await (await first.admin()).post('/api/toggle-competition', { active: true });
  const follow = async (trailAmount: string) => {
    const trader = await first.register();
    const trade = { user_id: trader.userId, symbol: 'NVDA', action: 'buy', quantity: 10 };
    await trader.post('/api/trade', trade);
    const terms = { symbol: 'NVDA', action: 'sell', type: 'trailing_stop', trailAmount };
    const order = await place(trader, terms);
    return () => state(trader, order);
  };
  const [near, far] = [await follow('2'), await follow('4')];
  await listeners(first, feed);
  const say = async (price: string) => {
    // longer than single prices are remembered
    ahead += 120_000;
    feed.set('NVDA', price);
    await orderEngine.pump();
  };
  await say('110');
  await say('108.5');
  expect(await near()).toMatchObject({ status: 'working' });
  await say('107.5');
  await until(async () => (await near()).status === 'filled');
  expect(await near()).toMatchObject({ filledPrice: '107.5000' });

  await orderEngine.stop();
  const later = observed({ NVDA: '107.5' });
  const next = await startServer({ market: later, database: settings.databaseUrl });
  await listeners(next, later);
  later.set('NVDA', '106.5');
  await next.services.orderEngine.pump();
  expect(await far()).toMatchObject({ status: 'working' });
  later.set('NVDA', '105.9');
  await until(async () => (await far()).status === 'filled');
  expect(await far()).toMatchObject({ filledPrice: '105.9000' });
  await next.stop();
  await first.stop();
});

test('a trailing stop that another process changes keeps its mark, and meets later prices only', async () => {
  const feed = observed({ NVDA: '100' });
  const first = await startServer({ market: feed });
  const { orderEngine, settings } = first.services;
  await (await first.admin()).post('/api/toggle-competition', { active: true });
  const trader = await first.register();
  await trader.post('/api/trade', { user_id: trader.userId, symbol: 'NVDA', action: 'buy', quantity: 10 });
  const terms = { symbol: 'NVDA', action: 'sell', type: 'trailing_stop', trailAmount: '8' };
  const order = await place(trader, terms);
  await listeners(first, feed);
  for (const price of ['110', '104']) {
    feed.set('NVDA', price);
    await orderEngine.pump();
  }
  // a process on another feed, which hears none of these prices
  const deaf = observed({ NVDA: '104' });
  const other = await startServer({ market: deaf, database: settings.databaseUrl });
  expect(other.services.orderEngine.state().isHolder).toBe(false);
  const elsewhere = createClient(other.url);
  for (const [name, value] of trader.cookies) elsewhere.cookies.set(name, value);
  // 110 - 5 was reached already, before the change
  const changed = await elsewhere.send('PATCH', `/api/orders/${order.id}`, { trailAmount: '5' });
  expect([changed.status, changed.json]).toMatchObject([200, { status: 'working', trailAmount: '5.0000' }]);
  await orderEngine.pump();
  expect(await state(trader, order)).toMatchObject({ status: 'working' });
  feed.set('NVDA', '105.5');
  await orderEngine.pump();
  expect(await state(trader, order)).toMatchObject({ status: 'working' });
  feed.set('NVDA', '104.9');
  await until(async () => {
    await orderEngine.pump();
    return (await state(trader, order)).status === 'filled';
  });
  expect(await state(trader, order)).toMatchObject({ filledPrice: '104.9000' });
  await other.stop();
  await first.stop();
});

test('what could not be stored of trailing stops is stored with the next look', async () => {
  const { sql } = server;
  const fence = await takeLease(sql, 'orders', crypto.randomUUID());
  const trader = await server.register();
  market.set('MSFT', '100');
  await trader.post('/api/trade', { user_id: trader.userId, symbol: 'MSFT', action: 'buy', quantity: 10 });
  await place(trader, { symbol: 'MSFT', action: 'sell', type: 'trailing_stop', trailAmount: '9' });
  const memory = createMemory(sql);
  const quotedAt = Date.now() + 60_000 + ahead;
  memory.add('MSFT', { at: quotedAt, price: readPrice('123'), asOfMs: quotedAt });
  // without the rows that the matching process stored
  await sql`delete from order_extremes`;
  await sql`alter table order_extremes add constraint refused check (symbol <> 'MSFT') not valid`;
  await expect(memory.store(fence!, true)).rejects.toThrow('refused');
  expect(await readExtremes(sql)).toEqual([]);
  await sql`alter table order_extremes drop constraint refused`;
  await memory.store(fence!, true);
  expect(await readExtremes(sql)).toMatchObject([{ symbol: 'MSFT', prices: [[quotedAt, '1230000']] }]);
});

test('who has lost the lease fills nothing, and stores nothing of trailing stops', async () => {
  const feed = observed({ AMZN: '100' });
  const first = await startServer({ market: feed });
  const { sql, orderEngine } = first.services;
  await (await first.admin()).post('/api/toggle-competition', { active: true });
  const trader = await first.register();
  await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AMZN', action: 'buy', quantity: 10 });
  const stop = await place(trader, { symbol: 'AMZN', action: 'sell', type: 'stop', stopPrice: '90' });
  const terms = { symbol: 'AMZN', action: 'sell', type: 'trailing_stop', trailAmount: '50' };
  await place(trader, terms);
  await listeners(first, feed);
  // as after a pause of this process: another one has the lease, and this one does not know it yet
  const holder = crypto.randomUUID();
  const [lease] = await sql`
    update leases set holder = ${holder}, epoch = epoch + 1, until = now() + interval '1 hour'
    where name = 'orders' returning epoch`;
  const extremes = await readExtremes(sql);
  for (const price of ['120', '89']) feed.set('AMZN', price);
  await orderEngine.pump();
  expect(await state(trader, stop)).toMatchObject({ status: 'working', filledPrice: null });
  await until(() => !orderEngine.state().isHolder);
  expect(await readExtremes(sql)).toEqual(extremes);
  // it takes the lease again and goes on with the prices it receives from then on
  await sql`update leases set until = 'epoch' where name = 'orders' and epoch = ${lease!.epoch}`;
  await until(() => orderEngine.state().isHolder);
  await listeners(first, feed);
  expect(await state(trader, stop)).toMatchObject({ status: 'working' });
  feed.set('AMZN', '88.5');
  await until(async () => {
    await orderEngine.pump();
    return (await state(trader, stop)).status === 'filled';
  });
  expect(await state(trader, stop)).toMatchObject({ filledPrice: '88.5000' });
  await first.stop();
});
