/**
 * Rows of announcements. An event's transaction stores its announcement and the notifications. A process claims an
 * announcement before posting it in Discord.
 */
import type { StoredText } from '#core/account/notifications.ts';
import type { AnnouncementKind, AnnouncementText, AutomaticKind } from '#core/announcements/announcements.ts';
import { LOCALES, type WrittenText } from '#core/locale/locale.ts';
import { one, type Queryable, type Transaction } from '../client.ts';
import { LOCKS } from '../locks.ts';

export type NewAnnouncement = {
  kind: AutomaticKind;
  season: number | null;
  /** The added recording; only for the kind `recording`. */
  recordingId?: number;
  title: StoredText;
  message: StoredText | readonly StoredText[];
  sentAt: Date;
  noticeUntil: Date;
};

/**
 * Stores an announcement unless its kind is off, or the season has had one of this kind. Only `changed` and
 * `recording` may repeat.
 * @returns the announcement's id; null when it stored nothing
 */
export async function insertAnnouncement(tx: Queryable, news: NewAnnouncement): Promise<number | null> {
  const { kind, season, recordingId = null, title, message, sentAt, noticeUntil } = news;
  const [row] = await tx<{ id: number }[]>`
    insert into announcements (kind, season, recording_id, title, message, written_at, sent_at, notice_until)
    select ${kind}, ${season}, ${recordingId}::integer, ${JSON.stringify(title)}::text::jsonb, ${JSON.stringify(message)}::text::jsonb, ${sentAt}, ${sentAt},
      ${noticeUntil}
    from competition where ${kind} <> all(silent_kinds)
    on conflict do nothing returning id`;
  return row?.id ?? null;
}

/**
 * Stores a notification of an announcement for each account, on the channels that the person chose. Suspended and
 * deleted accounts, guests and simulated traders get none. The traders of an ended season already have a personal
 * notification of the end. They get the announcement by mail alone, unless the personal notification is mailed.
 */
export async function notifyAll(tx: Queryable, id: number): Promise<void> {
  await tx`
    insert into notifications (user_id, topic, announcement_id, at, is_listed, read_at, mail_due_at, notice_until)
    select u.id, 'announcement', a.id, a.sent_at, c.site, case when not c.site then a.sent_at end,
      case when c.mail then now() end, case when c.site and not u.is_admin then a.notice_until end
    from announcements a cross join users u
      left join seasons s on a.kind = 'over' and s.number = a.season
      left join results r on r.season_id = s.id and r.user_id = u.id
      cross join lateral (select
        r.user_id is null and coalesce((u.notification_channels->'announcement'->>'site')::boolean, true) as site,
        u.email is not null and coalesce((u.notification_channels->'announcement'->>'mail')::boolean, false)
          and (r.user_id is null or not coalesce((u.notification_channels->'season'->>'mail')::boolean, false)) as mail) c
    where a.id = ${id} and (c.site or c.mail) and not u.is_simulated and not u.is_guest and u.deleted_at is null
      and (u.suspended_until is null or u.suspended_until <= now())`;
}

export async function silentKinds(sql: Queryable): Promise<AutomaticKind[]> {
  return one(await sql<{ kinds: AutomaticKind[] }[]>`select silent_kinds as kinds from competition`).kinds;
}

export async function setSilentKinds(tx: Queryable, kinds: readonly AutomaticKind[]): Promise<void> {
  await tx`update competition set silent_kinds = ${kinds as AutomaticKind[]}::text[]`;
}

/** Hides unread announcements of these kinds from `at` on, because their event has happened or has been moved. */
export async function endReminders(tx: Queryable, kinds: readonly AutomaticKind[], at: Date): Promise<void> {
  await tx`update notifications n set notice_until = ${at} from announcements a
    where a.id = n.announcement_id and a.kind = any(${kinds as AutomaticKind[]}::text[]) and n.read_at is null
      and n.notice_until > ${at}`;
}

