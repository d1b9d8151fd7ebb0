/** Many tasks on a database that keeps losing connections, or stops: the books stay exact. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { connect, isConflict, isUnavailable, type Sql } from '#db/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { killer, persist } from '../helpers/faults.ts';
import { ownServer } from '../helpers/postgres.ts';
import { PAUSE_MS, until } from '../helpers/until.ts';

const TASKS = 16;
const ACCOUNTS = 8;
const START = 1_000n;

/** Returns a generator of pseudo-random numbers, the same in every run (mulberry32). */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % sides;
  };
}

async function createBooks(sql: Sql) {
  await sql`create table purse (id integer primary key, balance bigint not null)`;
  await sql`create table entry (key text not null, purse integer not null, amount bigint not null, unique (key, purse))`;
  await sql`insert into purse select n, ${START} from generate_series(1, ${ACCOUNTS}) n`;
}

/** Moves money in several statements, or in one. */
async function transfer(sql: Sql, key: string, from: number, to: number, oneStatement: boolean) {
  if (oneStatement) {
    // locks both rows in the sequence of their ids, so that two transfers never wait for each other
    await sql`with locked as (select id from purse where id in (${from}, ${to}) order by id for update),
      moved as (update purse set balance = balance + case when purse.id = ${from} then -1 else 1 end
        from locked where purse.id = locked.id)
      insert into entry values (${key}, ${from}, -1), (${key}, ${to}, 1)`;
    return;
  }
  await sql.begin(async (tx) => {
    await tx`select from purse where id in (${from}, ${to}) order by id for update`;
    await tx`update purse set balance = balance - 1 where id = ${from}`;
    await tx`insert into entry values (${key}, ${from}, -1)`;
    await tx`update purse set balance = balance + 1 where id = ${to}`;
    await tx`insert into entry values (${key}, ${to}, 1)`;
  });
}

/** Checks that every acknowledged transfer is complete, that none is partial, and that each purse is the sum of its entries. */
async function checkBooks(sql: Sql, acknowledged: string[]) {
  const [half] = await sql<{ n: number }[]>`select count(*)::int as n from
    (select key from entry group by key having count(*) <> 2 or sum(amount) <> 0) broken`;
  expect(half?.n).toBe(0);
  const [wrong] = await sql<{ n: number }[]>`select count(*)::int as n from purse
    where balance <> ${START} + coalesce((select sum(amount) from entry where purse = id), 0)`;
  expect(wrong?.n).toBe(0);
  const keys = new Set((await sql<{ key: string }[]>`select distinct key from entry`).map((row) => row.key));
  expect(acknowledged.filter((key) => !keys.has(key))).toEqual([]);
}

/** Runs the tasks until each has `each` acknowledged transfers. @param after called after every one */
async function storm(
  sql: Sql,
  each: number,
  after: (count: number) => void,
): Promise<{ keys: string[]; lost: number }> {
  const keys: string[] = [];
  let lost = 0;
  const task = async (number: number) => {
    const roll = dice(number + 1);
    for (let done = 0, attempt = 0; done < each; attempt++) {
      const from = roll(ACCOUNTS) + 1;
      const to = (from % ACCOUNTS) + 1;
      const key = `${number}-${attempt}`;
      try {
        await transfer(sql, key, from, to, roll(2) === 0);
        keys.push(key);
        done++;
        after(keys.length);
      } catch (error) {
        if (!isUnavailable(error) || isConflict(error)) throw error;
        lost++;
        await Bun.sleep(PAUSE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: TASKS }, (_, number) => task(number)));
  return { keys, lost };
}

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase({ migrated: false });
  await createBooks(database.sql);
});
afterEach(() => database.drop());

test('16 tasks while connections are killed at random: the ledger is exact and nothing is stuck', async () => {
  const faults = killer(database);
  const roll = dice(4711);
  let kills = 0;
  let killing = Promise.resolve();
  const { keys, lost } = await storm(database.sql, 25, (count) => {
    if (count % 5 !== 0) return;
    killing = killing.then(async () => {
      const pids = await faults.backends();
      const victim = pids[roll(pids.length || 1)];
      if (victim === undefined) return;
      await faults.kill(victim);
      kills++;
    });
  });
  await killing;
  expect(keys.length).toBe(TASKS * 25);
  expect(kills).toBeGreaterThan(9);
  expect(lost).toBeGreaterThan(0);
  await persist(() => checkBooks(database.sql, keys));
  await faults.close();
});

for (const [how, signal] of [
  ['is restarted', 'SIGINT'],
  ['crashes', 'SIGKILL'],
] as const) {
  test(`the server ${how} under load: statements fail as unavailable, then work again, and the ledger is exact`, async () => {
    const server = await ownServer(database.kind);
    const sql = connect(server.target);
    await createBooks(sql);
    const pidBefore = server.pid;
    let struck = false;
    const { keys, lost } = await storm(sql, 30, (count) => {
      if (count < 100 || struck) return;
      struck = true;
      process.kill(pidBefore, signal);
    });
    await until(() => server.pid !== pidBefore);
    expect(lost).toBeGreaterThan(0);
    await checkBooks(sql, keys);
    await sql.end();
    await server.stop();
  });
}
