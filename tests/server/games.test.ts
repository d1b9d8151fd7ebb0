/** Practice has an account of its own beside the season, and the season counts nothing of it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readTradeRequest } from '#core/contract/trade.ts';
import { writeCents } from '#core/money/money.ts';
import { cents } from '#core/money/units.ts';
import { refillPractice } from '#db/queries/season/practice.ts';
import { createSplits } from '#services/market/splits.ts';
import { viewAccount } from '#services/trading/portfolio.ts';
import type { Trader } from '#services/trading/trading.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50', MSFT: '100' });
  server = await startServer({ market });
  server.services.practiceMargin.stop();
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const inPractice = async (): Promise<Trader> => {
  const { userId, username } = await server.register();
  return { id: userId!, username: username!, isAdmin: false, game: 'practice' };
};
const inSeason = (trader: Trader): Trader => ({ ...trader, game: 'season' });
const send = async (trader: Trader, body: object, idempotencyKey?: string) => {
  const order = readTradeRequest({ user_id: trader.id, symbol: 'AAPL', ...body }, trader.id);
  return (await server.services.trading.execute(trader, order, { idempotencyKey })).answer;
};
const cashOf = async ({ id, game }: Trader) => {
  const view = await viewAccount(server.services, id, game);
  return view && writeCents(view.cash);
};
/** Accounts whose cash is not the sum of their ledger. */
const wrongBooks = () => server.sql`
  select a.season_id, a.user_id from accounts a left join ledger l on l.season_id = a.season_id
    and l.user_id = a.user_id and l.currency = 'USD'
  group by a.season_id, a.user_id, a.cash having a.cash is distinct from sum(l.amount)`;

test('each balance moves alone; practice earns no XP, announces no profit and enters no table', async () => {
  const ann = await inPractice();
  const heard: string[] = [];
  const stop = server.services.bus.subscribe(({ type }) => void heard.push(type));
  await send(ann, { action: 'buy', quantity: 10 });
  expect([await cashOf(ann), await cashOf(inSeason(ann))]).toEqual(['99000.00', '100000.00']);
  await send(inSeason(ann), { action: 'buy', quantity: 1 });
  market.set('AAPL', '150');
  const sold = await send(ann, { action: 'sell', quantity: 10 });
  expect(sold).toMatchObject({ pnl: '500.00', xpGained: 0, levelsGained: 0, tkfGained: 0 });
  stop();
  expect([await cashOf(ann), await cashOf(inSeason(ann))]).toEqual(['100500.00', '99900.00']);
  expect(heard).not.toContain('tradeSuccess');
  expect(await server.sql`select from progress where user_id = ${ann.id} and xp > 0`).toHaveLength(0);
  await server.services.leaderboard.pass(true);
  const { json } = await admin.get<{ username: string; totalValue: number }[]>('/api/rankings');
  const row = json.find(({ username }) => username === ann.username);
  expect(row?.totalValue).toBe(100_050);
  expect(await wrongBooks()).toHaveLength(0);
  market.set('AAPL', '100');
});

test('an Idempotency-Key of one game is no answer in another', async () => {
  const ben = await inPractice();
  const key = crypto.randomUUID();
  const first = await send(ben, { action: 'buy', quantity: 1 }, key);
  expect(await send(ben, { action: 'buy', quantity: 1 }, key)).toEqual(first);
  await expect(send(inSeason(ben), { action: 'buy', quantity: 1 }, key)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_MISMATCH',
  });
});

