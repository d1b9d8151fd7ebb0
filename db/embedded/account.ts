/** The system account that runs the server (PostgreSQL refuses root), and the folders it may enter. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type SystemAccount = { uid: number; gid: number };

/** The preferred account. `makeAccount` creates it when neither `paperpit` nor `postgres` exists. */
const OWN_NAME = 'paperpit';
/** Must never own data, because any program may run as this account. */
const SHARED_NAME = 'nobody';

const asRoot = () => process.getuid?.() === 0;

/**
 * Returns the account for a new server. For root: `paperpit` if it exists, else `postgres`, else a new `paperpit`.
 * For any other user: undefined, because the server then runs under the account of this process.
 * @throws when no account can be made
 */
export function serverAccount(): SystemAccount | undefined {
  if (!asRoot()) return undefined;
  const account = accountCalled(OWN_NAME) ?? accountCalled('postgres') ?? makeAccount();
  if (account) return account;
  throw new Error(
    `PostgreSQL does not run as root and needs an account of its own: make one with \`useradd --system ${OWN_NAME}\`, start as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * Returns the account that runs the server of an existing data folder: the folder's owner, or undefined when the owner
 * runs this process. When this process runs as root, and root or `nobody` owns the folder, returns the account for a
 * new server.
 * @throws when this process cannot act for the owner
 */
export function accountOf(data: string): SystemAccount | undefined {
  const { uid, gid } = statSync(data);
  if (asRoot()) return uid === 0 || uid === accountCalled(SHARED_NAME)?.uid ? serverAccount() : { uid, gid };
  if (uid === process.getuid?.()) return undefined;
  throw new Error(`The database in ${data} belongs to ${nameOf(uid)}: start as that account, or as root.`);
}

/** Returns the names of accounts that may connect: root, the server's and this process's. */
export function peers(account: SystemAccount | undefined): string[] {
  const uids = [0, account?.uid, process.getuid?.()].filter((uid) => uid !== undefined);
  return [...new Set(uids.map(nameOf))];
}

/**
 * Returns the first folder on the way to `path` that `account` may not enter; undefined when the way is open. A missing
 * folder counts as open.
 */
export function closedFolder(path: string, account: SystemAccount): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  const bit = stat?.uid === account.uid ? 0o100 : stat?.gid === account.gid ? 0o010 : 0o001;
  const above = path === dirname(path) ? undefined : closedFolder(dirname(path), account);
  return above ?? (stat && !(stat.mode & bit) ? path : undefined);
}

const passwd = () =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));

function accountCalled(name: string): SystemAccount | undefined {
  const [, , uid, gid] = passwd().find((fields) => fields[0] === name) ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Returns the name from /etc/passwd, or from `id`, which also knows the accounts of a directory service. */
function nameOf(uid: number): string {
  const name = passwd().find((fields) => fields[2] === String(uid))?.[0];
  return name ?? (spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout?.trim() || `uid ${uid}`);
}

/** Creates the account with useradd or BusyBox's adduser; undefined when neither succeeds. */
function makeAccount(): SystemAccount | undefined {
  const home = '/nonexistent';
  const attempts = [
    [
      'useradd',
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      home,
      '--shell',
      '/bin/false',
      OWN_NAME,
    ],
    ['adduser', '-S', '-D', '-H', '-h', home, '-s', '/bin/false', OWN_NAME],
  ];
  for (const [command, ...args] of attempts) {
    spawnSync(command!, args, { stdio: 'ignore' });
    const account = accountCalled(OWN_NAME);
    if (account) return account;
  }
  return undefined;
}
