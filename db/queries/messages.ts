/** Messages of the contact forms. */
import type { ContactMessage } from '#core/contract/contact.ts';
import type { MessageList } from '#core/contract/inbox.ts';
import type { ListAnchor } from '#core/contract/list-page.ts';
import { MESSAGE_STATES, type MessageState } from '#core/contract/site.ts';
import type { Locale } from '#core/locale/locale.ts';
import { one, type Queryable, type Sql } from '../client.ts';

export type StoredMessage = ContactMessage & {
  id: number;
  purpose: 'member' | 'public';
  /** Null for visitors. */
  userId: number | null;
  /** The account's name; null for visitors. */
  username: string | null;
  locale: Locale;
  /** True when the sender's account was deleted, which emptied the message. */
  isBlank: boolean;
  createdAt: Date;
  readAt: Date | null;
  doneAt: Date | null;
  doneBy: string | null;
  assignee: string | null;
  spamAt: Date | null;
};

/** Months after which a message is deleted, as /privacy promises. */
const MESSAGE_MONTHS = 24;
const SPAM_DAYS = 30;

export type MessageFilter = {
  /** Null for all lists but spam. */
  show: MessageList | null;
  /** The reader, for the list `mine`. */
  staffId: number;
  /** Part of a name, an address or a message; null for any. */
  text: string | null;
  subject: string | null;
  /** The message starts with one of these texts; null for any message. */
  beginnings: readonly string[] | null;
};

/**
 * @param sender.userId null for visitors
 * @param formHash of the form's key and fields; null without a key
 * @returns the message's id; null when a message with this hash is stored already
 */
