/** Sessions by the SHA-256 of their token. All times are epoch ms, given by the caller's clock. */

import type { RestrictionRow } from '#core/account/restriction.ts';
import type { Locale } from '#core/locale/locale.ts';
import { one, type Queryable } from '../../client.ts';

export type SessionRow = RestrictionRow & {
  user_id: number;
  username: string;
  is_admin: boolean;
  locale: Locale | null;
  logo: string | null;
  xp: string;
  level: number;
  tkf: number;
  last_seen_at: Date;
  /** Since when the reader was away; null once their news has been shown. */
  away_from: Date | null;
  mark_id: bigint | null;
};

/** Where a session was opened. */
type Place = { browser: string | null; system: string | null; network: string | null };
export type UserSession = Place & { id: string; tokenHash: Uint8Array; startedAt: Date; lastSeenAt: Date };

const at = (ms: number) => new Date(ms);

/** Stores a session; its user was away since any of their browsers was last seen. @param row.mark of the browser (marks.ts) */
export async function insertSession(
  sql: Queryable,
  row: { tokenHash: Uint8Array; userId: number; now: number; expires: number; mark: Uint8Array } & Place,
) {
  await sql`
    with seen as (${markSeen(sql, row)})
    insert into sessions (token_hash, user_id, created_at, last_seen_at, proved_at, expires_at, mark_id, browser, system,
      network, away_from)
    select ${row.tokenHash}, ${row.userId}, ${at(row.now)}, ${at(row.now)}, ${at(row.now)}, ${at(row.expires)}, id,
      ${row.browser}, ${row.system}, ${row.network},
      (select max(last_seen_at) from browser_marks where user_id = ${row.userId}) from seen`;
}

const markSeen = (sql: Queryable, row: { userId: number; now: number; mark: Uint8Array }) => sql`
  insert into browser_marks as m (hash, user_id, last_seen_at) values (${row.mark}, ${row.userId}, ${at(row.now)})
  on conflict (hash, user_id) do update set last_seen_at = greatest(m.last_seen_at, excluded.last_seen_at)
  returning id`;

/** The session and its user, unless it ended, expired or was last seen at or before `idleSince`. */
export async function findSession(sql: Queryable, tokenHash: Uint8Array, now: number, idleSince: number) {
  const [row] = await sql<SessionRow[]>`
    select s.user_id, u.username, u.is_admin, u.locale, s.last_seen_at, s.away_from, s.mark_id, u.leaves_at,
      u.suspended_until, u.suspended_reason, u.name_fault,
      (select item_id from active_items a where a.user_id = u.id and a.type = 'logo') as logo,
      coalesce(g.xp, 0)::numeric(20,2) as xp, coalesce(g.level, 0) as level, coalesce(g.tkf, 0) as tkf
    from sessions s join users u on u.id = s.user_id left join progress g on g.user_id = u.id
    where s.token_hash = ${tokenHash} and s.expires_at > ${at(now)} and s.last_seen_at > ${at(idleSince)}`;
  return row ?? null;
}

/** Which of these sessions are good, as `findSession` would say. */
export async function findLiveSessions(
  sql: Queryable,
  hexHashes: string[],
  now: number,
  idleSince: number,
): Promise<Uint8Array[]> {
  const rows = await sql<{ token_hash: Uint8Array }[]>`
    select token_hash from sessions
    where token_hash in (select decode(h, 'hex') from unnest(${hexHashes}::text[]) h)
      and expires_at > ${at(now)} and last_seen_at > ${at(idleSince)}`;
  return rows.map((row) => row.token_hash);
}

/**
 * Notes that a session was used, and the browser it was used in.
 * @param row.awayFrom since when its reader was away, if their news has not been shown yet @returns the mark's id
 */
