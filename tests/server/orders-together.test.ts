/** Several traders place orders and trade at once: one statement commits them all, and a failure of one costs no other. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { DayVolumes } from '#services/market/day-volumes.ts';
import { Settlement } from '#services/orders/settle-orders.ts';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

type Placed = { order: { id: string; status: string } };

const market = heldMarket({ AAPL: '100' });
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ market });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const ORDER = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '90' };
const traders = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => server.register(`at-once-${crypto.randomUUID().slice(0, 8)}`)),
  );

/** Per account: its live orders and hold, the same summed from its orders, and its number of events. */
const booked = (ids: number[]) => server.sql`
  select a.user_id, a.live_orders, a.held::text, count(o.id)::integer as orders, sum(o.hold)::text as holds,
    (select count(*)::integer from order_events e where e.user_id = a.user_id) as events
  from accounts a left join orders o on o.user_id = a.user_id and o.final_at is null
  where a.user_id = any(${ids}) group by a.user_id, a.live_orders, a.held order by a.user_id`;

test('many at once are all placed, each once, and a repeat has its own answer', async () => {
  const all = await traders(12);
  const keys = all.map(() => crypto.randomUUID());
  const place = () =>
    Promise.all(
      all.map((trader, n) => trader.post<Placed>('/api/orders', ORDER, { 'idempotency-key': keys[n]! })),
    );
  const [first, again] = [await place(), await place()];
  expect(first.map(({ status }) => status)).toEqual(all.map(() => 201));
  expect(again.map(({ json }) => json.order.id)).toEqual(first.map(({ json }) => json.order.id));
  expect(new Set(first.map(({ json }) => json.order.id)).size).toBe(12);
  const ids = all.map(({ userId }) => userId!).sort((a, b) => a - b);
  expect([...(await booked(ids))]).toEqual(
    ids.map((user_id) => ({ user_id, live_orders: 1, held: '90.00', orders: 1, holds: '90.00', events: 1 })),
  );
});

test('the leaderboard hears of cash and trades, not of what is held', async () => {
  const trader = await server.register();
  await trader.post('/api/orders', ORDER);
  await server.sql.begin(async (tx) => {
    const noted = async () =>
      (await tx`select from changed_accounts where user_id = ${trader.userId!}`).length;
    await tx`delete from changed_accounts where user_id = ${trader.userId!}`;
    await tx`update accounts set held = 0, live_orders = 0, version = version + 1 where user_id = ${trader.userId!}`;
    expect(await noted()).toBe(0);
    await tx`update accounts set cash = cash - 1, version = version + 1 where user_id = ${trader.userId!}`;
    expect(await noted()).toBe(1);
  });
});

test('one that is refused by the database takes none of the others with it', async () => {
  const all = await traders(6);
  const [one] = all;
  const named = { ...ORDER, clientOrderId: 'mine' };
  expect((await one!.post('/api/orders', named)).status).toBe(201);
  const answers = await Promise.all(
    all.map((trader) => trader.post<Placed & { code: string }>('/api/orders', named)),
  );
  expect(answers.map(({ status }) => status)).toEqual([409, ...Array.from({ length: 5 }, () => 201)]);
  expect(answers[0]!.json.code).toBe('DUPLICATE_ORDER');
  expect((await booked(all.map(({ userId }) => userId!))).map(({ orders }) => orders)).toEqual([
    1, 1, 1, 1, 1, 1,
  ]);
});

