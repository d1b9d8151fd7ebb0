import {
  CENT_DIGITS,
  type Cents,
  ENTRY_DIGITS,
  MICRO_DIGITS,
  type Micro,
  notional,
  type Price,
  parseDecimal,
  quantityFor,
  SHARE,
} from '#core/money/money.ts';
import { worth } from '#core/trading/pnl.ts';
import type { OpenPosition } from '../../_state/account.ts';
import type { SizeMode, TicketAction } from './actions.ts';

/** What an order would cost: an estimate to look at. The server alone decides what a fill does. */

export type Estimate = {
  /** The toast for this size, or null when it may be sent. */
  problem: 'invalidQuantity' | 'invalidAmount' | null;
  /** Shares the order means at this price. */
  quantity: Micro | null;
  /** What opening takes, or closing pays out. */
  cash: Cents | null;
  cashAfter: Cents | null;
  /** Most shares this order could name. */
  largest: Micro | null;
};

export type EstimateInput = {
  action: TicketAction;
  mode: SizeMode;
  typed: string;
  price: Price | null;
  cash: Cents;
  held: OpenPosition | null;
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
  const heldQuantity = held && parseDecimal(held.quantity, MICRO_DIGITS);
  if (price === null || price <= 0n) {
    return { problem, quantity: null, cash: null, cashAfter: null, largest: closing ? heldQuantity : null };
  }
  // A reversal first pays out the other side, then opens with what there is.
  const freed = other ? payout(other, heldQuantity ?? 0n, price) : 0n;
  const largest = closing ? (own ? heldQuantity : 0n) : quantityFor(max0(cash + freed), price);
  if (size === null) return { problem, quantity: null, cash: null, cashAfter: null, largest };
  const quantity = mode === 'quantity' ? size : quantityFor(size, price);
  const moved = closing && own ? payout(own, quantity, price) : notional(price, quantity);
  const cashAfter = closing ? cash + moved : cash + freed - moved;
  return { problem, quantity, cash: moved, cashAfter, largest };
}

/** At least one share with 6 decimals, or dollars above zero with 2; null for anything else. */
export function readSize(mode: SizeMode, typed: string): bigint | null {
  const value = parseDecimal(typed.trim(), mode === 'quantity' ? MICRO_DIGITS : CENT_DIGITS);
  if (value === null) return null;
  return value >= (mode === 'quantity' ? SHARE : 1n) ? value : null;
}

/** Cash that closing `quantity` gives: a short pays entry×q + (entry − exit)×q. */
function payout(position: OpenPosition, quantity: Micro, price: Price): Cents {
  if (position.side === 'long') return notional(price, quantity);
  return worth(true, parseDecimal(position.entry, ENTRY_DIGITS) ?? 0n, quantity, price);
}

const max0 = (value: bigint) => (value > 0n ? value : 0n);
