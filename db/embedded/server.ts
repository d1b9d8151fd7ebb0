/** Starts PostgreSQL on a data folder, or adopts the server that runs there. Rotates its log. */
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

/** Size at which the log is rotated to `.1`, bytes. */
const MOST_BYTES = 4_000_000;
const LOOK_MS = 60_000;

/** @throws when a link or another account's file has the log's name */
function openLog(place: DatabasePlace): number {
  shortenLog(place);
  return openPrivateLog(place.log, place.account);
}

/** Starts the rotation of the log. @returns a function that ends it */
function watchLog(place: DatabasePlace): () => void {
  const timer = setInterval(() => {
    try {
      shortenLog(place);
    } catch {
      // a full disk: the next check may succeed
    }
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** Copies a log above `maxBytes` to `.1` and empties it. A rename would not do: the server keeps the file open. */
export function shortenLog({ log, account }: DatabasePlace, maxBytes = MOST_BYTES) {
  const file = openPrivateLog(log, account);
  try {
    if (fstatSync(file).size <= maxBytes) return;
    const rotated = `${log}.1`;
    rmSync(rotated, { force: true });
    copyFileSync(log, rotated, constants.COPYFILE_EXCL);
    closeSync(openPrivateLog(rotated, account));
    ftruncateSync(file, 0);
  } finally {
    closeSync(file);
  }
}

/** `stop` ends the server only if this process started it. */
export type Running = {
  pid: number;
  adopted: boolean;
  socketFolder: string;
  exited: Promise<void>;
  stop(): Promise<void>;
};

type RunOptions = {
  binaries: () => Promise<Binaries>;
  /** Parameters of postgresql.conf. */
  settings: Record<string, string>;
  socketFolder?: string;
};

const POLL_MS = 20;
/** How long a server may take to accept a connection, ms. */
const ACCEPT_MS = 1_000;
const READY_MS = 60_000;
/** How long to wait for another process's server that is starting or stopping, ms. */
const OTHER_MS = 10_000;
const ATTEMPTS = 5;

/** Runs the server of `place`; creates its data first if necessary. @throws when it does not start */
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
    const launched = await launch(place, folder, [program(programs, 'postgres'), ...args], env);
    if (launched) return launched;
    // the launch may have failed because of a concurrent start, or of a previous server that was still stopping
    const winner = await adopt(place);
    if (winner) return winner;
    if (attempt === ATTEMPTS) {
      const tail = readFileSync(place.log, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
      throw new Error(`PostgreSQL does not start, see ${place.log}:\n${tail}`);
    }
    await pauseMs(attempt * 100);
  }
}

/** Returns the environment of the server's programs, without the keys and passwords in that of this process. */
function environment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Returns the server that another process runs on this folder, waiting while it starts; undefined without one. */
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

/** Makes the server's account the owner of a stopped cluster, which an earlier version gave to a shared account. */
function handOver({ data, account }: DatabasePlace) {
  if (!account || statSync(data).uid === account.uid) return;
  const { status, stderr } = spawnSync('chown', ['-R', '-h', '-P', `${account.uid}:${account.gid}`, data]);
  if (status !== 0) throw new Error(`${data} could not be handed to its new account: ${stderr}`);
}

/** @returns undefined when the server ends by itself */
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
    const childPid = await Promise.race([pid, exited]);
    for (const end = Date.now() + READY_MS; child.exitCode === null; await pauseMs(POLL_MS)) {
      // the ready server may be the server of a concurrent start
      if ((await ready(place)) && runningServer(place)?.pid === childPid) return childPid;
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
  // logical replication is not used
  max_logical_replication_workers: '0',
  // statements contain text that people typed, which must stay out of the log
  log_min_error_statement: 'panic',
};

const asArguments = (settings: Record<string, string>) =>
  Object.entries({ ...FIXED, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** True when the pid file says "ready" and the socket accepts connections. A dead server may have left the pid file. */
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
    // the connection to a stopping server may never complete
    socket.setTimeout(ACCEPT_MS, settle(false));
  });
}

/** Resolves when the process `pid`, which is no child of this one, has ended. Does not keep this process alive. */
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
