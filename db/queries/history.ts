/** A trader's fills of a season. */
import type { OrderType } from '#core/orders/order.ts';
import type { Action, CloseReason } from '#core/trading/position.ts';
import type { Queryable } from '../client.ts';

/** Decimal strings: shares with 6 decimals, prices with 4, dollars with 2. */
export type HistoryFillRow = {
  id: bigint;
  symbol: string;
  action: Action;
  quantity: string;
  price: string;
  /** Of a fill that no order of the trader's asked for: a forced cover, the season's reset; null for the others. */
  reason: CloseReason | null;
  at: Date;
  /** Of the order that waited for it; null for one that filled at once. */
  type: OrderType | null;
  /** Of the slice it closed; null where it opened. */
  pnl: string | null;
};

/** Newest first. A fill closes one slice at most, so those of `limit` fills are among as many newest slices. */
export async function recentFills(
  sql: Queryable,
  userId: number,
  seasonId: number,
  limit: number,
): Promise<HistoryFillRow[]> {
  return await sql<HistoryFillRow[]>`
    select f.id, f.symbol, f.action, f.quantity, f.price, f.reason, f.filled_at as at, o.type, c.pnl
    from (select * from fills where user_id = ${userId} and season_id = ${seasonId} order by id desc limit ${limit}) f
      left join orders o on o.id = f.order_id
      left join (select fill_id, pnl from closed_trades where user_id = ${userId} and season_id = ${seasonId}
        order by id desc limit ${limit}) c on c.fill_id = f.id
    order by f.id desc`;
}
