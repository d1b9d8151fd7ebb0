import { afterAll, beforeAll, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { SHARE } from '#core/money/money.ts';
import { quantityMicros, xpCents } from '#core/money/units.ts';
import { levelFor } from '#core/progress/xp.ts';
import type { Sql } from '#db/client.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { SIMULATED_TRADERS, simulatedTraders } from '#db/seed.ts';
import { patientEngine } from '#services/demo/patient.ts';
import { readPrizeDesk } from '#services/prizes/desk.ts';
import { verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { auditItems } from '../helpers/tkf.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
beforeAll(async () => {
  // without MARKET_SEED seasons are not practice
  server = await startServer({ env: { DEMO: '1', MARKET_SEED: '' } });
});
afterAll(() => server.stop());

const count = async (from: string) =>
  Number(
    (await server.sql<{ n: number }[]>`select count(*)::int as n from ${server.sql.unsafe(from)}`)[0]!.n,
  );

async function* linesOf(bundle: Uint8Array): AsyncGenerator<string> {
  yield* Buffer.from(bundle).toString().trimEnd().split('\n');
}

test('the first page view shows a contest that has been going on for days', async () => {
  const { leaderboard, seasons } = server.services;
  expect(seasons.active()).toBe(true);
  expect(Date.now() - seasons.current()!.startedAt!.getTime()).toBeGreaterThan(4 * 86_400_000);
  const { rows, state } = await leaderboard.page(1, 100);
  // including demo_helper and demo_trader
  expect(state.traders).toBe(SIMULATED_TRADERS.length + 2);
  expect(state.ranked).toBeGreaterThan(SIMULATED_TRADERS.length * 0.8);
  expect(new Set(rows.map((r) => r.equity)).size).toBeGreaterThan(12);
  expect(rows[0]!.equity).toBeGreaterThan(10_000_000n);
  expect(new Set(rows.map((r) => r.rank)).size).toBeGreaterThanOrEqual(4);
});

test('every cent of the history is in the ledger', async () => {
  expect(await count('fills')).toBeGreaterThan(100);
  const wrong = await server.sql`
    select a.user_id from accounts a join ledger l using (season_id, user_id)
    group by a.season_id, a.user_id, a.cash having a.cash <> sum(l.amount)`;
  expect(wrong).toHaveLength(0);
  const late = await server.sql`select from fills where quote_at > filled_at`;
  expect(late).toHaveLength(0);
});

test('the season before it is over: its winners are confirmed, one prize is paid, one claimed, one offered', async () => {
  const { services, sql } = server;
  const season = (await seasonByNumber(sql, 1))!;
  const { awards, decisions } = await readPrizeDesk(services, season);
  expect(awards.map(({ place, amount, status }) => [place, amount, status])).toEqual([
    [1, 125_000n, 'paid'],
    [2, 75_000n, 'claimed'],
    [3, 50_000n, 'offered'],
  ]);
  expect(decisions.map(({ kind, admin }) => [kind, admin])).toEqual([
    ['confirm', 'demo_admin'],
    ['paid', 'demo_admin'],
  ]);
  const times = [season.endedAt, season.confirmedAt, awards[1]!.claimedAt, awards[0]!.paidAt, new Date()];
  expect(times).toEqual(times.toSorted((a, b) => a!.getTime() - b!.getTime()));
  const bundle = gunzipSync(await (await fetch(`${server.url}/competitions/1/bundle`)).arrayBuffer());
  expect((await verifyBundle(linesOf(bundle))).standings).toBe(SIMULATED_TRADERS.length);
});

test('a report, a message and a claim wait for the staff, which has a moderator', async () => {
  const { sql } = server;
  expect(await count('reports where closed_at is null')).toBe(1);
  expect(await count('contact_messages where read_at is null')).toBe(1);
  expect(await sql`select username from users where is_moderator`).toEqual([
    { username: 'demo_helper' },
  ] as never);
  // only the admin was registered when the past seasons began and ended
  expect(
    await sql`select distinct u.username from notifications n join users u on u.id = n.user_id where n.topic in ('season', 'announcement')`,
  ).toEqual([{ username: 'demo_admin' }] as never);
});

test('they wear what they bought with TKF they earned, and the books say so', async () => {
  const people = await simulatedTraders(server.sql);
  const worn = new Set<string>();
  for (const { id } of people) {
    await auditItems(server.sql, id);
    const { level, xp } = await server.services.accounts.profile(id);
    expect(level).toBe(levelFor(xpCents(BigInt(Math.round(xp * 100)))));
    for (const item of Object.values((await server.services.shop.wallet(id)).active))
      if (item) worn.add(item);
  }
  expect(worn.size).toBeGreaterThan(12);
  const { rows } = await server.services.leaderboard.page(1, 100);
  expect(rows.filter((row) => row.logo !== null).length).toBeGreaterThan(people.length / 2);
  const paid = await count(`ledger where kind = 'level_reward'`);
  expect(paid).toBe(await count('level_rewards'));
});

test('it can be proved like any other season, and curves are drawn through it', async () => {
  const { services, sql } = server;
  // the chain covers the history within seconds after the start; a snapshot before would lack its last link
  const [newest] = await sql<{ fill: bigint; event: bigint }[]>`
    select (select max(id) from fills) as fill, (select max(id) from order_events) as event`;
  const { fill, event } = newest!;
  await until(
    async () => (await count(`season_chain where last_fill >= ${fill} and last_event >= ${event}`)) > 0,
  );
  // the demo's traders go on trading: verifies in one snapshot, as the command does
  for (const number of [1, 2]) {
    const proved = await sql.begin('isolation level repeatable read read only', (tx) =>
      verifySeason({ ...services, sql: tx as unknown as Sql }, number),
    );
    expect(proved.prices).toBeGreaterThan(60);
    expect(proved.standings).toBe(number === 1 ? SIMULATED_TRADERS.length : 0);
  }
  const leader = (await services.equity.leader())!;
  // samples by the hour, also between the orders
  expect(leader.points.length).toBeGreaterThan(40);
  const days = (leader.points.at(-1)!.at - leader.points[0]!.at) / 86_400_000;
  expect(days).toBeGreaterThan(4);
});

test('from the first page view on they have orders at work, which nobody else sees', async () => {
  const ofThem = 'order_events e join users u on u.id = e.user_id and u.is_simulated';
  expect(await count(`${ofThem} where kind = 'placed'`)).toBeGreaterThan(SIMULATED_TRADERS.length);
  const groups = await server.sql<{ types: string[] }[]>`
    select array_agg(o.type order by o.type) as types from orders o join users u on u.id = o.user_id
    where u.is_simulated and o.parent_id is null and o.action in ('sell', 'cover') and o.oco_id is not null
    group by o.oco_id`;
  expect(groups.length).toBeGreaterThan(SIMULATED_TRADERS.length * 0.6);
  for (const { types } of groups) expect(types).toEqual(['limit', 'stop']);
  const visitor = await server.register();
  expect((await visitor.get('/api/orders?status=all')).json).toEqual({ orders: [], next: null });
});

test('what one of them would open waits near the price, with a target and a stop', async () => {
  const { services } = server;
  const { userId: id, username } = await server.register();
  const order = { symbol: 'KO', action: 'buy', reverse: false, quotedPrice: null } as const;
  const size = { kind: 'quantity', quantity: quantityMicros(SHARE) } as const;
  const last = Number((await services.market.quote('KO')).price);
  const patient = patientEngine(services, () => 0);
  const { answer } = (await patient.execute({ id, username, isAdmin: false }, { ...order, size })) as Awaited<
    ReturnType<typeof services.orders.place>
  >;
  expect(answer.children.map(({ role }) => role)).toEqual(['take_profit', 'stop_loss']);
  expect(Number(answer.order.limitPrice) / last).toBeWithin(0.99, 1.01);
});

test('they go on trading', async () => {
  const fillsBefore = await count('fills');
  await until(async () => (await count('fills')) > fillsBefore);
});

test('nobody signs in as a simulated trader, and nobody takes their name', async () => {
  const [name] = SIMULATED_TRADERS;
  for (const password of ['', 'null', name, 'password1234']) {
    const answer = await server.visitor().post('/api/login', { username: name, password });
    expect(answer.status).toBe(401);
  }
  const taken = { username: name.toUpperCase(), password: 'a long enough one' };
  expect((await server.visitor().post('/api/register', taken)).status).toBe(409);
});

test('a second start adds nobody and invents no more history', async () => {
  const people = await count('users');
  const url = server.services.settings.databaseUrl!;
  server.services.demo.stop();
  const fills = await count('fills');
  const again = await startServer({ env: { DEMO: '1' }, database: url });
  again.services.demo.stop();
  expect(await count('users')).toBe(people);
  // another history would double the number; a few trades may follow before the second start stops
  expect((await count('fills')) - fills).toBeLessThan(fills / 4);
  await again.stop();
});
