/** Levels as a trader types them: a price, or a distance from another one. Pure. */
import { PERCENT_DIGITS, parseDecimal, parsePrice } from '../money/money.ts';
import { plainOf } from '../money/typed-decimal.ts';
import { add, basisPoints, divRound, type PriceE4, portion, priceE4, subtract } from '../money/units.ts';

/** A price: above zero, up to 4 decimals. @returns null for anything else */
export function readLevel(typed: string): PriceE4 | null {
  const value = parsePrice(plainOf(typed));
  return value !== null && value > 0n ? value : null;
}

/** As coarse as the price is shown: cents from a dollar on. */
function toStep(price: PriceE4): PriceE4 {
  return price >= 10_000n ? priceE4(divRound(price, 100n) * 100n) : price;
}

/**
 * A level of the bracket: a price ("159.20"), or how far it is from `base`: percent ("5%") or dollars ("+3", "-3").
 * @param isAbove which side of `base` it belongs to @returns null for anything else
 */
export function readExit(typed: string, base: PriceE4 | null, isAbove: boolean): PriceE4 | null {
  const text = typed.trim().replace('−', '-');
  const distance = /^[+-]?\s*(.+?)\s*%$/.exec(text)?.[1];
  const dollars = /^[+-]\s*(.+)$/.exec(text)?.[1];
  if (distance === undefined && dollars === undefined) return readLevel(text);
  if (base === null) return null;
  const percent = distance === undefined ? null : parseDecimal(plainOf(distance), PERCENT_DIGITS);
  const way =
    distance === undefined
      ? parsePrice(plainOf(dollars ?? ''))
      : percent && portion(base, basisPoints(percent));
  if (way === null || way <= 0n) return null;
  const level = toStep(isAbove ? add(base, way) : subtract(base, way));
  return level > 0n ? level : null;
}
