/** Each fault that broke the driver at a lost connection (docs/decisions/001-database.md), one test each. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { connect, isUnavailable, type Sql } from '#db/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { backendOf, errorOf, type Killer, killer, persist } from '../helpers/faults.ts';
import { testFolder } from '../helpers/folder.ts';
import { KIND, startServer } from '../helpers/postgres.ts';
import { until } from '../helpers/until.ts';

let database: TestDatabase;
let sql: Sql;
let faults: Killer;

/** One connection, so that the next statement gets the connection that has just died. */
beforeEach(async () => {
  database = await testDatabase({ migrated: false, connect: { max: 1 } });
  sql = database.sql;
  faults = killer(database);
  await sql`create table marks (name text primary key)`;
});
afterEach(async () => {
  await faults.close();
  await database.drop();
});

const marks = async () =>
  (await sql<{ name: string }[]>`select name from marks order by name`).map((row) => row.name);

test('killed during a statement of a transaction: it rejects, nothing stays, the pool works on', async () => {
  let pid = 0;
  const lost = sql.begin(async (tx) => {
    pid = await backendOf(tx);
    await tx`insert into marks values ('lost')`;
    await tx`select pg_sleep(60)`;
  });
  const error = errorOf(lost);
  await until(() => pid > 0);
  await faults.running(pid, 'pg_sleep');
  await faults.kill(pid);
  expect(isUnavailable(await error)).toBe(true);
  expect(await marks()).toEqual([]);
});

test('killed between two statements while another transaction follows: nothing of the dead one is committed', async () => {
  const tried = Promise.withResolvers<unknown>();
  const next = Promise.withResolvers<unknown>();
  const first = sql.begin(async (tx) => {
    await tx`insert into marks values ('before')`;
    await faults.kill(await backendOf(tx));
    next.resolve(errorOf(sql.begin((other) => other`insert into marks values ('other')`)));
    tried.resolve(errorOf(tx`insert into marks values ('after')`));
  });
  expect(isUnavailable(await errorOf(first))).toBe(true);
  expect(isUnavailable(await tried.promise)).toBe(true);
  expect(await next.promise).toBeUndefined();
  expect(await marks()).toEqual(['other']);
});

test('a dead transaction that goes on regardless never reaches another one', async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let late: unknown;
  const first = sql.begin(async (tx) => {
    await faults.kill(await backendOf(tx));
    await held;
    late = await errorOf(tx`insert into marks values ('late')`);
  });
  expect(isUnavailable(await errorOf(first))).toBe(true);
  await sql.begin(async (tx) => {
    await tx`insert into marks values ('one')`;
    goOn();
    await until(() => late !== undefined);
    await tx`insert into marks values ('two')`;
  });
  expect(isUnavailable(late)).toBe(true);
  expect(await marks()).toEqual(['one', 'two']);
});

test('a reserved connection that was killed: its statements reject, giving it back does no harm', async () => {
  const reserved = await sql.reserve();
  await reserved`insert into marks values ('kept')`;
  await faults.kill(await backendOf(reserved));
  expect(isUnavailable(await errorOf(reserved`insert into marks values ('lost')`))).toBe(true);
  expect(isUnavailable(await errorOf(reserved`insert into marks values ('lost too')`))).toBe(true);
  reserved.release();
  expect(await marks()).toEqual(['kept']);
});

test('statements queued on a transaction or a reserved connection reject when it dies', async () => {
  let pid = 0;
  let queued: Promise<unknown>[] = [];
  const first = sql.begin(async (tx) => {
    pid = await backendOf(tx);
    // more statements than the driver pipelines on one connection
    queued = [tx`select pg_sleep(60)`, ...Array.from({ length: 250 }, (_, i) => tx`select ${i}::int`)].map(
      errorOf,
    );
    await Promise.all(queued);
    throw new Error('everything settled');
  });
  const error = errorOf(first);
  await until(() => pid > 0);
  await faults.running(pid, 'pg_sleep');
  await faults.kill(pid);
  expect(await error).toBeDefined();
  for (const one of await Promise.all(queued)) expect(isUnavailable(one)).toBe(true);

  const reserved = await sql.reserve();
  pid = await backendOf(reserved);
  queued = [reserved`select pg_sleep(60)`, ...Array.from({ length: 250 }, () => reserved`select 1`)].map(
    errorOf,
  );
  await faults.running(pid, 'pg_sleep');
  await faults.kill(pid);
  for (const one of await Promise.all(queued)) expect(isUnavailable(one)).toBe(true);
  reserved.release();
  expect(await marks()).toEqual([]);
});

test('statements waiting for the pool get another connection', async () => {
  const pid = await backendOf(sql);
  const running = errorOf(sql`select pg_sleep(60)`);
  await faults.running(pid, 'pg_sleep');
  const waiting = Array.from({ length: 300 }, (_, i) => sql<{ i: number }[]>`select ${i}::int as i`);
  const outcomes = waiting.map(async (query, i) => {
    const error = await errorOf(query);
    return error === undefined ? (await query)[0]?.i === i : isUnavailable(error);
  });
  await faults.kill(pid);
  expect(isUnavailable(await running)).toBe(true);
  expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => true));
  expect(await marks()).toEqual([]);
});

