/** Who the server runs as, and where that account can go: PostgreSQL refuses to run as root. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type SystemAccount = { uid: number; gid: number };

/** The account that is made where there is neither this one nor `postgres`. */
const OWN_NAME = 'paperpit';
/** An account that any program may run as is no place for data. */
const SHARED_NAME = 'nobody';

const asRoot = () => process.getuid?.() === 0;

/** The account to run a new server as, or undefined for our own; makes one when we are root and there is none. */
export function serverAccount(): SystemAccount | undefined {
  if (!asRoot()) return undefined;
  const found = accountCalled(OWN_NAME) ?? accountCalled('postgres') ?? makeAccount();
  if (found) return found;
  throw new Error(
    `PostgreSQL does not run as root and needs an account of its own: make one with \`useradd --system ${OWN_NAME}\`, start as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * The account the server of an existing data folder runs as: its owner; undefined for our own.
 * @throws when it belongs to somebody we cannot act for
 */
export function accountOf(data: string): SystemAccount | undefined {
  const { uid, gid } = statSync(data);
  if (asRoot()) return uid === 0 || uid === accountCalled(SHARED_NAME)?.uid ? serverAccount() : { uid, gid };
  if (uid === process.getuid?.()) return undefined;
  throw new Error(`The database in ${data} belongs to ${nameOf(uid)}: start as that account, or as root.`);
}

/** The names of everybody who may speak to the server: root, its account and our own. */
export function peers(account: SystemAccount | undefined): string[] {
  const uids = [0, account?.uid, process.getuid?.()].filter((uid) => uid !== undefined);
  return [...new Set(uids.map(nameOf))];
}

/** The first folder on the way down to `path` that `account` may not pass; folders not made yet count as passable. */
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

/** As the kernel's accounts have it, not the environment; `id` knows those of a directory as well. */
function nameOf(uid: number): string {
  const found = passwd().find((fields) => fields[2] === String(uid))?.[0];
  return (
    found ?? (spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout?.trim() || `uid ${uid}`)
  );
}

/** By the tools of the usual distributions, then by those of the smallest. */
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
    const made = accountCalled(OWN_NAME);
    if (made) return made;
  }
  return undefined;
}
