/** Closed trades: one row per closed slice of a position. */
import type { CloseReason } from '#core/position.ts';
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

/** Newest first. @param offset rows to leave out at the newest end */
export async function closedTrades(
  sql: Queryable,
  userId: number,
  seasonId: number,
  limit: number,
  offset = 0,
): Promise<ClosedTrade[]> {
  return await sql<ClosedTrade[]>`
    select id, position_id, symbol, is_short, quantity, entry_price, exit_price, pnl, pnl_percent, xp, close_reason,
      opened_at, closed_at
    from closed_trades where user_id = ${userId} and season_id = ${seasonId}
    order by id desc limit ${limit} offset ${offset}`;
}

/** Over all closed trades of a season; money in dollars as decimal strings, null without any trade. */
export type TradeStats = {
  count: number;
  wins: number;
  total: string;
  average: string | null;
  best: string | null;
  worst: string | null;
};

export async function tradeStats(sql: Queryable, userId: number, seasonId: number): Promise<TradeStats> {
  const [row] = await sql<TradeStats[]>`
    select count(*)::integer as count, count(*) filter (where pnl > 0)::integer as wins,
      coalesce(sum(pnl), 0)::numeric(20,2) as total, avg(pnl)::numeric(20,2) as average, max(pnl) as best,
      min(pnl) as worst
    from closed_trades where user_id = ${userId} and season_id = ${seasonId}`;
  return row!;
}
