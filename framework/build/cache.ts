/** What this process made last, kept while nothing it was made from changed: under `npm run dev` most of it. */
import { statSync } from 'node:fs';

/** A result and the files it was made from. */
export type Made<T> = { made: T; sources: string[] };

const known = new Map<string, Made<unknown> & { began: number }>();
/** The clock of a file system may be this much behind, in ms. */
const CLOCK_MS = 20;

/** What `make` made the last time it was asked for by this `name`, or makes now. What it throws is not kept. */
export async function cached<T>(name: string, make: () => Promise<Made<T>>): Promise<Made<T>> {
  const last = known.get(name);
  if (last?.sources.every((file) => isOlder(file, last.began))) return last as Made<T>;
  const began = Date.now() - CLOCK_MS;
  const next = await make();
  known.set(name, { ...next, began });
  return next;
}

/** The time of change, not of writing: a file moved into another's place keeps the latter. */
const isOlder = (file: string, time: number) =>
  (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY) < time;
