/** Links that were mailed: to reset a password, to confirm an address. Times are epoch ms of the caller's clock. */
import { one, type Queryable } from '../../client.ts';

export type LinkKind = 'reset' | 'email';
type NewLink = { userId: number; kind: LinkKind; tokenHash: Uint8Array; email: string | null };

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(ms);

/** Stores a link; the person's older ones of its kind end. @returns false when there were `most` in the last hour */
export async function insertLink(
  tx: Queryable,
  link: NewLink,
  times: { now: number; expires: number; most: number },
): Promise<boolean> {
  const { userId, kind, tokenHash, email } = link;
  // two at once wait for each other, so that neither is left out of the count
  await tx`select from users where id = ${userId} for update`;
  const { count } = one(
    await tx<{ count: number }[]>`select count(*)::integer as count from mailed_links
      where user_id = ${userId} and kind = ${kind} and created_at > ${at(times.now - HOUR_MS)}`,
  );
  if (count >= times.most) return false;
  await endLinks(tx, userId, kind, times.now);
  await tx`insert into mailed_links (token_hash, user_id, kind, email, created_at, expires_at)
    values (${tokenHash}, ${userId}, ${kind}, ${email}, ${at(times.now)}, ${at(times.expires)})`;
  return true;
}

/** Ends the links of a kind a person was sent. */
export async function endLinks(sql: Queryable, userId: number, kind: LinkKind, now: number): Promise<void> {
  await sql`update mailed_links set expires_at = ${at(now)}
    where user_id = ${userId} and kind = ${kind} and expires_at > ${at(now)}`;
}

/** Uses a link up. @param userId whose it has to be, if given @returns null when it does not work (any more) */
export async function takeLink(
  sql: Queryable,
  kind: LinkKind,
  tokenHash: Uint8Array,
  now: number,
  userId: number | null,
): Promise<{ userId: number; email: string | null } | null> {
  const [row] = await sql<{ userId: number; email: string | null }[]>`
    update mailed_links set expires_at = ${at(now)}
    where token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${at(now)}
      and (${userId}::integer is null or user_id = ${userId})
    returning user_id as "userId", email`;
  return row ?? null;
}

/** Whether a link works. @param userId whose it has to be, if given */
export async function isLinkAlive(
  sql: Queryable,
  kind: LinkKind,
  tokenHash: Uint8Array,
  now: number,
  userId: number | null,
): Promise<boolean> {
  const rows = await sql`select from mailed_links
    where token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${at(now)}
      and (${userId}::integer is null or user_id = ${userId})`;
  return rows.length > 0;
}

/** The address a person was sent a confirmation to that still works; null: none. */
export async function pendingEmail(sql: Queryable, userId: number, now: number): Promise<string | null> {
  const [row] = await sql<{ email: string }[]>`select email from mailed_links
    where user_id = ${userId} and kind = 'email' and expires_at > ${at(now)}`;
  return row?.email ?? null;
}

/** Removes links older than a day. */
export async function deleteOldLinks(sql: Queryable, now: number): Promise<void> {
  await sql`delete from mailed_links where created_at <= ${at(now - 24 * HOUR_MS)}`;
}
