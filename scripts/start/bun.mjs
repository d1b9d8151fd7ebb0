// Finds the pinned Bun, or fetches it with npm and checks it against the hash in bun-packages.json.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './program.mjs';

/** Time before and between the lines that report a slow download, ms. */
const PATIENCE_MS = 5_000;

/**
 * Returns a Bun of exactly the version that package.json names.
 * @param {string} root folder of the checkout
 * @returns {Promise<string>} its path
 * @throws an error whose message is a sentence for the user
 */
export async function pinnedBun(root) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = packageManager.split('@')[1];
  const bunFolder = join(root, '.bun');
  const folders = [join(root, 'node_modules'), join(bunFolder, 'node_modules')];
  const installed = findBun(folders, version);
  if (installed) return installed;
  await fetchBun(bunFolder, version);
  const fetched = findBun(folders.slice(1), version);
  if (fetched) return fetched;
  throw new Error(
    `Bun ${version} was fetched but does not run on this machine (${process.platform}, ${process.arch}).`,
  );
}

/** Returns a Bun of this version from the PATH or from npm's folders; undefined without one. */
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

/** Fetches the package with npm, without its install script: the program runs from npm's folder. */
async function fetchBun(bunFolder, version) {
  const wanted = packageFor(version);
  console.log(`Fetching Bun ${version} with npm (first start only) ...`);
  mkdirSync(bunFolder, { recursive: true });
  rmSync(join(bunFolder, 'node_modules'), { recursive: true, force: true });
  const dependencies = { [wanted.name]: version };
  const locked = { version, integrity: wanted.integrity };
  const lock = {
    lockfileVersion: 3,
    packages: { '': { dependencies }, [`node_modules/${wanted.name}`]: locked },
  };
  writeFileSync(join(bunFolder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(bunFolder, 'package-lock.json'), JSON.stringify(lock));
  const failure = await npmInstall(bunFolder, version);
  if (failure === undefined) return;
  rmSync(join(bunFolder, 'node_modules'), { recursive: true, force: true });
  if (/EINTEGRITY/.test(failure)) {
    throw new Error(`What npm fetched as Bun ${version} is not what it should be; nothing of it was run.`);
  }
  throw new Error(`Bun ${version} could not be fetched. Is npm able to download?`);
}

/** @returns npm's output after a failure, else undefined */
async function npmInstall(bunFolder, version) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // One retry, after a second; half a minute without a byte counts as a failure.
  const impatient = ['--fetch-retries=1', '--fetch-retry-maxtimeout=2000', '--fetch-retry-mintimeout=1000'];
  const args = ['ci', '--prefix', bunFolder, ...quiet, ...impatient, '--fetch-timeout=30000'];
  // npm exports its settings as npm_* variables, and a prefix among them would override ours.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(local_)?prefix$/i.test(name)),
  );
  const log = join(bunFolder, 'npm.log');
  const waiting = setInterval(
    () => console.log(`Still fetching Bun ${version}: waiting for the package registry npm is set to ...`),
    PATIENCE_MS,
  );
  const errors = openSync(log, 'w');
  const { code, error } = await runProgram('npm', args, {
    cwd: bunFolder,
    own: true,
    stdio: ['ignore', 'ignore', errors],
    env,
    shell: process.platform === 'win32',
  });
  clearInterval(waiting);
  const output = readFileSync(log, 'utf8') + (error?.message ?? '');
  if (code === 0) return undefined;
  console.error(output.trim());
  return output;
}

/** Returns the package for this machine. @throws when there is none, or the list has another version */
function packageFor(version) {
  const list = JSON.parse(readFileSync(new URL('bun-packages.json', import.meta.url), 'utf8'));
  if (list.version !== version)
    throw new Error(`scripts/start/bun-packages.json is of Bun ${list.version}, package.json of ${version}.`);
  const libc = process.platform === 'linux' && !usesGlibc() ? '-musl' : '';
  const machine = `${process.platform}-${process.arch}${libc}`;
  const bunPackage = list.packages[machine];
  if (!bunPackage) throw new Error(`There is no Bun for this machine (${machine}).`);
  return bunPackage;
}

function usesGlibc() {
  // With the network the report resolves the host names of open connections, which may take long.
  process.report.excludeNetwork = true;
  return Boolean(process.report.getReport().header.glibcVersionRuntime);
}
