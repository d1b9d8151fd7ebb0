/** Target and stop that an opening order brings along: their levels as typed, and what they come to. Pure. */
import { notional, PERCENT_DIGITS, parseDecimal, parsePrice } from '#core/money/money.ts';
import {
  add,
  type BasisPoints,
  basisPoints,
  type Cents,
  divRound,
  negate,
  type PriceE4,
  portion,
  portionOf,
  priceE4,
  type QuantityMicros,
  subtract,
} from '#core/money/units.ts';
import type { TicketAction } from './actions.ts';

/** One order of the bracket: its level, and what it would bring from the entry on. */
export type Exit = { level: PriceE4; pnl: Cents | null };

/** A price: above zero, up to 4 decimals. @returns null for anything else */
export function readLevel(typed: string): PriceE4 | null {
  const value = parsePrice(typed.trim().replace(/^\$/, ''));
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
  const dollars = /^[+-]\s*\$?(.+)$/.exec(text)?.[1];
  if (distance === undefined && dollars === undefined) return readLevel(text);
  if (base === null) return null;
  const percent = distance === undefined ? null : parseDecimal(distance, PERCENT_DIGITS);
  const way =
    distance === undefined ? parsePrice(dollars ?? '') : percent && portion(base, basisPoints(percent));
  if (way === null || way <= 0n) return null;
  const level = toStep(isAbove ? add(base, way) : subtract(base, way));
  return level > 0n ? level : null;
}

/** Target and stop of an opening order, and what they are measured from. */
export type Exits = { base: PriceE4 | null; target: Exit | null; loss: Exit | null };

/** @param draft what is typed; null where it is switched off */
export function exitsOf(
  draft: { target: string | null; loss: string | null },
  action: TicketAction,
  base: PriceE4 | null,
  quantity: QuantityMicros | null,
): Exits {
  const isLong = action === 'buy';
  const exitOf = (typed: string | null, isAbove: boolean): Exit | null => {
    const level = typed === null ? null : readExit(typed, base, isAbove);
    if (level === null) return null;
    if (base === null || quantity === null) return { level, pnl: null };
    const gain = isLong ? subtract(level, base) : subtract(base, level);
    const pnl = notional(gain < 0n ? negate(gain) : gain, quantity);
    return { level, pnl: gain < 0n ? negate(pnl) : pnl };
  };
  return { base, target: exitOf(draft.target, isLong), loss: exitOf(draft.loss, !isLong) };
}

/** How far `level` is from `from`, null where one of them is missing. */
export function distanceOf(level: PriceE4 | null, from: PriceE4 | null): BasisPoints | null {
  return level === null || from === null || from <= 0n ? null : portionOf(subtract(level, from), from);
}
