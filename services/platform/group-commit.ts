/** Changes of several accounts, committed by one statement where they come at once. */
import { writeRules } from '#core/contract/season.ts';
import { isWrong } from '#db/client.ts';
import type { Guard } from '#db/queries/trading/guard.ts';
import { type Some, together } from './together.ts';

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
