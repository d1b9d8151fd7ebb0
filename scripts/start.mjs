#!/usr/bin/env node
// `npm start` on a machine that has only Node and npm: finds or fetches the pinned Bun, installs the packages of the
// lock file, builds what changed, and runs the server. `--run FILE args...` runs another script the same way.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedBun } from './start/bun.mjs';
import { bindToStarter, runProgram } from './start/program.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = join(ROOT, 'node_modules');
const WITHOUT_INPUT = ['ignore', 'inherit', 'inherit'];

process.chdir(ROOT);
if (Number(process.versions.node.split('.')[0]) < 20) {
  quit(`Paperpit needs Node 20 or newer to start; this is ${process.version}.`);
}
bindToStarter();
try {
  const [flag, script, ...args] = process.argv.slice(2);
  if (flag === '--run' && !script) quit('Usage: node scripts/start.mjs --run FILE [args...]');
  const bun = await pinnedBun(ROOT);
  await install(bun);
  if (flag === '--run') await run(bun, [script, ...args], process.env);
  const env = { ...process.env, NODE_ENV: 'production' };
  await build(bun, env);
  await run(bun, ['main.ts', ...process.argv.slice(2)], env);
} catch (error) {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) quit(error.message);
  quit(`${ROOT} must be writable for the first start (${error.message}).`);
}

/** Installs the packages, unless they are installed for this lock file, these patches and this machine. */
async function install(bun) {
  const patches = join(ROOT, 'patches');
  const names = existsSync(patches) ? readdirSync(patches).sort() : [];
  const inputs = ['package.json', 'bun.lock', ...names.map((name) => `patches/${name}`)];
  const wantedStamp = `${process.platform} ${process.arch} ${hash(inputs)}`;
  const stamp = join(MODULES, '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wantedStamp) return;
  console.log('Installing packages ...');
  const { code } = await runProgram(bun, ['install', '--frozen-lockfile'], {
    stdio: WITHOUT_INPUT,
    own: true,
  });
  if (code !== 0) quit('The packages could not be installed; see above.');
  writeFileSync(stamp, wantedStamp);
}

/** Builds the pages; takes little time when nothing changed. */
async function build(bun, env) {
  const { code } = await runProgram(bun, ['framework/build/build.ts'], { env, stdio: WITHOUT_INPUT });
  if (code !== 0) quit('The build failed; see above.');
}

/** Runs Bun, which prints to this process's output, and exits with its code. */
async function run(bun, argv, env) {
  const { code, error } = await runProgram(bun, argv, { env });
  if (error) quit(error.message);
  process.exit(code);
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

function quit(message) {
  console.error(message);
  process.exit(1);
}