test('a working order fills in its own game, and keeps it when it is changed and cancelled', async () => {
  const { orders, orderEngine } = server.services;
  const cyd = await inPractice();
  const limit = (price: bigint) =>
    ({
      symbol: 'MSFT',
      action: 'buy',
      size: { kind: 'quantity', quantity: 2_000_000n },
      type: 'limit',
      tif: 'gtc',
      limit: price,
      stop: null,
      trail: null,
      expiresAt: null,
      oco: null,
      clientOrderId: null,
      takeProfit: null,
      stopLoss: null,
      isQueued: false,
    }) as never;
  const both = [cyd, inSeason(cyd)];
  const [practice, season] = await Promise.all(both.map((each) => orders.place(each, limit(900_000n))));
  // the order is changed in its own game, though the request is made in the season
  const changed = await orders.replace(inSeason(cyd), practice!.answer.order.id, {
    limit: 950_000n,
  } as never);
  expect(changed.limitPrice).toBe('95.0000');
  market.set('MSFT', '94');
  await orderEngine.pump();
  expect([await cashOf(cyd), await cashOf(inSeason(cyd))]).toEqual(['99812.00', '100000.00']);
  expect((await orders.cancel(cyd, season!.answer.order.id)).status).toBe('cancelled');
  expect(await wrongBooks()).toHaveLength(0);
  market.set('MSFT', '100');
});

test('an order of another game is no group to join', async () => {
  const gus = await server.register('gus_groups');
  const limit = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '10', tif: 'gtc' };
  const { order } = (await gus.post<{ order: { id: string } }>('/api/orders', limit)).json;
  expect(await gus.post('/api/orders', { ...limit, oco: order.id, game: 'practice' })).toMatchObject({
    status: 404,
    json: { code: 'ORDER_NOT_FOUND' },
  });
});

test('a short is covered by force in the game whose equity is too low', async () => {
  const dan = await inPractice();
  await send(dan, { symbol: 'TSLA', action: 'short', quantity: 2000 });
  await send(inSeason(dan), { symbol: 'TSLA', action: 'short', quantity: 100 });
  market.set('TSLA', '76.92');
  expect(await server.services.practiceMargin.check()).toBe(0);
  market.set('TSLA', '76.93');
  expect(await server.services.practiceMargin.check()).toBe(1);
  expect(await cashOf(dan)).toBe('46140.00');
  const open = await server.sql<{ id: number }[]>`
    select season_id as id from positions where user_id = ${dan.id} and closed_at is null`;
  expect(open.map(({ id }) => id)).toEqual([server.services.seasons.current()!.id]);
  market.set('TSLA', '50');
});

test('an account whose cover fails keeps no other from its own, and is covered by the next check', async () => {
  const [sam, tea] = [await inPractice(), await inPractice()];
  for (const who of [sam, tea]) await send(who, { symbol: 'TSLA', action: 'short', quantity: 2000 });
  market.set('TSLA', '90');
  await server.sql.unsafe(`
    create function refuse_sam() returns trigger language plpgsql as $$ begin
      if new.user_id = ${sam.id} then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_sam before insert on fills for each row execute function refuse_sam()`);
  await expect(server.services.practiceMargin.check()).rejects.toThrow('refused');
  await server.sql.unsafe('drop trigger refuse_sam on fills; drop function refuse_sam');
  const isShort = async ({ id }: Trader) =>
    (await server.sql`select from positions where user_id = ${id} and closed_at is null`).length > 0;
  expect([await isShort(sam), await isShort(tea)]).toEqual([true, false]);
  expect(await server.services.practiceMargin.check()).toBe(1);
  expect(await isShort(sam)).toBe(false);
  market.set('TSLA', '50');
});

test('a split meets the positions and orders of both games, once', async () => {
  const eve = await inPractice();
  for (const trader of [eve, inSeason(eve)])
    await send(trader, { symbol: 'MSFT', action: 'buy', quantity: 3 });
  const splits = createSplits(server.services);
  // shares bought after the opening of a split's day are new shares
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const split = { symbol: 'MSFT', date: tomorrow, numerator: 2, denominator: 1 };
  expect(await splits.apply(split)).toBe(true);
  expect(await splits.apply(split)).toBe(false);
  const held = await server.sql<{ quantity: string }[]>`
    select quantity from positions where user_id = ${eve.id} and closed_at is null order by season_id`;
  expect(held.map(({ quantity }) => Number(quantity))).toEqual([6, 6]);
});

