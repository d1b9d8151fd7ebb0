/** Levels as a trader types them: a price, or a distance from another price. Pure. */
import { PERCENT_DIGITS, parseDecimal, parsePrice } from '../money/money.ts';
import { plainOf } from '../money/typed-decimal.ts';
import { add, basisPoints, divRound, type PriceE4, portion, priceE4, subtract } from '../money/units.ts';

/** Reads a price above zero with up to 4 decimals. @returns null for any other text */
export function readLevel(typed: string): PriceE4 | null {
  const value = parsePrice(plainOf(typed));
  return value !== null && value > 0n ? value : null;
}

/** Rounds a price to the decimals that pages write: to cents from one dollar up, else not at all. */
function toStep(price: PriceE4): PriceE4 {
  return price >= 10_000n ? priceE4(divRound(price, 100n) * 100n) : price;
}

/**
 * Reads a level of the bracket: a price ("159.20"), or its distance from `base` in percent ("5%") or dollars ("+3", "-3").
 * @param isAbove true when a distance counts upwards @returns null for any other text, for a distance without a base, and for a level of 0
 * or less
 */
export function readExit(typed: string, base: PriceE4 | null, isAbove: boolean): PriceE4 | null {
  const text = typed.trim().replace('−', '-');
  const distance = /^[+-]?\s*(.+?)\s*%$/.exec(text)?.[1];
  const dollars = /^[+-]\s*(.+)$/.exec(text)?.[1];
  if (distance === undefined && dollars === undefined) return readLevel(text);
  if (base === null) return null;
  const percent = distance === undefined ? null : parseDecimal(plainOf(distance), PERCENT_DIGITS);
  const offset =
    distance === undefined
      ? parsePrice(plainOf(dollars ?? ''))
      : percent && portion(base, basisPoints(percent));
  return offset === null ? null : levelAway(base, offset, isAbove);
}

/** Returns the price at a distance from `base`; null unless distance and price are above zero. */
function levelAway(base: PriceE4, offset: PriceE4, isAbove: boolean): PriceE4 | null {
  if (offset <= 0n) return null;
  const level = toStep(isAbove ? add(base, offset) : subtract(base, offset));
  return level > 0n ? level : null;
}

/** The proposed distances of a new target and a new stop from the price, basis points. */
const FIRST_EXIT = { target: basisPoints(400n), stop: basisPoints(200n) };

/** Returns the price proposed for a new target or stop; null unless it is above zero. */
export const firstExit = (kind: 'target' | 'stop', isLong: boolean, price: PriceE4): PriceE4 | null =>
  levelAway(price, portion(price, FIRST_EXIT[kind]), (kind === 'target') === isLong);
