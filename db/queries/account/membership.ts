/** Community memberships, as Discord's responses report them. Times are epoch ms of the caller's clock. */
import type { Sql } from '../../client.ts';

/** @param row.readAt time of Discord's response @param row.until when the membership ends; null for none */
export async function setMembership(
  sql: Sql,
  userId: number,
  { readAt, until }: { readAt: number; until: number | null },
): Promise<void> {
  await sql`
    update users set member_read_at = ${new Date(readAt)}, member_until = ${until === null ? null : new Date(until)}
    where id = ${userId}`;
}

/** Extends a membership to `ms` after Discord's last response. */
export async function extendMembership(sql: Sql, userId: number, ms: number): Promise<void> {
  await sql`
    update users set member_until = greatest(member_until, member_read_at + make_interval(secs => ${ms / 1000}))
    where id = ${userId} and member_until is not null`;
}

/** @returns null for an account without Discord */
export async function discordIdOf(sql: Sql, userId: number): Promise<string | null> {
  const [row] = await sql<{ id: string | null }[]>`select discord_id as id from users where id = ${userId}`;
  return row?.id ?? null;
}

/** Returns when a membership ends or ended; null without one. */
export async function memberUntil(sql: Sql, userId: number): Promise<Date | null> {
  const [row] = await sql<{ until: Date | null }[]>`
    select member_until as until from users where id = ${userId}`;
  return row?.until ?? null;
}

/** Returns the ids of traders whose community membership lasts beyond `now`. Admins are left out. */
export async function listMembers(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from users where member_until > ${now} and not is_admin`;
  return rows.map(({ id }) => id);
}
