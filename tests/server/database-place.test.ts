/** The embedded database is found again wherever its folder moves; no start creates a second one beside it. */
import { afterEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#db/client.ts';
import { ROOT_HOME, shortHash } from '#db/embedded/place.ts';
import type { Embedded } from '#db/embedded.ts';
import { openDatabase } from '#db/open.ts';
import { testFolder } from '../helpers/folder.ts';
import { asUser, noRoot, otherProcess, STRANGER } from '../helpers/other-process.ts';
import { KIND, startServer } from '../helpers/postgres.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** An account of every system, neither root nor nobody. */
const DAEMON = 1;

const homes = () => (existsSync(ROOT_HOME) ? readdirSync(ROOT_HOME) : []);

/** Starts the database of `folder`, which stops at the end of the test. */
async function start(folder: string): Promise<Embedded> {
  const server = await startServer(KIND, folder, {});
  cleanups.push(server.stop);
  return server;
}

/** Runs one statement on the database of `folder` and stops its server. */
async function once(folder: string, statement: string): Promise<object[]> {
  const server = await start(folder);
  const sql = connect(server.target, { max: 1 });
  const rows = [...(await sql.unsafe(statement))];
  await sql.end();
  await server.stop();
  return rows;
}

const KEEP = "create table kept as select 'yes' as word";
const ASK = 'select word from kept';
const ROWS = [{ word: 'yes' }];

describe('in its data folder', () => {
  test('a moved folder has its data, a copied one has its own, also beside a running server', async () => {
    const folder = testFolder();
    const first = join(folder, 'first');
    await once(first, KEEP);
    expect(readFileSync(join(first, 'where'), 'utf8')).toContain('\ndatabase: postgres\n');
    const moved = join(folder, 'moved');
    renameSync(first, moved);
    expect(await once(moved, ASK)).toEqual(ROWS);

    const server = await start(moved);
    const copy = join(folder, 'copy');
    cpSync(moved, copy, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') });
    for (const name of ['postgres', 'postgres.log', 'postgres.socket']) own(join(copy, name), moved);
    const second = await start(copy);
    expect(second.adopted).toBe(false);
    expect(second.pid).not.toBe(server.pid);
    expect(second.target.path).not.toBe(server.target.path);
    const sql = connect(second.target, { max: 1 });
    await sql`drop table kept`;
    await sql.end();
    const still = connect(server.target, { max: 1 });
    expect(await still.unsafe<object[]>(ASK)).toMatchObject(ROWS);
    await still.end();
  });

  test('a folder moved while its server runs is joined', async () => {
    const folder = testFolder();
    const server = await start(join(folder, 'first'));
    renameSync(join(folder, 'first'), join(folder, 'moved'));
    const other = otherProcess(join(folder, 'moved'));
    cleanups.push(other.end);
    expect(await other.state()).toMatchObject({ adopted: true, pid: server.pid });
  });

  test('a note that leads nowhere stops the start, and nothing is made', async () => {
    const folder = testFolder();
    const gone = join(folder, 'gone/postgres');
    writeFileSync(join(folder, 'where'), `database: ${gone}\nid: 1\n`);
    await expect(start(folder)).rejects.toThrow(
      `the database is in ${join(folder, 'gone')}, and there is none`,
    );
    writeFileSync(join(folder, 'where'), 'somewhere\n');
    await expect(start(folder)).rejects.toThrow('has no line "database: FOLDER"');
    expect(readdirSync(folder)).toEqual(['where']);
  });

  test('who only looks makes nothing', async () => {
    const folder = join(testFolder(), 'mistyped');
    await expect(openDatabase({ dataDir: folder }, { create: false })).rejects.toThrow(
      'There is no database in',
    );
    expect(existsSync(folder)).toBe(false);
    for (const script of ['admin', 'verify-season']) {
      const file = join(import.meta.dir, '../../scripts', `${script}.ts`);
      const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
      const { exitCode, stderr } = Bun.spawnSync([process.execPath, file, '1'.repeat(3)], { env });
      expect([exitCode, stderr.toString()]).toEqual([1, expect.stringContaining('There is no database in')]);
      expect(existsSync(folder)).toBe(false);
    }
  });
});

/** Gives a copy the owner of its original, as `cp -a` does. */
function own(path: string, like: string) {
  const { uid, gid } = statSync(join(like, 'postgres'));
  if (process.getuid?.() === 0) Bun.spawnSync(['chown', '-R', `${uid}:${gid}`, path]);
}

describe.skipIf(noRoot !== '')(`as root, in a folder closed to the server's account${noRoot}`, () => {
  /** The names that these tests may create there; other tests create some at the same time. */
  const names = new Set<string>();
  const ours = () => homes().filter((name) => names.has(name));
  afterEach(() => {
    for (const name of ours()) rmSync(join(ROOT_HOME, name), { recursive: true });
  });

  /** Creates a checkout that only root can enter, with a row in its database. */
  async function closedCheckout() {
    const closed = mkdtempSync(join(tmpdir(), 'paperpit-closed-'));
    cleanups.push(() => rmSync(closed, { recursive: true }));
    for (const name of ['app', 'app2', 'copy']) names.add(shortHash(join(closed, name, '.data')));
    const folder = join(closed, 'app/.data');
    await once(folder, KEEP);
    expect(readdirSync(folder)).toEqual(['where']);
    return { closed, folder, home: ours().filter((name) => name === shortHash(folder)) };
  }

  test('is found when the folder is opened, and when it is moved', async () => {
    const { closed, folder, home } = await closedCheckout();
    chmodSync(closed, 0o755);
    expect(await once(folder, ASK)).toEqual(ROWS);
    renameSync(join(closed, 'app'), join(closed, 'app2'));
    expect(await once(join(closed, 'app2/.data'), ASK)).toEqual(ROWS);
    expect(readFileSync(join(ROOT_HOME, home[0]!, 'owner'), 'utf8')).toContain(
      `folder: ${closed}/app2/.data`,
    );
    expect(ours()).toEqual(home);
    // another checkout at the old path does not get this database
    mkdirSync(folder, { recursive: true });
    chmodSync(closed, 0o700);
    await expect(once(folder, ASK)).rejects.toThrow('kept');
    expect(await once(join(closed, 'app2/.data'), ASK)).toEqual(ROWS);
  });

  test('of before there were notes is found at the place of then', async () => {
    const { folder, home } = await closedCheckout();
    expect(home).toEqual([shortHash(folder)]);
    rmSync(join(folder, 'where'));
    rmSync(join(ROOT_HOME, home[0]!, 'owner'));
    expect(await once(folder, ASK)).toEqual(ROWS);
    expect(existsSync(join(folder, 'where'))).toBe(true);
  });

  test('a copy of the checkout does not share it, and takes it over when the first is gone', async () => {
    const { closed, folder } = await closedCheckout();
    const copy = join(closed, 'copy/.data');
    cpSync(join(closed, 'app'), join(closed, 'copy'), { recursive: true });
    await expect(start(copy)).rejects.toThrow(`${copy} is a copy of ${folder}`);
    rmSync(join(closed, 'app'), { recursive: true });
    expect(await once(copy, ASK)).toEqual(ROWS);
  });

  test('a lost note, or a second database, stops the start', async () => {
    const { closed, folder, home } = await closedCheckout();
    const note = readFileSync(join(folder, 'where'), 'utf8');
    rmSync(join(folder, 'where'));
    const lost = await start(folder).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(lost).toContain(`The database of ${folder} is in ${join(ROOT_HOME, home[0]!)}`);
    expect(readdirSync(folder)).toEqual([]);
    // the message says how to restore the file
    writeFileSync(
      join(folder, 'where'),
      lost
        .split('\n')
        .filter((line) => /^\w+: /.test(line))
        .join('\n'),
    );
    expect(await once(folder, ASK)).toEqual(ROWS);
    expect(readFileSync(join(folder, 'where'), 'utf8')).toContain(note.split('\n')[1]!);

    rmSync(join(folder, 'where'));
    chmodSync(closed, 0o755);
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '18\n');
    await expect(start(folder)).rejects.toThrow('There are two databases of');
  });

  test('a database in a folder that is closed later is not left for a new one', async () => {
    const open = join(testFolder(), 'open');
    await once(join(open, '.data'), KEEP);
    chmodSync(open, 0o700);
    await expect(start(join(open, '.data'))).rejects.toThrow(`may not enter ${open}`);
    chmodSync(open, 0o755);
    expect(await once(join(open, '.data'), ASK)).toEqual(ROWS);
  });

  test('another account is told whose it is, and root goes on with the data of another account', async () => {
    const folder = testFolder();
    await once(folder, KEEP);
    chmodSync(folder, 0o777);
    const program = join(import.meta.dir, '../helpers/embedded-process.ts');
    const command = [...asUser(STRANGER), process.execPath, program, KIND, folder];
    const stranger = Bun.spawnSync(command, { stdin: 'ignore' });
    expect(stranger.exitCode).not.toBe(0);
    expect(stranger.stderr.toString()).toContain(`The database in ${folder}/postgres belongs to`);

    const theirs = testFolder();
    chmodSync(theirs, 0o777);
    const owner = otherProcess(theirs, { as: DAEMON });
    await owner.ask(KEEP);
    const { data } = await owner.state();
    expect(statSync(data).uid).toBe(DAEMON);
    await owner.end();
    expect(await once(theirs, ASK)).toEqual(ROWS);
    expect(statSync(data).uid).toBe(DAEMON);
    const again = otherProcess(theirs, { as: DAEMON });
    cleanups.push(again.end);
    expect(await again.ask<object[]>(ASK)).toEqual(ROWS);
  });
});
