/** What a working order reserves of its trader's cash (docs/rules/12-orders.md 6). */
import {
  type Cents,
  cents,
  divCeil,
  type PriceE4,
  type QuantityMicros,
  quantityMicros,
} from '../money/units.ts';
import { isOpening, type WorkingOrder } from './order.ts';

/** Price × quantity has 10 decimals; a cent has 2. */
const PRODUCT_PER_CENT = 100_000_000n;
/** Percent of the level that is reserved where the fill may cost more than the level. */
const MARGIN_PERCENT = 105n;

type Terms = Pick<WorkingOrder, 'action' | 'type' | 'limit' | 'stop'>;

/** The price a share of the order is reserved at, in 1/1,000,000 $. @param last the newest price, of market orders */
function reservedAt({ action, type, limit, stop }: Terms, last: PriceE4): bigint {
  // a buy never costs more than its limit, wherever its stop is
  if (action === 'buy' && limit !== null) return limit * 100n;
  const level = limit ?? stop ?? last;
  const highest = stop !== null && stop > level ? stop : level;
  return highest * (type === 'stop' && action === 'short' ? 100n : MARGIN_PERCENT);
}

/** Cents the order holds from now on, rounded up. @param last the newest price, of market orders */
export function holdOf(order: Terms & Pick<WorkingOrder, 'size'>, last: PriceE4): Cents {
  if (!isOpening(order.action) || order.size.kind === 'all') return 0n;
  if (order.size.kind === 'amount') return order.size.amount;
  return cents(divCeil(reservedAt(order, last) * order.size.quantity, PRODUCT_PER_CENT * 100n));
}

/** The most shares such an order may name when `available` cents are not held yet. */
export function mostFor(order: Terms, available: Cents, last: PriceE4): QuantityMicros {
  return available <= 0n
    ? 0n
    : quantityMicros((available * PRODUCT_PER_CENT * 100n) / reservedAt(order, last));
}
