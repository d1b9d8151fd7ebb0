import { one, type Queryable } from '../../client.ts';
import { isClosed, type Slices } from '../trading/trades.ts';

/** `xp`: total, two decimals. `tkf`: whole TKF. */
export type ProgressRow = { xp: string; level: number; tkf: number };

/** @returns zeros for a user without a row */
export async function findProgress(sql: Queryable, userId: number): Promise<ProgressRow> {
  const [row] = await sql<ProgressRow[]>`select xp, level, tkf from progress where user_id = ${userId}`;
  return row ?? { xp: '0.00', level: 0, tkf: 0 };
}

/** Returns the XP of the closed slices outside `slices`, two decimals. */
export async function xpOutside(sql: Queryable, userId: number, slices: Slices): Promise<string> {
  if (slices === 'all') return '0.00';
  const { xp } = one(
    await sql<{ xp: string }[]>`
      select coalesce(sum(c.xp), 0)::numeric(20,2) as xp from positions p join closed_trades c on c.position_id = p.id
      where p.user_id = ${userId} and not ${isClosed(sql, slices)}`,
  );
  return xp;
}

/** The day (UTC, "2026-11-26") of a season on which an account earned most XP, and the XP of that day, two decimals. */
type BestDay = { username: string; xp: string; day: string };

/**
 * Returns a page of the accounts that earned more than `least` XP on one day of a season, most XP first, and their
 * total number.
 */
export async function listBestDays(
  sql: Queryable,
  seasonId: number,
  least: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: BestDay[]; total: number }> {
  const rows = await sql<(BestDay & { total: number })[]>`
    select u.username, a.best_day_xp as xp, a.best_day::text as day, count(*) over ()::integer as total
    from accounts a join users u on u.id = a.user_id
    where a.season_id = ${seasonId} and a.best_day_xp > ${least} and u.deleted_at is null
    order by a.best_day_xp desc, u.id offset ${offset} limit ${limit}`;
  return { rows, total: rows[0]?.total ?? 0 };
}

/**
 * Returns the XP that a trader had before a season (with a simulated trader's career XP), and the XP earned in it;
 * two decimals.
 */
export async function seasonXp(
  sql: Queryable,
  userId: number,
  seasonId: number,
): Promise<{ before: string; earned: string }> {
  return one(
    await sql<{ before: string; earned: string }[]>`
      select (coalesce(sum(c.xp) filter (where c.season_id < ${seasonId}), 0) + coalesce(max(g.career_xp), 0))::numeric(20,2)
          as before,
        coalesce(sum(c.xp) filter (where c.season_id = ${seasonId}), 0)::numeric(20,2) as earned
      from (select ${userId}::integer as id) u left join progress g on g.user_id = u.id
        left join closed_trades c on c.user_id = u.id and c.season_id <= ${seasonId}`,
  );
}
