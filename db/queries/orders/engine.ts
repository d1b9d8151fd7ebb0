/** The order engine's tables: progress, active orders, gaps, trail extremes, delisted symbols. */
import type { WatchedOrder } from '#core/orders/order.ts';
import { type Game, gameOf } from '#core/season/game.ts';
import { one, type Queryable } from '../../client.ts';
import { type Fence, fenced } from '../platform/leases.ts';
import { COLUMNS, type RawWatched, readWatched, WATCHED_COLUMNS } from './read.ts';

/**
 * Stores the instant up to which the lease's holder has matched orders (epoch ms of the market's clock).
 * @returns the latest stored instant, 0 before the first match; null when another process has the lease
 */
export async function noteMatched(sql: Queryable, fence: Fence, matchedTo: number): Promise<number | null> {
  const [row] = await sql<{ matched_to: Date }[]>`
    update order_engine set matched_to = greatest(matched_to, ${new Date(matchedTo)})
    where true ${fenced(sql, fence)}
    returning matched_to`;
  return row ? row.matched_to.getTime() : null;
}

/** Returns the instant up to which orders are matched, epoch ms of the market's clock; 0 before the first match. */
export async function readMatched(sql: Queryable): Promise<number> {
  return one(await sql<{ matched_to: Date }[]>`select matched_to from order_engine`).matched_to.getTime();
}

export type OwnedOrder = { userId: number; game: Game; order: WatchedOrder };

type Raw = RawWatched & { user_id: number; season_id: number };
const toOwnedOrder = (row: Raw): OwnedOrder => ({
  userId: row.user_id,
  game: gameOf(row.season_id),
  order: readWatched(row),
});

/** The condition for orders that a price or the time may change. A held order can only expire. */
const WATCHED = `final_at is null and (status <> 'held' or expires_at is not null)`;

/** Calls `take` with batches of all orders that are working or triggered, or held with a time of expiry. */
export async function eachActiveOrder(
  sql: Queryable,
  take: (orders: OwnedOrder[]) => void | Promise<void>,
): Promise<void> {
  const BATCH = 20_000;
  const read = async (after: string): Promise<Raw[]> =>
    await sql<Raw[]>`
      select user_id, season_id, ${sql.unsafe(WATCHED_COLUMNS)} from orders
      where ${sql.unsafe(WATCHED)} and id > ${after} order by id limit ${BATCH}`;
  let rows = await read('00000000-0000-0000-0000-000000000000');
  while (rows.length > 0) {
    // the database reads the next batch while `take` runs
    const next = rows.length < BATCH ? null : read(rows.at(-1)!.id);
    await take(rows.map(toOwnedOrder));
    rows = (await next) ?? [];
  }
}

/** Returns the orders among `ids` that `eachActiveOrder` would return. */
export async function activeOrders(sql: Queryable, ids: readonly string[]): Promise<OwnedOrder[]> {
  const rows = await sql<Raw[]>`
    select user_id, season_id, ${sql.unsafe(WATCHED_COLUMNS)} from orders
    where id = any(${ids as string[]}::uuid[]) and ${sql.unsafe(WATCHED)}`;
  return rows.map(toOwnedOrder);
}

/** Returns the orders of `eachActiveOrder` that changed in the last 30 s. */
export async function recentlyChanged(
  sql: Queryable,
): Promise<Pick<WatchedOrder, 'id' | 'rev' | 'status'>[]> {
  return await sql<Pick<WatchedOrder, 'id' | 'rev' | 'status'>[]>`
    select id, rev, status from orders
    where ${sql.unsafe(WATCHED)} and changed_at > now() - interval '30 seconds'`;
}

/**
 * Returns the ids of the traders with working orders in a season.
 * @param symbol null for all symbols
 */
export async function tradersWaiting(
  sql: Queryable,
  seasonId: number,
  symbol: string | null,
): Promise<number[]> {
  const rows = await sql<{ user_id: number }[]>`
    select distinct user_id from orders
    where season_id = ${seasonId} and final_at is null and (${symbol}::text is null or symbol = ${symbol})
    order by user_id`;
  return rows.map((row) => row.user_id);
}

/** `count`: how many active orders of a trader were cancelled together. `symbol`: the symbol of one of them. */
export type EndedOrders = { userId: number; count: number; symbol: string };

