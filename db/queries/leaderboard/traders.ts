/** A trader looked up by name, and the course of their season. */
import type { Standing } from '#core/leaderboard/standing.ts';
import type { Queryable } from '../../client.ts';
import { ofSlices, type Slices } from '../trading/trades.ts';

export type TraderRow = {
  id: number;
  username: string;
  isAdmin: boolean;
  isSimulated: boolean;
  createdAt: Date;
};

/**
 * By the name they have, or had in the last 90 days; nobody who is leaving.
 * @param usernameKey as core/account/username.ts makes it
 */
export async function findTrader(sql: Queryable, usernameKey: string): Promise<TraderRow | null> {
  const [row] = await sql<TraderRow[]>`
    select id, username, is_admin as "isAdmin", is_simulated as "isSimulated", created_at as "createdAt"
    from users where username_key = ${usernameKey} and leaves_at is null
    union all
    select u.id, u.username, u.is_admin, u.is_simulated, u.created_at from former_names f join users u on u.id = f.user_id
    where f.username_key = ${usernameKey} and f.changed_at > now() - interval '90 days' and u.leaves_at is null
    limit 1`;
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

/** Names, the ids of the logos, and whether everyone may read the page, of some users, by user id. */
export async function namesAndLogos(
  sql: Queryable,
  userIds: readonly number[],
): Promise<Map<number, Pick<Standing, 'username' | 'logo' | 'hasPage' | 'isSimulated'>>> {
  if (userIds.length === 0) return new Map();
  const rows = await sql<
    (Pick<Standing, 'username' | 'logo' | 'hasPage' | 'isSimulated'> & { id: number })[]
  >`
    select id, username, is_simulated as "isSimulated",
      -- a look-up for each row, whatever the planner believes of the table
      (select item_id from active_items w where w.user_id = u.id and w.type = 'logo') as logo,
      not exists (select from page_readers r where r.user_id = u.id) as "hasPage"
    from users u where id = any(${userIds as number[]})`;
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}
