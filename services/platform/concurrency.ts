import { writeRules } from '#core/contract/season.ts';
import { isWrong } from '#db/client.ts';
import type { Guard } from '#db/queries/trading/guard.ts';

/** One thing after another per key, different keys side by side. */
export type Queue<Key> = <T>(key: Key, job: () => Promise<T>) => Promise<T>;

/** Jobs of one key run in the order they came; a job that fails does not stop the next. */
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

/** Works on all things, so many at a time. @param lanes how many are under way at most */
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

/** Batches work that costs little more for many things than for one: calls made while a batch runs form the next batch. */

/** Things that go together at most. */
const MOST = 50;

type Some<Thing> = readonly [Thing, ...Thing[]];

type Waiting<Thing, Answer> = {
  thing: Thing;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * A call waits for others of the same turn of the event loop, and no longer.
 * @param work answers in the order of the things; when it throws, all calls of the batch reject
 * @param lanes how many such works are under way at most
 */
export function together<Thing, Answer>(
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

/** Changes of several accounts, committed by one statement where they come at once. */

/** What changes that go together have in common. */
const guardOf = ({ seasonId, rules, anyStatus, fence }: Guard): string =>
  JSON.stringify([seasonId, writeRules(rules), anyStatus, String(fence?.epoch)]);

type Patient<Change> = { change: Change; until: number };
/** How long a change may still wait, ms. */
const msLeft = ({ until }: { until: number }) => Math.floor(until - performance.now());

/**
 * @param commit one statement; it says whose change was done, and with `skipsLocked` waits for no account
 * @returns what commits a change and says whether it was done; it throws what `commit` throws
 */
export function createGroupCommit<Change extends Guard>(
  commit: (changes: Some<Change>, skipsLocked: boolean) => Promise<Set<number>>,
  lanes = 1,
): (change: Change) => Promise<boolean> {
  /** Users whose change is done; nothing was done for the others. */
  async function several(some: Some<Patient<Change>>): Promise<Set<number>> {
    const [first, ...others] = some;
    const areAlike = new Set(some.map(({ change }) => guardOf(change))).size === 1;
    const areOfMany = new Set(some.map(({ change }) => change.userId)).size === some.length;
    const patienceMs = Math.min(...some.map(msLeft));
    if (!areAlike || !areOfMany || patienceMs < 0) return new Set();
    const hurried = ({ change }: Patient<Change>) => ({ ...change, patienceMs });
    try {
      return await commit([hurried(first), ...others.map(hurried)], true);
    } catch (error) {
      // one change made all fail; after any other error the result is unknown
      if (isWrong(error)) return new Set();
      throw error;
    }
  }

  const inGroup = together(async (some: Some<Patient<Change>>) => {
    const done = await several(some);
    return some.map(({ change }) => done.has(change.userId));
  }, lanes);
  return async (change) => {
    const patient = { change, until: performance.now() + change.patienceMs };
    if (await inGroup(patient)) return true;
    const patienceMs = msLeft(patient);
    return patienceMs >= 0 && (await commit([{ ...change, patienceMs }], false)).size > 0;
  };
}
