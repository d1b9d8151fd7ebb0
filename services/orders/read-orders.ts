/** Reads a trader's orders as stored, without settling them. */
import { type OrderAnswer, type OrdersAnswer, type WireOrder, wireOrder } from '#core/contract/orders.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Game } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';
import {
  eventsOf,
  findOrder,
  gapsOf,
  listOrders,
  type OrderFilter,
  type OrderRow,
} from '#db/queries/orders/read.ts';
import { seasonIdOf } from '#db/queries/season/practice.ts';
import type { Trader } from '../trading/trading.ts';

export const wire = ({ order, fill }: OrderRow): WireOrder => wireOrder(order, fill);

/** Reads an order of the trader, in any game. @throws AppError ORDER_NOT_FOUND */
export async function orderOf(sql: Sql, trader: Trader, id: string): Promise<OrderRow & { game: Game }> {
  const row = await findOrder(sql, trader.id, id);
  if (!row) throw fail('ORDER_NOT_FOUND');
  return row;
}

/** Reads a page of the trader's orders of a game, newest first, children with their parents. */
export async function readOrders(sql: Sql, trader: Trader, filter: OrderFilter): Promise<OrdersAnswer> {
  const seasonId = await seasonIdOf(sql, trader.game);
  if (seasonId === null) return { orders: [], next: null };
  const rows = await listOrders(sql, seasonId, trader.id, filter);
  const orders = rows
    .filter(({ order }) => order.parentId === null)
    .map((row) => ({
      ...wire(row),
      children: rows.filter(({ order }) => order.parentId === row.order.id).map(wire),
    }));
  return { orders, next: orders.length < filter.limit ? null : (orders.at(-1)?.id ?? null) };
}

/** Reads one order with its events and price gaps. @throws AppError ORDER_NOT_FOUND */
export async function readOrderHistory(sql: Sql, trader: Trader, id: string): Promise<OrderAnswer> {
  const row = await orderOf(sql, trader, id);
  const events = (await eventsOf(sql, id)).map(({ at, recordedAt, ...event }) => ({
    ...event,
    at: at.toISOString(),
    recordedAt: recordedAt.toISOString(),
  }));
  const gaps = (await gapsOf(sql, id)).map(({ from, to }) => ({
    from: from.toISOString(),
    to: to.toISOString(),
  }));
  return { order: wire(row), events, gaps };
}