export async function touchSession(
  sql: Queryable,
  row: { tokenHash: Uint8Array; userId: number; now: number; mark: Uint8Array; awayFrom: Date | null },
): Promise<bigint> {
  const { id } = one(
    await sql<{ id: bigint }[]>`
      with seen as (${markSeen(sql, row)}), touched as (
        update sessions set last_seen_at = ${at(row.now)}, mark_id = (select id from seen), away_from = ${row.awayFrom}
        where token_hash = ${row.tokenHash} and last_seen_at < ${at(row.now)}
      )
      select id from seen`,
  );
  return id;
}

/** Notes that these sessions were in use, but for those that were by `before`. @param hexHashes of their tokens */
export async function seeSessions(sql: Queryable, hexHashes: string[], now: number, before: number) {
  await sql`
    update sessions set last_seen_at = ${at(now)}
    where token_hash in (select decode(h, 'hex') from unnest(${hexHashes}::text[]) h) and last_seen_at < ${at(before)}`;
}

/** @returns whether there was one */
export async function deleteSession(sql: Queryable, tokenHash: Uint8Array): Promise<boolean> {
  return (await sql`delete from sessions where token_hash = ${tokenHash}`).count > 0;
}

/** Ends every session of a user. @param except the token's hash of one that stays @returns the hashes of the ended ones */
export async function deleteUserSessions(
  sql: Queryable,
  userId: number,
  except: Uint8Array | null = null,
): Promise<Uint8Array[]> {
  const rows = await sql<{ token_hash: Uint8Array }[]>`
    delete from sessions where user_id = ${userId} and token_hash is distinct from ${except}::bytea
    returning token_hash`;
  return rows.map((row) => row.token_hash);
}

/** Ends a session of a user by its own id. @returns its hash, if there was one */
export async function deleteSessionById(sql: Queryable, userId: number, id: string): Promise<Uint8Array[]> {
  const rows = await sql<{ token_hash: Uint8Array }[]>`
    delete from sessions where user_id = ${userId} and id = ${id} returning token_hash`;
  return rows.map((row) => row.token_hash);
}

/** A user's good sessions, the last used first. */
export async function findUserSessions(
  sql: Queryable,
  userId: number,
  now: number,
  idleSince: number,
): Promise<UserSession[]> {
  return await sql<UserSession[]>`
    select id, token_hash as "tokenHash", created_at as "startedAt", last_seen_at as "lastSeenAt", browser, system, network
    from sessions where user_id = ${userId} and expires_at > ${at(now)} and last_seen_at > ${at(idleSince)}
    order by last_seen_at desc, created_at desc, id`;
}

/** Whether a session showed who it is after `since`. */
export async function isProvedSince(sql: Queryable, tokenHash: Uint8Array, since: number): Promise<boolean> {
  const rows = await sql`select from sessions where token_hash = ${tokenHash} and proved_at > ${at(since)}`;
  return rows.length > 0;
}

export async function proveSession(sql: Queryable, tokenHash: Uint8Array, now: number): Promise<void> {
  await sql`update sessions set proved_at = ${at(now)} where token_hash = ${tokenHash}`;
}

export async function deleteExpiredSessions(sql: Queryable, now: number, idleSince: number) {
  await sql`delete from sessions where expires_at <= ${at(now)} or last_seen_at <= ${at(idleSince)}`;
}

/** What a new password, or ending all other sessions, takes from whoever had a way into the account before. */

/**
 * Ends mailed links of every kind, recovery codes, sessions with their proofs, browser marks and begun Discord attempts.
 * Run it in a transaction: who adds a way meanwhile waits for the lock on the account's row.
 * @param now epoch ms @param except SHA-256 of the token of a session that stays @returns hashes of ended sessions
 */
export async function endOlderWays(
  tx: Queryable,
  userId: number,
  now: number,
  except: Uint8Array | null,
): Promise<Uint8Array[]> {
  const endedAt = new Date(now);
  await tx`update users set ways_ended_at = ${endedAt} where id = ${userId}`;
  await tx`update mailed_links set expires_at = ${endedAt} where user_id = ${userId} and expires_at > ${endedAt}`;
  await tx`delete from recovery_codes where user_id = ${userId}`;
  return await deleteUserSessions(tx, userId, except);
}
