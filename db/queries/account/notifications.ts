/** Notifications, kept for their person for 90 days. */
import type { Queryable } from '../../client.ts';

export type NotificationTopic =
  | 'order'
  | 'cover'
  | 'split'
  | 'season'
  | 'message'
  | 'prize'
  | 'report'
  | 'measure'
  | 'security';

/** A key of the locales and the values of its placeholders. */
type StoredText = {
  key: string;
  params?: Readonly<Record<string, string | number | readonly string[]>>;
};

type NewNotification = {
  userId: number;
  topic: NotificationTopic;
  title: StoredText;
  message: StoredText;
  at: Date;
};
export type Notification = Omit<NewNotification, 'userId'> & { id: string; isUnread: boolean };

/** How long notifications are kept. */
const RETENTION = '90 days';
/** The most notifications that are listed. */
const MOST = 200;

/** Stores notifications; those for simulated traders are left out. */
export async function insertNotifications(sql: Queryable, rows: readonly NewNotification[]): Promise<void> {
  await sql`
    insert into notifications (user_id, topic, title, message, at)
    select n."userId", n.topic, n.title, n.message, n.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      n ("userId" integer, topic text, title jsonb, message jsonb, at timestamptz)
      join users u on u.id = n."userId" and not u.is_simulated`;
}

/** Stores one notification for each person in a season: the person's place in the final table. */
export async function insertSeasonResults(sql: Queryable, seasonId: number, at: Date): Promise<void> {
  await sql`
    insert into notifications (user_id, topic, title, message, at)
    select r.user_id, 'season',
      jsonb_build_object('key', 'seasons:over', 'params', jsonb_build_object('number', s.number)),
      case when r.ranked
        then jsonb_build_object('key', 'seasons:overPlace', 'params', jsonb_build_object('place', r.place,
          'total', (select count(*) from results t where t.season_id = r.season_id and t.ranked)))
        else jsonb_build_object('key', case when r.trade_count = 0 then 'seasons:overWithout' else 'seasons:overDisqualified' end)
      end,
      ${at}
    from results r join seasons s on s.id = r.season_id join users u on u.id = r.user_id and not u.is_simulated
    where r.season_id = ${seasonId}`;
}

/** Returns the person's newest notifications, newest first. */
export async function listNotifications(sql: Queryable, userId: number, now: Date): Promise<Notification[]> {
  return await sql<Notification[]>`
    select id::text, topic, title, message, at, read_at is null as "isUnread" from notifications
    where user_id = ${userId} and at > ${now}::timestamptz - ${RETENTION}::interval order by id desc limit ${MOST}`;
}

/** Marks all notifications of the person as read that are no newer than `lastId`. */
export async function readNotifications(
  sql: Queryable,
  userId: number,
  lastId: string,
  now: Date,
): Promise<void> {
  await sql`update notifications set read_at = ${now} where user_id = ${userId} and read_at is null and id <= ${lastId}`;
}

/** Deletes notifications whose time is over. */
export async function forgetNotifications(sql: Queryable, now: Date): Promise<void> {
  await sql`delete from notifications where at <= ${now}::timestamptz - ${RETENTION}::interval`;
}
