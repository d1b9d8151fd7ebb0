/** Starting one PostgreSQL on a data folder, or finding the one that already runs there. */
import { chownSync, closeSync, openSync, readFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { privateFolder } from './account.ts';
import { type Binaries, program } from './binaries.ts';
import { ensureData, type Place, PORT, pidFile, removeStaleLocks } from './files.ts';
import { spawnBound } from './lifeline.ts';
import { alive, isPostgres, pause } from './process.ts';

/** A running server. `stop` ends it when it is ours and does nothing when it is another process's. */
export type Running = { pid: number; adopted: boolean; exited: Promise<void>; stop(): Promise<void> };

const POLL_MS = 20;
/** A server on this machine answers at once, or it is not one to wait for. */
const ACCEPT_MS = 1_000;
const READY_MS = 60_000;
/** How long a server that is starting or stopping in another process is waited for. */
const OTHER_MS = 10_000;
const ATTEMPTS = 5;

/** Runs the server of `place`, first creating its data. Throws when it does not come up. */
export async function runServer(
  place: Place,
  binaries: () => Promise<Binaries>,
  settings: Record<string, string>,
): Promise<Running> {
  const other = await adopt(place);
  if (other) return other;
  const programs = await binaries();
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  await ensureData(place, programs, env);
  for (let attempt = 1; ; attempt++) {
    removeStaleLocks(place);
    privateFolder(place.socketFolder, place.account);
    const ours = await launch(place, program(programs, 'postgres'), env, settings);
    if (ours) return ours;
    // two first starts at once, or the last server was still going down
    const winner = await adopt(place);
    if (winner) return winner;
    if (attempt === ATTEMPTS) {
      const tail = readFileSync(place.log, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
      throw new Error(`PostgreSQL does not start, see ${place.log}:\n${tail}`);
    }
    await pause(attempt * 100);
  }
}

/** The server another process runs on this folder, waiting while it is still starting; undefined when none is. */
async function adopt(place: Place): Promise<Running | undefined> {
  for (const end = Date.now() + OTHER_MS; Date.now() < end; await pause(POLL_MS)) {
    const pid = pidOf(place);
    if (!pid || !isPostgres(pid)) return undefined;
    if (await ready(place)) {
      return { pid, adopted: true, exited: gone(pid), stop: async () => {} };
    }
  }
  return undefined;
}

/** One attempt to start the server; undefined when it ended by itself. */
async function launch(
  place: Place,
  postgres: string,
  env: Record<string, string | undefined>,
  settings: Record<string, string>,
): Promise<Running | undefined> {
  const log = openSync(place.log, 'a');
  if (place.account) chownSync(place.log, place.account.uid, place.account.gid);
  const args = ['-D', place.data, '-k', place.socketFolder, '-p', PORT, ...asArguments(settings)];
  const { child, pid, ...bound } = spawnBound(postgres, args, { account: place.account, env, stderr: log });
  const exited = bound.exited.then(() => undefined);
  closeSync(log);
  const up = async () => {
    const ours = await Promise.race([pid, exited]);
    for (const end = Date.now() + READY_MS; child.exitCode === null; await pause(POLL_MS)) {
      // a server may be ready here that is not ours: two starts at once, and the other one was quicker
      if ((await ready(place)) && pidOf(place) === ours) return ours;
      if (Date.now() > end) throw new Error(`PostgreSQL is not ready after 60 s, see ${place.log}`);
    }
    return undefined;
  };
  const server = await up();
  if (server === undefined) return undefined;
  child.unref();
  const stop = async () => {
    child.ref();
    child.stdin?.end();
    await exited;
    // not empty when another process has already taken over
    await rmdir(place.socketFolder).catch(() => {});
  };
  return { pid: server, adopted: false, exited, stop };
}

const FIXED = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const asArguments = (settings: Record<string, string>) =>
  Object.entries({ ...FIXED, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const pidOf = (place: Place) => Number(pidFile(place)[0] ?? 0);

/** Accepts connections and says so itself. The socket is asked first: the file may be a dead server's. */
async function ready(place: Place): Promise<boolean> {
  return (await accepts(place.socket)) && pidFile(place)[7]?.trim() === 'ready';
}

function accepts(path: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect({ path });
    const tell = (accepted: boolean) => () => {
      socket.destroy();
      answer(accepted);
    };
    socket.once('connect', tell(true));
    socket.once('error', tell(false));
    // a server that is going down may take the connection and never say so
    socket.setTimeout(ACCEPT_MS, tell(false));
  });
}

/** Resolves when the process `pid`, which is not our child, is gone. Never keeps our process alive. */
function gone(pid: number): Promise<void> {
  return new Promise((done) => {
    const timer = setInterval(() => {
      if (alive(pid)) return;
      clearInterval(timer);
      done();
    }, 200);
    timer.unref();
  });
}
