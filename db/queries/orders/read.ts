/** Reads orders for a decision, for a trader's list of orders, and for the notification after an absence. */

import { readPrice } from '#core/money/money.ts';
import type { EventKind, WatchedOrder, WorkingOrder } from '#core/orders/order.ts';
import { type OrderJson, readOrder, readTrail } from '#core/orders/order-json.ts';
import { type Game, gameOf } from '#core/season/game.ts';
import type { DayCount } from '#core/trading/day-limits.ts';
import { among, type Queryable } from '../../client.ts';
import { dayCount } from '../trading/state.ts';

/** Decimals are text, because JSON has only floats. */
export const COLUMNS = `o.id, o.rev, o.symbol, o.action, o.type, o.tif, o.quantity::text, o.amount::text, o.close_all,
  o.limit_price::text, o.stop_price::text, o.trail_amount::text, o.trail_percent::text, o.mark::text, o.mark_from, o.status,
  o.reason, o.parent_id, o.role, o.oco_id, o.hold::text, o.client_order_id, o.placed_at, o.active_from, o.triggered_at,
  o.expires_at, o.final_at`;

/** Columns for `readWatched`. There are few, because a starting process may read a million orders. */
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

/** A trader's working orders, and the account's version and day counts. `matchedTo`: epoch ms of the market's clock. */
export type LiveOrders = {
  orders: WorkingOrder[];
  version: bigint;
  matchedTo: number;
  username: string;
  today: DayCount;
};

type Row = { id: number; orders: OrderJson[]; matched_to: Date };

/** @returns a map by trader id */
export async function liveOrders(
  sql: Queryable,
  seasonId: number,
  userIds: readonly number[],
): Promise<Map<number, LiveOrders>> {
  const rows = await sql<(Omit<LiveOrders, 'orders' | 'matchedTo'> & Row)[]>`
    select u.id, a.version, e.matched_to, u.username, ${dayCount(sql)} as today, coalesce((select jsonb_agg(to_jsonb(o) order by o.id) from (
      select ${sql.unsafe(COLUMNS)} from orders o
      where o.season_id = ${seasonId} and o.user_id = u.id and o.final_at is null) o), '[]') as orders
    from order_engine e, accounts a join users u on u.id = a.user_id
    where a.season_id = ${seasonId} and a.user_id ${among(sql, userIds)}`;
  return new Map(
    rows.map(({ id, orders, matched_to, ...rest }) => [
      id,
      { orders: orders.map(readOrder), matchedTo: matched_to.getTime(), ...rest },
    ]),
  );
}

export type OrderRow = {
  order: WorkingOrder;
  fill: { price: string; quantity: string; source: string } | null;
};

type OrderRecord = { row: OrderJson; price: string | null; filled: string | null; source: string | null };
const toOrderRow = ({ row, price, filled, source }: OrderRecord): OrderRow => ({
  order: readOrder(row),
  fill: price === null ? null : { price, quantity: filled!, source: source! },
});

export type OrderFilter = {
  status: 'live' | 'final' | 'all';
  symbol: string | null;
  before: string | null;
  limit: number;
};

/**
 * Returns a trader's orders, newest first, each followed by its children. `live` includes an order that is final but
 * has a working child.
 */
export async function listOrders(
  sql: Queryable,
  seasonId: number,
  userId: number,
  { status, symbol, before, limit }: OrderFilter,
): Promise<OrderRow[]> {
  const rows = await sql<OrderRecord[]>`
    with page as (
      select id from orders
      where user_id = ${userId} and season_id = ${seasonId} and parent_id is null
        and (${symbol}::text is null or symbol = ${symbol}) and (${before}::uuid is null or id < ${before}::uuid)
        and (${status} = 'all' or ((final_at is null) = (${status} = 'live'))
          or (${status} = 'live' and exists (
            select from orders c where c.parent_id = orders.id and c.final_at is null)))
      order by id desc limit ${limit}
    )
    select to_jsonb(r) as row, f.price, f.quantity as filled, f.source
    from (select ${sql.unsafe(COLUMNS)}, o.fill_id from orders o
        where o.id in (select id from page) or o.parent_id in (select id from page)) r
      left join fills f on f.id = r.fill_id
    order by coalesce(r.parent_id, r.id) desc, r.parent_id is not null, r.id`;
  return rows.map(toOrderRow);
}

