// The pinned Bun: the one that is there, or the one npm fetches and finds to be what bun-packages.json says.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './program.mjs';

/** ms until, and between, the lines that say what is waited for. */
const PATIENCE_MS = 5_000;

/**
 * @param {string} root the checkout
 * @returns {Promise<string>} a Bun of exactly the version package.json names
 * @throws with a sentence
 */
export async function pinnedBun(root) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = packageManager.split('@')[1];
  const own = join(root, '.bun');
  const folders = [join(root, 'node_modules'), join(own, 'node_modules')];
  const found = findBun(folders, version);
  if (found) return found;
  await fetchBun(own, version);
  const fetched = findBun(folders.slice(1), version);
  if (fetched) return fetched;
  throw new Error(
    `Bun ${version} was fetched but does not run on this machine (${process.platform}, ${process.arch}).`,
  );
}

/** On the PATH, or in one of the places npm unpacks it to. */
function findBun(folders, version) {
  const packages = folders
    .map((modules) => join(modules, '@oven'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'bin/bun')));
  return ['bun', ...packages].find((file) => {
    const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    return status === 0 && stdout.trim() === version;
  });
}

/** Its install script may not run (npm 12) and need not: the program is taken from where it lies. */
async function fetchBun(own, version) {
  const wanted = packageFor(version);
  console.log(`Fetching Bun ${version} with npm (first start only) ...`);
  mkdirSync(own, { recursive: true });
  rmSync(join(own, 'node_modules'), { recursive: true, force: true });
  const dependencies = { [wanted.name]: version };
  const locked = { version, integrity: wanted.integrity };
  const lock = {
    lockfileVersion: 3,
    packages: { '': { dependencies }, [`node_modules/${wanted.name}`]: locked },
  };
  writeFileSync(join(own, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(own, 'package-lock.json'), JSON.stringify(lock));
  const failure = await npmInstall(own, version);
  if (failure === undefined) return;
  rmSync(join(own, 'node_modules'), { recursive: true, force: true });
  if (/EINTEGRITY/.test(failure)) {
    throw new Error(`What npm fetched as Bun ${version} is not what it should be; nothing of it was run.`);
  }
  throw new Error(`Bun ${version} could not be fetched. Is npm able to download?`);
}

/** @returns what npm said when it failed, undefined when it did not */
async function npmInstall(own, version) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // one more try at once, and half a minute without a byte is a failure
  const hasty = ['--fetch-retries=1', '--fetch-retry-maxtimeout=2000', '--fetch-retry-mintimeout=1000'];
  const args = ['ci', '--prefix', own, ...quiet, ...hasty, '--fetch-timeout=30000'];
  // npm hands its own settings down in npm_* variables; a prefix among them would win over ours
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(local_)?prefix$/i.test(name)),
  );
  const log = join(own, 'npm.log');
  const waiting = setInterval(
    () => console.log(`Still fetching Bun ${version}: waiting for the package registry npm is set to ...`),
    PATIENCE_MS,
  );
  const errors = openSync(log, 'w');
  const { code, error } = await runProgram('npm', args, {
    cwd: own,
    own: true,
    stdio: ['ignore', 'ignore', errors],
    env,
    shell: process.platform === 'win32',
  });
  clearInterval(waiting);
  const said = readFileSync(log, 'utf8') + (error?.message ?? '');
  if (code === 0) return undefined;
  console.error(said.trim());
  return said;
}

/** The package for this machine. @throws when there is none, or the list is of another version */
function packageFor(version) {
  const list = JSON.parse(readFileSync(new URL('bun-packages.json', import.meta.url), 'utf8'));
  if (list.version !== version)
    throw new Error(`scripts/start/bun-packages.json is of Bun ${list.version}, package.json of ${version}.`);
  const libc = process.platform === 'linux' && !usesGlibc() ? '-musl' : '';
  const machine = `${process.platform}-${process.arch}${libc}`;
  const found = list.packages[machine];
  if (!found) throw new Error(`There is no Bun for this machine (${machine}).`);
  return found;
}

function usesGlibc() {
  // looking up the names of open connections may take long
  process.report.excludeNetwork = true;
  return Boolean(process.report.getReport().header.glibcVersionRuntime);
}
