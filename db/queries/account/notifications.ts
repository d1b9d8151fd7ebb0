import {
  MAILED_TOPIC,
  type NotificationTopic,
  type StoredChannels,
  type StoredText,
} from '#core/account/notifications.ts';
import type { AnnouncementKind, AnnouncementText } from '#core/announcements/announcements.ts';
import type { Locale } from '#core/locale/locale.ts';
import { one, type Queryable } from '../../client.ts';

export type NewNotification = {
  userId: number;
  topic: NotificationTopic;
  title: StoredText;
  message: StoredText;
  at: Date;
};
export type Notification = Pick<NewNotification, 'topic' | 'at'> & {
  id: string;
  title: AnnouncementText;
  message: AnnouncementText;
  isUnread: boolean;
  /** Kind of the announcement; null for a personal notification. */
  kind: AnnouncementKind | null;
  season: number | null;
};

const RETENTION = '90 days';
const MOST_NOTIFICATIONS = 200;

const recordset = (sql: Queryable, rows: readonly NewNotification[]) => {
  const records = rows.map(({ userId, ...row }) => ({ user_id: userId, ...row }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb)
      n (user_id integer, topic text, title jsonb, message jsonb, at timestamptz)`;
};

/**
 * Returns an `insert` of the rows `n` (user_id, topic, title, message, at) for the channels that each user chose. The
 * topic `security` always appears in the site, and other code mails it. Simulated traders and guests get no
 * notifications.
 */
const insertion = (sql: Queryable, rows: ReturnType<typeof recordset>) => sql`
    insert into notifications (user_id, topic, title, message, at, is_listed, read_at, mail_due_at)
    select n.user_id, n.topic, n.title, n.message, n.at, c.site, case when not c.site then n.at end, case when c.mail then now() end
    from ${rows} join users u on u.id = n.user_id and not u.is_simulated and not u.is_guest
      cross join lateral (select n.topic = 'security' or coalesce((u.notification_channels->n.topic->>'site')::boolean, true) as site,
        n.topic <> 'security' and u.email is not null
          and coalesce((u.notification_channels->n.topic->>'mail')::boolean, n.topic = ${MAILED_TOPIC}) as mail) c
    where c.site or c.mail`;

export async function insertNotifications(sql: Queryable, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length > 0) await insertion(sql, recordset(sql, rows));
}

/** Returns the users among `userIds` who have an unread notification with this title and message. */
export async function withUnread(
  sql: Queryable,
  { title, message }: Pick<NewNotification, 'title' | 'message'>,
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct user_id as id from notifications where user_id = any(${userIds as number[]}) and read_at is null
      and title = ${JSON.stringify(title)}::text::jsonb and message = ${JSON.stringify(message)}::text::jsonb`;
  return rows.map(({ id }) => id);
}

/**
 * Returns a part of a `with` query, beginning with a comma, that stores the notifications of the accounts in the
 * query's part `account`. Empty without notifications.
 */
export function notificationsWritten(
  sql: Queryable,
  commits: readonly { notifications?: readonly NewNotification[] }[],
) {
  const rows = commits.flatMap(({ notifications = [] }) => notifications);
  if (rows.length === 0) return sql``;
  return sql`, notified as (${insertion(sql, sql`account join ${recordset(sql, rows)} on n.user_id = account.user_id`)})`;
}

/** Stores a notification for each trader of a season, with the place in the final table. */
export async function insertSeasonResults(sql: Queryable, seasonId: number, at: Date): Promise<void> {
  await insertion(
    sql,
    sql`(
      select r.user_id, 'season' as topic,
        jsonb_build_object('key', 'seasons:over', 'params', jsonb_build_object('number', s.number)) as title,
        case when r.ranked
          then jsonb_build_object('key', 'seasons:overPlace', 'params', jsonb_build_object('place', r.place,
            'total', (select count(*) from results t where t.season_id = r.season_id)))
          else jsonb_build_object('key', case when r.trade_count = 0 then 'seasons:overWithout' else 'seasons:overDisqualified' end)
        end as message,
        ${at}::timestamptz as at
      from results r join seasons s on s.id = r.season_id
      where r.season_id = ${seasonId}) n`,
  );
}

/**
 * Returns a page of a person's newest notifications, newest first. `total`, `unread`: the numbers of listed and of
 * unread notifications on all pages.
 */
export async function listNotifications(
  sql: Queryable,
  userId: number,
  now: Date,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Notification[]; total: number; unread: number }> {
  const newest = sql`
    select id, topic, title, message, at, announcement_id, read_at is null as is_unread from notifications
    where user_id = ${userId} and is_listed and at > ${now}::timestamptz - ${RETENTION}::interval
    order by id desc limit ${MOST_NOTIFICATIONS}`;
  const rows = await sql<Notification[]>`
    select n.id::text, n.topic, coalesce(n.title, a.title) as title, coalesce(n.message, a.message) as message, n.at,
      n.is_unread as "isUnread", a.kind, a.season
    from (${newest}) n left join announcements a on a.id = n.announcement_id
    order by n.id desc offset ${offset} limit ${limit}`;
  const counts = one(
    await sql<{ total: number; unread: number }[]>`
      select count(*)::integer as total, count(*) filter (where is_unread)::integer as unread from (${newest}) n`,
  );
  return { rows, ...counts };
}

export async function readNotification(sql: Queryable, userId: number, id: number, now: Date): Promise<void> {
  await sql`update notifications set read_at = ${now} where user_id = ${userId} and id = ${id} and read_at is null`;
}

/** Marks all notifications as read, or the notifications with ids in `range`, both ends included. */
export async function readNotifications(
  sql: Queryable,
  userId: number,
  now: Date,
  range: { first: string; last: string } | null,
): Promise<void> {
  await sql`update notifications set read_at = ${now} where user_id = ${userId} and read_at is null
    ${range ? sql`and id between ${range.first} and ${range.last}` : sql``}`;
}

export async function forgetNotifications(sql: Queryable, now: Date): Promise<void> {
  await sql`delete from notifications where at <= ${now}::timestamptz - ${RETENTION}::interval`;
}

export async function findChannels(sql: Queryable, userId: number): Promise<StoredChannels> {
  const [row] = await sql<{ channels: StoredChannels }[]>`
    select notification_channels as channels from users where id = ${userId}`;
  return row?.channels ?? {};
}

/** Stores the channels that a person chose. Cancels due mails of topics without the channel mail. */
export async function setChannels(sql: Queryable, userId: number, channels: StoredChannels): Promise<void> {
  await sql`
    with chosen as (
      update users set notification_channels = ${JSON.stringify(channels)}::text::jsonb where id = ${userId}
      returning id, notification_channels as channels
    )
    update notifications n set mail_due_at = null from chosen c
    where n.user_id = c.id and n.mail_due_at is not null and not coalesce((c.channels->n.topic->>'mail')::boolean, false)`;
}

export type DueMail = Pick<Notification, 'id' | 'title' | 'message' | 'kind' | 'season'> & {
  userId: number;
  username: string;
  locale: Locale | null;
  email: string | null;
};

/**
 * Claims notifications whose mails are due. A claim lasts 5 minutes; then another process may claim them. Gives up
 * mails that have failed for a day, and adds their number to `mails_lost` of their announcements.
 */
export async function claimMails(sql: Queryable, limit: number): Promise<DueMail[]> {
  await sql`
    with lost as (
      update notifications set mail_due_at = null where mail_due_at <= now() and at < now() - interval '1 day'
      returning announcement_id
    )
    update announcements a set mails_lost = mails_lost + l.count
    from (select announcement_id, count(*)::integer as count from lost group by 1) l where a.id = l.announcement_id`;
  return await sql<DueMail[]>`
    with due as (
      select id from notifications where mail_due_at <= now() order by id limit ${limit} for update skip locked
    )
    update notifications n set mail_due_at = now() + interval '5 minutes'
    from due join notifications d on d.id = due.id join users u on u.id = d.user_id
      left join announcements a on a.id = d.announcement_id
    where n.id = due.id
    returning n.id::text, n.user_id as "userId", coalesce(n.title, a.title) as title,
      coalesce(n.message, a.message) as message, a.kind, a.season, u.username, u.locale, u.email`;
}

export async function noteMailed(sql: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update notifications set mail_due_at = null where id = any(${ids}::bigint[])`;
}

/** Turns off a person's mails of a topic, and cancels due mails of the topic. */
export async function endMails(sql: Queryable, userId: number, topic: NotificationTopic): Promise<void> {
  await sql`
    update users set notification_channels = jsonb_set(notification_channels, array[${topic}::text],
      coalesce(notification_channels->${topic}::text, '{}') || '{"mail": false}')
    where id = ${userId}`;
  await sql`update notifications set mail_due_at = null
    where user_id = ${userId} and topic = ${topic} and mail_due_at is not null`;
}
