// Runs child programs, one after another. They receive this process's signals and end when npm does.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** Interval of checks whether npm still runs, ms. */
const WATCH_MS = process.platform === 'linux' ? 500 : 2_000;
/**
 * A program that is asked to stop is killed after this time, ms: a server may need this long to finish its requests.
 */
const STOP_MS = 30_000;
const STOP_GROUP_MS = 1_000;

let current;
let stopping = false;

/**
 * Runs a program to its end. After a signal to stop, the process exits instead of returning. `options` are the options
 * of spawn; `own` gives the program a separate process group, which is stopped as a whole.
 * @returns {Promise<{ code: number, error?: Error }>} the code after a signal is 128 plus the signal's number
 */
export async function runProgram(command, args, { own = false, ...options } = {}) {
  const group = own && process.platform !== 'win32';
  const child = spawn(command, args, { stdio: 'inherit', ...options, detached: group });
  const kill = (signal) => {
    try {
      if (group) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // the program has ended
    }
  };
  current = { kill, patience: group ? STOP_GROUP_MS : STOP_MS };
  const result = await new Promise((done) => {
    child.once('error', (error) => done({ code: 1, error }));
    child.once('close', (code, signal) => done({ code: code ?? 128 + (constants.signals[signal] ?? 1) }));
  });
  current = undefined;
  if (group) kill('SIGKILL');
  if (stopping) process.exit(result.code);
  return result;
}

/** Passes signals on to the running program, and stops it when npm, or npm's shell, has ended. */
export function bindToStarter() {
  // Without a listener, a closed output would end this process before the program.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  process.on('SIGHUP', () => stop('SIGTERM'));
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  // npm starts this process in a shell, which keeps waiting after npm is killed; some shells replace themselves with this process.
  const parent = process.ppid;
  const npm = commandOf(parent).includes('start.mjs') ? parentOf(parent) : undefined;
  const isOrphan = () => process.ppid !== parent || (npm !== undefined && parentOf(parent) !== npm);
  setInterval(() => !stopping && isOrphan() && stop('SIGTERM'), WATCH_MS).unref();
}

function stop(signal) {
  if (!current) process.exit(128 + constants.signals[signal]);
  current.kill(signal);
  if (stopping) return;
  stopping = true;
  setTimeout(() => current?.kill('SIGKILL'), current.patience).unref();
}

/** Returns the parent's process id; undefined when `pid` does not exist. */
function parentOf(pid) {
  const text = process.platform === 'linux' ? proc(pid, 'stat').split(') ').at(-1) : ps('ppid', pid);
  const parent = process.platform === 'linux' ? text.split(' ')[1] : text;
  return parent ? Number(parent) : undefined;
}

const commandOf = (pid) => (process.platform === 'linux' ? proc(pid, 'cmdline') : ps('command', pid));

function proc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const ps = (column, pid) =>
  spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
