/** Renames and settlements: what an admin decides about a symbol that a bought feed no longer prices. Pure. */
import type { Cents, PriceE4 } from '../money/units.ts';
import { closingFill, closingFloor, type DecidedFill, type Position } from './position.ts';
import type { FillTerms } from './season-rules.ts';

/** The source of a settlement's price, and the reason of its fills. */
export const SETTLEMENT = { source: 'admin', reason: 'settlement' } as const;

/** A rename has a new symbol; a settlement has a price and its last fill. Times in epoch ms. */
export type SymbolChange = {
  symbol: string;
  at: number;
  /**
   * Fills with a lower id came before the change. The fills from this id to `lastFill` are the closes of a settlement.
   */
  firstFill: bigint;
} & (
  | { newSymbol: string; price: null; lastFill: null }
  | { newSymbol: null; price: PriceE4; lastFill: bigint }
);

/**
 * Moves an open position to a new symbol, at the same shares, entry and cost. An account that holds both symbols keeps
 * both.
 * @returns true when a position was moved
 */
export function renameOpen(
  open: Map<string, { position: Position }>,
  { symbol, newSymbol }: { symbol: string; newSymbol: string },
): boolean {
  const held = open.get(symbol);
  if (!held || open.has(newSymbol)) return false;
  open.delete(symbol);
  held.position = { ...held.position, symbol: newSymbol };
  open.set(newSymbol, held);
  return true;
}

/**
 * Returns the fill that closes a whole position at the admin's price. A cover takes no more than the account's cash.
 * @param account its cash (cents), and whether the position is its last
 */
export const settlementFill = (
  position: Position,
  price: PriceE4,
  { cash, isLast }: { cash: Cents; isLast: boolean },
  terms: FillTerms,
): DecidedFill =>
  closingFill(position, position.quantity, price, SETTLEMENT.reason, closingFloor(cash, isLast), terms);
