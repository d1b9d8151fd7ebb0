/** Sessions by the SHA-256 of their token. Times are epoch ms of the caller's clock. */
import { FACTOR_GRACE_DAYS } from '#core/account/permissions.ts';
import type { AnnouncementNotice, RestrictionRow } from '#core/account/visitor.ts';
import type { Locale } from '#core/locale/locale.ts';
import { one, type Queryable } from '../../client.ts';

export type SessionRow = RestrictionRow & {
  user_id: number;
  username: string;
  is_admin: boolean;
  is_moderator: boolean;
  is_guest: boolean;
  locale: Locale | null;
  logo: string | null;
  xp: string;
  level: number;
  tkf: number;
  /**
   * For moderators: the number of unread messages and reported traders. Admins also count seasons with unconfirmed
   * winners, and unpaid claims. Null for everybody else.
   */
  waiting: number | null;
  /** True for staff without a second factor after the grace period, false for other staff, null for everybody else. */
  needs_factor: boolean | null;
  /** At most 100. */
  unread: number;
  /** The newest unread announcement; null without one. */
  notice: AnnouncementNotice | null;
  /** When the community membership ends or ended; null without one. */
  member_until: Date | null;
  last_seen_at: Date;
  /** Start of the trader's absence; null once the trader has opened a page again. */
  away_from: Date | null;
  mark_id: bigint | null;
};

type Place = { browser: string | null; system: string | null; network: string | null };
export type UserSession = Place & { id: string; tokenHash: Uint8Array; startedAt: Date; lastSeenAt: Date };

const isOfGuest = (sql: Queryable) => sql`exists (select from users u where u.id = s.user_id and u.is_guest)`;

/**
 * Stores a session. The absence (`away_from`) starts at the user's last visit in any browser.
 * @param row.waysEndedAt the account's `ways_ended_at` when the sign-in began
 * @param row.mark the browser mark
 * @returns false when `ways_ended_at` has changed since then
 */
export async function insertSession(
  sql: Queryable,
  row: {
    tokenHash: Uint8Array;
    userId: number;
    waysEndedAt: number | null;
    now: number;
    expires: number;
    mark: Uint8Array;
  } & Place,
): Promise<boolean> {
  // `for share` waits for a transaction that ends the account's older ways in: that transaction cannot see, and so
  // cannot end, this uncommitted session
  const then = row.waysEndedAt === null ? null : new Date(row.waysEndedAt);
  const isCurrent = sql`and u.ways_ended_at is not distinct from ${then}::timestamptz for share`;
  const { count } = await sql`
    with mark as (${upsertBrowserMark(sql, row, isCurrent)})
    insert into sessions (token_hash, user_id, created_at, last_seen_at, proved_at, expires_at, mark_id, browser, system,
      network, away_from)
    select ${row.tokenHash}, ${row.userId}, ${new Date(row.now)}, ${new Date(row.now)}, ${new Date(row.now)}, ${new Date(row.expires)}, id,
      ${row.browser}, ${row.system}, ${row.network},
      (select max(last_seen_at) from browser_marks where user_id = ${row.userId}) from mark`;
  return count > 0;
}

const upsertBrowserMark = (
  sql: Queryable,
  row: { userId: number; now: number; mark: Uint8Array },
  condition = sql``,
) => sql`
  insert into browser_marks as m (hash, user_id, last_seen_at)
  select ${row.mark}, u.id, ${new Date(row.now)} from users u where u.id = ${row.userId} ${condition}
  on conflict (hash, user_id) do update set last_seen_at = greatest(m.last_seen_at, excluded.last_seen_at)
  returning id`;

/**
 * Returns the session with its user; null when it has ended, has expired, or was last seen at or before `idleSince`.
 * A guest's session lasts until it expires or the guest is removed.
 */
export async function findSession(sql: Queryable, tokenHash: Uint8Array, now: number, idleSince: number) {
  const [row] = await sql<SessionRow[]>`
    select s.user_id, u.username, u.is_admin, u.is_moderator, u.is_guest, u.locale, s.last_seen_at, s.away_from, s.mark_id, u.leaves_at,
      u.suspended_until, u.suspended_reason, u.name_fault, u.member_until,
      case when u.is_admin or u.is_moderator then
        u.role_since < now() - make_interval(days => ${FACTOR_GRACE_DAYS})
        and not exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
      end as needs_factor,
      (select item_id from active_items a where a.user_id = u.id and a.type = 'logo') as logo,
      coalesce(g.xp, 0)::numeric(20,2) as xp, coalesce(g.level, 0) as level, coalesce(g.tkf, 0) as tkf,
      case when u.is_admin or u.is_moderator then
        (select count(*) from contact_messages where read_at is null and spam_at is null)::integer
        + (select count(distinct target_id) from reports where closed_at is null)::integer
        + case when u.is_admin then
          (select count(distinct season_id) from season_awards where status = 'provisional')::integer
          + (select count(*) from season_awards where status = 'claimed')::integer else 0 end
      end as waiting,
      (select count(*)::integer from (
        select from notifications n where n.user_id = u.id and n.read_at is null limit 100) unread) as unread,
      (select jsonb_build_object('id', n.id::text, 'kind', a.kind, 'season', a.season, 'title', a.title, 'message', a.message)
        from notifications n join announcements a on a.id = n.announcement_id
        where n.user_id = u.id and n.read_at is null and n.notice_until > ${new Date(now)}
        order by n.id desc limit 1) as notice
    from sessions s join users u on u.id = s.user_id left join progress g on g.user_id = u.id
    where s.token_hash = ${tokenHash} and s.expires_at > ${new Date(now)}
      and (u.is_guest or s.last_seen_at > ${new Date(idleSince)})`;
  return row ?? null;
}

