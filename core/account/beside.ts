/** Compares the fills of two accounts minute by minute. Pure. */
import type { Action } from '../trading/position.ts';

const MINUTE_MS = 60_000;

type Fill = { symbol: string; action: Action; at: Date };

/** A minute in which at least one of two accounts traded. */
export type Minute<F extends Fill> = {
  /** Epoch ms. */
  startsAt: number;
  /** The fills of the first account and of the second one. */
  fills: readonly [F[], F[]];
  /**
   * `opposite` when the accounts traded at least one symbol in opposite directions in this minute. `alike` when they
   * traded every common symbol in the same direction. Null without a common symbol.
   */
  sides: 'opposite' | 'alike' | null;
};

const isUp = ({ action }: Fill): boolean => action === 'buy' || action === 'cover';

/**
 * Returns the minutes in which at least one of two accounts traded, newest first.
 * @param one fills of the first account @param other fills of the second account
 */
export function minutesBeside<F extends Fill>(one: readonly F[], other: readonly F[]): Minute<F>[] {
  const minutes = new Map<number, [F[], F[]]>();
  for (const [index, fills] of [one, other].entries())
    for (const fill of fills) {
      const startsAt = Math.floor(fill.at.getTime() / MINUTE_MS) * MINUTE_MS;
      const sides = minutes.get(startsAt) ?? [[], []];
      minutes.set(startsAt, sides);
      sides[index]!.push(fill);
    }
  return [...minutes]
    .sort(([a], [b]) => b - a)
    .map(([startsAt, fills]) => ({ startsAt, fills, sides: sidesOf(fills) }));
}

function sidesOf([one, other]: readonly [Fill[], Fill[]]): Minute<Fill>['sides'] {
  const pairs = one.flatMap((fill) =>
    other.filter(({ symbol }) => symbol === fill.symbol).map((match) => isUp(match) === isUp(fill)),
  );
  if (pairs.length === 0) return null;
  return pairs.includes(false) ? 'opposite' : 'alike';
}

/**
 * Returns the instant since which every list is complete, epoch ms; null when no list reached its limit.
 * @param lists fills, newest first
 * @param most the limit with which each list was read
 */
export function wholeSince(lists: readonly (readonly Pick<Fill, 'at'>[])[], most: number): number | null {
  const ends = lists.filter((fills) => fills.length >= most).map((fills) => fills.at(-1)!.at.getTime());
  return ends.length > 0 ? Math.max(...ends) : null;
}