test('nobody waits for an account that something else has locked', async () => {
  const [locked, ...free] = await traders(5);
  const holds = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const holder = server.sql.begin(async (tx) => {
    await tx`select from accounts where user_id = ${locked!.userId!} for update`;
    isLocked.resolve();
    await holds.promise;
  });
  await isLocked.promise;
  let isAnswered = false;
  const late = locked!.post('/api/orders', ORDER).then((answer) => {
    isAnswered = true;
    return answer.status;
  });
  const answers = await Promise.all(free.map((trader) => trader.post('/api/orders', ORDER)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(isAnswered).toBe(false);
  holds.resolve();
  await holder;
  expect(await late).toBe(201);
});

describe('trades', () => {
  const trade = (trader: Client, more: object = {}, key = '') =>
    trader.post<{ quantity: number; pnl: number | null; code?: string }>(
      '/api/trade',
      { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 2, ...more },
      key === '' ? {} : { 'idempotency-key': key },
    );
  /** Cash and counts of each account, with its ledger's sum and its fills. */
  const books = (all: Client[]) => server.sql`
    select a.cash::text, a.live_orders, a.trade_count,
      (select sum(amount)::text from ledger l where l.user_id = a.user_id and l.currency = 'USD') as ledger,
      (select string_agg(action || ' ' || trim_scale(quantity), ', ' order by id) from fills f where f.user_id = a.user_id) as fills
    from accounts a where a.user_id = any(${all.map(({ userId }) => userId!)}) order by a.user_id`;

  test('many at once are all filled, each once, and a repeat has its own answer', async () => {
    const all = await traders(12);
    const keys = all.map(() => crypto.randomUUID());
    const send = () => Promise.all(all.map((trader, n) => trade(trader, { quantity: n + 1 }, keys[n])));
    const [first, again] = [await send(), await send()];
    expect(first.map(({ status, json }) => [status, json.quantity])).toEqual(all.map((_, n) => [200, n + 1]));
    expect(again.map(({ json }) => json)).toEqual(first.map(({ json }) => json));
    const order = all.toSorted((a, b) => a.userId! - b.userId!);
    expect([...(await books(all))]).toEqual(
      order.map((trader) => {
        const quantity = all.indexOf(trader) + 1;
        const cash = `${100_000 - quantity * 100}.00`;
        return { cash, live_orders: 0, trade_count: 1, ledger: cash, fills: `buy ${quantity}` };
      }),
    );
  });

  test('who has orders waiting, turns round, is refused or closes goes on beside the others', async () => {
    const all = await traders(8);
    const [waits, turns, refused, closes, ...plain] = all as [Client, Client, Client, Client, ...Client[]];
    await waits.post('/api/orders', ORDER);
    await trade(turns);
    await trade(closes);
    const answers = await Promise.all([
      trade(waits),
      trade(turns, { action: 'short', reverse: true }),
      trade(refused, { quantity: 100_000 }),
      trade(closes, { action: 'sell' }),
      ...plain.map((trader) => trade(trader)),
    ]);
    expect(answers.map(({ status, json }) => json.code ?? status)).toEqual([
      ...[200, 200, 'NOT_ENOUGH_CASH', 200],
      ...plain.map(() => 200),
    ]);
    const rows = await books(all);
    const row = ({ userId }: Client) =>
      rows[
        all
          .map((each) => each.userId!)
          .sort((a, b) => a - b)
          .indexOf(userId!)
      ]!;
    expect(row(waits)).toMatchObject({ live_orders: 1, fills: 'buy 2' });
    expect(row(turns)).toMatchObject({ fills: 'buy 2, sell 2, short 2' });
    expect(row(refused)).toMatchObject({ cash: '100000.00', fills: null });
    expect(row(closes)).toMatchObject({ cash: '100000.00', fills: 'buy 2, sell 2' });
    for (const each of rows) expect(each.ledger).toBe(each.cash);
  });

  test('nobody waits for an account that something else has locked', async () => {
    const [locked, ...free] = (await traders(5)) as [Client, ...Client[]];
    const holds = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const holder = server.sql.begin(async (tx) => {
      await tx`select from accounts where user_id = ${locked.userId!} for update`;
      isLocked.resolve();
      await holds.promise;
    });
    await isLocked.promise;
    const late = trade(locked);
    const answers = await Promise.all(free.map((trader) => trade(trader)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    holds.resolve();
    await holder;
    expect((await late).status).toBe(200);
  });
});

test('a fill while an account is read does not make its reader miss the position', async () => {
  const { sql, services } = server;
  const trader = await server.register();
  const userId = trader.userId!;
  expect((await trader.post('/api/orders', { ...ORDER, limitPrice: '80' })).status).toBe(201);
  const closing = await sql.begin(async (tx) => {
    await tx`lock table orders in access exclusive mode`;
    const answer = trader.post('/api/orders', { ...ORDER, action: 'sell', limitPrice: '110' });
    // it has read the account by now and waits for its orders
    await until(async () => {
      const waiting = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like '%jsonb_agg(to_jsonb(o)%'`;
      return waiting.length > 0;
    });
    market.set('AAPL', '80');
    const settlement = new Settlement({
      sql,
      market,
      bus: services.bus,
      observer: null,
      dayVolumes: new DayVolumes({ sql, market }),
    });
    const settled = await settlement.settle(tx, userId, market.now());
    expect(settled?.book.positions.size).toBe(1);
    // not awaited here: it continues once this transaction is committed
    return { answer };
  });
  const { status, json } = await closing.answer;
  expect([status, json]).toEqual([201, expect.objectContaining({ order: expect.anything() })]);
});
