/** Closed trades: one row per closed slice of a position. */
import type { CloseReason } from '#core/trading/position.ts';
import type { Queryable } from '../client.ts';

/** Decimal strings: prices with their places, money with 2. */
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

/** Which closed slices: all, or those of positions of which nothing is open any more. */
export type Slices = 'all' | 'of closed positions';

export const ofSlices = (sql: Queryable, slices: Slices) =>
  slices === 'all'
    ? sql``
    : sql`and exists (select from positions p where p.id = position_id and p.closed_at is not null)`;

/** Newest first. @param more.offset rows to leave out at the newest end */
export async function closedTrades(
  sql: Queryable,
  userId: number,
  seasonId: number,
  limit: number,
  { offset = 0, slices = 'all' }: { offset?: number; slices?: Slices } = {},
): Promise<ClosedTrade[]> {
  return await sql<ClosedTrade[]>`
    select id, position_id, symbol, is_short, quantity, entry_price, exit_price, pnl, pnl_percent, xp, close_reason,
      opened_at, closed_at
    from closed_trades where user_id = ${userId} and season_id = ${seasonId} ${ofSlices(sql, slices)}
    order by id desc limit ${limit} offset ${offset}`;
}

/** Over closed trades of a season; money in dollars as decimal strings, null without any trade. */
export type TradeStats = {
  count: number;
  wins: number;
  total: string;
  average: string | null;
  best: string | null;
  worst: string | null;
};

export async function tradeStats(
  sql: Queryable,
  userId: number,
  seasonId: number,
  slices: Slices = 'all',
): Promise<TradeStats> {
  const [row] = await sql<TradeStats[]>`
    select count(*)::integer as count, count(*) filter (where pnl > 0)::integer as wins,
      coalesce(sum(pnl), 0)::numeric(20,2) as total, avg(pnl)::numeric(20,2) as average, max(pnl) as best,
      min(pnl) as worst
    from closed_trades where user_id = ${userId} and season_id = ${seasonId} ${ofSlices(sql, slices)}`;
  return row!;
}