test('practice trades between two seasons; an edit of the rules of the contest leaves it alone', async () => {
  const fay = await inPractice();
  market.set('AAPL', '100');
  await admin.post('/api/toggle-competition', { active: false });
  await expect(send(inSeason(fay), { action: 'buy', quantity: 1 })).rejects.toMatchObject({
    code: 'COMPETITION_INACTIVE',
  });
  await send(fay, { action: 'buy', quantity: 1 });
  expect(await cashOf(fay)).toBe('99900.00');
  await admin.post('/api/toggle-competition', { active: true });
  await server.services.seasons.update({ minPrice: cents(20_000n), reason: 'test' }, admin.userId!);
  await send(fay, { action: 'sell', quantity: 1 });
  await send(fay, { action: 'short', quantity: 1 });
  await expect(send(inSeason(fay), { action: 'short', quantity: 1 })).rejects.toMatchObject({
    code: 'PRICE_TOO_LOW',
  });
  expect(server.services.seasons.current()).toMatchObject({ number: 2, status: 'active' });
  expect(await cashOf(fay)).toBe('99900.00');
  expect(await cashOf(inSeason(fay))).toBe('100000.00');
  const rows = await server.sql<{ id: number; status: string }[]>`
    select id, status from seasons where kind = 'practice'`;
  expect([...rows]).toEqual([{ id: -1, status: 'active' }]);
});

test('over HTTP: the same call with `game`, and pages that are open between two seasons', async () => {
  const gil = await server.register('gil');
  market.set('AAPL', '100');
  const { userId } = gil;
  const bought = await gil.post<{ cash: string }>('/api/trade', {
    ...{ user_id: userId, symbol: 'AAPL', action: 'buy', quantity: 5 },
    game: 'practice',
  });
  expect([bought.status, bought.json.cash]).toEqual([200, '99500.00']);
  const order = { symbol: 'AAPL', action: 'sell', type: 'limit', quantity: '5', limitPrice: '120' };
  expect((await gil.post('/api/orders', order)).status).toBe(409);
  expect((await gil.post('/api/orders', { ...order, game: 'practice' })).status).toBe(201);
  const counts = async (query: string) =>
    await Promise.all([
      gil.get<unknown[]>(`/api/portfolio${query}`).then(({ json }) => json.length),
      gil.get<{ orders: unknown[] }>(`/api/orders${query}`).then(({ json }) => json.orders.length),
      gil.get<unknown[]>(`/api/all-trades/${userId}${query}`).then(({ json }) => json.length),
    ]);
  expect([await counts(''), await counts('?game=practice')]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  expect((await gil.get<{ balance: string }>('/api/user-profile?game=practice')).json.balance).toBe(
    '99500.00',
  );
  expect((await admin.get(`/api/all-trades/${userId}?game=practice`)).status).toBe(404);
  await admin.post('/api/toggle-competition', { active: false });
  const page = async (path: string) => await gil.get(path, { accept: 'text/html' });
  expect((await page('/chart')).status).toBe(303);
  const { text } = await page('/practice');
  expect(text).toContain('href="/games"');
  for (const path of ['/', '/competitions', '/games'])
    expect((await page(path)).text).toContain('href="/practice"');
  expect((await page('/practice/portfolio')).text).toContain('name="game" value="practice"');
  const closed = await gil.post<{ closed: unknown[] }>('/api/positions/close', {
    positions: ['AAPL:long'],
    game: 'practice',
  });
  expect(closed.json.closed).toHaveLength(1);
  await admin.post('/api/toggle-competition', { active: true });
});

test('starting over: no orders, no positions, full cash, once an hour; the ledger keeps all', async () => {
  const hana = await server.register('hana');
  const trader: Trader = { id: hana.userId!, username: 'hana', isAdmin: false, game: 'practice' };
  market.set('AAPL', '100');
  await send(trader, { action: 'buy', quantity: 10 });
  await send(trader, { action: 'short', symbol: 'TSLA', quantity: 10 });
  await hana.post('/api/orders', {
    ...{ symbol: 'AAPL', action: 'buy', type: 'limit', quantity: '1', limitPrice: '90' },
    game: 'practice',
  });
  market.set('AAPL', '80');
  expect((await hana.post('/api/practice/start-over', {})).status).toBe(200);
  const view = (await viewAccount(server.services, trader.id, 'practice'))!;
  expect([writeCents(view.cash), view.open.length, view.liveOrders, writeCents(view.held)]).toEqual([
    '100000.00',
    0,
    0,
    '0.00',
  ]);
  const ledger = await server.sql<{ amount: string }[]>`
    select amount from ledger where user_id = ${trader.id} and season_id = -1 and kind = 'season_grant' order by id`;
  expect(ledger.map(({ amount }) => amount)).toEqual(['100000.00', '200.00']);
  const again = await hana.post<{ code: string }>('/api/practice/start-over', {});
  expect([again.status, again.json.code]).toEqual([429, 'TOO_MANY']);
  expect(await wrongBooks()).toHaveLength(0);
  market.set('AAPL', '100');
});

const waiting = (count: number) =>
  until(async () => {
    const rows = await server.sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    return rows.count === count;
  });

test('of two requests at the same moment, one starts over and the other must wait', async () => {
  const lea = await server.register('lea');
  const trader: Trader = { id: lea.userId!, username: 'lea', isAdmin: false, game: 'practice' };
  await send(trader, { action: 'buy', quantity: 1 });
  await send(trader, { action: 'sell', quantity: 1 });
  const startOver = () => lea.post('/api/practice/start-over', {});
  const sent: ReturnType<typeof startOver>[] = [];
  await server.sql.begin(async (tx) => {
    await tx`select from accounts where season_id = -1 and user_id = ${trader.id} for update`;
    sent.push(startOver(), startOver());
    await waiting(2);
  });
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 429]);
});

