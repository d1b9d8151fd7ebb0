/** Listing, ending and changing waiting orders: pages, sessions, ends, missing prices. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Market } from '#market/market.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

type Order = { id: string; symbol: string; status: string; children?: Order[] } & Record<string, unknown>;
type Placed = { order: Order; children: Order[] };
type OrderList = { orders: Order[]; next: string | null };

const DAY = 86_400_000;
const buyLimit = (limitPrice: string, more: object = {}) => ({
  symbol: 'AAPL',
  action: 'buy',
  type: 'limit',
  quantity: '1',
  limitPrice,
  ...more,
});

/** Starts a server with an active season whose clock is `time`. */
async function open(market: Market, time: { ms: number }): Promise<TestServer> {
  const server = await startServer({ market, clock: { now: () => time.ms } });
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  return server;
}

async function place(who: Client, body: object): Promise<Placed> {
  const { status, json } = await who.post<Placed>('/api/orders', body);
  expect([status, json]).toEqual([201, json]);
  return json;
}
const state = async (who: Client, { id }: Order) =>
  (await who.get<{ order: Order }>(`/api/orders/${id}`)).json.order;
async function buy(who: Client, symbol: string, quantity: number): Promise<void> {
  const { status } = await who.post('/api/trade', { user_id: who.userId, symbol, action: 'buy', quantity });
  expect(status).toBe(200);
}