/**
 * Cancels all working orders of a season, whose row the caller has locked.
 * @param cancelledAt by the market's clock @param userId null for all traders
 * @returns the traders with a cancelled active order
 */
export async function cancelAllOrders(
  sql: Queryable,
  seasonId: number,
  reason: string,
  cancelledAt: Date,
  userId: number | null = null,
): Promise<EndedOrders[]> {
  return await sql<EndedOrders[]>`
    with cancelled as (
      update orders o set status = 'cancelled', reason = ${reason}, hold = 0, final_at = ${cancelledAt}, changed_at = now()
      where o.season_id = ${seasonId} and o.final_at is null and (${userId}::integer is null or o.user_id = ${userId})
      returning o.*
    ), freed as (
      update accounts a set held = 0, live_orders = 0, version = a.version + 1
      where a.season_id = ${seasonId} and a.live_orders > 0 and (${userId}::integer is null or a.user_id = ${userId})
    ), logged as (
      insert into order_events (order_id, season_id, user_id, rev, kind, at, terms, reason)
      select o.id, o.season_id, o.user_id, o.rev, 'cancelled', ${cancelledAt}, to_jsonb(r), o.reason
      from cancelled o, lateral (select ${sql.unsafe(COLUMNS)}) r order by o.id
    )
    select user_id as "userId", count(*)::integer as count, min(symbol) as symbol
    from cancelled where active_from is not null group by user_id`;
}

/**
 * Stores a gap in the price feed of symbols, if this process still has the lease. @param from @param to epoch ms of
 * the market's clock
 */
export async function addGaps(
  sql: Queryable,
  fence: Fence,
  symbols: readonly string[],
  from: number,
  to: number,
): Promise<void> {
  await sql`
    insert into order_gaps (symbol, from_at, to_at)
    select symbol, ${new Date(from)}, ${new Date(to)} from unnest(${symbols as string[]}::text[]) symbol
    where true ${fenced(sql, fence)}
    on conflict do nothing`;
}

/**
 * Highs and lows for trailing stops, oldest first, for a market whose past prices are not reproducible. `at`: epoch ms
 * of the market's clock. `price`: 1/10,000 $, a whole number as text.
 */
export type StoredExtremes = { symbol: string; prices: [at: number, price: string][] };

/**
 * Returns the symbols of active trailing stops, each with the instant after which prices may still move a trail
 * extreme, epoch ms of the market's clock.
 */
export async function trailingSymbols(sql: Queryable): Promise<Map<string, number>> {
  const rows = await sql<{ symbol: string; since: Date }[]>`
    select symbol, min(coalesce(mark_from, active_from)) as since from orders
    where final_at is null and type = 'trailing_stop' and active_from is not null group by symbol`;
  return new Map(rows.map(({ symbol, since }) => [symbol, since.getTime()]));
}

export async function saveExtremes(
  sql: Queryable,
  fence: Fence,
  extremes: readonly StoredExtremes[],
): Promise<void> {
  await sql`
    insert into order_extremes (symbol, prices)
    select symbol, prices from jsonb_to_recordset(${JSON.stringify(extremes)}::text::jsonb) as r (symbol text, prices jsonb)
    where true ${fenced(sql, fence)}
    on conflict (symbol) do update set prices = excluded.prices`;
}

export async function readExtremes(sql: Queryable): Promise<StoredExtremes[]> {
  return await sql<StoredExtremes[]>`select symbol, prices from order_extremes`;
}

/**
 * Counts a check that missed a ticker in the source's list. Checks within an hour count once.
 * @returns the number of counted checks in a row
 */
export async function noteUnlisted(sql: Queryable, symbol: string): Promise<number> {
  const [row] = await sql<{ looks: number }[]>`
    insert into unlisted_symbols as u (symbol, looks, looked_at) values (${symbol}, 1, now())
    on conflict (symbol) do update set
      looks = u.looks + (u.looked_at <= now() - interval '1 hour')::integer,
      looked_at = case when u.looked_at <= now() - interval '1 hour' then now() else u.looked_at end
    returning looks`;
  return row!.looks;
}

/** Deletes the counts of all other tickers, which are listed again. */
export async function forgetListed(sql: Queryable, unlisted: readonly string[]): Promise<void> {
  await sql`delete from unlisted_symbols where symbol <> all(${unlisted as string[]}::text[])`;
}
