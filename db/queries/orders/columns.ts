/** The columns of orders, and what the engine reads of them. */
import { readPrice } from '#core/money/money.ts';
import type { WatchedOrder } from '#core/orders/order.ts';
import { type OrderJson, readTrail } from '#core/orders/order-json.ts';

/** Decimals come as text, so that JSON does not make floats of them. */
export const COLUMNS = `o.id, o.rev, o.symbol, o.action, o.type, o.tif, o.quantity::text, o.amount::text, o.close_all,
  o.limit_price::text, o.stop_price::text, o.trail_amount::text, o.trail_percent::text, o.mark::text, o.mark_from, o.status,
  o.reason, o.parent_id, o.role, o.oco_id, o.hold::text, o.client_order_id, o.placed_at, o.active_from, o.triggered_at,
  o.expires_at, o.final_at`;

/** The columns the order engine needs, and no more: a start reads a million orders. */
export const WATCHED_COLUMNS = `id, rev, symbol, action, type, status, limit_price, stop_price, trail_amount,
  trail_percent, mark, mark_from, active_from, expires_at`;

const price = (text: string | null) => (text === null ? null : readPrice(text));

export type RawWatched = Pick<OrderJson, 'id' | 'rev' | 'symbol' | 'action' | 'type' | 'status'> &
  Pick<OrderJson, 'limit_price' | 'stop_price' | 'trail_amount' | 'trail_percent' | 'mark'> & {
    mark_from: Date | null;
    active_from: Date | null;
    expires_at: Date | null;
  };

export function readWatched(row: RawWatched): WatchedOrder {
  const { id, rev, symbol, action, type, status } = row;
  return {
    id,
    rev,
    symbol,
    action,
    type,
    status,
    trail: readTrail(row),
    limit: price(row.limit_price),
    stop: price(row.stop_price),
    mark: price(row.mark),
    markFrom: row.mark_from?.getTime() ?? null,
    activeFrom: row.active_from?.getTime() ?? null,
    expiresAt: row.expires_at?.getTime() ?? null,
  };
}
