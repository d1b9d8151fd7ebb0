/** The life of the embedded server: shared, taken over, interrupted, moved out of root's folder. */
import { afterEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect } from '#db/client.ts';
import { alive } from '#db/embedded/lifeline.ts';
import { openDatabase } from '#db/open.ts';
import { testDatabase } from '../helpers/database.ts';
import { testFolder } from '../helpers/folder.ts';
import { otherProcess as anotherProcess } from '../helpers/other-process.ts';
import { KIND, startServer } from '../helpers/postgres.ts';
import { until } from '../helpers/until.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function otherProcess(folder: string) {
  const other = anotherProcess(folder);
  cleanups.push(other.end);
  return other;
}

test('two first starts at once share one server, and when its owner is killed the other one goes on with the data', async () => {
  const folder = testFolder();
  const both = [otherProcess(folder), otherProcess(folder)];
  const states = await Promise.all(both.map((one) => one.state()));
  expect(states.map((state) => state.adopted).sort()).toEqual([false, true]);
  expect(states[0]?.pid).toBe(states[1]!.pid);

  const [owner, guest] = states[0]?.adopted ? [both[1]!, both[0]!] : [both[0]!, both[1]!];
  const { pid } = await owner.state();
  await owner.ask('create table kept as select 42 as n');
  owner.child.kill('SIGKILL');
  await until(() => !alive(pid));
  await until(async () => !(await guest.state()).adopted);
  await until(async () => Array.isArray(await guest.ask('select 1')));
  expect(await guest.ask<object[]>('select n from kept')).toEqual([{ n: 42 }]);
  expect((await guest.state()).pid).not.toBe(pid);
});

test('kill -9 of the only owner shuts its server down; the next start is quick to have the data again', async () => {
  const folder = testFolder();
  const owner = otherProcess(folder);
  const { pid } = await owner.state();
  await owner.ask("create table kept as select 'yes' as text");
  owner.child.kill('SIGKILL');
  await until(() => !alive(pid));

  const next = otherProcess(folder);
  expect((await next.state()).adopted).toBe(false);
  expect(await next.ask<object[]>('select text from kept')).toEqual([{ text: 'yes' }]);
});

test('stop() leaves no server, no socket and a folder that starts again', async () => {
  const folder = testFolder();
  const first = await startServer(KIND, folder, {});
  const { pid } = first;
  await first.stop();
  expect(alive(pid)).toBe(false);
  expect(existsSync(dirname(first.target.path))).toBe(false);
  expect(existsSync(join(first.data, 'postmaster.pid'))).toBe(false);

  const second = await startServer(KIND, folder, {});
  expect(second.movedBecause).toBeUndefined();
  expect(second.data).toBe(join(folder, 'postgres'));
  await second.stop();
});

test('a server nobody but its account can reach: private socket, no port', async () => {
  const server = await startServer(KIND, testFolder(), {});
  cleanups.push(() => server.stop());
  expect(statSync(dirname(server.target.path)).mode & 0o777).toBe(0o700);
  expect(statSync(server.data).mode & 0o777).toBe(0o700);
  expect(server.target.path.length).toBeLessThan(107);
  const sql = connect(server.target, { max: 1 });
  const [row] =
    await sql`select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
    'ä' < 'z' as by_language, lower('Ä') as lower`;
  expect(row).toEqual({ addresses: '', fsync: 'on', by_language: false, lower: 'ä' });
  await sql.end();
});

test('an interrupted first start does no harm', async () => {
  const folder = testFolder();
  const first = otherProcess(folder);
  await until(() => readdirSync(folder).some((name) => name.includes('.init-')));
  first.child.kill('SIGKILL');
  await first.child.exited;

  const next = otherProcess(folder);
  expect((await next.state()).adopted).toBe(false);
  expect(await next.ask<object[]>('select 1 as one')).toEqual([{ one: 1 }]);
  expect(readdirSync(folder).filter((name) => name.includes('.init-'))).toEqual([]);
});

test('a lock left by a dead server whose process id is another program now does not stop the start', async () => {
  const folder = testFolder();
  const first = await startServer(KIND, folder, {});
  await first.stop();
  writeFileSync(join(first.data, 'postmaster.pid'), `${process.pid}\n${first.data}\n`);
  const second = await startServer(KIND, folder, {});
  expect(second.adopted).toBe(false);
  await second.stop();
});

test('a folder that holds something else is refused, not overwritten', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres/letter.txt'), 'mine');
  await expect(startServer(KIND, folder, {})).rejects.toThrow('is not a PostgreSQL data folder');
  expect(readdirSync(join(folder, 'postgres'))).toEqual(['letter.txt']);
});

test.skipIf(process.getuid?.() !== 0)(
  "as root, a folder closed to the server's account: the data goes to /var/lib and the start says so (needs root)",
  async () => {
    const closed = mkdtempSync(join(tmpdir(), 'paperpit-closed-'));
    cleanups.push(() => rmSync(closed, { recursive: true }));
    const server = await startServer(KIND, join(closed, 'app/.data'), {});
    cleanups.push(async () => {
      await server.stop();
      rmSync(dirname(server.data), { recursive: true });
    });
    expect(server.data).toStartWith('/var/lib/paperpit/');
    expect(server.movedBecause).toContain(join(closed, 'app/.data'));
    const sql = connect(server.target, { max: 1 });
    expect((await sql`select 1 as one`)[0]).toEqual({ one: 1 });
    await sql.end();
  },
);

test('openDatabase migrates and tells where the data is, without the password', async () => {
  const empty = await testDatabase({ migrated: false });
  const database = await openDatabase({ databaseUrl: empty.url, dataDir: testFolder() });
  expect((await database.sql`select from users`).count).toBe(0);
  expect(database.where).toContain('PostgreSQL');
  expect(database.embedded).toBeUndefined();
  await database.close();
  await empty.drop();

  const away = openDatabase(
    { databaseUrl: 'postgres://me:secret@localhost:1/none', dataDir: '' },
    { patienceMs: 0 },
  );
  await expect(away).rejects.toThrow('ECONNREFUSED');
});
