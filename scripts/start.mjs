#!/usr/bin/env node
// `npm start` on a machine that has only Node and npm: finds or fetches the pinned Bun, installs what the lock file
// says, builds what changed, and runs the server. `--run FILE args...` runs another script the same way.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const OWN_BUN = join(ROOT, '.bun');
const MODULES = join(ROOT, 'node_modules');
const VERSION = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).packageManager.split('@')[1];

process.chdir(ROOT);
if (Number(process.versions.node.split('.')[0]) < 20) {
  quit(`Paperpit needs Node 20 or newer to start; this is ${process.version}.`);
}
const [flag, script, ...args] = process.argv.slice(2);
const bun = findBun() ?? fetchBun();
install(bun);
if (flag === '--run') {
  if (!script) quit('Usage: node scripts/start.mjs --run FILE [args...]');
  run(bun, [script, ...args], process.env);
} else {
  const env = { ...process.env, NODE_ENV: 'production' };
  build(bun, env);
  run(bun, ['main.ts', ...process.argv.slice(2)], env);
}

/** A Bun of exactly our version: on the PATH, or in one of the places npm unpacks it to. */
function findBun() {
  const unpacked = [MODULES, join(OWN_BUN, 'node_modules')].map((modules) => join(modules, '@oven'));
  const packages = unpacked.flatMap((folder) => list(folder).map((name) => join(folder, name, 'bin/bun')));
  return ['bun', ...packages].find((file) => {
    const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    return status === 0 && stdout.trim() === VERSION;
  });
}

/** Fetches Bun with npm. Its install script may not run (npm 12), so the program is taken from where it lies. */
function fetchBun() {
  console.log(`Fetching Bun ${VERSION} (first start only) ...`);
  mkdirSync(OWN_BUN, { recursive: true });
  writeFileSync(join(OWN_BUN, 'package.json'), '{ "private": true }\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const npm = ['install', '--prefix', OWN_BUN, ...quiet, `bun@${VERSION}`];
  // npm hands its own settings down in npm_* variables; a prefix among them would win over ours
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(local_)?prefix$/i.test(name)),
  );
  const { status, error } = spawnSync('npm', npm, {
    cwd: OWN_BUN,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    quit(`Bun ${VERSION} could not be fetched${error ? `: ${error.message}` : ''}. Is npm able to download?`);
  return (
    findBun() ??
    quit(
      `Bun ${VERSION} was fetched but does not run on this machine (${process.platform}, ${process.arch}).`,
    )
  );
}

/** Installs the packages, unless that was done for this very lock file, these patches and this machine. */
function install(bun) {
  const inputs = [
    'package.json',
    'bun.lock',
    ...list(join(ROOT, 'patches')).map((name) => `patches/${name}`),
  ];
  const want = `${process.platform} ${process.arch} ${hash(inputs)}`;
  const stamp = join(MODULES, '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return;
  console.log('Installing packages ...');
  const { status } = spawnSync(bun, ['install', '--frozen-lockfile'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) quit('The packages could not be installed; see above.');
  writeFileSync(stamp, want);
}

/** Builds the pages; takes a moment when nothing changed. */
function build(bun, env) {
  const { status } = spawnSync(bun, ['scripts/build.ts'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) quit('The build failed; see above.');
}

/** Runs Bun in our place: its output is ours, our signals are its, and we end as it ends. */
function run(bun, argv, env) {
  const child = spawn(bun, argv, { env, stdio: 'inherit' });
  const stop = (signal) => child.exitCode === null && child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  process.on('SIGHUP', () => stop('SIGTERM'));
  child.once('error', (error) => quit(error.message));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
  // npm does not pass a SIGTERM on in every version; when it is gone, so is our reason to run
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
  }
}

function hash(paths) {
  const sum = createHash('sha256');
  for (const path of paths)
    sum
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  return sum.digest('hex');
}

function list(folder) {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function quit(message) {
  console.error(message);
  process.exit(1);
}
