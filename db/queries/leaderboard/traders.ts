import type { LeaderboardRow } from '#core/leaderboard/row.ts';
import type { Queryable } from '../../client.ts';
import { hasPublicPage } from '../account/preferences.ts';
import { ofSlices, type Slices } from '../trading/trades.ts';

export type TraderRow = {
  id: number;
  username: string;
  isAdmin: boolean;
  isSimulated: boolean;
  createdAt: Date;
};

/**
 * Returns a trader by the present name or a name of the last 90 days. Null for an unknown name, for a guest, and for an
 * account with a requested deletion.
 * @param usernameKey from `usernameKey` of core/account/username.ts
 * @param options.isForStaff true to find accounts with a requested deletion too: a request must not prevent a measure
 */
export async function findTrader(
  sql: Queryable,
  usernameKey: string,
  { isForStaff = false } = {},
): Promise<TraderRow | null> {
  const isFindable = sql`not u.is_guest and (u.leaves_at is null or ${isForStaff})`;
  const columns = sql`u.id, u.username, u.is_admin as "isAdmin", u.is_simulated as "isSimulated", u.created_at as "createdAt"`;
  const [row] = await sql<TraderRow[]>`
    select ${columns} from users u where u.username_key = ${usernameKey} and ${isFindable}
    union all
    select ${columns} from former_names f join users u on u.id = f.user_id
    where f.username_key = ${usernameKey} and f.changed_at > now() - interval '90 days' and ${isFindable}
    limit 1`;
  return row ?? null;
}

/** Returns the P&L of a season's newest closed trades, oldest first, dollars. */
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

/** Returns ids of a season's traders whose name key (core/account/username.ts) begins with `start`, sorted by key. */
export async function tradersNamed(
  sql: Queryable,
  seasonId: number,
  start: string,
  limit: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select u.id from users u join accounts a on a.user_id = u.id and a.season_id = ${seasonId}
    where u.username_key ~>=~ ${start} and u.username_key ~<~ ${`${start}\u{10ffff}`} and not u.is_admin
    order by u.username_key using ~<~ limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Columns of a leaderboard row that a ranking pass lacks. */
type Person = Pick<LeaderboardRow, 'username' | 'logo' | 'hasPage' | 'isSimulated'>;

/** Returns a map by user id. `hasPage`: everybody may read the trader's page. */
export async function namesAndLogos(
  sql: Queryable,
  userIds: readonly number[],
): Promise<Map<number, Person>> {
  if (userIds.length === 0) return new Map();
  const rows = await sql<(Person & { id: number })[]>`
    select id, username, is_simulated as "isSimulated",
      -- a subquery forces an index look-up for each row
      (select item_id from active_items w where w.user_id = u.id and w.type = 'logo') as logo,
      ${hasPublicPage(sql)} as "hasPage"
    from users u where id = any(${userIds as number[]})`;
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}
