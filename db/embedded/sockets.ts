/** The folder of a server's socket: short (a socket's path has at most 107 bytes) and nobody else's to prepare. */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SystemAccount } from './account.ts';
import type { DatabasePlace } from './place.ts';
import { privateFolder, writeWhole } from './private.ts';

export const PORT = '5432';

/** Only root makes anything in there. */
const ROOT_RUN = '/run/paperpit';

export const socketIn = (folder: string) => join(folder, `.s.PGSQL.${PORT}`);

/**
 * The socket folder of the database of `place`, made if need be. Its name is made up, noted beside the database and
 * kept: who waits for a server to come back waits at the same socket. A copy of the database gets one of its own.
 * @param wanted where the server was before, for a process that has been speaking to it
 */
export function socketFolder(place: DatabasePlace, preference: string | undefined): string {
  const noted = preference ?? readNote(place);
  if (noted !== undefined && usable(noted, place.account, preference !== undefined)) return noted;
  const base = process.getuid?.() === 0 ? rootRun() : tmpdir();
  const made = mkdtempSync(join(base, 'paperpit-'));
  privateFolder(made, place.account);
  writeWhole(noteFile(place), `${made}\n${identityOf(place)}\n`, 0o644);
  return made;
}

/** @throws when `strict` and the folder is not ours to use */
function usable(folder: string, account: SystemAccount | undefined, strict: boolean): boolean {
  try {
    if (dirname(folder) === ROOT_RUN) rootRun();
    privateFolder(folder, account);
    return true;
  } catch (error) {
    if (strict) throw error;
    return false;
  }
}

const noteFile = ({ data }: DatabasePlace) => `${data}.socket`;

function readNote(place: DatabasePlace): string | undefined {
  try {
    const [folder, identity] = readFileSync(noteFile(place), 'utf8').split('\n');
    return identity === identityOf(place) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Of the database's folder: the same after a move, another in a copy. */
function identityOf({ data }: DatabasePlace): string {
  const { dev, ino } = statSync(data);
  return `${dev}:${ino}`;
}

function rootRun(): string {
  mkdirSync(ROOT_RUN, { recursive: true });
  const stat = lstatSync(ROOT_RUN);
  if (!stat.isDirectory() || stat.uid !== 0) throw new Error(`${ROOT_RUN} is not a folder of root's.`);
  chmodSync(ROOT_RUN, 0o755);
  return ROOT_RUN;
}

/** Removes the folder when nobody uses it; what comes next makes it again. */
export function leaveSocketFolder(folder: string) {
  try {
    rmdirSync(folder);
  } catch {
    // not empty when another process has already taken over
  }
}
