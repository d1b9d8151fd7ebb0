/** Limits concurrent work: one job per key at a time, a number of jobs at a time, many calls in one batch or statement. */
import { writeRules } from '#core/contract/season.ts';
import { isWrong } from '#db/client.ts';
import type { Guard } from '#db/queries/trading/guard.ts';

export type Queue<Key> = <T>(key: Key, job: () => Promise<T>) => Promise<T>;

/** Runs jobs of one key in the sequence of their calls, different keys concurrently. A failed job does not stop the next. */
export function createQueue<Key>(): Queue<Key> {
  const tails = new Map<Key, Promise<unknown>>();
  return <T>(key: Key, job: () => Promise<T>): Promise<T> => {
    const result = (tails.get(key) ?? Promise.resolve()).then(job);
    const tail: Promise<unknown> = result
      .catch(() => {})
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return result;
  };
}

/** Splits a list into parts of `size`; the last part may be shorter. */
export const inParts = <T>(things: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(things.length / size) }, (_, n) => things.slice(n * size, (n + 1) * size));

/** Runs `work` on every thing, at most `lanes` at a time. */
export async function sideBySide<T>(
  things: Iterable<T>,
  lanes: number,
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  const queue = things[Symbol.iterator]();
  const lane = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Runs `work` on one thing after another. A thing that fails does not stop the others.
 * @returns the results, in sequence
 * @throws the first error, after all things
 */
export async function tryEach<T, R>(things: Iterable<T>, work: (thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  for (const thing of things)
    try {
      results.push(await work(thing));
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return results;
}

const MOST = 50;

type Some<Thing> = readonly [Thing, ...Thing[]];

type Waiting<Thing, Answer> = {
  thing: Thing;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Collects calls and passes their arguments, at most MOST, to one call of `work`. A batch has the calls of one turn of
 * the event loop, or the calls that were made while the previous batch ran.
 * @param work returns one result per argument, in the same sequence; when it throws, all calls of the batch reject
 * @param lanes most batches at a time
 */
export function batched<Thing, Answer>(
  work: (things: Some<Thing>) => Promise<Answer[]>,
  lanes = 1,
): (thing: Thing) => Promise<Answer> {
  const waiting: Waiting<Thing, Answer>[] = [];
  let underWay = 0;

  async function run(): Promise<void> {
    while (waiting[0]) {
      const some = waiting.splice(0, MOST) as [Waiting<Thing, Answer>, ...Waiting<Thing, Answer>[]];
      const [{ thing }, ...others] = some;
      try {
        const answers = await work([thing, ...others.map((each) => each.thing)]);
        for (const [n, { resolve }] of some.entries()) resolve(answers[n]!);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    underWay--;
  }

  return (thing) =>
    new Promise((resolve, reject) => {
      waiting.push({ thing, resolve, reject });
      if (underWay === lanes) return;
      underWay++;
      setImmediate(run);
    });
}

/** Returns a key. Changes with equal keys can share a statement. */
const guardOf = ({ seasonId, rules, anyStatus, fence }: Guard): string =>
  JSON.stringify([seasonId, writeRules(rules), anyStatus, String(fence?.epoch)]);

type Patient<Change> = { change: Change; until: number };
const msLeft = ({ until }: { until: number }) => Math.floor(until - performance.now());

/**
 * Creates a commit that shares one statement between concurrent changes of several accounts.
 * @param commit runs one statement and returns the results of committed changes by user; with `skipsLocked` it skips
 * locked accounts
 * @returns a function that commits a change and returns its result, or null when it was not committed; it throws what
 * `commit` throws
 */
export function createGroupCommit<Change extends Guard, Result>(
  commit: (changes: Some<Change>, skipsLocked: boolean) => Promise<ReadonlyMap<number, Result>>,
  lanes = 1,
): (change: Change) => Promise<Result | null> {
  /**
   * Commits the changes by one statement, if they can share one. The result lacks the users for whom nothing was
   * written; the caller can try their changes again.
   */
  async function several(some: Some<Patient<Change>>): Promise<ReadonlyMap<number, Result>> {
    const [first, ...others] = some;
    const areAlike = new Set(some.map(({ change }) => guardOf(change))).size === 1;
    const areOfMany = new Set(some.map(({ change }) => change.userId)).size === some.length;
    const patienceMs = Math.min(...some.map(msLeft));
    if (!areAlike || !areOfMany || patienceMs < 0) return new Map();
    const hurried = ({ change }: Patient<Change>) => ({ ...change, patienceMs });
    try {
      return await commit([hurried(first), ...others.map(hurried)], true);
    } catch (error) {
      // One invalid change fails the whole statement, so the caller tries each change alone. After any other error the
      // changes may have been committed.
      if (isWrong(error)) return new Map();
      throw error;
    }
  }

  const inGroup = batched(async (some: Some<Patient<Change>>) => {
    const done = await several(some);
    return some.map(({ change }) => done.get(change.userId) ?? null);
  }, lanes);
  return async (change) => {
    const patient = { change, until: performance.now() + change.patienceMs };
    const result = await inGroup(patient);
    if (result !== null) return result;
    const patienceMs = msLeft(patient);
    if (patienceMs < 0) return null;
    return (await commit([{ ...change, patienceMs }], false)).get(change.userId) ?? null;
  };
}
