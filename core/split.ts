/** What a share split does to a position: more or fewer shares, the same money. Pure. */
import { divRound, type Micro } from './money.ts';
import type { Position } from './position.ts';
import { foldXp } from './xp.ts';

/** One old share becomes `numerator/denominator` new ones. */
export type Ratio = { numerator: number; denominator: number };

/**
 * The position after a split. Its cost, and so every P&L, stays to the cent; the average entry follows the shares. A part of a
 * millionth of a share is dropped, and no position vanishes: at least a millionth stays.
 * @param since shares that came (or, negative, went) after the split took effect and are new ones already
 */
export function splitPosition(
  held: Position,
  { numerator, denominator }: Ratio,
  since: Micro = 0n,
): Position {
  const old = held.quantity - since;
  if (old <= 0n) return held;
  const grown = (old * BigInt(numerator)) / BigInt(denominator) + since;
  const quantity = grown > 0n ? grown : 1n;
  const opened = (held.opened * quantity) / held.quantity;
  const entry = divRound(held.entry * held.quantity, quantity);
  return {
    ...held,
    quantity,
    opened: opened > quantity ? opened : quantity,
    entry: entry > 0n ? entry : 1n,
    xp: foldXp(held.xp, held.entry, held.opened),
  };
}
