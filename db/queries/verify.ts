/** What a season can be checked from: its fills in order, and its results. Decimal strings as stored. */
import type { Action, CloseReason } from '#core/position.ts';
import type { Queryable } from '../client.ts';

export type FillRow = {
  id: bigint;
  userId: number;
  username: string;
  symbol: string;
  action: Action;
  quantity: string;
  price: string;
  cashDelta: string;
  quoteAt: Date;
  source: string;
  reason: CloseReason | null;
};

/** Fills of a season after the fill `after`, in the order they happened. */
export async function seasonFills(
  sql: Queryable,
  seasonId: number,
  after: bigint,
  limit: number,
): Promise<FillRow[]> {
  return await sql<FillRow[]>`
    select f.id, f.user_id as "userId", u.username, f.symbol, f.action, f.quantity, f.price,
      f.cash_delta as "cashDelta", f.quote_at as "quoteAt", f.source, f.reason
    from fills f join users u on u.id = f.user_id
    where f.season_id = ${seasonId} and f.id > ${after} order by f.id limit ${limit}`;
}

export type LastTrade = { userId: number; lastTradeAt: Date | null };

/** When each trader of a season traded last: the third thing that decides inside a tie. */
export async function lastTrades(sql: Queryable, seasonId: number): Promise<LastTrade[]> {
  return await sql<LastTrade[]>`
    select user_id as "userId", last_trade_at as "lastTradeAt" from accounts where season_id = ${seasonId}`;
}
