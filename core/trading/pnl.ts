/** Profit and loss of positions and closed slices, exact. */
import { asEntry, notional, notionalAt, plainDecimal, writeDecimal } from '../money/money.ts';
import {
  add,
  type BasisPoints,
  type Cents,
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

/** What `quantity` of a position's `total` took from cash: its share of `cost`, and all of it at the end. */
export function costShare(cost: Cents, quantity: QuantityMicros, total: QuantityMicros): Cents {
  return quantity === total ? cost : scale(cost, quantity, total);
}

/**
 * What a position is worth, and what closing it moves, rounded once. Long: quantity at the price. Short: collateral plus
 * P&L, (2·entry − price)·quantity, which is the portfolio's `sell × quantity + (sell − current) × quantity`; below zero when the
 * price more than doubled.
 */
export function worth(isShort: boolean, entry: EntryE8, quantity: QuantityMicros, price: PriceE4): Cents {
  return isShort
    ? notionalAt(subtract(add(entry, entry), asEntry(price)), quantity)
    : notional(price, quantity);
}

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