test('end() comes back after the connection was lost', async () => {
  await faults.kill(await backendOf(sql));
  expect(await errorOf(sql.end())).toBeUndefined();
});

test('end() comes back when the connection dies while it waits for it', async () => {
  const pid = await backendOf(sql);
  const running = errorOf(sql`select pg_sleep(60)`);
  await faults.running(pid, 'pg_sleep');
  const ended = errorOf(sql.end());
  await faults.kill(pid);
  expect(isUnavailable(await running)).toBe(true);
  expect(await ended).toBeUndefined();
});

test('an error in the middle of a result leaves no holes in the next one', async () => {
  const numbers = () => sql<{ n: number }[]>`select n from generate_series(1, 50) n`;
  const broken = await errorOf(sql`select 1 / (3000 - n) from generate_series(1, 4000) n`);
  expect(broken).toMatchObject({ code: '22012' });
  const rows = [...(await numbers())].map((row) => row?.n);
  expect(rows).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
});

test('a connection lost in the middle of a result leaves no holes in the next one', async () => {
  const pid = await backendOf(sql);
  const long = sql`select n, repeat('x', 100), pg_sleep(case when n = 5000 then 60 else 0 end)
    from generate_series(1, 5001) n`;
  const broken = errorOf(long);
  await faults.running(pid, 'pg_sleep');
  await faults.kill(pid);
  expect(isUnavailable(await broken)).toBe(true);
  const rows = await sql<{ n: number }[]>`select n from generate_series(1, 50) n`;
  expect([...rows].map((row) => row?.n)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
});

test('reserve() works as the very first thing a pool is asked for', async () => {
  const fresh = await testDatabase({ migrated: false, connect: { max: 1 } });
  const reserved = await fresh.sql.reserve();
  expect((await reserved`select 1 as one`)[0]).toEqual({ one: 1 });
  reserved.release();
  await fresh.drop();
});

test('a transaction left idle is ended by the server and can do nothing more', async () => {
  const idle = await testDatabase({ migrated: false, connect: { max: 1, idleInTransactionTimeout: 50 } });
  const watcher = killer(idle);
  const first = idle.sql.begin(async (tx) => {
    await tx`create table half ()`;
    await until(async () => (await watcher.backends()).length === 0);
    await tx`create table other ()`;
  });
  expect(isUnavailable(await errorOf(first))).toBe(true);
  expect((await idle.sql`select from pg_tables where tablename in ('half', 'other')`).count).toBe(0);
  await watcher.close();
  await idle.drop();
});

test('a server that is frozen: statements fail as unavailable after a time, and work again when it goes on', async () => {
  const frozen = await testDatabase({ migrated: false, connect: { max: 1, statementTimeout: 300 } });
  const pid = await backendOf(frozen.sql);
  process.kill(pid, 'SIGSTOP');
  try {
    const errors = Promise.all([errorOf(frozen.sql`select 1`), errorOf(frozen.sql`select 2`)]);
    for (const error of await errors) expect(isUnavailable(error)).toBe(true);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  expect((await persist(() => frozen.sql`select 3 as n`))[0]).toEqual({ n: 3 });
  await frozen.drop();
});

test('LISTEN comes back after the server was away for several attempts', async () => {
  const folder = testFolder();
  const server = await startServer(KIND, folder, {});
  const pool = connect(server.target);
  const heard: string[] = [];
  let listening = 0;
  await pool.listen(
    'news',
    (text) => heard.push(text),
    () => {
      listening++;
    },
  );
  await server.stop();
  for (let attempt = 0; attempt < 5; attempt++)
    expect(isUnavailable(await errorOf(pool`select 1`))).toBe(true);
  expect(listening).toBe(1);

  const again = await startServer(KIND, folder, {});
  await until(() => listening > 1);
  await persist(() => pool.notify('news', 'hello'));
  await until(() => heard.length > 0);
  expect(heard).toEqual(['hello']);
  await pool.end();
  await again.stop();
});

test('a quiet pool closes the connections it does not need and opens them again under load', async () => {
  const pool = connect(database.target, { max: 4, idleTimeout: 1_000, name: 'quiet' });
  const open = async () => (await sql`select from pg_stat_activity where application_name = 'quiet'`).length;
  const crowd = async () => {
    await Promise.all([1, 2, 3, 4].map(() => pool`select pg_sleep(0.05)`));
    return (await open()) === 4;
  };
  await until(crowd);
  const used = new Set<number>();
  for (let i = 0; i < 20; i++) used.add(await backendOf(pool));
  expect(used.size).toBe(1);
  await until(async () => (await open()) <= 1);
  await until(crowd);
  await pool.end();
});
