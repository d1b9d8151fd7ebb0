/** Who the server runs as, and where that account can go: PostgreSQL refuses to run as root. */
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type Account = { uid: number; gid: number };

/** The account to run PostgreSQL as, or undefined for our own. Throws when we are root and there is none. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  const [, , uid, gid] = entry('postgres') ?? entry('nobody') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'Running as root, and there is no "postgres" or "nobody" account to run PostgreSQL as: set DATABASE_URL',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** True when `account` may pass through every folder down to `path`; folders not made yet count as passable. */
export function enterable(path: string, account: Account): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat) {
      const bit = stat.uid === account.uid ? 0o100 : stat.gid === account.gid ? 0o010 : 0o001;
      if (!(stat.mode & bit)) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/** Makes `path` a folder only the server's account can read. Throws when it belongs to someone else. */
export function privateFolder(path: string, account: Account | undefined) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid } = statSync(path);
  if (account && uid === 0) chownSync(path, account.uid, account.gid);
  else if (uid !== (account?.uid ?? process.getuid?.())) {
    throw new Error(`${path} belongs to someone else (uid ${uid})`);
  }
  chmodSync(path, 0o700);
}
