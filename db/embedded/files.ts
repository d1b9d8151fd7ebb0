/** The folders of one embedded server: its data, its log, its private socket. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Account, enterable, privateFolder } from './account.ts';
import { type Binaries, program } from './binaries.ts';
import { shortHash } from './hash.ts';
import { spawnBound } from './lifeline.ts';
import { alive, isPostgres, pause } from './process.ts';

export type Place = {
  data: string;
  log: string;
  /** Folder of the socket; under the temp folder because a socket's path has at most 107 bytes. */
  socketFolder: string;
  socket: string;
  account: Account | undefined;
  /** The folder asked for, when the data had to go elsewhere. */
  moved: string | undefined;
};

/** Root's own data when the folder asked for is closed to the server's account. */
const ROOT_FALLBACK = '/var/lib/paperpit';

/** How long what a killed first start left is tried to be removed, and how often. */
const SWEEP_MS = 10_000;
const POLL_MS = 20;

export const SUPERUSER = 'postgres';
export const PORT = '5432';

/** Where the server of `dataDir` lives; under /var/lib when we are root and `dataDir` is closed to its account. */
export function placeOf(dataDir: string, account: Account | undefined): Place {
  const asked = resolve(dataDir);
  mkdirSync(asked, { recursive: true });
  const closed = account !== undefined && !enterable(asked, account);
  const folder = closed ? join(ROOT_FALLBACK, shortHash(asked)) : asked;
  const data = join(folder, 'postgres');
  const socketFolder = join(tmpdir(), `paperpit-${shortHash(data)}`);
  const socket = join(socketFolder, `.s.PGSQL.${PORT}`);
  return { data, log: `${data}.log`, socketFolder, socket, account, moved: closed ? asked : undefined };
}

/** The lines of the running server's pid file; empty when there is no server. */
export function pidFile({ data }: Place): string[] {
  return read(join(data, 'postmaster.pid')).split('\n');
}

/**
 * Removes the locks of a server that is gone when their process id belongs to another program by now, which happens
 * whenever a container is started again. PostgreSQL would take that program for a running server and refuse.
 */
export function removeStaleLocks({ data, socket }: Place) {
  for (const lock of [join(data, 'postmaster.pid'), `${socket}.lock`]) {
    const pid = Number.parseInt(read(lock), 10);
    if (alive(pid) && !isPostgres(pid)) rmSync(lock, { force: true });
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Creates the data folder with `initdb` unless it is there. The work is done in a folder aside that is renamed at
 * the end, so an interrupted first start, or two at once, leave either nothing or a whole folder.
 */
export async function ensureData(place: Place, binaries: Binaries, env: Record<string, string | undefined>) {
  const { data, account } = place;
  if (existsSync(join(data, 'PG_VERSION'))) return;
  mkdirSync(dirname(data), { recursive: true });
  await sweepInterrupted(data);
  const aside = `${data}.init-${process.pid}`;
  try {
    privateFolder(aside, account);
    await initdb(aside, binaries, account, env);
    try {
      renameSync(aside, data);
    } catch {
      if (!existsSync(join(data, 'PG_VERSION'))) {
        throw new Error(`${data} exists and is not a PostgreSQL data folder`);
      }
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Removes what first starts left that were killed on their way. Their `initdb` may just be ending: it still writes. */
async function sweepInterrupted(data: string) {
  const prefix = `${basename(data)}.init-`;
  const left = () =>
    readdirSync(dirname(data)).filter((name) => {
      const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
      return pid === process.pid || (pid > 0 && !alive(pid));
    });
  for (const end = Date.now() + SWEEP_MS; left().length > 0 && Date.now() < end; await pause(POLL_MS)) {
    for (const name of left())
      await rm(join(dirname(data), name), { recursive: true, force: true }).catch(() => {});
  }
}

/** @throws with what initdb said */
async function initdb(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
  env: Record<string, string | undefined>,
) {
  const args = ['-D', folder, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
  const options = { account, env, stderr: 'pipe' } as const;
  const { child, exited } = spawnBound(program(binaries, 'initdb'), [...args, ...binaries.locale], options);
  const [problem, code] = await Promise.all([text(child.stderr!), exited]);
  if (code !== 0) throw new Error(`initdb failed: ${problem.trim()}`);
}
