/** A trader looked up by name, and the course of their season. */
import type { Queryable } from '../client.ts';

export type TraderRow = { id: number; username: string; isAdmin: boolean };

/** @param usernameKey as core/username.ts makes it */
export async function findTrader(sql: Queryable, usernameKey: string): Promise<TraderRow | null> {
  const [row] = await sql<TraderRow[]>`
    select id, username, is_admin as "isAdmin" from users where username_key = ${usernameKey}`;
  return row ?? null;
}

/** P&L of the newest closed trades of a season, oldest first; decimal dollars. */
export async function lastResults(
  sql: Queryable,
  userId: number,
  seasonId: number,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ pnl: string }[]>`
    select pnl from (select id, pnl from closed_trades
      where user_id = ${userId} and season_id = ${seasonId} order by id desc limit ${limit}) t order by id`;
  return rows.map((row) => row.pnl);
}

/**
 * Deepest fall of the realised result from its highest point so far, dollars: 0 for who never lost anything.
 * The start counts as a high point.
 */
export async function maxDrawdown(sql: Queryable, userId: number, seasonId: number): Promise<string> {
  const [row] = await sql<{ drawdown: string }[]>`
    select coalesce(max(high - total), 0)::numeric(20,2) as drawdown from (
      select total, greatest(0, max(total) over (order by id)) as high from (
        select id, sum(pnl) over (order by id) as total from closed_trades
        where user_id = ${userId} and season_id = ${seasonId}
      ) t
    ) h`;
  return row!.drawdown;
}
