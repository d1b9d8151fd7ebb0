/** Prizes of a season: how the pool is split among places, and how traders share a place. Pure; amounts are agorot. */

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

/** Traders who share a place of a final table. */
export type SharedPlace = {
  place: number;
  traders: number;
  /** The lowest user id among them. */
  lowestId: number;
};

/**
 * Returns what each trader of a place wins, agorot: traders who share it share the prizes of all the places they cover, rounded down.
 * What rounding leaves goes to the one with the lowest user id.
 */
export function shareOf(
  pool: bigint,
  split: PrizeSplit,
  { place, traders }: Pick<SharedPlace, 'place' | 'traders'>,
): { each: bigint; rest: bigint } {
  const covered = prizesOf(pool, split).slice(place - 1, place - 1 + traders);
  const sum = covered.reduce((total, amount) => total + amount, 0n);
  const each = sum / BigInt(traders);
  return { each, rest: sum - each * BigInt(traders) };
}

/** Returns what one of the traders who share a place wins, agorot; 0 for a place without a prize. */
export function prizeOf(pool: bigint, split: PrizeSplit, shared: SharedPlace, userId: number): bigint {
  const { each, rest } = shareOf(pool, split, shared);
  return userId === shared.lowestId ? each + rest : each;
}
