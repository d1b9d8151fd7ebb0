/** Prizes of a season: how the pool is split among places. Pure; amounts are agorot. */

/** Whole percents of the pool, the first place first; together 100. */
export type PrizeSplit = readonly number[];

export const WINNER_TAKES_ALL: PrizeSplit = [100];
/** Places that can win a prize. */
export const MOST_PRIZE_PLACES = 10;

/**
 * Reads a split as an admin types it: percents of the places, the first place first, with anything but digits between them.
 * @returns the split, or the issue: `splitForm` unless 1 to 10 whole percents from 1 on, `splitSum` unless they are 100 together
 */
export function readPrizeSplit(typed: string): { split: PrizeSplit } | { refused: 'splitForm' | 'splitSum' } {
  const isList = /^\s*\d{1,3}\s*%?(?:[\s,/]+\d{1,3}\s*%?)*\s*$/.test(typed);
  const split = isList ? typed.match(/\d+/g)!.map(Number) : [];
  if (split.length === 0 || split.length > MOST_PRIZE_PLACES || split.includes(0))
    return { refused: 'splitForm' };
  const isWhole = split.reduce((sum, percent) => sum + percent, 0) === 100;
  return isWhole ? { split } : { refused: 'splitSum' };
}

export const writePrizeSplit = (split: PrizeSplit): string => split.join(' ');

/** Returns the amount of each place, agorot: rounded down, and what rounding leaves goes to the first place. */
export function prizesOf(pool: bigint, split: PrizeSplit): bigint[] {
  const amounts = split.map((percent) => (pool * BigInt(percent)) / 100n);
  amounts[0]! += pool - amounts.reduce((sum, amount) => sum + amount, 0n);
  return amounts;
}
