/** Profit and loss of positions and closed slices, exact. */
import {
  asEntry,
  centsDown,
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

/**
 * Percent from entry to `price` in the trader's favour, 2 decimals. It depends on the two prices only, so slices
 * of one position closed at one price show the same percent. @param entry > 0
 */
export function pnlPercent(isShort: boolean, entry: EntryE8, price: PriceE4): BasisPoints {
  const now = asEntry(price);
  return portionOf(isShort ? subtract(entry, now) : subtract(now, entry), entry);
}

/** What is open of a symbol, and what it took. */
export type Stake = {
  isShort: boolean;
  /** Open now; 0 ends the position. */
  quantity: QuantityMicros;
  /** Weighted average; reducing never changes it. */
  entry: EntryE8;
  /** What the open quantity took from cash, in whole cents: the base of every P&L. */
  cost: Cents;
  /**
   * The sum of price × quantity of what is open, at most `cost`. Null in a season of version 1, where the entry
   * decides what a short pays, and cents are rounded half-up.
   */
  exactCost: CostE10 | null;
};

/** What the rest of a position has cost once `quantity` of it, at most all, is closed. */
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
 * What closing `quantity` of a position, at most all, moves in cents, rounded once, down. Long: quantity at the price. Short: the
 * collateral of the slice plus its P&L, twice its exact cost less quantity at the price, which is the portfolio's
 * `sell × quantity + (sell − current) × quantity`; below zero when the price more than doubled. Slices add up to at most what
 * closing all at once pays.
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

/** What a position is worth: what closing all of it moves. */
export const worth = (held: Stake, price: PriceE4): Cents => payout(held, held.quantity, price);

/** P&L in cents of closing `quantity` of a position at a price: what that pays less its share of the cost. */
export const pnlAt = (held: Stake, quantity: QuantityMicros, price: PriceE4): Cents =>
  subtract(payout(held, quantity, price), subtract(held.cost, costAfter(held, quantity).cost));

/** Weighted average entry after adding `quantity` at `price`, 8 decimals. */
export function averageEntry(
  entry: EntryE8,
  held: QuantityMicros,
  price: PriceE4,
  quantity: QuantityMicros,
): EntryE8 {
  return entryE8(divRound(entry * held + asEntry(price) * quantity, held + quantity));
}

/** Over closed trades; money in dollars as decimal strings, null without any trade. */
export type TradeStats = {
  count: number;
  wins: number;
  total: string;
  average: string | null;
  best: string | null;
  worst: string | null;
};

/**
 * Share of closed trades with a profit above zero, percent, rounded half-up once to `digits`; null without a trade.
 * @returns a decimal string
 */
export function winRate(wins: number, closed: number, digits: number): string | null {
  if (closed === 0) return null;
  return writeDecimal(divRound(BigInt(wins) * 100n * 10n ** BigInt(digits), BigInt(closed)), digits);
}

/**
 * What an account has made of its starting cash: percent with two decimals at most, cut off, "12.34".
 * @param start 0: there is nothing to compare with, "0"
 */
export const returnPercent = (equity: Cents, start: Cents): string =>
  plainDecimal(start > 0n ? ((equity - start) * 10_000n) / start : 0n, 2);
