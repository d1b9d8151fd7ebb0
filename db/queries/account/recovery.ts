/**
 * Ways back into an account: confirmed addresses, mailed links, recovery codes, new passwords. Times in parameters are
 * epoch ms.
 */
import type { Locale } from '#core/locale/locale.ts';
import { one, type Queryable } from '../../client.ts';

export type Addressee = { id: number; username: string; locale: Locale | null; email: string | null };

const addressee = (sql: Queryable) => sql`select id, username, locale, email from users`;

/** Returns the user with this name key; null for an unknown key and for a simulated trader. */
export async function addresseeByKey(sql: Queryable, usernameKey: string): Promise<Addressee | null> {
  const [row] = await sql<Addressee[]>`
    ${addressee(sql)} where username_key = ${usernameKey} and not is_simulated`;
  return row ?? null;
}

/** Returns the user who confirmed this address; null when nobody did. */
export async function addresseeByEmail(sql: Queryable, email: string): Promise<Addressee | null> {
  const [row] = await sql<Addressee[]>`${addressee(sql)} where lower(email) = lower(${email})`;
  return row ?? null;
}

export async function addresseeById(sql: Queryable, id: number): Promise<Addressee | null> {
  const [row] = await sql<Addressee[]>`${addressee(sql)} where id = ${id}`;
  return row ?? null;
}

/** Sets the confirmed address; null removes it. @throws a unique violation when another account has the address */
export async function writeEmail(sql: Queryable, id: number, email: string | null): Promise<void> {
  await sql`update users set email = ${email} where id = ${id}`;
}

/** Disconnects Discord from an account with a password. @returns false without a password */
export async function removeDiscord(sql: Queryable, id: number): Promise<boolean> {
  const { count } = await sql`
    update users set discord_id = null, member_read_at = null, member_until = null where id = ${id} and password_hash is not null`;
  return count > 0;
}

