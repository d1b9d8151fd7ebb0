/** Target and stop that an opening order brings along: their levels as typed, and what they come to. Pure. */
import { centsDown, exactWorth } from '#core/money/money.ts';
import {
  type BasisPoints,
  type Cents,
  type PriceE4,
  portionOf,
  type QuantityMicros,
  subtract,
} from '#core/money/units.ts';
import { readExit } from '#core/orders/typed-level.ts';
import type { TicketAction } from '../ground/orders.ts';

/** One order of the bracket: its level, and what it would bring from the entry on. */
export type Exit = { level: PriceE4; pnl: Cents | null };

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
    return { level, pnl: centsDown(exactWorth(gain, quantity)) };
  };
  return { base, target: exitOf(draft.target, isLong), loss: exitOf(draft.loss, !isLong) };
}

/** How far `level` is from `from`, null where one of them is missing. */
export function distanceOf(level: PriceE4 | null, from: PriceE4 | null): BasisPoints | null {
  return level === null || from === null || from <= 0n ? null : portionOf(subtract(level, from), from);
}
