/** What a share split does to a position: more or fewer shares, the same money. Pure. */
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

/** What a split did to one of a trader's positions. Decimals as strings, `date` YYYY-MM-DD. */
export type SplitRecord = Ratio & {
  symbol: string;
  date: string;
  quantityBefore: string;
  quantityAfter: string;
  entryBefore: string;
  entryAfter: string;
};

/** What a price of an old share is as one of a new share, at least 1/10,000 $. */
export function splitPrice(price: PriceE4, { numerator, denominator }: Ratio): PriceE4 {
  const split = scale(price, BigInt(denominator), BigInt(numerator));
  return split > 0n ? split : priceE4(1n);
}

/**
 * Whether a price is so far from the one before, over 5 %, that a split may lie between them. Ratios n:d of whole numbers
 * up to 20, from 11:10 on and within 6 % each, cover every larger move without a gap.
 */
export function isJump(before: PriceE4, price: PriceE4): boolean {
  return price * 20n > before * 21n || price * 21n < before * 20n;
}

/** Whether the jump is over 20 %: a split of 5:4 or more, or something that hardly happens to a share within seconds. */
export function isLargeJump(before: PriceE4, price: PriceE4): boolean {
  return price * 5n > before * 6n || price * 5n < before * 4n;
}

/** Whether a jump from one price to another is more like the split than like no split: beyond the geometric middle. */
export function isExplained(before: PriceE4, price: PriceE4, split: Ratio): boolean {
  const after = splitPrice(before, split);
  return after < before ? price * price < after * before : price * price > after * before;
}

/**
 * The position after a split. Its cost, and so every P&L, stays to the cent; the average entry follows the shares. A part of a
 * millionth of a share is dropped, and no position vanishes: at least a millionth stays.
 * @param since shares that came (or, negative, went) after the split took effect and are new ones already
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
