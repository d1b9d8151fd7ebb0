/** The hold: cash that a working order reserves (docs/rules/12-orders.md 6). */
import { exactCents } from '../money/money.ts';
import {
  type Cents,
  costE10,
  divCeil,
  type PriceE4,
  type QuantityMicros,
  quantityMicros,
} from '../money/units.ts';
import { cashToOpen } from '../trading/pnl.ts';
import { isOpening, type WorkingOrder } from './order.ts';

/** Percent that a hold adds to the level, where the fill may cost more than the level. */
export const RESERVE_PERCENT = 5n;

type Terms = Pick<WorkingOrder, 'action' | 'type' | 'limit' | 'stop'>;

/**
 * True when the fill may cost more than the order's level. A buy with a limit and a short at a stop never cost more.
 */
export const hasReserve = ({ action, type, limit }: Pick<Terms, 'action' | 'type' | 'limit'>): boolean =>
  action === 'buy' ? limit === null : type !== 'stop';

/** Returns the reserved price of one share, in 1/1,000,000 $. @param last the newest price, for market orders */
function reservedAt({ action, type, limit, stop }: Terms, last: PriceE4): bigint {
  // a buy with a limit never costs more than the limit, even with a stop
  if (action === 'buy' && limit !== null) return limit * 100n;
  const level = limit ?? stop ?? last;
  const highest = stop !== null && stop > level ? stop : level;
  return highest * (hasReserve({ action, type, limit }) ? 100n + RESERVE_PERCENT : 100n);
}

/** Returns the hold of an order in cents, rounded up. @param last the newest price, for market orders */
export function holdOf(order: Terms & Pick<WorkingOrder, 'size'>, last: PriceE4): Cents {
  if (!isOpening(order.action) || order.size.kind === 'all') return 0n;
  if (order.size.kind === 'amount') return order.size.amount;
  return cashToOpen(costE10(divCeil(reservedAt(order, last) * order.size.quantity, 100n)));
}

/** Returns the most micro-shares whose hold `available` cents of free cash can pay. @param last the newest price, for market orders */
export function mostFor(order: Terms, available: Cents, last: PriceE4): QuantityMicros {
  return available <= 0n ? 0n : quantityMicros((exactCents(available) * 100n) / reservedAt(order, last));
}
