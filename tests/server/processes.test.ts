/** Several server processes on one database: one ranking pass for all, events that cross over, and a death in the middle. */

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { build } from '#framework/build/build.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { spawnServer } from '../helpers/own-process.ts';
import { openSocket } from '../helpers/socket.ts';
import { until } from '../helpers/until.ts';

const ADMIN = { username: 'the_admin', password: 'a long enough secret' };
let database: TestDatabase;
const running: Bun.Subprocess[] = [];
let lastUrl = '';

beforeAll(async () => {
  await build();
  database = await testDatabase({ connect: { lockTimeout: 0, idleInTransactionTimeout: 0 } });
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(running.map((child) => child.exited));
  await database.drop();
});

/** Starts a server as a process of its own. @returns once it answers, or at once with `wait: false` */
async function serve(wait = true) {
  const { child, url } = await spawnServer(database.url, {
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  });
  running.push(child);
  lastUrl = url;
  const answers = () =>
    fetch(`${url}/api/competition-status`).then(
      (answer) => answer.ok,
      () => false,
    );
  if (wait) await until(answers);
  return { child, url, answers };
}

async function signIn(
  url: string,
  path: string,
  who: { username: string; password: string },
): Promise<Client> {
  const client = createClient(url);
  const answer = await client.post<{ id: number }>(path, who);
  expect(answer.status).toBe(200);
  return Object.assign(client, { ...who, userId: answer.json.id });
}
const cookieOf = (client: Client) => [...client.cookies].map(([n, v]) => `${n}=${v}`).join('; ');

type State = { generation: bigint; made_at: Date };
const state = async () =>
  (
    await database.sql<
      State[]
    >`select generation, made_at from leaderboard_passes order by generation desc limit 1`
  )[0]!;

test('two processes: status and trades cross over, and there is one pass per interval in all', async () => {
  const [a, b] = [await serve(), await serve()];
  const admin = await signIn(a.url, '/api/login', ADMIN);
  const ann = await signIn(b.url, '/api/register', { username: 'ann', password: 'another long secret' });
  const socket = await openSocket(b.url, { cookie: cookieOf(ann), origin: b.url });
  expect(await socket.next((m) => m.type === 'competition')).toMatchObject({ active: false });
  expect((await admin.post('/api/toggle-competition', { active: true })).status).toBe(200);
  expect(await socket.next((m) => m.type === 'competition')).toMatchObject({ active: true });
  expect((await createClient(b.url).get('/api/competition-status')).json).toEqual({ active: true });

  const buy = { user_id: ann.userId, symbol: 'AAPL', action: 'buy', quantity: 10 };
  expect((await ann.post('/api/trade', buy)).status).toBe(200);
  const placeAtA = async () =>
    (await admin.get<{ username: string; place: number | null }[]>('/api/rankings')).json.find(
      (row) => row.username === 'ann',
    )?.place;
  await until(async () => (await placeAtA()) === 1);

  // the price moves all the time, so each process alone would make a pass every 1.5 s
  const fillCounts = new Map<bigint, number>();
  await until(async () => {
    const { generation, made_at } = await state();
    fillCounts.set(generation, made_at.getTime());
    return fillCounts.size === 6;
  });
  const times = [...fillCounts].sort(([x], [y]) => Number(x - y));
  for (const [i, [generation, at]] of times.entries()) {
    const previous = times[i - 1];
    // the first ones may come from the start of the season
    if (i < 2 || !previous || generation !== previous[0] + 1n) continue;
    expect(at - previous[1]).toBeGreaterThan(1_000);
  }
  await socket.close();
  b.child.kill('SIGTERM');
  await b.child.exited;
});

test('a process dies in the middle of its pass: the next one makes it whole, whoever reads meanwhile sees the old one', async () => {
  const { sql } = database;
  const [a] = running;
  const stateBefore = await state();
  let c: Awaited<ReturnType<typeof serve>> | undefined;
  await sql.begin(async (tx) => {
    // stops the pass at its last statement
    await tx`lock table leaderboard_passes in share mode`;
    const blocked = () => sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query ilike '%insert into leaderboard_passes%'`;
    await until(async () => (await blocked()).count >= 1);
    a!.kill('SIGKILL');
    await a!.exited;
    c = await serve(false);
    expect((await state()).generation >= stateBefore.generation).toBe(true);
  });
  await until(c!.answers);
  const ann = await signIn(c!.url, '/api/login', { username: 'ann', password: 'another long secret' });
  const { json } = await ann.get<{ username: string; place: number | null }[]>('/api/rankings');
  expect(json.map((row) => [row.username, row.place])).toEqual([['ann', 1]]);
  const { generation } = await state();
  await until(async () => (await state()).generation > generation);
});

type Holding = { holder: string; epoch: bigint; matched_to: Date; left: number };
/** The lease of matching orders, with the ms left by the database's clock. */
const holding = async () =>
  (
    await database.sql<Holding[]>`
      select holder, epoch, matched_to, extract(epoch from until - now())::float8 * 1000 as left
      from leases, order_engine where name = 'orders'`
  )[0]!;
const isHolder = async (url: string) =>
  /^paperpit_order_lease 1$/m.test((await createClient(url).get('/metrics')).text);

test('a process that is suspended loses the orders and the passes within 6 s, and writes nothing when it wakes up', async () => {
  const one = running.at(-1)!;
  const oneUrl = lastUrl;
  await until(() => isHolder(oneUrl));
  const other = await serve();
  const holdingBefore = await holding();
  const { generation } = await state();

  one.kill('SIGSTOP');
  // another process takes it once it has expired
  expect(holdingBefore.left).toBeLessThanOrEqual(6_000);
  await until(async () => (await holding()).epoch > holdingBefore.epoch);
  await until(async () => (await state()).generation > generation + 1n);
  await until(() => isHolder(other.url));
  const after = await holding();

  one.kill('SIGCONT');
  await until(async () => !(await isHolder(oneUrl)));
  await until(async () => (await holding()).matched_to > after.matched_to);
  expect(await holding()).toMatchObject({ holder: after.holder, epoch: after.epoch });
  expect(await isHolder(other.url)).toBe(true);
});
