/** Closed trades (one row per closed slice of a position) and fills. */
import type { ListAnchor } from '#core/contract/list-page.ts';
import type { OrderType } from '#core/orders/order.ts';
import type { TradeStats } from '#core/trading/pnl.ts';
import type { Action, CloseReason } from '#core/trading/position.ts';
import type { Queryable } from '../../client.ts';

/** Decimal strings: prices with all decimals, money with 2. */
export type ClosedTrade = {
  id: bigint;
  position_id: bigint;
  symbol: string;
  is_short: boolean;
  quantity: string;
  entry_price: string;
  exit_price: string;
  pnl: string;
  pnl_percent: string;
  xp: string;
  close_reason: CloseReason;
  opened_at: Date;
  closed_at: Date;
};

/**
 * All closed slices, or the slices of wholly closed positions alone. `closedBefore` leaves out positions that were
 * closed at this time or later; null leaves out none.
 */
export type Slices = 'all' | { closedBefore: Date | null };

/** Returns the condition under which slices of a position `p` belong to these `Slices`. */
export const isClosed = (sql: Queryable, { closedBefore }: Exclude<Slices, 'all'>) =>
  closedBefore === null
    ? sql`(p.closed_at is not null)`
    : sql`coalesce(p.closed_at < ${closedBefore}, false)`;

export const ofSlices = (sql: Queryable, slices: Slices) =>
  slices === 'all'
    ? sql``
    : sql`and exists (select from positions p where p.id = position_id and ${isClosed(sql, slices)})`;

/** The id of a season, or all public seasons. */
export type TradeSeasons = number | 'all';

const ofSeasons = (sql: Queryable, seasons: TradeSeasons) =>
  seasons === 'all' ? sql`and season_id > 0` : sql`and season_id = ${seasons}`;

/**
 * @param page.offset newest rows to skip @param page.before only ids below @param page.after the next ids above
 * @returns newest first
 */
export async function closedTrades(
  sql: Queryable,
  userId: number,
  seasons: TradeSeasons,
  limit: number,
  {
    offset = 0,
    before: belowId,
    after: aboveId,
    slices = 'all',
  }: ListAnchor & { offset?: number; slices?: Slices } = {},
): Promise<ClosedTrade[]> {
  const rows = await sql<ClosedTrade[]>`
    select id, position_id, symbol_now(season_id, symbol, closed_at) as symbol, is_short, quantity, entry_price, exit_price, pnl, pnl_percent, xp, close_reason,
      opened_at, closed_at
    from closed_trades where user_id = ${userId} ${ofSeasons(sql, seasons)} ${ofSlices(sql, slices)}
      ${belowId === undefined ? sql`` : sql`and id < ${belowId}`} ${aboveId === undefined ? sql`` : sql`and id > ${aboveId}`}
    order by id ${aboveId === undefined ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`;
  return aboveId === undefined ? rows : rows.reverse();
}

/** Returns how many closed trades have a newer id than `first`, and how many an older id than `last`. */
export async function countBeside(
  sql: Queryable,
  userId: number,
  seasons: TradeSeasons,
  { first, last }: { first: bigint; last: bigint },
): Promise<{ newer: number; older: number }> {
  const [row] = await sql<{ newer: number; older: number }[]>`
    select count(*) filter (where id > ${first})::integer as newer, count(*) filter (where id < ${last})::integer as older
    from closed_trades where user_id = ${userId} ${ofSeasons(sql, seasons)}`;
  return row!;
}

export async function tradeStats(
  sql: Queryable,
  userId: number,
  seasons: TradeSeasons,
  slices: Slices = 'all',
): Promise<TradeStats> {
  const [row] = await sql<TradeStats[]>`
    select count(*)::integer as count, count(*) filter (where pnl > 0)::integer as wins,
      coalesce(sum(pnl), 0)::numeric(20,2) as total, avg(pnl)::numeric(20,2) as average, max(pnl) as best,
      min(pnl) as worst
    from closed_trades where user_id = ${userId} ${ofSeasons(sql, seasons)} ${ofSlices(sql, slices)}`;
  return row!;
}

