/** Creates the cluster's folder, reads its pid file, and removes stale locks. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { INITDB_ACCESS, socketIn } from './access.ts';
import { type Binaries, program } from './binaries.ts';
import { alive, isPostgres, pauseMs, spawnBound } from './lifeline.ts';
import type { DatabasePlace } from './place.ts';
import { privateFolder } from './private.ts';

/** Duration and interval of the attempts to remove the folders of killed first starts, ms. */
const SWEEP_MS = 10_000;
const POLL_MS = 20;

/** Reads the running server from its pid file; undefined when no server of this folder runs. */
export function runningServer({
  data,
}: DatabasePlace): { pid: number; socketFolder: string; ready: boolean } | undefined {
  const lines = read(join(data, 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  if (!pid || !isPostgres(pid) || !worksIn(pid, data, lines[1] ?? '')) return undefined;
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/**
 * False when the PostgreSQL process `pid` works in another folder than `data`: then `data` is a copy that includes the
 * pid file of the original.
 * @param written the folder that the pid file names, which does not exist after the running server's folder was moved
 */
function worksIn(pid: number, data: string, written: string): boolean {
  const serverFolder = statSync(workFolder(pid) ?? written, { throwIfNoEntry: false });
  const dataFolder = statSync(data, { throwIfNoEntry: false });
  if (!serverFolder || !dataFolder) return true;
  return serverFolder.dev === dataFolder.dev && serverFolder.ino === dataFolder.ino;
}

function workFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/**
 * Removes the locks of an ended server whose process id now belongs to another program, as after every restart of a
 * container. PostgreSQL would take that program for a running server and refuse to start.
 */
export function removeStaleLocks({ data }: DatabasePlace, socketFolder: string) {
  const file = join(data, 'postmaster.pid');
  const [first, folder] = read(file).split('\n');
  const pid = Number(first);
  if (alive(pid) && !(isPostgres(pid) && worksIn(pid, data, folder ?? ''))) rmSync(file, { force: true });
  const lock = `${socketIn(socketFolder)}.lock`;
  const user = Number.parseInt(read(lock), 10);
  if (alive(user) && !isPostgres(user)) rmSync(lock, { force: true });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Creates the data folder with `initdb` unless it exists. `initdb` works in a separate folder, which is renamed at the
 * end. So the data folder is complete or missing, even after interrupted or concurrent first starts.
 */
export async function ensureData(place: DatabasePlace, binaries: Binaries, env: Record<string, string>) {
  const { data, account } = place;
  if (existsSync(join(data, 'PG_VERSION'))) return;
  await makeHome(place);
  await sweepInterrupted(data);
  const aside = `${data}.init-${process.pid}`;
  try {
    privateFolder(aside, account);
    await initdb(aside, binaries, place, env);
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

/** Creates `home` if it is not `root`, and lets the server's account enter, whatever the umask. */
async function makeHome({ root, home, account }: DatabasePlace) {
  if (home === root) return;
  mkdirSync(home, { recursive: true });
  if (account) for (const folder of [dirname(home), home]) await chmod(folder, 0o755);
}

/** Removes the folders of killed first starts. Repeats, because an `initdb` may still be writing. */
async function sweepInterrupted(data: string) {
  const prefix = `${basename(data)}.init-`;
  const remains = () =>
    readdirSync(dirname(data)).filter((name) => {
      const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
      return pid === process.pid || (pid > 0 && !alive(pid));
    });
  for (const end = Date.now() + SWEEP_MS; remains().length > 0 && Date.now() < end; await pauseMs(POLL_MS)) {
    for (const name of remains())
      await rm(join(dirname(data), name), { recursive: true, force: true }).catch(() => {});
  }
}

/** @throws Error with initdb's output */
async function initdb(
  folder: string,
  binaries: Binaries,
  { account }: DatabasePlace,
  env: Record<string, string>,
) {
  const args = ['-D', folder, ...INITDB_ACCESS, '-E', 'UTF8', '--no-instructions'];
  const options = { account, env, stderr: 'pipe' } as const;
  const { child, exited } = spawnBound(program(binaries, 'initdb'), [...args, ...binaries.locale], options);
  const [problem, code] = await Promise.all([text(child.stderr!), exited]);
  if (code !== 0) throw new Error(`initdb failed: ${problem.trim()}`);
}
