/** Starting one PostgreSQL on a data folder, or finding the one that already runs there. */

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { connect } from 'node:net';
import { leaveSocketFolder, PORT, socketFolder, socketIn, writeAccess } from './access.ts';
import { type Binaries, program } from './binaries.ts';
import { ensureData, removeStaleLocks, runningServer } from './files.ts';
import { alive, pauseMs, spawnBound } from './lifeline.ts';
import { type DatabasePlace, noteDown } from './place.ts';
import { openPrivateLog } from './private.ts';

/** What the server says: in a file beside the data, readable by its account alone, that does not grow for ever. */

/** Bytes of the log beyond which it begins anew; the one before is kept as `.1`. */
const MOST_BYTES = 4_000_000;
const LOOK_MS = 60_000;

/** Opens the log for a server to write to. @throws when something else lies in its place */
function openLog(place: DatabasePlace): number {
  shortenLog(place);
  return openPrivateLog(place.log, place.account);
}

/** Keeps the log short for as long as the server runs. @returns a function that ends that */
function watchLog(place: DatabasePlace): () => void {
  const timer = setInterval(() => {
    try {
      shortenLog(place);
    } catch {
      // a full disk: the next look may find room
    }
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** The server goes on writing at the end of the same file, so that is emptied once it is copied. */
export function shortenLog({ log, account }: DatabasePlace, most = MOST_BYTES) {
  const file = openPrivateLog(log, account);
  try {
    if (fstatSync(file).size <= most) return;
    const last = `${log}.1`;
    rmSync(last, { force: true });
    copyFileSync(log, last, constants.COPYFILE_EXCL);
    closeSync(openPrivateLog(last, account));
    ftruncateSync(file, 0);
  } finally {
    closeSync(file);
  }
}

/** A running server. `stop` ends it when it is ours and does nothing when it is another process's. */
export type Running = {
  pid: number;
  adopted: boolean;
  socketFolder: string;
  exited: Promise<void>;
  stop(): Promise<void>;
};

type RunOptions = {
  binaries: () => Promise<Binaries>;
  /** As in postgresql.conf. */
  settings: Record<string, string>;
  /** Where the server has been until now. */
  socketFolder?: string;
};

const POLL_MS = 20;
/** A server on this machine answers at once, or it is not one to wait for. */
const ACCEPT_MS = 1_000;
const READY_MS = 60_000;
/** How long a server that is starting or stopping in another process is waited for. */
const OTHER_MS = 10_000;
const ATTEMPTS = 5;

/** Runs the server of `place`, first creating its data. Throws when it does not come up. */
export async function runServer(place: DatabasePlace, options: RunOptions): Promise<Running> {
  const other = await adopt(place);
  if (other) return other;
  const programs = await options.binaries();
  const env = environment();
  await ensureData(place, programs, env);
  noteDown(place);
  for (let attempt = 1; ; attempt++) {
    const folder = socketFolder(place, options.socketFolder);
    removeStaleLocks(place, folder);
    handOver(place);
    writeAccess(place);
    const args = ['-D', place.data, '-k', folder, '-p', PORT, ...asArguments(options.settings)];
    const ours = await launch(place, folder, [program(programs, 'postgres'), ...args], env);
    if (ours) return ours;
    // two first starts at once, or the last server was still going down
    const winner = await adopt(place);
    if (winner) return winner;
    if (attempt === ATTEMPTS) {
      const tail = readFileSync(place.log, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
      throw new Error(`PostgreSQL does not start, see ${place.log}:\n${tail}`);
    }
    await pauseMs(attempt * 100);
  }
}

/** The whole environment of the server's programs: nothing of our own, which holds keys and passwords. */
function environment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** The server another process runs on this folder, waiting while it is still starting; undefined when none is. */
async function adopt(place: DatabasePlace): Promise<Running | undefined> {
  for (const end = Date.now() + OTHER_MS; Date.now() < end; await pauseMs(POLL_MS)) {
    const server = runningServer(place);
    if (!server) return undefined;
    if (!(await ready(place))) continue;
    const { pid, socketFolder } = server;
    noteDown(place);
    return { pid, adopted: true, socketFolder, exited: whenGone(pid), stop: async () => {} };
  }
  return undefined;
}

/** A cluster that ran as an account anybody may use becomes the present account's; nobody runs it now. */
function handOver({ data, account }: DatabasePlace) {
  if (!account || statSync(data).uid === account.uid) return;
  const { status, stderr } = spawnSync('chown', ['-R', '-h', '-P', `${account.uid}:${account.gid}`, data]);
  if (status !== 0) throw new Error(`${data} could not be handed to its new account: ${stderr}`);
}

/** One attempt to start the server; undefined when it ended by itself. */
async function launch(
  place: DatabasePlace,
  folder: string,
  [postgres, ...args]: [string, ...string[]],
  env: Record<string, string>,
): Promise<Running | undefined> {
  const log = openLog(place);
  const { account } = place;
  const { child, pid, ...bound } = spawnBound(postgres, args, { account, env, stderr: log });
  const exited = bound.exited.then(() => undefined);
  closeSync(log);
  const up = async () => {
    const ours = await Promise.race([pid, exited]);
    for (const end = Date.now() + READY_MS; child.exitCode === null; await pauseMs(POLL_MS)) {
      // a server may be ready here that is not ours: two starts at once, and the other one was quicker
      if ((await ready(place)) && runningServer(place)?.pid === ours) return ours;
      if (Date.now() > end) throw new Error(`PostgreSQL is not ready after 60 s, see ${place.log}`);
    }
    return undefined;
  };
  const server = await up();
  if (server === undefined) return undefined;
  child.unref();
  const unwatch = watchLog(place);
  void exited.then(unwatch);
  const stop = async () => {
    child.ref();
    child.stdin?.end();
    await exited;
    leaveSocketFolder(folder);
  };
  return { pid: server, adopted: false, socketFolder: folder, exited, stop };
}

const FIXED = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // nobody subscribes to this server: no process waits for subscriptions
  max_logical_replication_workers: '0',
  // errors are ours to log; statements, with what people typed, are not for a file on the same disk
  log_min_error_statement: 'panic',
};

const asArguments = (settings: Record<string, string>) =>
  Object.entries({ ...FIXED, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Accepts connections and says so itself. The socket is asked first: the file may be a dead server's. */
async function ready(place: DatabasePlace): Promise<boolean> {
  const server = runningServer(place);
  return server?.ready === true && (await accepts(socketIn(server.socketFolder)));
}

function accepts(path: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect({ path });
    const settle = (accepted: boolean) => () => {
      socket.destroy();
      answer(accepted);
    };
    socket.once('connect', settle(true));
    socket.once('error', settle(false));
    // a server that is going down may take the connection and never say so
    socket.setTimeout(ACCEPT_MS, settle(false));
  });
}

/** Resolves when the process `pid`, which is not our child, is gone. Never keeps our process alive. */
function whenGone(pid: number): Promise<void> {
  return new Promise((done) => {
    const timer = setInterval(() => {
      if (alive(pid)) return;
      clearInterval(timer);
      done();
    }, 200);
    timer.unref();
  });
}
