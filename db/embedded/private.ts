/**
 * Creates or opens folders and files that belong to one account of the operating system, where another account may
 * already have created a link or a file of the same name.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { SystemAccount } from './account.ts';

const { O_APPEND, O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/**
 * Creates the folder `path` for `account` (default: this process's), or claims an existing one. Rights are set
 * through an open descriptor, so that nobody can replace the folder in between.
 * @throws without any change when `path` is a link, is no folder, or belongs to another account
 */
export function privateFolder(path: string, account: SystemAccount | undefined) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const folder = openOwn(path, O_RDONLY | O_DIRECTORY, account);
  try {
    if (account) fchownSync(folder, account.uid, account.gid);
    fchmodSync(folder, 0o700);
  } finally {
    closeSync(folder);
  }
}

/** Opens a log for appending that only `account` (default: this process's) can read. @throws as `privateFolder` does */
export function openPrivateLog(path: string, account: SystemAccount | undefined): number {
  const log = openOwn(path, O_WRONLY | O_APPEND | O_CREAT, account);
  if (account) fchownSync(log, account.uid, account.gid);
  fchmodSync(log, 0o600);
  return log;
}

/** Writes a file atomically: readers see the old or the new content. Replaces a symbolic link at `path`. */
export function writeWhole(path: string, text: string, mode: number, account?: SystemAccount) {
  const aside = `${path}.${crypto.randomUUID()}`;
  const file = openSync(aside, 'wx', mode);
  try {
    writeSync(file, text);
    if (account) fchownSync(file, account.uid, account.gid);
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function openOwn(path: string, flags: number, account: SystemAccount | undefined): number {
  let fd: number;
  try {
    fd = openSync(path, flags | O_NOFOLLOW, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ELOOP' && code !== 'ENOTDIR') throw error;
    throw new Error(`${path} is a link, or not what it should be: remove it.`, { cause: error });
  }
  const { uid, nlink } = fstatSync(fd);
  const isFolder = (flags & O_DIRECTORY) !== 0;
  const isOurs = uid === process.getuid?.() || uid === account?.uid;
  if (isOurs && (isFolder || nlink === 1)) return fd;
  closeSync(fd);
  throw new Error(`${path} belongs to someone else (uid ${uid}).`);
}
