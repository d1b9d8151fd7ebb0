/** Messages of the contact forms. */
import type { ContactMessage } from '#core/contract/contact.ts';
import type { MessageState } from '#core/contract/site.ts';
import type { Sql } from '../client.ts';

export type StoredMessage = ContactMessage & {
  id: number;
  purpose: 'member' | 'public';
  /** The sender's name; null for visitors. */
  username: string | null;
  createdAt: Date;
  readAt: Date | null;
  doneAt: Date | null;
  /** The admin who marked it done. */
  doneBy: string | null;
};

/** Months until a message is deleted, as /privacy promises. */
const MESSAGE_MONTHS = 24;

export type MessageCounts = Record<MessageState, number>;

/** Stores a message and returns its id. @param userId the sender's account, null for visitors */
export async function insertMessage(
  sql: Sql,
  purpose: StoredMessage['purpose'],
  userId: number | null,
  message: ContactMessage,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into contact_messages (purpose, user_id, name, email, phone, subject, message)
    values (${purpose}, ${userId}, ${message.name}, ${message.email}, ${message.phone}, ${message.subject},
            ${message.message})
    returning id`;
  return row!.id;
}

export type Sender = Pick<ContactMessage, 'name' | 'email' | 'phone'>;

/** Returns how the newest message of an account names its sender; null without one. */
export async function newestSender(sql: Sql, userId: number): Promise<Sender | null> {
  const [row] = await sql<Sender[]>`
    select name, email, phone from contact_messages where user_id = ${userId} order by id desc limit 1`;
  return row ?? null;
}

/**
 * Returns messages, newest first.
 * @param state null for all
 * @param page.offset newest rows to skip @param page.before only ids below @param page.after the next ids above
 */
export async function listMessages(
  sql: Sql,
  state: MessageState | null,
  page: { limit: number; offset?: number; before?: bigint | undefined; after?: bigint | undefined },
): Promise<StoredMessage[]> {
  const { limit, offset = 0, before: belowId = null, after: aboveId = null } = page;
  const rows = await sql<StoredMessage[]>`
    ${columns(sql)}
    where (${state}::text is null or ${state} = ${stateOf(sql)})
      ${belowId === null ? sql`` : sql`and m.id < ${belowId}`} ${aboveId === null ? sql`` : sql`and m.id > ${aboveId}`}
    order by m.id ${aboveId === null ? sql`desc` : sql`asc`}
    offset ${offset} limit ${limit}`;
  return aboveId === null ? rows : rows.reverse();
}

/** Returns how many messages are newer than `first` and older than `last`. */
export async function countMessagesBeside(
  sql: Sql,
  state: MessageState | null,
  { first, last }: { first: number; last: number },
): Promise<{ newer: number; older: number }> {
  const [row] = await sql<{ newer: number; older: number }[]>`
    select count(*) filter (where m.id > ${first})::int as newer, count(*) filter (where m.id < ${last})::int as older
    from contact_messages m where ${state}::text is null or ${state} = ${stateOf(sql)}`;
  return row!;
}

export async function findMessage(sql: Sql, id: number): Promise<StoredMessage | null> {
  const [row] = await sql<StoredMessage[]>`${columns(sql)} where m.id = ${id}`;
  return row ?? null;
}

/** How many messages are in each state. */
export async function countMessages(sql: Sql): Promise<MessageCounts> {
  const rows = await sql<{ state: MessageState; count: number }[]>`
    select ${stateOf(sql)} as state, count(*)::int as count from contact_messages m group by 1`;
  const counts = { unread: 0, read: 0, done: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** Sets the state of a message; the first admin and time of each state stay. @returns false when it does not exist */
export async function setMessageState(
  sql: Sql,
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

/** Deletes messages older than `MESSAGE_MONTHS`. @param now epoch ms @returns the number deleted */
export async function forgetMessages(sql: Sql, now: number): Promise<number> {
  const rows = await sql`delete from contact_messages
    where created_at <= ${new Date(now)}::timestamptz - make_interval(months => ${MESSAGE_MONTHS})`;
  return rows.count;
}

const columns = (sql: Sql) => sql`
  select m.id, m.purpose, m.name, m.email, m.phone, m.subject, m.message, u.username,
         m.created_at as "createdAt", m.read_at as "readAt", m.done_at as "doneAt", d.username as "doneBy"
  from contact_messages m left join users u on u.id = m.user_id left join users d on d.id = m.done_by`;

const stateOf = (sql: Sql) =>
  sql`case when m.done_at is not null then 'done' when m.read_at is not null then 'read' else 'unread' end`;
