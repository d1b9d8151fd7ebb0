/** Finds the database of a data folder by a note, even after folders were moved or their rights changed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { accountOf, closedFolder, type SystemAccount, serverAccount } from './account.ts';
import { writeWhole } from './private.ts';

export type DatabasePlace = {
  root: string;
  /** The folder with the database and its log: `root`, or a folder below ROOT_HOME. */
  home: string;
  data: string;
  log: string;
  account: SystemAccount | undefined;
};

/** Contains the databases that root starts when the server's account may not enter the requested folder. */
export const ROOT_HOME = '/var/lib/paperpit';

/** File in the data folder that says where the database is. */
const NOTE = 'where';
/** File beside a database below ROOT_HOME that names its data folder. */
const OWNER = 'owner';

/** `database`: a path relative to the note's folder, or an absolute path. `id`: only with an absolute path. */
type Note = { database: string; id?: string };
type Owner = { folder: string; id: string };

/**
 * Returns where the database of `dataDir` is, or where a new one goes.
 * @param create false to accept an existing database only
 * @throws Error with a sentence, without any change: for a missing database when `create` is false, for a second
 * database, for the database of another folder, and for a folder that the server's account may not enter
 */
export function placeOf(dataDir: string, create = true): DatabasePlace {
  const root = dataFolder(dataDir, create);
  const note = readNote(root);
  const existingHome = note ? notedHome(root, note) : unnotedHome(root);
  if (existingHome) {
    const account = accountOf(join(existingHome, 'postgres'));
    const closed = account && closedFolder(existingHome, account);
    if (!closed) return placeAt(root, existingHome, account);
    throw new Error(
      `The database in ${existingHome} is run by an account that may not enter ${closed}: open the way (chmod o+x), or move the folder back.`,
    );
  }
  if (!create) throw new Error(`There is no database in ${root}; \`npm start\` makes one.`);
  const account = serverAccount();
  return placeAt(root, account && closedFolder(root, account) ? newHome(root) : root, account);
}

/** Writes the note of an existing database. After a move, updates the data folder that the file OWNER names. */
export function noteDown({ root, home, data }: DatabasePlace) {
  if (home === root) return writeNote(root, { database: relative(root, data) });
  const id = readNote(root)?.id ?? readOwner(home)?.id ?? crypto.randomUUID();
  writeNote(root, { database: data, id });
  const owner = readOwner(home);
  if (owner?.id === id && owner.folder === root) return;
  const head = '# The data folder this database belongs to.';
  writeWhole(join(home, OWNER), `${head}\nfolder: ${root}\nid: ${id}\n`, 0o644);
}

function placeAt(root: string, home: string, account: SystemAccount | undefined): DatabasePlace {
  const data = join(home, 'postgres');
  return { root, home, data, log: `${data}.log`, account };
}

function dataFolder(dataDir: string, create: boolean): string {
  const root = resolve(dataDir);
  if (!create && !existsSync(root))
    throw new Error(`There is no database in ${root}; \`npm start\` makes one.`);
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw new Error(`DATA_DIR ${root} cannot be made a folder (${(error as Error).message}).`, {
      cause: error,
    });
  }
  return root;
}

/** @throws when the note is wrong, or its database belongs to another data folder */
function notedHome(root: string, { database, id }: Note): string {
  const home = dirname(resolve(root, database));
  const file = join(root, NOTE);
  if (!holdsDatabase(home))
    throw new Error(
      `${file} says that the database is in ${home}, and there is none. Bring it back, or remove ${file} to begin with a new one.`,
    );
  const owner = home === root ? undefined : readOwner(home);
  if (!owner) return home;
  if (owner.id !== id)
    throw new Error(
      `${file} leads to ${home}, which belongs to ${owner.folder}. Remove ${file} to begin anew.`,
    );
  if (!sameFolder(owner.folder, root) && readNote(owner.folder)?.id === id)
    throw new Error(
      `${root} is a copy of ${owner.folder}, which has its database in ${home}. Remove ${file} to begin with a new one here, or ${join(owner.folder, NOTE)} to take that one over.`,
    );
  return home;
}

/** Finds the database of a data folder that has no note; undefined when there is none. */
function unnotedHome(root: string): string | undefined {
  const inside = holdsDatabase(root) ? root : undefined;
  // a killed first start leaves its database below ROOT_HOME without a note and without an owner
  const plain = join(ROOT_HOME, shortHash(root));
  const unowned = holdsDatabase(plain) && !readOwner(plain) ? plain : undefined;
  const owned = homes().find((home) => readOwner(home)?.folder === root && holdsDatabase(home));
  const elsewhere = unowned ?? owned;
  if (inside && elsewhere)
    throw new Error(
      `There are two databases of ${root}: one in it and one in ${elsewhere}. Move the one away that is not to be used.`,
    );
  if (owned) {
    const file = join(root, NOTE);
    throw new Error(
      `The database of ${root} is in ${owned}, and ${file} is gone. To go on with it, write into that file:\ndatabase: ${join(owned, 'postgres')}\nid: ${readOwner(owned)?.id}\nTo begin with a new one, move ${owned} away.`,
    );
  }
  return inside ?? unowned;
}

function newHome(root: string): string {
  const plain = join(ROOT_HOME, shortHash(root));
  for (let n = 1; ; n++) {
    const home = n === 1 ? plain : `${plain}-${n}`;
    if (!holdsDatabase(home)) return home;
  }
}

const homes = () =>
  existsSync(ROOT_HOME) ? readdirSync(ROOT_HOME).map((name) => join(ROOT_HOME, name)) : [];

/** True when `home` has a database, even an unreadable one. */
const holdsDatabase = (home: string) => {
  try {
    return statSync(join(home, 'postgres/PG_VERSION'), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
};

function sameFolder(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}

function writeNote(folder: string, { database, id }: Note) {
  const previous = readNote(folder);
  if (previous?.database === database && previous.id === id) return;
  const head = '# Where the database of this folder is; read at every start.';
  const lines = [head, `database: ${database}`, ...(id ? [`id: ${id}`] : [])];
  writeWhole(join(folder, NOTE), `${lines.join('\n')}\n`, 0o644);
}

function readNote(folder: string): Note | undefined {
  const lines = readLines(join(folder, NOTE));
  if (!lines) return undefined;
  const { database, id } = lines;
  if (!database) throw new Error(`${join(folder, NOTE)} has no line "database: FOLDER".`);
  return { database, id: isAbsolute(database) ? id : undefined };
}

function readOwner(home: string): Owner | undefined {
  const { folder, id } = readLines(join(home, OWNER)) ?? {};
  return folder && id ? { folder, id } : undefined;
}

/** Reads `name: value` lines; undefined when the file does not exist. */
function readLines(file: string): Record<string, string | undefined> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  return Object.fromEntries(
    [...text.matchAll(/^(\w+): *(.+?) *$/gm)].map(([, name, value]) => [name!, value!]),
  );
}

/** Returns the first 16 hex digits of a hash, short enough for a path. */
export function shortHash(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16);
}
