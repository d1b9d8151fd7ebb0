/** Profit and loss of positions and closed slices, exact. */
import {
  asEntry,
  type Cents,
  divRound,
  type Entry,
  type Hundredths,
  type Micro,
  notional,
  notionalAt,
  type Price,
  writeDecimal,
} from '../money/money.ts';

/**
 * Percent from entry to `price` in the trader's favour, 2 decimals. It depends on the two prices only, so slices
 * of one position closed at one price show the same percent. @param entry > 0
 */
export function pnlPercent(isShort: boolean, entry: Entry, price: Price): Hundredths {
  const gain = isShort ? entry - asEntry(price) : asEntry(price) - entry;
  return divRound(gain * 10_000n, entry);
}

/** What `quantity` of a position's `total` took from cash: its share of `cost`, and all of it at the end. */
export function costShare(cost: Cents, quantity: Micro, total: Micro): Cents {
  return quantity === total ? cost : divRound(cost * quantity, total);
}

/**
 * What a position is worth, and what closing it moves, rounded once. Long: quantity at the price. Short: collateral plus
 * P&L, (2·entry − price)·quantity, which is the portfolio's `sell × quantity + (sell − current) × quantity`; below zero when the
 * price more than doubled.
 */
export function worth(isShort: boolean, entry: Entry, quantity: Micro, price: Price): Cents {
  return isShort ? notionalAt(2n * entry - asEntry(price), quantity) : notional(price, quantity);
}

/** Weighted average entry after adding `quantity` at `price`, 8 decimals. */
export function averageEntry(entry: Entry, held: Micro, price: Price, quantity: Micro): Entry {
  return divRound(entry * held + asEntry(price) * quantity, held + quantity);
}

/**
 * Share of closed trades with a profit above zero, percent, rounded half-up once to `digits`; null without a trade.
 * @returns a decimal string
 */
export function winRate(wins: number, closed: number, digits: number): string | null {
  if (closed === 0) return null;
  return writeDecimal(divRound(BigInt(wins) * 100n * 10n ** BigInt(digits), BigInt(closed)), digits);
}
