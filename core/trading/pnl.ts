/** The cash of fills, and the profit and loss of positions and closed slices, in exact amounts. */
import {
  asEntry,
  centsDown,
  centsNear,
  centsUp,
  exactWorth,
  notional,
  notionalAt,
  plainDecimal,
  proceedsOf,
  writeDecimal,
} from '../money/money.ts';
import {
  add,
  type BasisPoints,
  type Cents,
  type CostE10,
  costE10,
  divCeil,
  divRound,
  type EntryE8,
  entryE8,
  type PriceE4,
  portionOf,
  type QuantityMicros,
  scale,
  subtract,
} from '../money/units.ts';
import { NEWEST_RULES, type RulesVersion } from '../season/terms.ts';

/**
 * Returns the percent from entry to `price` in the trader's favour, 2 decimals. It depends on the two prices only, so all slices
 * of a position closed at one price have the same percent. @param entry > 0
 */
export function pnlPercent(isShort: boolean, entry: EntryE8, price: PriceE4): BasisPoints {
  const now = asEntry(price);
  return portionOf(isShort ? subtract(entry, now) : subtract(now, entry), entry);
}

/** The open shares of a symbol, and their cost. */
export type Stake = {
  isShort: boolean;
  /** Open shares; 0 ends the position. */
  quantity: QuantityMicros;
  /** Weighted average of the opening fills; closing a slice never changes it. */
  entry: EntryE8;
  /** The cents that opening the open shares took from cash: the base of every P&L. */
  cost: Cents;
  /**
   * The sum of price × quantity over the open shares, at most `cost`. Null in a season of version 1, which values a short by its
   * entry and rounds cents half-up.
   */
  exactCost: CostE10 | null;
};

/** Returns the cents that opening shares takes from cash. @param worth of the shares */
export const cashToOpen = (worth: CostE10, version: RulesVersion = NEWEST_RULES): Cents =>
  version > 1 ? centsUp(worth) : centsNear(worth);

/** Returns the total of a trade in cents: what a sale pays, otherwise what the shares cost. */
export const tradeTotal = (isSale: boolean, price: PriceE4, quantity: QuantityMicros): Cents =>
  isSale ? proceedsOf(price, quantity) : cashToOpen(exactWorth(price, quantity));

/** Returns the cost of a position after a close of `quantity`, which is at most its quantity. */
export function costAfter(
  { quantity: total, cost, exactCost }: Pick<Stake, 'quantity' | 'cost' | 'exactCost'>,
  quantity: QuantityMicros,
): Pick<Stake, 'cost' | 'exactCost'> {
  if (exactCost === null)
    return { cost: quantity === total ? 0n : subtract(cost, scale(cost, quantity, total)), exactCost };
  const rest = costE10(divCeil(exactCost * subtract(total, quantity), total));
  return { cost: centsUp(rest), exactCost: rest };
}

/**
 * Returns the cents that a close of `quantity`, at most the whole position, adds to cash, rounded down once. Long: quantity × price.
 * Short: collateral plus P&L of the slice, which is twice its exact cost less quantity × price, and equals the portfolio's
 * `sell × quantity + (sell − current) × quantity`; below zero when the price more than doubled. Several slices together pay at most
 * as much as closing all at once.
 */
export function payout(held: Stake, quantity: QuantityMicros, price: PriceE4): Cents {
  const { isShort, entry, exactCost } = held;
  if (exactCost === null)
    return isShort
      ? notionalAt(subtract(add(entry, entry), asEntry(price)), quantity)
      : notional(price, quantity);
  if (!isShort) return proceedsOf(price, quantity);
  const share = subtract(exactCost, costAfter(held, quantity).exactCost!);
  return centsDown(subtract(add(share, share), exactWorth(price, quantity)));
}

/** Returns the worth of a position in cents: what closing all of it adds to cash. */
export const worth = (held: Stake, price: PriceE4): Cents => payout(held, held.quantity, price);

/** Returns the P&L in cents of closing `quantity` of a position at a price: its payout less its share of the cost. */
export const pnlAt = (held: Stake, quantity: QuantityMicros, price: PriceE4): Cents =>
  subtract(payout(held, quantity, price), subtract(held.cost, costAfter(held, quantity).cost));

/** Returns the P&L in cents of `quantity` shares that open at `base` and close at `price`, rounded as their two fills. */
export function pnlBetween(isShort: boolean, base: PriceE4, price: PriceE4, quantity: QuantityMicros): Cents {
  const opened = {
    entry: asEntry(base),
    cost: cashToOpen(exactWorth(base, quantity)),
    exactCost: exactWorth(base, quantity),
  };
  return pnlAt({ isShort, quantity, ...opened }, quantity, price);
}

/** Returns the weighted average entry after adding `quantity` at `price`, rounded half-up to 8 decimals. */
export function averageEntry(
  entry: EntryE8,
  held: QuantityMicros,
  price: PriceE4,
  quantity: QuantityMicros,
): EntryE8 {
  return entryE8(divRound(entry * held + asEntry(price) * quantity, held + quantity));
}

/** Figures over closed trades; dollars as decimal strings, null without a trade. */
export type TradeStats = {
  count: number;
  wins: number;
  total: string;
  average: string | null;
  best: string | null;
  worst: string | null;
};

/**
 * Returns the percent of closed trades with a profit, rounded half-up to `digits`, as a decimal string; null without a
 * trade.
 */
export function winRate(wins: number, closed: number, digits: number): string | null {
  if (closed === 0) return null;
  return writeDecimal(divRound(BigInt(wins) * 100n * 10n ** BigInt(digits), BigInt(closed)), digits);
}

/**
 * Returns the return on the start cash: percent with at most two decimals, cut off ("12.34").
 * @param start cents; 0 gives "0"
 */
export const returnPercent = (equity: Cents, start: Cents): string =>
  plainDecimal(start > 0n ? ((equity - start) * 10_000n) / start : 0n, 2);