test('a trade that commits just before the start cash is given keeps its cost', async () => {
  const { sql } = server;
  const jan = await inPractice();
  await send(jan, { action: 'buy', quantity: 1 });
  await send(jan, { action: 'sell', quantity: 1 });
  const sent: Promise<unknown>[] = [];
  await sql.begin(async (tx) => {
    await tx`select from accounts where season_id = -1 and user_id = ${jan.id} for update`;
    sent.push(send(jan, { action: 'buy', quantity: 10 }));
    await waiting(1);
    sent.push(refillPractice(sql, jan.id, new Date(), 3_600_000));
    await waiting(2);
  });
  const [, isFilled] = await Promise.all(sent);
  expect([isFilled, await cashOf(jan)]).toEqual([false, '99000.00']);
});

test('a notification of a fill and of a forced cover names practice', async () => {
  const ido = await inPractice();
  await send(ido, { symbol: 'TSLA', action: 'short', quantity: 2000 });
  market.set('TSLA', '80');
  await server.services.practice.ready(ido.id);
  market.set('TSLA', '50');
  const rows = await server.sql<{ key: string }[]>`
    select title->>'key' as key from notifications where user_id = ${ido.id} order by id`;
  expect(rows.map(({ key }) => key)).toContain('messages:practiceCoveredTitle');
});

test.each([
  "insert into seasons (id, kind, status, start_cash, prize_pool, number) overriding system value values (-3, 'public', 'waiting', 1, 0, 9)",
  "insert into seasons (id, kind, status, start_cash, prize_pool) overriding system value values (-3, 'practice', 'waiting', 1, 0)",
  "insert into seasons (kind, status, start_cash, prize_pool) values ('league', 'waiting', 1, 0)",
  "update seasons set status = 'ended', ended_at = now() where id = -1",
])('the database ties the sign of an id to its kind: %s', async (statement) => {
  await expect(server.sql.unsafe(statement).execute()).rejects.toThrow('seasons_kind_of_id');
});
