import type { ReplyWay } from '#core/contact/replies.ts';
import type { WrittenText } from '#core/locale/locale.ts';
import type { Queryable } from '../client.ts';

export type StoredReply = {
  id: number;
  messageId: number;
  author: string;
  text: string;
  way: ReplyWay;
  at: Date;
};

/** @param reply.userId account of the message's sender @param reply.at epoch ms @returns the reply's id */
export async function insertReply(
  sql: Queryable,
  reply: {
    messageId: number;
    userId: number | null;
    adminId: number;
    text: string;
    way: ReplyWay;
    at: number;
  },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into contact_replies (message_id, user_id, admin_id, text, way, at)
    values (${reply.messageId}, ${reply.userId}, ${reply.adminId}, ${reply.text}, ${reply.way}, ${new Date(reply.at)})
    returning id`;
  return row!.id;
}

/** @returns oldest first */
export async function repliesTo(sql: Queryable, messageIds: readonly number[]): Promise<StoredReply[]> {
  return await sql<StoredReply[]>`
    select r.id, r.message_id as "messageId", u.username as author, r.text, r.way, r.at
    from contact_replies r join users u on u.id = r.admin_id
    where r.message_id = any(${messageIds}::int[]) order by r.id`;
}

/** Stores how a reply was sent. Only the first call for a reply has an effect. */
export async function setReplyWay(sql: Queryable, id: number, way: ReplyWay): Promise<void> {
  await sql`update contact_replies set way = ${way} where id = ${id} and way = 'sending'`;
}

/** Marks replies older than `olderThan` that are still `sending` as due by hand: their process has ended. */
export async function giveUpSending(sql: Queryable, olderThan: Date): Promise<void> {
  await sql`update contact_replies set way = 'hand' where way = 'sending' and at < ${olderThan}`;
}

export type SavedReply = WrittenText & { id: number; label: string };

/** @returns replies sorted by label */
export async function listSavedReplies(sql: Queryable): Promise<SavedReply[]> {
  const rows = await sql<{ id: number; label: string; texts: WrittenText }[]>`
    select id, label, texts from saved_replies order by lower(label), id`;
  return rows.map(({ texts, ...row }) => ({ ...row, ...texts }));
}

/** Stores a saved reply unless there are `most` already. @returns the reply's id; null when it stored nothing */
export async function insertSavedReply(
  tx: Queryable,
  { label, ...texts }: Omit<SavedReply, 'id'>,
  most: number,
): Promise<number | null> {
  await tx`lock table saved_replies in share row exclusive mode`;
  const [row] = await tx<{ id: number }[]>`
    insert into saved_replies (label, texts) select ${label}, ${tx.json(texts)}
    where (select count(*) from saved_replies) < ${most} returning id`;
  return row?.id ?? null;
}

/** @returns the former label; null for an unknown id */
export async function updateSavedReply(
  sql: Queryable,
  { id, label, ...texts }: SavedReply,
): Promise<string | null> {
  const [row] = await sql<{ label: string }[]>`
    update saved_replies s set label = ${label}, texts = ${sql.json(texts)}
    from (select id, label from saved_replies where id = ${id} for update) o where s.id = o.id returning o.label`;
  return row?.label ?? null;
}

/** @returns the label; null for an unknown id */
export async function removeSavedReply(sql: Queryable, id: number): Promise<string | null> {
  const [row] = await sql<{ label: string }[]>`delete from saved_replies where id = ${id} returning label`;
  return row?.label ?? null;
}
