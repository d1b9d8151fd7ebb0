/**
 * Splits the prize pool of a season among places, and applies the admins' decisions after its end to the prizes. Pure;
 * amounts are agorot.
 */

/** Whole percents of the pool, the first place first; together 100. */
export type PrizeSplit = readonly number[];

export const WINNER_TAKES_ALL: PrizeSplit = [100];
export const MOST_PRIZE_PLACES = 10;

/**
 * Reads a split as an admin types it: percents of the places, the first place first, with blanks, commas or slashes between them, each with
 * or without `%`.
 * @returns the split, or the issue: `splitForm` unless there are 1 to 10 whole percents, each at least 1; `splitSum` unless they add up to
 * 100
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

/** Returns the amount of each place, agorot, rounded down; the first place also gets the remainder. */
export function prizesOf(pool: bigint, split: PrizeSplit): bigint[] {
  const amounts = split.map((percent) => (pool * BigInt(percent)) / 100n);
  amounts[0]! += pool - amounts.reduce((sum, amount) => sum + amount, 0n);
  return amounts;
}

/**
 * disqualify: the row loses its place. no_prize: the row keeps its place, and its prize goes to the next trader; also
 * for a prize declined or not claimed in time. lift: ends a disqualify or a no_prize. confirm: the winners are final,
 * and their prizes are offered. paid: the trader has the money.
 */
export const DECISION_KINDS = ['disqualify', 'no_prize', 'lift', 'confirm', 'paid'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

export type WinnerDecision = {
  kind: DecisionKind;
  /** The trader concerned; null for a confirmation. */
  userId: number | null;
  /** The paid amount and its prize place; null for other kinds. */
  paid: Prize | null;
};

/** The prize of a place, the first place being 1. */
export type Prize = { place: number; amount: bigint };
export type Award = Prize & { userId: number };

/** The combined result of all decisions about a season. */
export type Verdict = {
  out: Set<number>;
  /** Traders with a place who get no prize. */
  withoutPrize: Set<number>;
  isConfirmed: boolean;
  /** Prizes that were paid, by user id. */
  paid: Map<number, Prize>;
};

export const noVerdict = (): Verdict => ({
  out: new Set(),
  withoutPrize: new Set(),
  isConfirmed: false,
  paid: new Map(),
});

export type DecisionFault =
  | 'ALREADY_DISQUALIFIED'
  | 'ALREADY_WITHOUT_PRIZE'
  | 'NOTHING_TO_LIFT'
  | 'ALREADY_CONFIRMED'
  | 'NOT_CONFIRMED'
  | 'PRIZE_PAID';

/** Returns why a decision cannot follow the others; null when it can. */
export function faultOf(
  { out, withoutPrize, isConfirmed, paid }: Verdict,
  decision: WinnerDecision,
): DecisionFault | null {
  const { kind, userId } = decision;
  if (kind === 'confirm') return isConfirmed ? 'ALREADY_CONFIRMED' : null;
  const [isOut, isWithout] = [out.has(userId!), withoutPrize.has(userId!)];
  if (kind === 'disqualify') return isOut ? 'ALREADY_DISQUALIFIED' : null;
  if (kind === 'lift') return isOut || isWithout ? null : 'NOTHING_TO_LIFT';
  if (paid.has(userId!)) return 'PRIZE_PAID';
  if (kind === 'paid') return isConfirmed ? null : 'NOT_CONFIRMED';
  return isOut || isWithout ? 'ALREADY_WITHOUT_PRIZE' : null;
}

/** Applies a decision, which the caller has checked with `faultOf`, to the verdict. */
export function applyDecision(
  { out, withoutPrize, paid, ...verdict }: Verdict,
  decision: WinnerDecision,
): Verdict {
  const { kind, userId } = decision;
  if (kind === 'disqualify') out.add(userId!);
  else if (kind === 'no_prize') withoutPrize.add(userId!);
  else if (kind === 'paid') paid.set(userId!, decision.paid!);
  else if (kind === 'lift') {
    out.delete(userId!);
    withoutPrize.delete(userId!);
  }
  return { out, withoutPrize, paid, isConfirmed: verdict.isConfirmed || kind === 'confirm' };
}

/** How much a trader must trade in a season to win a prize. */
export type Eligibility = {
  leastTrades: number;
  /** Different days, UTC, on which the trader traded. */
  leastDays: number;
};
export const MOST_LEAST_TRADES = 1000;
export const MOST_LEAST_DAYS = 366;

/** True when a trader with this many trades, on this many different days, traded enough to win a prize. */
export const isEligible = ({ leastTrades, leastDays }: Eligibility, trades: number, days: number): boolean =>
  trades >= leastTrades && days >= leastDays;

/** The reason of a `no_prize` for a trader who traded too little; pages word it in the reader's language. */
export const TOO_FEW_TRADES = 'too few trades';

export type PlacedRow = { userId: number; place: number };

/**
 * Deals the prizes of a season and skips traders in `withoutPrize`. Traders who share a place share the prizes of all the places they
 * cover, rounded down; the remainder goes to the lowest user id. A paid prize stays with its trader: its amount is taken from the prize
 * of its place, then from the later prizes, then from the earlier ones. The remaining prizes are dealt to the other traders, the
 * largest first.
 * @param amounts the prize of each place, the first place first @param placed in the order of places
 * @returns the awards, with the paid ones, in the order of user ids
 */
export function dealPrizes(
  amounts: readonly bigint[],
  placed: readonly PlacedRow[],
  { withoutPrize, paid }: Pick<Verdict, 'withoutPrize' | 'paid'>,
): Award[] {
  const open = unpaidPrizes(amounts, [...paid.values()]);
  const eligible = placed.filter(({ userId }) => !withoutPrize.has(userId) && !paid.has(userId));
  const awards: Award[] = [...paid].map(([userId, prize]) => ({ userId, ...prize }));
  for (let next = 0; next < eligible.length && open.length > 0; ) {
    const sharing = eligible.slice(next).filter(({ place }) => place === eligible[next]!.place);
    next += sharing.length;
    const covered = open.splice(0, sharing.length);
    const sum = covered.reduce((total, { amount }) => total + amount, 0n);
    const each = sum / BigInt(sharing.length);
    const ids = sharing.map(({ userId }) => userId).sort((a, b) => a - b);
    for (const [n, userId] of ids.entries()) {
      const amount = n === 0 ? sum - each * BigInt(ids.length - 1) : each;
      if (amount > 0n) awards.push({ userId, place: covered[0]!.place, amount });
    }
  }
  return awards.sort((a, b) => a.userId - b.userId);
}

/**
 * Returns what remains of the prizes after the paid ones: in the order of places, or the largest first once a prize is
 * paid.
 */
function unpaidPrizes(amounts: readonly bigint[], paid: readonly Prize[]): Prize[] {
  const prizes = amounts.map((amount, i) => ({ place: i + 1, amount }));
  for (const { place, amount } of paid) {
    let due = amount;
    for (const prize of [...prizes.slice(place - 1), ...prizes.slice(0, place - 1)]) {
      const taken = least(due, prize.amount);
      prize.amount -= taken;
      due -= taken;
    }
  }
  const open = prizes.filter(({ amount }) => amount > 0n);
  return paid.length === 0 ? open : open.sort((a, b) => Number(b.amount - a.amount) || a.place - b.place);
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