/** The caller must call `endOlderWays` in the same transaction. */
export async function setPasswordHash(
  sql: Queryable,
  id: number,
  passwordHash: string,
  now: number,
): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}, password_changed_at = ${new Date(now)} where id = ${id}`;
}

/** `recovery_codes` replace a forgotten password, `factor_codes` the second factor. */
export type CodeTable = 'recovery_codes' | 'factor_codes';

/** Replaces a user's codes. @param demand called under the lock; throws when the user may no longer have codes */
export async function replaceCodes(
  tx: Queryable,
  table: CodeTable,
  userId: number,
  hashes: readonly Uint8Array[],
  demand: () => Promise<void>,
) {
  await tx`select from users where id = ${userId} for update`;
  await demand();
  await tx`delete from ${tx(table)} where user_id = ${userId}`;
  for (const hash of hashes)
    await tx`insert into ${tx(table)} (user_id, code_hash) values (${userId}, ${hash})`;
}

/** Uses up a code. @returns false for an unknown code and for a used one */
export async function takeCode(
  sql: Queryable,
  table: CodeTable,
  userId: number,
  hash: Uint8Array,
  now: number,
): Promise<boolean> {
  const { count } = await sql`update ${sql(table)} set used_at = ${new Date(now)}
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`;
  return count > 0;
}

/** True for a trader with fills whom a lost password would lock out: without an unused code, Discord and mail. */
export async function isLosable(sql: Queryable, userId: number, isMailOn: boolean): Promise<boolean> {
  const { losable } = one(
    await sql<{ losable: boolean }[]>`
      select u.discord_id is null and not (${isMailOn} and u.email is not null)
        and exists(select from fills where user_id = u.id)
        and not exists(select from recovery_codes where user_id = u.id and used_at is null) as losable
      from users u where u.id = ${userId}`,
  );
  return losable;
}

export type SafetyRow = {
  hasPassword: boolean;
  hasDiscord: boolean;
  email: string | null;
  passwordChangedAt: Date | null;
  codes: number;
  codesLeft: number;
  codeUsedAt: Date | null;
};

export async function readSafety(sql: Queryable, userId: number): Promise<SafetyRow> {
  return one(
    await sql<SafetyRow[]>`
      select u.password_hash is not null as "hasPassword", u.discord_id is not null as "hasDiscord", u.email,
        u.password_changed_at as "passwordChangedAt", count(c.code_hash)::integer as codes,
        count(c.code_hash) filter (where c.used_at is null)::integer as "codesLeft", max(c.used_at) as "codeUsedAt"
      from users u left join recovery_codes c on c.user_id = u.id where u.id = ${userId} group by u.id`,
  );
}

export type LinkKind = 'reset' | 'email';
type NewLink = { userId: number; kind: LinkKind; tokenHash: Uint8Array; email: string | null };

const HOUR_MS = 3_600_000;
/**
 * Stores a link, and ends the user's older links of its kind. Stores nothing if the last hour already has `most` links
 * of this kind, counting the user's links and all links to the address.
 * @returns the wait until a link can be stored, ms; 0 when it is stored
 */
export async function insertLink(
  tx: Queryable,
  link: NewLink,
  times: { now: number; expires: number; most: number },
): Promise<number> {
  const { userId, kind, tokenHash, email } = link;
  // locked, so that concurrent calls count each other's links
  await tx`select from users where id = ${userId} for update`;
  const [last] = await tx<{ createdAt: Date }[]>`select created_at as "createdAt" from mailed_links
    where kind = ${kind} and created_at > ${new Date(times.now - HOUR_MS)}
      and (user_id = ${userId} or lower(email) = lower(${email}))
    order by created_at desc offset ${times.most - 1} limit 1`;
  if (last) return last.createdAt.getTime() + HOUR_MS - times.now;
  await endLinks(tx, userId, kind, times.now);
  await tx`insert into mailed_links (token_hash, user_id, kind, email, created_at, expires_at)
    values (${tokenHash}, ${userId}, ${kind}, ${email}, ${new Date(times.now)}, ${new Date(times.expires)})`;
  return 0;
}

export async function endLinks(sql: Queryable, userId: number, kind: LinkKind, now: number): Promise<void> {
  await sql`update mailed_links set expires_at = ${new Date(now)}
    where user_id = ${userId} and kind = ${kind} and expires_at > ${new Date(now)}`;
}

/** Uses up a link. @param userId the owner; null for any @returns null when it does not exist or has expired */
export async function takeLink(
  sql: Queryable,
  kind: LinkKind,
  tokenHash: Uint8Array,
  now: number,
  userId: number | null,
): Promise<{ userId: number; email: string | null } | null> {
  const [row] = await sql<{ userId: number; email: string | null }[]>`
    update mailed_links set expires_at = ${new Date(now)}
    where token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${new Date(now)}
      and (${userId}::integer is null or user_id = ${userId})
    returning user_id as "userId", email`;
  return row ?? null;
}

/** @param userId the owner; null for any */
export async function isLinkAlive(
  sql: Queryable,
  kind: LinkKind,
  tokenHash: Uint8Array,
  now: number,
  userId: number | null,
): Promise<boolean> {
  const rows = await sql`select from mailed_links
    where token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${new Date(now)}
      and (${userId}::integer is null or user_id = ${userId})`;
  return rows.length > 0;
}

/** Returns the address of a user's unexpired confirmation link; null without one. */
export async function pendingEmail(sql: Queryable, userId: number, now: number): Promise<string | null> {
  const [row] = await sql<{ email: string }[]>`select email from mailed_links
    where user_id = ${userId} and kind = 'email' and expires_at > ${new Date(now)}`;
  return row?.email ?? null;
}

/** Deletes links older than a day. */
export async function deleteOldLinks(sql: Queryable, now: number): Promise<void> {
  await sql`delete from mailed_links where created_at <= ${new Date(now - 24 * HOUR_MS)}`;
}
