/** Margin of shorts: a warning below 40% of their value, a forced cover below 30%. */
import { costOf, quantityCovering } from '../money/money.ts';
import { add, type Cents, larger, negate, type PriceE4, subtract, sumOf } from '../money/units.ts';
import { type Decision, decisionOf } from './order.ts';
import { pnlPercent, type Stake, worth } from './pnl.ts';
import { closingFill, closingFloor, type DecidedFill, type Position } from './position.ts';
import type { FillTerms } from './season-rules.ts';

export const WARN_PERCENT = 40n;
export const FORCE_PERCENT = 30n;

/**
 * An open position and the price that values it. `isFixed`: true without a usable quote. A fixed position cannot be
 * filled now, and its `price` is the last price, or else the entry.
 */
export type MarkedPosition = { position: Position; price: PriceE4; isFixed?: boolean };
type MarkedStake = { position: Stake; price: PriceE4 };
export type MarginState = 'ok' | 'warn' | 'call';

/** Returns cash plus the worth of every position in cents; below zero only between a price gap and its forced cover. */
export function rawEquity(cash: Cents, held: readonly MarkedStake[]): Cents {
  return add(
    cash,
    sumOf(held, ({ position: p, price }) => worth(p, price)),
  );
}

/** Returns the cents it would cost to cover all shorts, each rounded up. */
export function shortValue(held: readonly MarkedStake[]): Cents {
  return sumOf(held, ({ position: p, price }) => (p.isShort ? costOf(price, p.quantity) : 0n));
}

/** Returns the state of a margin; cash below zero, which only a dividend can cause, is a call. All in cents. */
export function marginState(equity: Cents, shorts: Cents, cash: Cents): MarginState {
  if (cash < 0n) return 'call';
  if (equity * 100n < shorts * FORCE_PERCENT) return 'call';
  return equity * 100n < shorts * WARN_PERCENT ? 'warn' : 'ok';
}

/** Returns the margin of an account at given prices; a position without one does not count. */
export function marginOf(
  cash: Cents,
  positions: readonly (Stake & { symbol: string })[],
  prices: ReadonlyMap<string, PriceE4>,
): MarginState {
  const held = positions.flatMap((position): MarkedStake[] => {
    const price = prices.get(position.symbol);
    return price === undefined ? [] : [{ position, price }];
  });
  return marginState(rawEquity(cash, held), shortValue(held), cash);
}

/**
 * Returns the position with the worst P&L percent, of equal positions the older one, so that every process picks
 * the same position. Undefined without positions.
 */
function worst(held: readonly MarkedPosition[]): MarkedPosition | undefined {
  const rate = ({ position: p, price }: MarkedPosition) => pnlPercent(p.isShort, p.entry, price);
  return held.reduce<MarkedPosition | undefined>(
    (a, b) => (a === undefined || rate(b) < rate(a) ? b : a),
    undefined,
  );
}

/**
 * Covers whole shorts, the worst percent first, until equity is 30% of the market value of the remaining shorts. When
 * collateral and cash do not pay for a cover, or cash is below zero, it sells longs, then covers shorts with a payout.
 * It forgives the debt of an account with no position left: cash and equity end at 0. Fixed positions count, but stay
 * open; a cover that only their payout could pay for waits.
 * @param held in the order of their ids @param terms of the season; without them closes earn XP
 * @returns the fills; null when the margin suffices
 */
export function planForcedCover(
  cash: Cents,
  held: readonly MarkedPosition[],
  terms?: FillTerms,
): Decision | null {
  const fills: DecidedFill[] = [];
  let rest = [...held];
  let balance = cash;
  const take = (marked: MarkedPosition, quantity = marked.position.quantity) => {
    const { position, price } = marked;
    const floor = closingFloor(balance, rest.length === 1 && quantity === position.quantity);
    const fill = closingFill(position, quantity, price, 'forced_cover', floor, terms);
    fills.push(fill);
    balance = add(balance, fill.cash);
    rest = rest.flatMap((m) => {
      if (m !== marked) return [m];
      return fill.position.quantity > 0n ? [{ ...m, position: fill.position }] : [];
    });
  };
  const closable = () => rest.filter((m) => !m.isFixed);
  const payouts = (positions: readonly MarkedPosition[]) =>
    sumOf(positions, (m) => larger(worth(m.position, m.price), 0n));
  /** True when only the payout of a fixed position could pay the cost of a cover. */
  const mustWait = (cost: Cents) =>
    balance + payouts(closable()) < cost && payouts(rest) > payouts(closable());
  const raise = (target: MarkedPosition | null, amount: Cents) => {
    const longs = () => closable().filter((m) => !m.position.isShort);
    for (let long = worst(longs()); long && balance < amount; long = worst(longs())) {
      const needed = quantityCovering(subtract(amount, balance), long.price);
      take(long, long.position.quantity > needed ? needed : undefined);
    }
    const pays = (m: MarkedPosition) => m !== target && worth(m.position, m.price) > 0n;
    const shorts = () => closable().filter((m) => m.position.isShort && pays(m));
    for (let short = worst(shorts()); short && balance < amount; short = worst(shorts())) take(short);
  };
  if (balance < 0n) raise(null, 0n);
  for (;;) {
    const shorts = shortValue(rest);
    if (shorts === 0n || marginState(rawEquity(balance, rest), shorts, balance) !== 'call') break;
    const target = worst(closable().filter((m) => m.position.isShort));
    if (!target) break;
    const due = worth(target.position, target.price);
    if (due < 0n && mustWait(negate(due))) break;
    if (balance + due < 0n) raise(target, negate(due));
    take(target);
  }
  if (fills.length === 0) return null;
  return decisionOf(fills, cash);
}
