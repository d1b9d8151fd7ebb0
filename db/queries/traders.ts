/** A trader looked up by name, and the course of their season. */
import type { Queryable } from '../client.ts';
import { ofSlices, type Slices } from './trades.ts';

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
  slices: Slices = 'all',
): Promise<string[]> {
  const rows = await sql<{ pnl: string }[]>`
    select pnl from (select id, pnl from closed_trades
      where user_id = ${userId} and season_id = ${seasonId} ${ofSlices(sql, slices)} order by id desc limit ${limit}) t order by id`;
  return rows.map((row) => row.pnl);
}
