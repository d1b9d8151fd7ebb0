import {
  CENT_DIGITS,
  costOf,
  parseDecimal,
  QUANTITY_DIGITS,
  quantityFor,
  readQuantity,
  SHARE,
} from '#core/money/money.ts';
import { plainOf } from '#core/money/typed-decimal.ts';
import {
  add,
  type Cents,
  cents,
  type PriceE4,
  type QuantityMicros,
  quantityMicros,
  subtract,
} from '#core/money/units.ts';
import { type Holding, stakeOf } from '#core/trading/holding-text.ts';
import { payout } from '#core/trading/pnl.ts';
import type { SizeMode, TicketAction } from '../ground/orders.ts';

/** What an order would cost: an estimate to look at. The server alone decides what a fill does. */

export type Estimate = {
  /** The toast for this size, or null when it may be sent. */
  problem: 'invalidQuantity' | 'invalidAmount' | null;
  /** Shares the order means at this price. */
  quantity: QuantityMicros | null;
  /** What opening takes, or closing pays out. */
  cash: Cents | null;
  cashAfter: Cents | null;
  /** Most shares this order could name. */
  largest: QuantityMicros | null;
};

export type EstimateInput = {
  action: TicketAction;
  mode: SizeMode;
  typed: string;
  price: PriceE4 | null;
  cash: Cents;
  held: Holding | null;
};

export const isClosing = (action: TicketAction) => action === 'sell' || action === 'cover';

/** The side an action trades in. */
export const sideOf = (action: TicketAction) => (action === 'buy' || action === 'sell' ? 'long' : 'short');

export function estimate({ action, mode, typed, price, cash, held }: EstimateInput): Estimate {
  const size = readSize(mode, typed);
  const problem = size === null ? (mode === 'quantity' ? 'invalidQuantity' : 'invalidAmount') : null;
  const closing = isClosing(action);
  const own = held && held.side === sideOf(action) ? held : null;
  const other = held && !own && !closing ? held : null;
  const heldQuantity = held && readQuantity(held.quantity);
  if (price === null || price <= 0n) {
    return { problem, quantity: null, cash: null, cashAfter: null, largest: closing ? heldQuantity : null };
  }
  // A reversal first pays out the other side, then opens with what there is.
  const freed: Cents = other ? paidFor(other, heldQuantity ?? 0n, price) : 0n;
  const largest = closing ? (own ? heldQuantity : 0n) : quantityFor(max0(add(cash, freed)), price);
  if (size === null) return { problem, quantity: null, cash: null, cashAfter: null, largest };
  const quantity = mode === 'quantity' ? quantityMicros(size) : quantityFor(cents(size), price);
  const moved = closing && own ? paidFor(own, quantity, price) : costOf(price, quantity);
  const cashAfter = closing ? add(cash, moved) : subtract(add(cash, freed), moved);
  return { problem, quantity, cash: moved, cashAfter, largest };
}

/** At least one share with 6 decimals, or dollars above zero with 2; null for anything else. */
export function readSize(mode: SizeMode, typed: string): bigint | null {
  const value = parseDecimal(plainOf(typed), mode === 'quantity' ? QUANTITY_DIGITS : CENT_DIGITS);
  if (value === null) return null;
  return value >= (mode === 'quantity' ? SHARE : 1n) ? value : null;
}

/** Cash that closing `quantity` gives; of more than is open what all of it gives. */
function paidFor(position: Holding, quantity: QuantityMicros, price: PriceE4): Cents {
  const held = stakeOf(position);
  return payout(held, quantity > held.quantity ? held.quantity : quantity, price);
}

const max0 = (value: Cents): Cents => (value > 0n ? value : 0n);
