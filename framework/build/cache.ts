/** Results of the last build in this process, reused while their inputs stay the same (`npm run dev`). */
import { statSync } from 'node:fs';

/** A result and the files it was made from. */
export type BuildEntry<T> = { made: T; sources: string[] };

const entries = new Map<string, BuildEntry<unknown> & { began: number }>();
/** The clock of a file system may be this much behind, in ms. */
const CLOCK_MS = 20;

/** The last result of `make` under this `name`, or a new one. Errors are not stored. */
export async function cached<T>(name: string, make: () => Promise<BuildEntry<T>>): Promise<BuildEntry<T>> {
  const last = entries.get(name);
  if (last?.sources.every((file) => isOlder(file, last.began))) return last as BuildEntry<T>;
  const began = Date.now() - CLOCK_MS;
  const next = await make();
  entries.set(name, { ...next, began });
  return next;
}

/** The time of change, not of writing: a file moved into another's place keeps the latter. */
const isOlder = (file: string, time: number) =>
  (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY) < time;
