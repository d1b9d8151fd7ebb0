/** Access to the embedded database: only the accounts of the server and the database, with the least rights, and without our secrets. */
import { afterEach, describe, expect, test } from 'bun:test';
import { chmodSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect } from '#db/client.ts';
import { shortHash } from '#db/embedded/place.ts';
import { openDatabase } from '#db/open.ts';
import { urlOf } from '../helpers/database.ts';
import { testFolder } from '../helpers/folder.ts';
import { asUser, noRoot, otherProcess, STRANGER } from '../helpers/other-process.ts';
import { KIND, startServer } from '../helpers/postgres.ts';
import { until } from '../helpers/until.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(folder: string) {
  const server = await startServer(KIND, folder, {});
  cleanups.push(server.stop);
  return server;
}

async function ask<T extends object>(target: Parameters<typeof connect>[0], statement: string): Promise<T[]> {
  const sql = connect(target, { max: 1 });
  try {
    return [...(await sql.unsafe<T[]>(statement))];
  } finally {
    await sql.end({ timeout: 0 });
  }
}

test.skipIf(process.platform !== 'linux')(
  'no program of the database is handed our secrets (reads /proc)',
  async () => {
    process.env.ADMIN_PASSWORD = 'a secret nobody else has';
    cleanups.push(() => delete process.env.ADMIN_PASSWORD);
    const server = await start(testFolder());
    const stat = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ').at(-1)!;
    const shell = Number(stat.split(' ')[1]);
    for (const pid of [server.pid, shell]) {
      const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .filter(Boolean)
        .map((line) => line.split('=')[0]);
      // some shells add variables
      const shellNames = ['PWD', 'OLDPWD', 'SHLVL', '_'];
      expect(names.filter((name) => !shellNames.includes(name!)).sort()).toEqual(['LC_ALL', 'PATH', 'TZ']);
    }
  },
);

test('nobody is trusted, over no port, and what Paperpit works as has no rights beyond its database', async () => {
  const folder = testFolder();
  const server = await start(folder);
  const rules = readFileSync(join(server.data, 'pg_hba.conf'), 'utf8');
  expect(rules.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([
    'local all all peer map=paperpit',
  ]);
  const [role] = await ask(
    server.target,
    `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (select datdba = r.oid from pg_database where datname = current_database()) as owner
      from pg_roles r where rolname = current_user`,
  );
  expect(role).toEqual({
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
    owner: true,
  });
  await expect(ask(server.target, "copy (select 1) to program 'true'")).rejects.toThrow(
    /permission denied|must be superuser/,
  );
  expect(statSync(server.log).mode & 0o777).toBe(0o600);
  expect(statSync(join(server.data, 'pg_hba.conf')).mode & 0o777).toBe(0o600);
});

test('a cluster of before, where everybody was trusted and we were its superuser, is mended at the start', async () => {
  const folder = testFolder();
  const first = await openDatabase({ dataDir: folder });
  await first.sql`create table kept as select 'yes' as word`;
  await first.sql`create type mood as enum ('calm')`;
  await first.sql`create sequence lonely`;
  const tables = 'select count(*)::int as n from pg_tables where schemaname = $$public$$ and tableowner =';
  const { embedded } = first;
  const [mine] = await ask<{ n: number }>(embedded!.superuser, `${tables} 'paperpit'`);
  expect(mine!.n).toBeGreaterThan(10);
  await ask(
    embedded!.superuser,
    'reassign owned by paperpit to postgres; drop owned by paperpit; drop role paperpit',
  );
  await first.close();
  const data = join(folder, 'postgres');
  writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n');
  writeFileSync(join(data, 'pg_ident.conf'), '');
  rmSync(join(folder, 'where'));

  const again = await openDatabase({ dataDir: folder });
  cleanups.push(again.close);
  const { superuser } = again.embedded!;
  expect(await ask(superuser, `${tables} 'paperpit'`)).toEqual([mine!]);
  expect(await ask(superuser, `${tables} 'postgres'`)).toEqual([{ n: 0 }]);
  const remaining = await ask(
    superuser,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relowner = 10
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner = 10
      union all select typname from pg_type where typnamespace = 'public'::regnamespace and typowner = 10`,
  );
  expect(remaining).toEqual([]);
  expect([...(await again.sql`select current_user as name, word from kept`)]).toEqual([
    { name: 'paperpit', word: 'yes' },
  ]);
  expect(readFileSync(join(data, 'pg_hba.conf'), 'utf8')).not.toContain('trust');
});

test('a killed server comes back at the same socket', async () => {
  const folder = testFolder();
  const one = otherProcess(folder);
  const { pid } = await one.state();
  const line5 = () => readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[4];
  const socket = line5();
  one.child.kill('SIGKILL');
  await until(() => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z');
    } catch {
      return true;
    }
  });
  const next = await start(folder);
  expect(next.adopted).toBe(false);
  expect(dirname(next.target.path)).toBe(socket!);
});

describe.skipIf(noRoot !== '')(`another account of this machine${noRoot}`, () => {
  test('cannot prepare a link that makes root change what it leads to', async () => {
    const folder = testFolder();
    const target = testFolder();
    chmodSync(target, 0o755);
    const statBefore = lstatSync(target);
    const guess = join(tmpdir(), `paperpit-${shortHash(join(folder, 'postgres'))}`);
    Bun.spawnSync([...asUser(STRANGER), 'ln', '-s', target, guess]);
    cleanups.push(() => rmSync(guess, { force: true }));
    expect(lstatSync(guess).uid).toBe(STRANGER);

    const server = await start(folder);
    const after = lstatSync(target);
    expect([after.uid, after.mode]).toEqual([statBefore.uid, statBefore.mode]);
    // in a folder in which only root can create files
    const sockets = dirname(server.target.path);
    expect(dirname(sockets)).toBe('/run/paperpit');
    expect(lstatSync('/run/paperpit')).toMatchObject({ uid: 0, mode: 0o40755 });
    expect(lstatSync(sockets).mode & 0o777).toBe(0o700);
  });

  test('is not let in, even where it reaches the socket', async () => {
    const server = await start(testFolder());
    const script = join(testFolder(), 'knock.ts');
    const client = join(import.meta.dir, '../../db/client.ts');
    writeFileSync(
      script,
      `import { connect } from ${JSON.stringify(client)};
       const sql = connect(process.argv[2], { max: 1 });
       await sql\`select 1\`.then(() => console.log('in'), (error) => console.log(error.message));
       process.exit();`,
    );
    chmodSync(dirname(server.target.path), 0o755);
    chmodSync(server.target.path, 0o777);
    for (const target of [server.target, server.superuser]) {
      const knock = Bun.spawnSync([...asUser(STRANGER), process.execPath, script, urlOf(target)]);
      expect(knock.stdout.toString().trim()).toBe(`Peer authentication failed for user "${target.user}"`);
    }
  });

  test('may have run it before: a cluster of "nobody" gets an account of its own', async () => {
    const folder = testFolder();
    const server = await start(folder);
    await ask(server.target, "create table kept as select 'yes' as word");
    const { uid } = statSync(server.data);
    await server.stop();
    Bun.spawnSync(['chown', '-R', `${STRANGER}:${STRANGER}`, server.data]);
    const again = await start(folder);
    expect(await ask<{ word: string }>(again.target, 'select word from kept')).toEqual([{ word: 'yes' }]);
    expect(statSync(server.data).uid).toBe(uid);
  });
});
