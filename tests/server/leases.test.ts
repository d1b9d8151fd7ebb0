/** The lease of matching orders: a process that has lost it fills nothing. */
import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from 'bun:test';
import { cents } from '#core/money/units.ts';
import { NO_RULES } from '#core/trading/season-rules.ts';
import { commitOrders, type OrdersCommit } from '#db/queries/orders/commit.ts';
import { takeLease } from '#db/queries/platform/leases.ts';
import type { Client } from '../helpers/client.ts';
import { testDatabase } from '../helpers/database.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let market: HeldMarket;
let trader: Client;
beforeAll(async () => {
  market = heldMarket({ AAPL: '101' });
  server = await startServer({ market });
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  trader = await server.register();
});
afterAll(() => server?.stop());
afterEach(() => void setSystemTime());

const OTHER = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const fills = async () => (await server.sql`select from fills`).length;
const engine = () => server.services.orderEngine;

test('a lease is one process at a time, and whoever takes it over raises the epoch', async () => {
  const { sql } = server;
  await engine().pump();
  expect(await takeLease(sql, 'orders', OTHER)).toBeNull();
  await sql`update leases set until = 'epoch' where name = 'orders'`;
  const stateBefore = engine().state();
  const taken = await takeLease(sql, 'orders', OTHER);
  expect(stateBefore.isHolder).toBe(true);
  expect(await takeLease(sql, 'orders', OTHER)).toEqual(taken);
  await sql`update leases set until = 'epoch' where name = 'orders'`;
  await until(async () => {
    await engine().pump();
    const rows = await sql<{ epoch: bigint }[]>`select epoch from leases where name = 'orders'`;
    return rows[0]!.epoch === taken!.epoch + 1n && engine().state().isHolder;
  });
});

test('what fills after the lease is lost is fenced, and filled once by the next holder', async () => {
  const { sql } = server;
  const order = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 10, limitPrice: '100' };
  expect((await trader.post('/api/orders', order)).status).toBe(201);
  await until(async () => {
    await engine().pump();
    return engine().state().orders === 1;
  });
  // another process takes the lease; this one does not notice yet, since it renews only every 2 s
  await engine().pump();
  await sql`update leases set holder = ${OTHER}, epoch = epoch + 1, until = now() + interval '1 hour' where name = 'orders'`;
  market.set('AAPL', '99.50');
  await engine().pump();
  expect(await fills()).toBe(0);
  await until(async () => {
    await engine().pump();
    return !engine().state().isHolder;
  });
  expect(await fills()).toBe(0);

  await sql`update leases set until = 'epoch' where name = 'orders'`;
  await until(async () => {
    await engine().pump();
    return (await fills()) > 0;
  });
  await engine().pump();
  expect(await fills()).toBe(1);
});

const HOUR_MS = 3_600_000;
/** The case with the clock ahead is the last one: it leaves this market an hour ahead. */
const WRONG = [
  ['behind', -HOUR_MS],
  ['ahead of', HOUR_MS],
] as const;

test.each(WRONG)(
  'a process whose clock is an hour %s the database’s fills nothing and matches no orders',
  async (side, ms) => {
    await until(async () => {
      await engine().pump();
      return engine().state().isHolder;
    });
    const fillsBefore = await fills();
    const trade = () =>
      trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });

    setSystemTime(new Date(Date.now() + ms));
    expect((await trade()).json).toMatchObject({ code: 'UNAVAILABLE' });
    await until(async () => {
      await engine().pump();
      return !engine().state().isHolder;
    });
    const ready = await server.visitor().get<{ checks: { database: { says: string } } }>('/readyz');
    const { says } = ready.json.checks.database;
    expect([ready.status, says.replace(/3\d{3} s/, '')]).toEqual([
      503,
      `the clock here is  ${side} the database's`,
    ]);
    expect(await fills()).toBe(fillsBefore);

    setSystemTime();
    expect((await server.visitor().get('/readyz')).status).toBe(200);
  },
);

