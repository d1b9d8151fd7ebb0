/** Messages of the contact forms. */
import type { ContactMessage } from '#core/wire/contact.ts';
import type { Sql } from '../client.ts';

export type StoredMessage = ContactMessage & {
  id: number;
  purpose: 'member' | 'public';
  username: string | null;
  createdAt: Date;
  doneAt: Date | null;
};

/** Stores a message and returns its id. @param userId the sender's account, null for visitors */
export async function insertMessage(
  sql: Sql,
  purpose: StoredMessage['purpose'],
  userId: number | null,
  message: ContactMessage,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into messages (purpose, user_id, name, email, phone, subject, message)
    values (${purpose}, ${userId}, ${message.name}, ${message.email}, ${message.phone}, ${message.subject},
            ${message.message})
    returning id`;
  return row!.id;
}

/** Messages with an id below `before`, newest first. */
export async function listMessages(sql: Sql, before: number, limit: number): Promise<StoredMessage[]> {
  return sql<StoredMessage[]>`
    select m.id, m.purpose, m.name, m.email, m.phone, m.subject, m.message, u.username,
           m.created_at as "createdAt", m.done_at as "doneAt"
    from messages m left join users u on u.id = m.user_id
    where m.id < ${before}
    order by m.id desc
    limit ${limit}`;
}

/** Marks a message done (or open again). False when there is no such message. */
export async function setMessageDone(sql: Sql, id: number, adminId: number, done: boolean): Promise<boolean> {
  const rows = await sql`
    update messages
    set done_at = case when ${done} then coalesce(done_at, now()) end,
        done_by = case when ${done} then coalesce(done_by, ${adminId}) end
    where id = ${id}
    returning id`;
  return rows.length > 0;
}