/** Returns the numbers of public seasons in which a user closed a trade, newest first. */
export async function tradedSeasons(sql: Queryable, userId: number): Promise<number[]> {
  const rows = await sql<{ number: number }[]>`
    select number from seasons s
    where kind = 'public' and exists (select from closed_trades c where c.user_id = ${userId} and c.season_id = s.id) order by number desc`;
  return rows.map(({ number }) => number);
}

/** Newest fills that decide which symbol is traded most. */
const RECENT_FILLS = 50_000;

/** Returns the symbol with most of a season's newest fills since an instant; null without any. */
export async function mostTraded(
  sql: Queryable,
  seasonId: number,
  since: Date,
): Promise<{ symbol: string; fills: number } | null> {
  const [row] = await sql<{ symbol: string; fills: number }[]>`
    select symbol, count(*)::integer as fills
    from (select symbol, filled_at from fills where season_id = ${seasonId} order by id desc limit ${RECENT_FILLS}) newest
    where filled_at > ${since} group by symbol order by fills desc, symbol limit 1`;
  return row ?? null;
}

/** The trader's reason for a fill `f`; null without one. */
export const reasonOfFill = (sql: Queryable) =>
  sql`(select r.reason from order_reasons r where r.fill_id = f.id or r.order_id = f.order_id)`;

/** Decimal strings: shares with 6 decimals, prices with 4, dollars with 2. */
export type HistoryFillRow = {
  id: bigint;
  symbol: string;
  action: Action;
  quantity: string;
  price: string;
  /** Cause of a fill that is no plain order: `reverse`, `forced_cover`, `settlement`, `season_reset`; else null. */
  reason: CloseReason | null;
  at: Date;
  /** Type of the working order that the fill executed; null for an immediate order. */
  type: OrderType | null;
  /** Profit of the slice that the fill closed; null for an opening fill. */
  pnl: string | null;
  /** Null without a reason of the trader. */
  orderReason: string | null;
};

/** Returns the newest fills, newest first. `limit` closed slices suffice, because a fill closes at most one slice. */
export async function recentFills(
  sql: Queryable,
  userId: number,
  seasonId: number,
  limit: number,
): Promise<HistoryFillRow[]> {
  return await sql<HistoryFillRow[]>`
    select f.id, f.symbol, f.action, f.quantity, f.price, f.reason, f.filled_at as at, o.type, c.pnl,
      ${reasonOfFill(sql)} as "orderReason"
    from (select * from fills where user_id = ${userId} and season_id = ${seasonId} order by id desc limit ${limit}) f
      left join orders o on o.id = f.order_id
      left join (select fill_id, pnl from closed_trades where user_id = ${userId} and season_id = ${seasonId}
        order by id desc limit ${limit}) c on c.fill_id = f.id
    order by f.id desc`;
}

/** A fill of any public season. Decimal strings as in HistoryFillRow. */
export type SeasonFillRow = Pick<
  HistoryFillRow,
  'id' | 'symbol' | 'action' | 'quantity' | 'price' | 'reason' | 'at'
> & {
  seasonId: number;
  season: number;
  cashDelta: string;
};

/**
 * Returns a trader's fills of all public seasons, newest season and newest fill first.
 * @param before the last fill of the previous page; null for the first page
 */
export async function listFills(
  sql: Queryable,
  userId: number,
  limit: number,
  before: Pick<SeasonFillRow, 'seasonId' | 'id'> | null = null,
): Promise<SeasonFillRow[]> {
  return await sql<SeasonFillRow[]>`
    select f.id, f.season_id as "seasonId", s.number as season, f.symbol, f.action, f.quantity, f.price, f.reason,
      f.cash_delta as "cashDelta", f.filled_at as at
    from (
      select * from fills where user_id = ${userId} and season_id > 0
        ${before === null ? sql`` : sql`and (season_id, id) < (${before.seasonId}, ${before.id})`}
      order by season_id desc, id desc limit ${limit}) f join seasons s on s.id = f.season_id
    order by f.season_id desc, f.id desc`;
}
