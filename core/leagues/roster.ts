/** The roster of a league, as its owner and helpers sort it. Pure. */
import { toNumber } from '../money/money.ts';
import type { BasisPoints, Cents } from '../money/units.ts';

/** The columns in the order of the table; a phone shows only the first ones. */
export const ROSTER_COLUMNS = [
  'name',
  'change',
  'equity',
  'trades',
  'reasons',
  'cash',
  'largest',
  'drawdown',
  'joined',
  'seen',
] as const;
export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

/** The figures of a member that a league's owner reads; null when unknown, or hidden even from the owner. */
export type RosterMember = {
  userId: number;
  username: string;
  place: number | null;
  joinedAt: Date;
  /** The last visit; pages show its day alone. */
  seenAt: Date | null;
  /** Fills of the member's orders. */
  trades: number | null;
  /** `fills`: fills that opened or added to a position. `given`: how many of them have a reason. */
  reasons: { given: number; fills: number } | null;
  equity: Cents;
  /** Return since joining, percent with two decimals. */
  change: string;
  /** The deepest fall of equity from a high, percent of that high. */
  drawdown: BasisPoints | null;
  /** The share of equity in the largest position. */
  largest: BasisPoints | null;
  /** The share of equity in cash. */
  cash: BasisPoints | null;
};

const percentOf = (share: BasisPoints | null) => (share === null ? null : toNumber(share, 2));

const SORT_KEYS: Record<RosterColumn, (member: RosterMember) => string | number | null> = {
  name: ({ username }) => username.toLowerCase(),
  joined: ({ joinedAt }) => joinedAt.getTime(),
  seen: ({ seenAt }) => seenAt?.getTime() ?? null,
  trades: ({ trades }) => trades,
  reasons: ({ reasons }) => reasons?.given ?? null,
  equity: ({ equity }) => toNumber(equity, 2),
  change: ({ change }) => Number(change),
  drawdown: ({ drawdown }) => percentOf(drawdown),
  largest: ({ largest }) => percentOf(largest),
  cash: ({ cash }) => percentOf(cash),
};

export type RosterDirection = 'asc' | 'desc';
export type RosterOrder = { by: RosterColumn; direction: RosterDirection };

/** Returns the initial sort order of a column: names from A, figures from the largest. */
export const firstOrder = (by: RosterColumn): RosterOrder => ({
  by,
  direction: by === 'name' ? 'asc' : 'desc',
});

/**
 * Returns the members sorted by a column; equal members keep their order, unknown figures come last in both directions.
 */
export function sortRoster(members: readonly RosterMember[], { by, direction }: RosterOrder): RosterMember[] {
  const sign = direction === 'asc' ? 1 : -1;
  const keyOf = SORT_KEYS[by];
  return members.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    if (x === y) return 0;
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  });
}