/** @returns null when the trader has no such order in any game */
export async function findOrder(
  sql: Queryable,
  userId: number,
  id: string,
): Promise<(OrderRow & { game: Game }) | null> {
  const [row] = await sql<(OrderRecord & { seasonId: number })[]>`
    select to_jsonb(r) as row, f.price, f.quantity as filled, f.source, o.season_id as "seasonId"
    from orders o cross join lateral (select ${sql.unsafe(COLUMNS)}) r left join fills f on f.id = o.fill_id
    where o.id = ${id} and o.user_id = ${userId}`;
  return row ? { ...toOrderRow(row), game: gameOf(row.seasonId) } : null;
}

/** Returns the running games in which a trader has working orders. */
export async function gamesWaiting(sql: Queryable, userId: number): Promise<Game[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct s.id from orders o join seasons s on s.id = o.season_id and s.status = 'active'
    where o.user_id = ${userId} and o.final_at is null`;
  return rows.map(({ id }) => gameOf(id));
}

export async function isNameUsed(sql: Queryable, userId: number, clientOrderId: string): Promise<boolean> {
  const rows = await sql`select from orders where user_id = ${userId} and client_order_id = ${clientOrderId}`;
  return rows.length > 0;
}

type OrderHistoryRow = {
  kind: EventKind;
  at: Date;
  recordedAt: Date;
  rev: number;
  reason: string | null;
};

const MAX_HISTORY = 500;

/** Returns the newest changes of an order, oldest first. */
export async function eventsOf(sql: Queryable, orderId: string): Promise<OrderHistoryRow[]> {
  return await sql<OrderHistoryRow[]>`
    select kind, at, "recordedAt", rev, reason from (
      select id, kind, at, recorded_at as "recordedAt", rev, reason from order_events
      where order_id = ${orderId} order by id desc limit ${MAX_HISTORY}) newest
    order by id`;
}

/** Returns the gaps of the price feed while an order was active, oldest first. */
export async function gapsOf(sql: Queryable, orderId: string): Promise<{ from: Date; to: Date }[]> {
  return await sql<{ from: Date; to: Date }[]>`
    select g.from_at as "from", g.to_at as "to" from orders o join order_gaps g using (symbol)
    where o.id = ${orderId} and g.to_at > o.active_from and (o.final_at is null or g.from_at < o.final_at)
    order by g.from_at`;
}

/**
 * The orders that ended while their trader was offline. `filled`, `ended`: how many filled, and how many ended
 * unfilled. `symbol`: the symbol of one of them. `first`, `last`: when the first and the last of them ended.
 */
export type OrderNews = { filled: number; ended: number; symbol: string; first: Date; last: Date };

const LOOKED_AT = 500;

/**
 * Counts the orders of the newest public season that ended since a trader went offline, without orders that the trader
 * cancelled. Null without any order.
 */
export async function orderNews(sql: Queryable, userId: number, since: Date): Promise<OrderNews | null> {
  const [row] = await sql<OrderNews[]>`
    select count(*) filter (where o.status = 'filled')::integer as filled,
      count(*) filter (where o.status <> 'filled')::integer as ended, min(o.symbol) as symbol,
      min(coalesce(f.filled_at, o.final_at)) as first, max(coalesce(f.filled_at, o.final_at)) as last
    from (select * from orders where user_id = ${userId} and season_id = (select max(id) from seasons where kind = 'public')
      order by id desc limit ${LOOKED_AT}) o left join fills f on f.id = o.fill_id
    where o.final_at is not null and o.active_from is not null and o.changed_at > ${since}
      and (o.status <> 'cancelled' or o.reason in ('forced_cover', 'season_end', 'split', 'symbol_gone', 'suspended'))
    having count(*) > 0`;
  return row ?? null;
}