/** Returns the token hashes of sessions that `findSession` finds. */
export async function findLiveSessions(
  sql: Queryable,
  hexHashes: string[],
  now: number,
  idleSince: number,
): Promise<Uint8Array[]> {
  const rows = await sql<{ token_hash: Uint8Array }[]>`
    select token_hash from sessions s
    where token_hash in (select decode(h, 'hex') from unnest(${hexHashes}::text[]) h)
      and expires_at > ${new Date(now)} and (last_seen_at > ${new Date(idleSince)} or ${isOfGuest(sql)})`;
  return rows.map((row) => row.token_hash);
}

/**
 * Records the use of a session and its browser.
 * @param row.awayFrom as `away_from` of SessionRow
 * @returns the id of the browser mark
 */
export async function touchSession(
  sql: Queryable,
  row: { tokenHash: Uint8Array; userId: number; now: number; mark: Uint8Array; awayFrom: Date | null },
): Promise<bigint> {
  const { id } = one(
    await sql<{ id: bigint }[]>`
      with mark as (${upsertBrowserMark(sql, row)}), touched as (
        update sessions set last_seen_at = ${new Date(row.now)}, mark_id = (select id from mark), away_from = ${row.awayFrom}
        where token_hash = ${row.tokenHash} and last_seen_at < ${new Date(row.now)}
      )
      select id from mark`,
  );
  return id;
}

/** Records the use of sessions last used before `staleBefore`. @param hexHashes hashes of their tokens */
export async function seeSessions(sql: Queryable, hexHashes: string[], now: number, staleBefore: number) {
  await sql`
    update sessions set last_seen_at = ${new Date(now)}
    where token_hash in (select decode(h, 'hex') from unnest(${hexHashes}::text[]) h) and last_seen_at < ${new Date(staleBefore)}`;
}

/** @returns false without such a session */
export async function deleteSession(sql: Queryable, tokenHash: Uint8Array): Promise<boolean> {
  return (await sql`delete from sessions where token_hash = ${tokenHash}`).count > 0;
}

/** Deletes a user's sessions. @param except token hash of a session that stays @returns the deleted token hashes */
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

/** @returns the token hash; empty without such a session */
export async function deleteSessionById(sql: Queryable, userId: number, id: string): Promise<Uint8Array[]> {
  const rows = await sql<{ token_hash: Uint8Array }[]>`
    delete from sessions where user_id = ${userId} and id = ${id} returning token_hash`;
  return rows.map((row) => row.token_hash);
}

/** Returns a user's sessions that have neither expired nor been idle since `idleSince`, the last used first. */
export async function findUserSessions(
  sql: Queryable,
  userId: number,
  now: number,
  idleSince: number,
): Promise<UserSession[]> {
  return await sql<UserSession[]>`
    select id, token_hash as "tokenHash", created_at as "startedAt", last_seen_at as "lastSeenAt", browser, system, network
    from sessions where user_id = ${userId} and expires_at > ${new Date(now)} and last_seen_at > ${new Date(idleSince)}
    order by last_seen_at desc, created_at desc, id`;
}

export async function isProvedSince(sql: Queryable, tokenHash: Uint8Array, since: number): Promise<boolean> {
  const rows =
    await sql`select from sessions where token_hash = ${tokenHash} and proved_at > ${new Date(since)}`;
  return rows.length > 0;
}

export async function proveSession(sql: Queryable, tokenHash: Uint8Array, now: number): Promise<void> {
  await sql`update sessions set proved_at = ${new Date(now)} where token_hash = ${tokenHash}`;
}

export async function deleteExpiredSessions(sql: Queryable, now: number, idleSince: number) {
  await sql`delete from sessions s
    where expires_at <= ${new Date(now)} or (last_seen_at <= ${new Date(idleSince)} and not ${isOfGuest(sql)})`;
}

/**
 * Ends all older ways into an account: mailed links, recovery codes, sessions with their proofs, known browsers and
 * sign-ins in progress. A change of `ways_ended_at` invalidates known browsers and sign-ins in progress. Call it in a
 * transaction: a concurrent call that adds a way waits for the lock on the account's row.
 * @param except SHA-256 of the token of a session that stays @returns hashes of the ended sessions
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
