/** The daily limits of an account's writes and gains, and files of the length that they allow. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { MAX_DAY_EVENTS, MAX_DAY_FILLS } from '#core/trading/day-limits.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const DAY_MS = 86_400_000;
const time = { ms: Date.parse('2026-07-08T15:00:00Z') };
let server: TestServer;
let market: HeldMarket;
let admin: Client;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50' }, () => time.ms);
  server = await startServer({ market, clock: { now: () => time.ms } });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const trade = async (who: Client, action: string, quantity: number, symbol = 'AAPL') => {
  const body = { user_id: who.userId, symbol, action, quantity };
  return (await who.post<{ code?: string; limit?: number }>('/api/trade', body)).json;
};
const place = async (who: Client, limitPrice: string) => {
  const body = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: '1', limitPrice };
  return (await who.post<{ code?: string; order?: { id: string } }>('/api/orders', body)).json;
};
const counted = async ({ userId }: Client) => {
  const [row] = await server.sql<{ day: string; fills: number; events: number }[]>`
    select counted_day::text as day, day_fills as fills, day_events as events from accounts where user_id = ${userId}`;
  return row!;
};
const setCount = async ({ userId }: Client, fills: number, events: number) =>
  await server.sql`update accounts set day_fills = ${fills}, day_events = ${events} where user_id = ${userId}`;

test('fills and order events are counted, on a new day from nothing', async () => {
  const who = await server.register();
  await trade(who, 'buy', 10);
  const { order } = await place(who, '90');
  await who.send('DELETE', `/api/orders/${order!.id}`);
  expect(await counted(who)).toEqual({ day: '2026-07-08', fills: 1, events: 2 });
  time.ms += DAY_MS;
  await trade(who, 'sell', 5);
  expect(await counted(who)).toEqual({ day: '2026-07-09', fills: 1, events: 0 });
});

test('at the limit of fills nothing is filled or placed but what closes a whole position', async () => {
  const who = await server.register();
  await trade(who, 'buy', 10);
  await trade(who, 'short', 3, 'TSLA');
  await setCount(who, MAX_DAY_FILLS - 1, 0);
  expect(await trade(who, 'buy', 1)).not.toHaveProperty('code');
  const refused = { code: 'DAY_FULL', limit: MAX_DAY_FILLS };
  expect(await trade(who, 'buy', 1)).toMatchObject(refused);
  expect(await trade(who, 'sell', 4)).toMatchObject(refused);
  expect(await place(who, '90')).toMatchObject(refused);
  const stop = { symbol: 'AAPL', action: 'sell', type: 'stop', stopPrice: '80' };
  expect((await who.post('/api/orders', { ...stop, quantity: '4' })).json).toMatchObject(refused);
  expect((await who.post('/api/orders', { ...stop, closeAll: true })).status).toBe(201);
  expect(await trade(who, 'sell', 11)).not.toHaveProperty('code');
  const closed = await who.post('/api/positions/close', { positions: ['TSLA:short'] });
  expect(closed.status).toBe(200);
  expect((await counted(who)).fills).toBe(MAX_DAY_FILLS + 2);
  time.ms += DAY_MS;
  expect(await trade(who, 'buy', 1)).not.toHaveProperty('code');
});

test('at the limit of order events no order is placed or changed, but orders are cancelled and filled', async () => {
  const who = await server.register();
  const [waiting, cancelled] = [await place(who, '90'), await place(who, '91')];
  await setCount(who, 0, MAX_DAY_EVENTS);
  const refused = { code: 'DAY_FULL', limit: MAX_DAY_EVENTS };
  expect(await place(who, '92')).toMatchObject(refused);
  const changed = await who.send('PATCH', `/api/orders/${waiting.order!.id}`, { limitPrice: '95' });
  expect(changed.json).toMatchObject(refused);
  expect((await who.send('DELETE', `/api/orders/${cancelled.order!.id}`)).status).toBe(200);
  expect(await trade(who, 'buy', 1)).not.toHaveProperty('code');
});

test('the XP of a day are counted; admins see who earned more than 50 on one', async () => {
  const [who, other] = [await server.register('much-xp'), await server.register('some-xp')];
  const xpOf = async ({ userId }: Client) => {
    const [row] = await server.sql<{ xp: string; best: string; day: string | null }[]>`
      select day_xp as xp, best_day_xp as best, best_day::text as day from accounts where user_id = ${userId}`;
    return row;
  };
  expect(await xpOf(who)).toEqual({ xp: '0.00', best: '0.00', day: null });
  for (const [client, price] of [
    [who, '130'],
    [other, '110'],
  ] as const) {
    for (const symbol of ['AAPL', 'TSLA']) await trade(client, 'buy', 1, symbol);
    market.set('AAPL', price);
    market.set('TSLA', String(Number(price) / 2));
    for (const symbol of ['AAPL', 'TSLA']) await trade(client, 'sell', 1, symbol);
    market.set('AAPL', '100');
    market.set('TSLA', '50');
  }
  const day = new Date(time.ms).toISOString().slice(0, 10);
  expect(await xpOf(who)).toEqual({ xp: '60.00', best: '60.00', day });
  time.ms += DAY_MS;
  await place(who, '90');
  expect(await xpOf(who)).toEqual({ xp: '0.00', best: '60.00', day });
  await trade(who, 'buy', 1);
  market.set('AAPL', '120');
  await trade(who, 'sell', 1);
  market.set('AAPL', '100');
  expect(await xpOf(who)).toEqual({ xp: '20.00', best: '60.00', day });
  const page = await admin.get('/admin/accounts?show=xp', { accept: 'text/html' });
  expect(page.text).toContain('much-xp');
  expect(page.text).toContain('60.00');
  expect(page.text).not.toContain('some-xp');
  expect((await who.get('/admin/accounts?show=xp', { accept: 'text/html' })).status).toBe(403);
});

test('the file of trades has each of them once, however many there are', async () => {
  const who = await server.register();
  await trade(who, 'buy', 10);
  await trade(who, 'sell', 10);
  const count = 2_500;
  await server.sql`
    insert into closed_trades (position_id, fill_id, season_id, user_id, symbol, is_short, quantity, entry_price, exit_price,
      pnl, pnl_percent, xp, close_reason, opened_at, closed_at)
    select c.position_id, c.fill_id, c.season_id, c.user_id, c.symbol, c.is_short, n, c.entry_price, c.exit_price, c.pnl,
      c.pnl_percent, c.xp, c.close_reason, c.opened_at, c.closed_at
    from closed_trades c, generate_series(101, ${100 + count}) n where c.user_id = ${who.userId}`;
  for (const query of ['', '?season=all']) {
    const { text } = await who.get(`/api/my-trades${query}`);
    const rows = text.trim().split('\r\n').slice(1);
    expect(rows).toHaveLength(count + 1);
    const quantities = rows.map((row) => Number(row.split(',')[4]));
    expect(quantities).toEqual([...Array.from({ length: count }, (_, n) => 100 + count - n), 10]);
  }
});