/** Deletes the notifications of a recording, and with them the mails that are still due. */
export async function forgetRecording(tx: Queryable, recordingId: number): Promise<void> {
  await tx`delete from notifications n using announcements a
    where a.id = n.announcement_id and a.recording_id = ${recordingId}`;
}

/** True when an announcement of one of these kinds was sent for a season. */
export async function isAnnounced(
  tx: Queryable,
  kinds: readonly AutomaticKind[],
  season: number,
): Promise<boolean> {
  const rows = await tx`
    select from announcements where season = ${season} and kind = any(${kinds as AutomaticKind[]}::text[])`;
  return rows.length > 0;
}

export type StoredAnnouncement = {
  id: number;
  kind: AnnouncementKind;
  season: number | null;
  title: AnnouncementText;
  message: AnnouncementText;
  /** The admin; null for an automatic announcement. */
  author: string | null;
  sentAt: Date | null;
  /** State of the post in Discord; null before the first attempt, and when it is not posted there. */
  discord: DiscordState | null;
  /** Number of mails given up after a day of failures. */
  mailsLost: number;
};
export type DiscordState = 'due' | 'sending' | 'posted' | 'failed' | 'unsure';

const COLUMNS = `a.id, a.kind, a.season, a.title, a.message, u.username as author, a.sent_at as "sentAt",
  a.discord_state as discord, a.mails_lost as "mailsLost"`;

/**
 * Returns a page of the sent announcements, newest first, and their total number.
 * @param search part of a text that an admin wrote; empty for all announcements
 */
export async function listAnnouncements(
  sql: Queryable,
  { search, offset, limit }: { search: string; offset: number; limit: number },
): Promise<{ rows: StoredAnnouncement[]; total: number }> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const matching = sql`from announcements a left join users u on u.id = a.author_id
    where a.sent_at is not null ${search === '' ? sql`` : sql`and exists (select from unnest(${LOCALES}::text[]) locale where a.message->>locale ilike ${pattern})`}`;
  const rows = await sql<StoredAnnouncement[]>`
    select ${sql.unsafe(COLUMNS)} ${matching} order by a.sent_at desc, a.id desc offset ${offset} limit ${limit}`;
  const { total } = one(await sql<{ total: number }[]>`select count(*)::integer as total ${matching}`);
  return { rows, total };
}

/** Returns the newest 50 drafts, newest first. */
export async function listDrafts(sql: Queryable): Promise<StoredAnnouncement[]> {
  return await sql<StoredAnnouncement[]>`
    select ${sql.unsafe(COLUMNS)} from announcements a left join users u on u.id = a.author_id
    where a.sent_at is null order by a.id desc limit 50`;
}

/** Returns an announcement that an admin wrote; null for any other id. */
export async function findWritten(
  sql: Queryable,
  id: number,
): Promise<(StoredAnnouncement & { message: WrittenText }) | null> {
  const [row] = await sql<(StoredAnnouncement & { message: WrittenText })[]>`
    select ${sql.unsafe(COLUMNS)} from announcements a left join users u on u.id = a.author_id
    where a.id = ${id} and a.kind = 'hand'`;
  return row ?? null;
}

export async function lockAnnouncement(tx: Transaction, id: number): Promise<void> {
  await tx`select from announcements where id = ${id} for update`;
}

/** @returns the draft's id */
export async function insertDraft(
  tx: Queryable,
  draft: { title: StoredText; message: WrittenText; authorId: number; writtenAt: Date },
): Promise<number> {
  const { title, message, authorId, writtenAt } = draft;
  return one(
    await tx<{ id: number }[]>`
      insert into announcements (kind, title, message, author_id, written_at)
      values ('hand', ${JSON.stringify(title)}::text::jsonb, ${JSON.stringify(message)}::text::jsonb, ${authorId}, ${writtenAt})
      returning id`,
  ).id;
}

/** @returns false when the draft has been sent or deleted */
export async function updateDraft(tx: Queryable, id: number, message: WrittenText): Promise<boolean> {
  const rows = await tx`update announcements set message = ${JSON.stringify(message)}::text::jsonb
    where id = ${id} and kind = 'hand' and sent_at is null returning id`;
  return rows.length > 0;
}

