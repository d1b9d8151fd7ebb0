/** Traders taken out of a season's leaderboard. */
import type { Queryable } from '../../client.ts';

/** Takes a trader out of a season's ranking. @returns false when they are out already */
export async function addDisqualification(
  sql: Queryable,
  row: { seasonId: number; userId: number; reason: string; adminId: number },
): Promise<boolean> {
  const done = await sql`
    insert into disqualifications (season_id, user_id, reason, admin_id)
    values (${row.seasonId}, ${row.userId}, ${row.reason}, ${row.adminId}) on conflict do nothing`;
  return done.count > 0;
}

/** Why a trader was taken out of a season's ranking; null for everybody else. */
export async function whyDisqualified(
  sql: Queryable,
  seasonId: number,
  userId: number,
): Promise<string | null> {
  const [row] = await sql<{ reason: string }[]>`
    select reason from disqualifications where season_id = ${seasonId} and user_id = ${userId}`;
  return row?.reason ?? null;
}
