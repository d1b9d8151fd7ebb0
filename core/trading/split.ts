/** Share splits: more or fewer shares of the same worth. Pure. */
import {
  entryE8,
  larger,
  type PriceE4,
  priceE4,
  type QuantityMicros,
  quantityMicros,
  scale,
  subtract,
} from '../money/units.ts';
import { foldXp } from '../progress/xp.ts';
import type { Position } from './position.ts';

/** One old share becomes `numerator/denominator` new ones. */
export type Ratio = { numerator: number; denominator: number };

/** The record of a split of a trader's position. Decimals as strings, `date` YYYY-MM-DD. */
export type SplitRecord = Ratio & {
  symbol: string;
  date: string;
  quantityBefore: string;
  quantityAfter: string;
  entryBefore: string;
  entryAfter: string;
};

/** Converts the price of an old share to that of a new share, at least 1/10,000 $. */
export function splitPrice(price: PriceE4, { numerator, denominator }: Ratio): PriceE4 {
  const split = scale(price, BigInt(denominator), BigInt(numerator));
  return split > 0n ? split : priceE4(1n);
}

/** True when two prices differ by more than a factor of 1.05, so that a split may explain it. */
export function isJump(previous: PriceE4, price: PriceE4): boolean {
  return price * 20n > previous * 21n || price * 21n < previous * 20n;
}

/**
 * True when a price moved by more than 20 %. A split above 5:4 moves a price so far; trading hardly ever does within
 * seconds.
 */
export function isLargeJump(previous: PriceE4, price: PriceE4): boolean {
  return price * 5n > previous * 6n || price * 5n < previous * 4n;
}

/** True when a jump is closer to the split than to no split: past the geometric mean of the previous and the split price. */
export function isExplained(previous: PriceE4, price: PriceE4, split: Ratio): boolean {
  const expected = splitPrice(previous, split);
  return expected < previous ? price * price < expected * previous : price * price > expected * previous;
}

/**
 * Returns the position after a split. Its cost stays to the cent, the average entry changes with the shares. Fractions of a
 * micro-share are dropped, but at least one micro-share stays.
 * @param since shares, counted after the split, that later fills added; negative when they removed shares
 */
export function splitPosition(
  held: Position,
  { numerator, denominator }: Ratio,
  since: QuantityMicros = 0n,
): Position {
  const old = subtract(held.quantity, since);
  if (old <= 0n) return held;
  const grown = (old * BigInt(numerator)) / BigInt(denominator) + since;
  const quantity = quantityMicros(grown > 0n ? grown : 1n);
  const opened = quantityMicros((held.opened * quantity) / held.quantity);
  const entry = scale(held.entry, held.quantity, quantity);
  return {
    ...held,
    quantity,
    opened: larger(opened, quantity),
    entry: entry > 0n ? entry : entryE8(1n),
    xp: foldXp(held.xp, held.entry, held.opened),
  };
}
