/** A trader looked up by name, and the course of their season. */
import type { Queryable } from '../../client.ts';
import { ofSlices, type Slices } from '../trades.ts';

export type TraderRow = { id: number; username: string; isAdmin: boolean };

/** @param usernameKey as core/account/username.ts makes it */
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

/** Names and the ids of the logos of some users, by user id. */
export async function namesAndLogos(
  sql: Queryable,
  userIds: readonly number[],
): Promise<Map<number, { username: string; logo: string | null }>> {
  if (userIds.length === 0) return new Map();
  const rows = await sql<{ id: number; username: string; logo: string | null }[]>`
    select id, username,
      -- a look-up for each row, whatever the planner believes of the table
      (select item_id from active_items w where w.user_id = u.id and w.type = 'logo') as logo
    from users u where id = any(${userIds as number[]})`;
  return new Map(rows.map(({ id, username, logo }) => [id, { username, logo }]));
}
