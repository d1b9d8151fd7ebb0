/** Placements of several traders at once: one statement reads them, one commits them, and nobody pays for another's. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

type Placed = { order: { id: string; status: string } };

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ market: heldMarket({ AAPL: '100' }) });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
}, 60_000);
afterAll(() => server?.stop());

const ORDER = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '90' };
const traders = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => server.register(`at-once-${crypto.randomUUID().slice(0, 8)}`)),
  );

/** What the database holds of traders: live orders, their hold, and the account's own word for both. */
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
