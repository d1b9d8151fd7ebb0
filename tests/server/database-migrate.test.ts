import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEWEST_RULES } from '#core/season/terms.ts';
import { DEFAULT_HOLD_MINUTES } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import { MIGRATIONS, migrate, readMigrations } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { testFolder } from '../helpers/folder.ts';

const HOLD_MIGRATION = readMigrations(MIGRATIONS).find(({ name }) => name.startsWith('0021'))!.text;
let database: TestDatabase;
let sql: Sql;
let folder: string;

beforeEach(async () => {
  database = await testDatabase({ migrated: false });
  sql = database.sql;
  folder = testFolder();
  file('0001_first.sql', 'create table first (n integer);\ninsert into first values (1);\n');
  file('0002_second.sql', 'create table second (n integer);\n');
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const file = (name: string, text: string) => writeFileSync(join(folder, name), text);
const applied = async () =>
  (await sql<{ name: string }[]>`select name from schema_migrations order by name`).map((row) => row.name);

test('applies each file once, in the order of the names', async () => {
  expect(await migrate(sql, folder)).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await migrate(sql, folder)).toEqual([]);
  file('0003_third.sql', 'insert into first select n + 1 from first;');
  expect(await migrate(sql, folder)).toEqual(['0003_third.sql']);
  expect([...(await sql`select n from first order by n`)]).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a season that has begun keeps version 1 of the rules, one that waits begins by the newest', async () => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const { name, text } of readMigrations(MIGRATIONS)) if (name < '0016') file(name, text);
  await migrate(sql, folder);
  await sql`insert into seasons (number, status, start_cash, prize_pool, started_at, ended_at) values
    (1, 'ended', 100000, 0, '2026-01-01', '2026-02-01'), (2, 'waiting', 100000, 0, null, null)`;
  await migrate(sql);
  const seasons = await sql`select number, rules_version from seasons order by number`;
  expect(seasons.map((row) => Object.values(row))).toEqual([
    [1, 1],
    [2, NEWEST_RULES],
  ]);
});

test('five minutes of holding for XP in a new installation and a season that waits, not in one that runs', async () => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const { name, text } of readMigrations(MIGRATIONS)) if (name < '0021') file(name, text);
  await migrate(sql, folder);
  const holds = async () => {
    const rows = await sql<{ hold: number }[]>`
      select (rules->'minHoldMinutes')::integer as hold from seasons order by number`;
    const [competition] = await sql<{ hold: number }[]>`
      select (rules->'minHoldMinutes')::integer as hold from competition`;
    return [competition!.hold, ...rows.map(({ hold }) => hold)];
  };
  await sql`insert into seasons (number, status, start_cash, prize_pool, started_at, ended_at) values
    (1, 'ended', 100000, 0, '2026-01-01', '2026-02-01'), (2, 'waiting', 100000, 0, null, null)`;
  await sql.unsafe(HOLD_MIGRATION);
  expect(await holds()).toEqual([DEFAULT_HOLD_MINUTES, 0, DEFAULT_HOLD_MINUTES]);
  expect(await sql`select rules->'minHoldMinutes' as hold from season_rules`).toHaveLength(1);
  await sql`delete from season_rules`;
  await sql`update seasons set status = 'active', started_at = now(), rules = rules || '{"minHoldMinutes": 0}'
    where number = 2`;
  await sql`update competition set rules = rules || '{"minHoldMinutes": 0}'`;
  await sql`alter table accounts drop column day_xp, drop column best_day_xp, drop column best_day`;
  await sql.unsafe(HOLD_MIGRATION);
  expect(await holds()).toEqual([0, 0, 0]);
  expect(await sql`select from season_rules`).toHaveLength(0);
});