describe('an open market', () => {
  const time = { ms: Date.parse('2026-07-08T15:00:00Z') };
  let server: TestServer;
  let market: HeldMarket;
  beforeAll(async () => {
    market = heldMarket({ AAPL: '100', TSLA: '50' }, () => time.ms);
    server = await open(market, time);
  });
  afterAll(() => server?.stop());

  test('orders are listed newest first, by status and symbol, a page at a time, with what they bring along', async () => {
    const who = await server.register();
    const orderIds: string[] = [];
    for (const price of ['90', '91', '92', '93', '94'])
      orderIds.unshift((await place(who, buyLimit(price, { takeProfit: { limitPrice: '120' } }))).order.id);
    const other = await place(who, buyLimit('40', { symbol: 'TSLA' }));
    await who.send('DELETE', `/api/orders/${orderIds[0]}`);
    const list = async (query: string) => (await who.get<OrderList>(`/api/orders?${query}`)).json;
    const ids = ({ orders }: OrderList) => orders.map(({ id }) => id);
    expect(ids(await list('status=final'))).toEqual([orderIds[0]!]);
    expect(ids(await list('status=live&symbol=tsla'))).toEqual([other.order.id]);
    const [first, rest] = [await list('symbol=AAPL&limit=3'), orderIds.slice(3)];
    expect(ids(first)).toEqual(orderIds.slice(0, 3));
    expect(first.orders[1]!.children).toMatchObject([{ role: 'take_profit', status: 'held' }]);
    const second = await list(`symbol=AAPL&limit=3&before=${first.next}`);
    expect([ids(second), second.next]).toEqual([rest, null]);
    for (const bad of ['status=open', 'limit=0', 'limit=501', 'before=x'])
      expect([bad, (await who.get(`/api/orders?${bad}`)).status]).toEqual([bad, 422]);
  });

  test('a cancellation is told again when it is sent again; those of a symbol leave the others', async () => {
    const who = await server.register();
    const [first, second] = [await place(who, buyLimit('90')), await place(who, buyLimit('91'))];
    const other = await place(who, buyLimit('40', { symbol: 'TSLA' }));
    const path = `/api/orders/${first.order.id}`;
    const once = await who.send('DELETE', path);
    const again = await who.send('DELETE', path);
    expect([once.status, again.status]).toEqual([200, 200]);
    expect(again.json).toEqual(once.json);
    market.set('AAPL', '90.50');
    // listed as final, unless the server found it first: then there is nothing left to cancel
    const all = await who.send<{ cancelled: number; final: Order[] }>('DELETE', '/api/orders?symbol=AAPL');
    expect(all.json.cancelled).toBe(0);
    expect(all.json.final.filter(({ id }) => id !== second.order.id)).toEqual([]);
    expect(await state(who, second.order)).toMatchObject({ status: 'filled' });
    expect((await who.send('DELETE', '/api/orders')).json).toEqual({ cancelled: 1, final: [] });
    expect(await state(who, other.order)).toMatchObject({ status: 'cancelled', reason: 'user' });
    market.set('AAPL', '100');
  });

  test('who cancels what another order ended is told that it is over', async () => {
    const who = await server.register();
    const first = await place(who, buyLimit('90'));
    const paired = await place(who, buyLimit('60', { oco: first.order.id }));
    market.set('AAPL', '90');
    await server.services.orderEngine.pump();
    const { status, json } = await who.send('DELETE', `/api/orders/${paired.order.id}`);
    expect([status, json]).toMatchObject([409, { code: 'ORDER_FINAL', order: { reason: 'oco' } }]);
    market.set('AAPL', '100');
  });

  test('an order waits 90 days at most; target and stop wait as long again from when they work', async () => {
    let who = await server.register('patient');
    // each price and placement is a few ms after the one before
    time.ms += 60_000;
    const inDays = (days: number) => new Date(time.ms + days * DAY).toISOString();
    const minute = (instant: unknown) => String(instant).slice(0, 16);
    const soon = await place(who, buyLimit('80', { expiresAt: inDays(7) }));
    expect(soon.order.expiresAt).toBe(inDays(7));
    const late = await place(who, buyLimit('80'));
    expect(minute(late.order.expiresAt)).toBe(minute(inDays(90)));
    // an end that is too late or past is refused, not moved, both at placing and at changing
    for (const expiresAt of [inDays(90.01), inDays(-1)]) {
      const refused = [
        await who.post('/api/orders', buyLimit('80', { expiresAt })),
        await who.send('PATCH', `/api/orders/${soon.order.id}`, { expiresAt }),
      ];
      for (const { status, json } of refused)
        expect([status, json]).toMatchObject([422, { code: 'INVALID', issues: [{ code: 'expiryRule' }] }]);
    }
    expect(await state(who, soon.order)).toMatchObject({ expiresAt: inDays(7), rev: 1 });
    const entry = await place(who, buyLimit('90', { stopLoss: { stopPrice: '85' } }));
    const stop = entry.children[0]!;
    expect([minute(entry.order.expiresAt), stop.expiresAt]).toEqual([minute(inDays(90)), null]);
    time.ms += 89 * DAY;
    who = await server.login('patient', 'pass of patient');
    const moved = await who.send('PATCH', `/api/orders/${entry.order.id}`, { expiresAt: inDays(60) });
    expect(moved.json).toMatchObject({ expiresAt: inDays(60), rev: 2 });
    time.ms += 2 * DAY;
    await server.services.orderEngine.pump();
    expect(await state(who, late.order)).toMatchObject({ status: 'expired' });
    expect(await state(who, stop)).toMatchObject({ status: 'held' });
    market.set('AAPL', '90');
    await server.services.orderEngine.pump();
    const working = await state(who, stop);
    expect([working.status, minute(working.expiresAt)]).toEqual(['working', minute(inDays(90))]);
    market.set('AAPL', '100');
  });

  test('a request that is repeated after the end of its order gets the first response', async () => {
    const who = await server.register();
    const key = { 'idempotency-key': 'brief' };
    const brief = buyLimit('80', { expiresAt: new Date(time.ms + 30_000).toISOString() });
    const first = await who.post('/api/orders', brief, key);
    time.ms += 60_000;
    const again = await who.post('/api/orders', brief, key);
    expect([first.status, again.status, again.json]).toEqual([201, 201, first.json]);
    expect((await who.post('/api/orders', brief)).status).toBe(422);
  });

  test('who is disqualified keeps their orders, and they fill', async () => {
    const who = await server.register('barred');
    const { order } = await place(who, buyLimit('95'));
    const admin = await server.admin();
    const season = server.services.seasons.current()!.number;
    const body = { season, username: 'barred', reason: 'Two accounts' };
    expect((await admin.post('/api/disqualify', body)).status).toBe(200);
    market.set('AAPL', '95');
    await server.services.orderEngine.pump();
    expect(await state(who, order)).toMatchObject({ status: 'filled', filledPrice: '95.0000' });
    market.set('AAPL', '100');
  });
});

