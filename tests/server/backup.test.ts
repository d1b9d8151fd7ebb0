/** A played season, backed up and restored into other databases: compared row by row, and proved again. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { restoreBackup } from '#db/backup/read.ts';
import { readTables, writeBackup } from '#db/backup/write.ts';
import type { Sql } from '#db/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { testFolder } from '../helpers/folder.ts';
import { hasSystemPostgres, KIND, type Kind } from '../helpers/postgres.ts';
import { runProgram } from '../helpers/program.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const SCRIPTS = join(import.meta.dir, '../../scripts');
const KINDS: Kind[] = hasSystemPostgres() ? ['embedded', 'system'] : ['embedded'];
const folder = testFolder();
const file = join(folder, 'season.backup');
let database: TestDatabase;
let server: TestServer;

const script = (name: string, args: string[], env: Record<string, string | undefined>) =>
  runProgram([process.execPath, join(SCRIPTS, `${name}.ts`), ...args], { MARKET_SEED: 'tests', ...env });

/** Returns a digest of each table's rows, independent of their sequence. */
async function digests(sql: Sql): Promise<Record<string, string>> {
  const digestOf: Record<string, string> = {};
  for (const { name } of await readTables(sql)) {
    const rows = await sql.unsafe(
      `select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from "${name}" t`,
    );
    digestOf[name] = rows[0]!.digest;
  }
  return digestOf;
}

beforeAll(async () => {
  database = await testDatabase();
  server = await startServer({ database: database.url });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  const trader = await server.register();
  const order = { user_id: trader.userId, symbol: 'AAPL', quantity: 3 };
  expect((await trader.post('/api/trade', { ...order, action: 'buy' })).status).toBe(200);
  expect((await trader.post('/api/trade', { ...order, action: 'sell' })).status).toBe(200);
  // a value with the characters of the format itself
  await database.sql`update users set username = ${'\\.\n\ttab \\N "נועה"'} where is_admin`;
  await admin.post('/api/toggle-competition', { active: false });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

test('a backup is taken while the server works, and its file is for nobody else', async () => {
  const program = script('backup', [file], { DATABASE_URL: database.url });
  expect(await program.ended).toBe(0);
  expect(program.output()).toMatch(/has all \d+ tables/);
  expect(await database.sql`select from backups where bytes > 0`).toHaveLength(1);
  const again = script('backup', [join(folder, 'no/such/folder/x')], {
    DATABASE_URL: database.url,
  });
  expect(await again.ended).toBe(1);
  expect((await Bun.file(file).stat()).mode & 0o077).toBe(0);
});

test.each(KINDS)(
  'it is restored row by row into a database of the %s server, and its season proved',
  async (kind) => {
    // a running server renews its leases
    await server.stop();
    const target = await testDatabase({ kind });
    await writeBackup(database.sql, join(folder, `${kind}.backup`), new Date());
    const digestsBefore = await digests(database.sql);
    await restoreBackup(target.sql, join(folder, `${kind}.backup`));
    expect(await digests(target.sql)).toEqual(digestsBefore);
    expect(Object.values(digestsBefore).filter(Boolean).length).toBeGreaterThan(10);

    // new rows get new ids, and protected rows are still protected
    const [next] = await target.sql<{ id: number }[]>`
    insert into users (username, username_key, is_simulated) values ('next', 'next', true) returning id`;
    const [most] = await database.sql<{ id: number }[]>`select max(id) as id from users`;
    expect(next!.id).toBeGreaterThan(most!.id);
    await expect(target.sql`delete from fills`.then(() => 'deleted')).rejects.toThrow();
    await expect(target.sql`update accounts set user_id = 999999`.then(() => 'updated')).rejects.toThrow();

    const proof = script('verify-season', ['1'], { DATABASE_URL: target.url });
    expect([await proof.ended, proof.output()]).toEqual([
      0,
      expect.stringContaining('all as they should be'),
    ]);
    await target.drop();
  },
);

test('from an external database to the embedded one in a folder, and back', async () => {
  const home = join(folder, 'home');
  const restored = script('restore', [file], { DATA_DIR: home, DATABASE_URL: undefined });
  expect([await restored.ended, restored.output()]).toEqual([0, expect.stringContaining('are restored')]);
  const proof = script('verify-season', ['1'], { DATA_DIR: home, DATABASE_URL: undefined });
  expect([await proof.ended, proof.output()]).toEqual([0, expect.stringContaining('all as they should be')]);
  const second = join(folder, 'second.backup');
  const backup = script('backup', [second], { DATA_DIR: home, DATABASE_URL: undefined });
  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('has all')]);
  const target = await testDatabase({ kind: KIND });
  await restoreBackup(target.sql, second);
  expect((await digests(target.sql)).fills).toBe((await digests(database.sql)).fills!);
  await target.drop();
});

test('what is no whole backup, or for no empty database, changes nothing', async () => {
  const target = await testDatabase();
  const empty = await digests(target.sql);
  const plain = gunzipSync(readFileSync(file)).toString();
  const spoiled: [string, Buffer, string][] = [
    ['cut', gzipSync(plain.slice(0, plain.length * 0.7)), 'not whole'],
    ['changed', gzipSync(plain.replace('\tAAPL\t', '\tMSFT\t')), 'changed after it was made'],
    ['other', gzipSync('hello\n'), 'no backup of Paperpit'],
    ['older', gzipSync(plain.replace(/"0001_schema\.sql \w+"/, '"0001_schema.sql 00"')), 'another version'],
  ];
  for (const [name, bytes, sentence] of spoiled) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    await expect(restoreBackup(target.sql, path)).rejects.toThrow(sentence);
    expect(await digests(target.sql)).toEqual(empty);
  }
  await restoreBackup(target.sql, file);
  await expect(restoreBackup(target.sql, file)).rejects.toThrow(
    'accounts: a backup is restored into an empty one',
  );
  await target.drop();
});
