/** What the server says: in a file beside the data, readable by its account alone, that does not grow for ever. */
import { closeSync, constants, copyFileSync, fstatSync, ftruncateSync, rmSync } from 'node:fs';
import type { DatabasePlace } from './place.ts';
import { openPrivateLog } from './private.ts';

/** Bytes of the log beyond which it begins anew; the one before is kept as `.1`. */
const MOST_BYTES = 4_000_000;
const LOOK_MS = 60_000;

/** Opens the log for a server to write to. @throws when something else lies in its place */
export function openLog(place: DatabasePlace): number {
  shortenLog(place);
  return openPrivateLog(place.log, place.account);
}

/** Keeps the log short for as long as the server runs. @returns a function that ends that */
export function watchLog(place: DatabasePlace): () => void {
  const timer = setInterval(() => {
    try {
      shortenLog(place);
    } catch {
      // a full disk: the next look may find room
    }
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** The server goes on writing at the end of the same file, so that is emptied once it is copied. */
export function shortenLog({ log, account }: DatabasePlace, most = MOST_BYTES) {
  const file = openPrivateLog(log, account);
  try {
    if (fstatSync(file).size <= most) return;
    const last = `${log}.1`;
    rmSync(last, { force: true });
    copyFileSync(log, last, constants.COPYFILE_EXCL);
    closeSync(openPrivateLog(last, account));
    ftruncateSync(file, 0);
  } finally {
    closeSync(file);
  }
}