test('while the market is closed everything may be placed, changed and cancelled, and nothing fires', async () => {
  const time = { ms: Date.parse('2026-07-08T15:00:00Z') };
  const market = heldMarket({ AAPL: '100' }, () => time.ms, { hours: 'us' });
  const server = await open(market, time);
  const who = await server.register();
  await buy(who, 'AAPL', 10);
  const isStale = async () => (await who.get<{ stale: boolean }>('/api/price?symbol=AAPL')).json.stale;
  expect(await isStale()).toBe(false);
  time.ms = Date.parse('2026-07-08T22:00:00Z');
  expect(await isStale()).toBe(true);
  const market10 = { symbol: 'AAPL', action: 'buy', type: 'market', quantity: '10' };
  const refused = async (body: object) => (await who.post('/api/orders', body)).json.code;
  expect(await refused(market10)).toBe('MARKET_CLOSED');
  for (const body of [buyLimit('101', { tif: 'ioc' }), { ...market10, tif: 'fok' }]) {
    const { status, json } = await who.post<Placed>('/api/orders', body);
    const order = { status: 'cancelled', reason: 'not_marketable', hold: '0.00' };
    expect([status, json]).toMatchObject([200, { order, trade: null }]);
  }
  expect(
    await refused({
      ...buyLimit('99'),
      action: 'sell',
      type: 'stop',
      limitPrice: undefined,
      stopPrice: '100',
    }),
  ).toBe('PRICE_CROSSED');
  const queued = await place(who, { ...market10, queue: true });
  expect(queued.order).toMatchObject({ status: 'working', hold: '1050.00' });
  const reached = await place(who, buyLimit('101'));
  const changed = await who.send('PATCH', `/api/orders/${reached.order.id}`, { limitPrice: '102' });
  expect(changed.json).toMatchObject({ status: 'working', rev: 2, hold: '102.00' });
  const gone = await place(who, buyLimit('90'));
  expect((await who.send('DELETE', `/api/orders/${gone.order.id}`)).status).toBe(200);
  await server.services.orderEngine.pump();
  expect(await state(who, queued.order)).toMatchObject({ status: 'working' });
  time.ms = Date.parse('2026-07-09T13:30:00Z');
  market.set('AAPL', '101.50');
  await server.services.orderEngine.pump();
  for (const order of [queued.order, reached.order])
    expect(await state(who, order)).toMatchObject({ status: 'filled', filledPrice: '101.5000' });
  await server.stop();
});

test('where nobody knows the price of now, a limit is placed and moved, a stop is not', async () => {
  const held = heldMarket({ AAPL: '100' });
  /** How old the newest price is, ms. */
  let age = 0;
  const market: HeldMarket = {
    ...held,
    path: undefined,
    quote: async (symbol) => ({ ...(await held.quote(symbol)), asOfMs: held.now() - age }),
  };
  const server = await startServer({ market });
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  const who = await server.register();
  await buy(who, 'AAPL', 10);
  const stop = { symbol: 'AAPL', action: 'sell', type: 'stop', quantity: '5', stopPrice: '95' };
  const trail = { symbol: 'AAPL', action: 'sell', type: 'trailing_stop', quantity: '5', trailAmount: '9' };
  const [stopped, trailed] = [await place(who, stop), await place(who, trail)];
  age = server.services.settings.quoteMaxAgeMs + 60_000;
  const limited = await place(who, buyLimit('101'));
  expect(limited.order.status).toBe('working');
  const change = async ({ id }: Order, terms: object) => {
    const { status, json } = await who.send('PATCH', `/api/orders/${id}`, terms);
    return `${status} ${json.code ?? json.rev}`;
  };
  for (const body of [stop, trail])
    expect((await who.post('/api/orders', body)).json.code).toBe('STALE_PRICE');
  expect(await change(limited.order, { limitPrice: '102' })).toBe('200 2');
  expect(await change(stopped.order, { stopPrice: '96' })).toBe('503 STALE_PRICE');
  expect(await change(trailed.order, { trailAmount: '8' })).toBe('503 STALE_PRICE');
  // a change that moves no stop needs no price
  expect(await change(stopped.order, { quantity: '4' })).toBe('200 2');
  expect(await change(stopped.order, { stopPrice: '95' })).toBe('200 2');
  await server.stop();
});