export async function insertMessage(
  sql: Sql,
  sender: Pick<StoredMessage, 'purpose' | 'userId' | 'locale'>,
  message: ContactMessage,
  formHash: Uint8Array | null,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    insert into contact_messages (purpose, user_id, locale, name, email, phone, subject, message, form_hash)
    values (${sender.purpose}, ${sender.userId}, ${sender.locale}, ${message.name}, ${message.email},
            ${message.phone}, ${message.subject}, ${message.message}, ${formHash})
    on conflict (form_hash) do nothing
    returning id`;
  return row?.id ?? null;
}

export type Sender = Pick<ContactMessage, 'name' | 'email' | 'phone'>;

/** Returns the name and contact in an account's newest message; null without one. */
export async function newestSender(sql: Sql, userId: number): Promise<Sender | null> {
  const [row] = await sql<Sender[]>`
    select name, email, phone from contact_messages where user_id = ${userId} order by id desc limit 1`;
  return row ?? null;
}

/**
 * @param page.offset newest rows to skip @param page.before only ids below @param page.after the next ids above
 * @returns newest first
 */
export async function listMessages(
  sql: Sql,
  filter: MessageFilter,
  page: ListAnchor & { limit: number; offset?: number },
): Promise<StoredMessage[]> {
  const { limit, offset = 0, before: belowId = null, after: aboveId = null } = page;
  const rows = await sql<StoredMessage[]>`
    ${columns(sql)}
    where ${matching(sql, filter)}
      ${belowId === null ? sql`` : sql`and m.id < ${belowId}`} ${aboveId === null ? sql`` : sql`and m.id > ${aboveId}`}
    order by m.id ${aboveId === null ? sql`desc` : sql`asc`}
    offset ${offset} limit ${limit}`;
  return aboveId === null ? rows : rows.reverse();
}

/** Counts the listed messages: newer than the id `first`, older than the id `last`, and in all. */
export async function countMessagesBeside(
  sql: Sql,
  filter: MessageFilter,
  { first, last }: { first: number; last: number },
): Promise<{ newer: number; older: number; total: number }> {
  return one(
    await sql<{ newer: number; older: number; total: number }[]>`
      select count(*) filter (where m.id > ${first})::int as newer, count(*) filter (where m.id < ${last})::int as older,
        count(*)::int as total
      from contact_messages m where ${matching(sql, filter)}`,
  );
}

export async function findMessage(sql: Queryable, id: number): Promise<StoredMessage | null> {
  const [row] = await sql<StoredMessage[]>`${columns(sql)} where m.id = ${id}`;
  return row ?? null;
}

/** Locks and returns a message; null when it does not exist. */
export async function lockMessage(sql: Queryable, id: number): Promise<StoredMessage | null> {
  const locked = await sql`select from contact_messages where id = ${id} for update`;
  return locked.length === 0 ? null : await findMessage(sql, id);
}

/** Returns up to 10 other messages of the sender, newest first. A sender is an account, or a visitor's address. */
export async function messagesBeside(
  sql: Sql,
  { id, userId, email }: Pick<StoredMessage, 'id' | 'userId' | 'email'>,
): Promise<StoredMessage[]> {
  const isOfSender = userId === null ? sql`m.email = ${email}` : sql`m.user_id = ${userId}`;
  return await sql<StoredMessage[]>`
    ${columns(sql)} where ${isOfSender} and m.id <> ${id} order by m.id desc limit 10`;
}

/** @returns newest first */
export async function messagesOf(
  sql: Sql,
  userId: number,
  page: { offset: number; limit: number },
): Promise<StoredMessage[]> {
  return await sql<StoredMessage[]>`
    ${columns(sql)} where m.user_id = ${userId} order by m.id desc offset ${page.offset} limit ${page.limit}`;
}

/** Counts the messages of each list. @param staffId the reader, for the list `mine` */
export async function countMessages(sql: Sql, staffId: number): Promise<Record<MessageList, number>> {
  return one(
    await sql<Record<MessageList, number>[]>`
      select ${MESSAGE_STATES.map((state) => sql`count(*) filter (where m.spam_at is null and ${stateOf(sql)} = ${state})::int as ${sql(state)},`)}
        count(*) filter (where ${isMine(sql, staffId)})::int as mine,
        count(*) filter (where m.spam_at is not null)::int as spam
      from contact_messages m`,
  );
}

/**
 * Sets the state of a message. A repeated call keeps the time and the staff member of the first call.
 * @returns false when the message does not exist
 */
export async function setMessageState(
  sql: Queryable,
  id: number,
  adminId: number,
  state: MessageState,
): Promise<boolean> {
  const [read, done] = [state !== 'unread', state === 'done'];
  const rows = await sql`
    update contact_messages
    set read_at = case when ${read} then coalesce(read_at, now()) end,
        read_by = case when ${read} then coalesce(read_by, ${adminId}) end,
        done_at = case when ${done} then coalesce(done_at, now()) end,
        done_by = case when ${done} then coalesce(done_by, ${adminId}) end
    where id = ${id}
    returning id`;
  return rows.length > 0;
}

/** Marks messages done that are neither done nor spam. @returns the number of marked messages */
export async function markMessagesDone(
  sql: Queryable,
  ids: readonly number[],
  adminId: number,
): Promise<number> {
  const rows = await sql`
    update contact_messages
    set read_at = coalesce(read_at, now()), read_by = coalesce(read_by, ${adminId}), done_at = now(), done_by = ${adminId}
    where id = any(${ids}::int[]) and done_at is null and spam_at is null`;
  return rows.count;
}

/** @param assigneeId null for nobody */
export async function setAssignee(sql: Queryable, id: number, assigneeId: number | null): Promise<void> {
  await sql`update contact_messages set assigned_to = ${assigneeId} where id = ${id}`;
}

/** @param spamAt null removes the mark */
export async function setSpamAt(sql: Queryable, id: number, spamAt: Date | null): Promise<void> {
  await sql`update contact_messages set spam_at = ${spamAt} where id = ${id}`;
}

/** Returns admins and moderators by name. */
export async function listStaff(sql: Queryable): Promise<{ id: number; username: string }[]> {
  return await sql<{ id: number; username: string }[]>`
    select id, username from users where (is_admin or is_moderator) and deleted_at is null order by username`;
}

/**
 * Deletes messages older than `MESSAGE_MONTHS`, and spam older than `SPAM_DAYS`.
 * @param now epoch ms @returns the number deleted
 */
export async function forgetMessages(sql: Sql, now: number): Promise<number> {
  const moment = new Date(now);
  const rows = await sql`delete from contact_messages
    where created_at <= ${moment}::timestamptz - make_interval(months => ${MESSAGE_MONTHS})
      or spam_at <= ${moment}::timestamptz - make_interval(days => ${SPAM_DAYS})`;
  return rows.count;
}

const columns = (sql: Queryable) => sql`
  select m.id, m.purpose, m.name, m.email, m.phone, m.subject, m.message, m.user_id as "userId", u.username,
         coalesce(u.locale, m.locale, 'en') as locale, coalesce(u.deleted_at is not null, false) as "isBlank",
         m.created_at as "createdAt", m.read_at as "readAt", m.done_at as "doneAt", d.username as "doneBy",
         a.username as assignee, m.spam_at as "spamAt"
  from contact_messages m left join users u on u.id = m.user_id left join users d on d.id = m.done_by
    left join users a on a.id = m.assigned_to`;

const stateOf = (sql: Queryable) =>
  sql`case when m.done_at is not null then 'done' when m.read_at is not null then 'read' else 'unread' end`;

const isMine = (sql: Queryable, staffId: number) =>
  sql`m.assigned_to = ${staffId} and m.done_at is null and m.spam_at is null`;

function matching(sql: Queryable, { show, staffId, text, subject, beginnings }: MessageFilter) {
  const like = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const inList =
    show === 'mine'
      ? isMine(sql, staffId)
      : show === 'spam'
        ? sql`m.spam_at is not null`
        : sql`m.spam_at is null and (${show}::text is null or ${show} = ${stateOf(sql)})`;
  return sql`${inList}
    ${like ? sql`and (m.name ilike ${like} or m.email ilike ${like} or m.message ilike ${like})` : sql``}
    ${subject === null ? sql`` : sql`and m.subject = ${subject}`}
    ${beginnings === null ? sql`` : sql`and exists (select from unnest(${beginnings}::text[]) b where starts_with(m.message, b))`}`;
}