test('what was decided by a wrong clock is not done once it is right, nor what goes with it', async () => {
  const { sql } = server;
  const other = await server.register();
  const rows = await sql<{ seasonId: number; userId: number; version: bigint }[]>`
    select season_id as "seasonId", user_id as "userId", version from accounts
    where user_id in (${trader.userId}, ${other.userId}) and season_id = (select max(id) from seasons) order by user_id`;
  const [first, second] = rows.map(
    (row): OrdersCommit => ({
      ...row,
      rules: NO_RULES,
      anyStatus: false,
      idempotency: null,
      patienceMs: 8_000,
      at: new Date(),
      orders: { changes: [], held: cents(0n), live: 0 },
      decidedMs: Date.now(),
    }),
  ) as [OrdersCommit, OrdersCommit];
  for (const ms of [-HOUR_MS, HOUR_MS]) {
    const wrong = { ...second, decidedMs: second.decidedMs + ms };
    expect(await commitOrders(sql, [first, wrong])).toEqual(new Set());
    expect(await commitOrders(sql, [wrong, first])).toEqual(new Set());
  }
  expect(await commitOrders(sql, [first, second])).toEqual(new Set([first.userId, second.userId]));
});

const DAY_MS = 24 * HOUR_MS;

test('a session ends by the database’s time, whatever the clock here says', async () => {
  const { sql, services } = server;
  const isIn = async () => (await trader.get('/api/portfolio')).status === 200;
  const sessions = async () => (await sql`select from sessions where user_id = ${trader.userId}`).length;
  expect(await isIn()).toBe(true);
  setSystemTime(new Date(Date.now() + 40 * DAY_MS));
  await services.tidy();
  expect([await isIn(), await sessions()]).toEqual([true, 1]);

  setSystemTime(new Date(Date.now() - 80 * DAY_MS));
  await sql`update sessions set expires_at = now() - interval '1 minute' where user_id = ${trader.userId}`;
  // reads may be answered from memory for a second
  await until(async () => !(await isIn()));
  await services.tidy();
  expect(await sessions()).toBe(0);
});

test('by a wrong clock no season ends or is edited, no seed becomes public, no link joins the chain', async () => {
  const { sql, services } = server;
  const { seasons } = services;
  const admin = await server.admin();
  const season = () => admin.get<{ active: boolean }>('/api/competition-status');
  const seeds = async () => (await seasons.commitments(seasons.current()!)).map(({ seed }) => seed);
  // its own seed takes over after the next whole minute at the earliest; it ends in half an hour
  await seasons.end(admin.userId);
  await seasons.start(admin.userId);
  await sql`update competition set ends_at = now() + interval '30 minutes'`;
  await seasons.refresh();
  expect((await seeds()).slice(-2)).toEqual([null, null]);
  const buyer = await server.register();
  await buyer.post('/api/trade', { user_id: buyer.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
  const links = (): Promise<{ isNow: boolean }[]> => sql`
    select at between now() - interval '30 minutes' and now() + interval '30 minutes' as "isNow"
    from season_chain where season_id = ${seasons.current()!.id} and first_fill is not null`;

  setSystemTime(new Date(Date.now() + HOUR_MS));
  await services.chain.tick();
  await services.chain.tick();
  await seasons.keepSchedule();
  expect((await season()).json.active).toBe(true);
  expect((await seeds()).slice(-2)).toEqual([null, null]);
  const refused = [
    await admin.post('/api/toggle-competition', { active: false }),
    await admin.post('/api/reset-competition', {}),
    await admin.post('/api/update-competition', { prizePool: '1' }),
  ];
  expect(refused.map(({ json }) => (json as { code: string }).code)).toEqual(Array(3).fill('UNAVAILABLE'));

  setSystemTime();
  await until(async () => (await links()).length > 0);
  expect(await links()).toEqual([{ isNow: true }]);
  await sql`update competition set ends_at = now()`;
  await seasons.refresh();
  await seasons.keepSchedule();
  expect((await season()).json.active).toBe(false);
});

test('by a wrong clock no first season is opened: the start stops with a sentence', async () => {
  const empty = await testDatabase();
  setSystemTime(new Date(Date.now() + HOUR_MS));
  const start = startServer({ market, database: empty.url });
  await expect(start).rejects.toThrow(
    /^Prices cannot be given a secret seed: the clock here is 3\d{3} s ahead/,
  );
  setSystemTime();
  await empty.drop();
});