test('five processes at once: each file is applied by one of them', async () => {
  file('0003_slow.sql', 'select pg_sleep(0.3); create table slow (n integer);');
  const program = `import { connect } from '#db/client.ts'; import { migrate } from '#db/migrate.ts';
    const sql = connect(process.env.URL); console.log((await migrate(sql, process.env.FOLDER)).length); await sql.end();`;
  const run = async () => {
    const child = Bun.spawn([process.execPath, '-e', program], {
      env: { ...process.env, URL: database.url, FOLDER: folder },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, problem] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    expect({ code: await child.exited, problem }).toEqual({ code: 0, problem: '' });
    return Number(out);
  };
  const counts = await Promise.all([run(), run(), run(), run(), run()]);
  expect(counts.sort()).toEqual([0, 0, 0, 0, 3]);
  expect((await sql`select from first`).count).toBe(1);
});

test('a pool that asks for short locks waits for a long migration of another process all the same', async () => {
  const hasty = await testDatabase({
    migrated: false,
    connect: { lockTimeout: 50, statementTimeout: 1_000 },
  });
  file('0003_slow.sql', 'select pg_sleep(1.2);');
  const both = await Promise.all([migrate(hasty.sql, folder), migrate(hasty.sql, folder)]);
  expect(both.map((names) => names.length).sort()).toEqual([0, 3]);
  await hasty.drop();
});

test('a file that was changed after it was applied is refused, a change of line ends is not', async () => {
  await migrate(sql, folder);
  file('0002_second.sql', 'create table second (n integer);\r\n');
  expect(await migrate(sql, folder)).toEqual([]);
  file('0002_second.sql', 'create table second (n bigint);\n');
  await expect(migrate(sql, folder)).rejects.toThrow('0002_second.sql was changed after it was applied');
});

test('a file that was applied and is gone is refused', async () => {
  await migrate(sql, folder);
  rmSync(join(folder, '0002_second.sql'));
  await expect(migrate(sql, folder)).rejects.toThrow(
    'migrations this version of Paperpit does not know: 0002_second.sql',
  );
});

test('a file that comes late, before one already applied, is refused', async () => {
  await migrate(sql, folder);
  file('0001_late.sql', 'create table late ();');
  file('0003_third.sql', 'create table third ();');
  await expect(migrate(sql, folder)).rejects.toThrow('0001_late.sql sorts before migrations already applied');
  expect((await sql`select from pg_tables where tablename in ('late', 'third')`).count).toBe(0);
});

test('a file that fails leaves nothing behind, names itself, and may be mended', async () => {
  await migrate(sql, folder);
  file('0003_third.sql', 'create table third ();');
  file('0004_broken.sql', 'create table fourth ();\ninsert into nowhere values (1);');
  await expect(migrate(sql, folder)).rejects.toThrow('0004_broken.sql: relation "nowhere" does not exist');
  expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect((await sql`select from pg_tables where tablename in ('third', 'fourth')`).count).toBe(0);
  file('0004_broken.sql', 'create table fourth ();');
  expect(await migrate(sql, folder)).toEqual(['0003_third.sql', '0004_broken.sql']);
});

test('the schema of this build applies to an empty database', async () => {
  const names = readMigrations(MIGRATIONS).map((one) => one.name);
  expect(names[0]).toBe('0001_schema.sql');
  expect(await migrate(sql)).toEqual(names);
});

test('a database of another version is refused with what to do, and stays as it was', async () => {
  file('0001_init.sql', 'create table users (id integer);\ninsert into users values (7);');
  rmSync(join(folder, '0001_first.sql'));
  rmSync(join(folder, '0002_second.sql'));
  await migrate(sql, folder);
  const start = openDatabase({ databaseUrl: database.url, dataDir: folder });
  await expect(start).rejects.toThrow(
    /^The database at .+ \(DATABASE_URL\) was made by another version of Paperpit and is left as it was: .*0001_init\.sql\. Open it with that version, or name an empty database to start anew\.$/,
  );
  expect([...(await sql`select id from users`)]).toEqual([{ id: 7 }]);
  expect(await applied()).toEqual(['0001_init.sql']);
});