/** @returns false when the draft has been sent or deleted */
export async function deleteDraft(tx: Queryable, id: number): Promise<boolean> {
  const rows = await tx`
    delete from announcements where id = ${id} and kind = 'hand' and sent_at is null returning id`;
  return rows.length > 0;
}

/**
 * Acquires the lock for sending, which one transaction has at a time.
 * @returns the number of announcements that admins sent after `since`
 */
export async function countWritten(tx: Queryable, since: Date): Promise<number> {
  await tx`select pg_advisory_xact_lock(${LOCKS.announcements})`;
  return one(
    await tx<{ count: number }[]>`
      select count(*)::integer as count from announcements where kind = 'hand' and sent_at > ${since}`,
  ).count;
}

/** @returns false when the draft has been sent or deleted */
export async function markSent(
  tx: Queryable,
  id: number,
  { sentAt, noticeUntil }: { sentAt: Date; noticeUntil: Date },
): Promise<boolean> {
  const rows = await tx`update announcements set sent_at = ${sentAt}, notice_until = ${noticeUntil}
    where id = ${id} and kind = 'hand' and sent_at is null returning id`;
  return rows.length > 0;
}

/** A process has this long to send a claimed post. */
const CLAIM = '2 minutes';
/** A post that fails for this long is given up. */
const TRIED = '1 day';

export type DuePost = {
  id: number;
  kind: AnnouncementKind;
  season: number | null;
  title: AnnouncementText;
  message: AnnouncementText;
  tries: number;
};

/** Stores when the webhook was first seen; null removes the time. Earlier announcements are not posted. */
export async function setDiscordFrom(sql: Queryable, from: Date | null): Promise<void> {
  await sql`update competition set discord_from = ${from === null ? null : sql`coalesce(discord_from, ${from})`}`;
}

/** The condition on an announcement `a` that its recording, if any, is not deleted. */
const hasPost = (sql: Queryable) =>
  sql`not exists (select from recordings where id = a.recording_id and deleted_at is not null)`;

/**
 * Gives up posts that are unsent a day after their announcement (`failed`), and posts whose process died while
 * sending (`unsure`), because they may have arrived.
 */
export async function giveUpPosts(sql: Queryable, now: Date): Promise<void> {
  await sql`
    update announcements a set discord_state = case discord_state when 'sending' then 'unsure' else 'failed' end
    where sent_at >= (select discord_from from competition)
      and (discord_state = 'sending' and discord_due_at <= ${now}
        or coalesce(discord_state, 'due') = 'due' and ${hasPost(sql)}
          and sent_at <= ${now}::timestamptz - ${TRIED}::interval)`;
}

/** Claims the oldest due post. @returns null without one */
export async function claimPost(sql: Queryable, now: Date): Promise<DuePost | null> {
  const [row] = await sql<DuePost[]>`
    with due as (
      select id from announcements a
      where sent_at between (select discord_from from competition) and ${now}
        and ${hasPost(sql)}
        and coalesce(discord_state, 'due') = 'due' and coalesce(discord_due_at, sent_at) <= ${now}
      order by sent_at, id limit 1 for update skip locked
    )
    update announcements a set discord_state = 'sending', discord_tries = discord_tries + 1,
      discord_due_at = ${now}::timestamptz + ${CLAIM}::interval
    from due where a.id = due.id returning a.id, a.kind, a.season, a.title, a.message, a.discord_tries as tries`;
  return row ?? null;
}

export async function notePosted(sql: Queryable, id: number): Promise<void> {
  await sql`update announcements set discord_state = 'posted', discord_due_at = null where id = ${id}`;
}

export async function postLater(sql: Queryable, id: number, dueAt: Date): Promise<void> {
  await sql`update announcements set discord_state = 'due', discord_due_at = ${dueAt} where id = ${id}`;
}
