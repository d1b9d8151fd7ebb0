import type { SessionUser } from '#core/account/visitor.ts';
import { MOST_SAVED_REPLIES } from '#core/contact/replies.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail, invalidInput } from '#core/refusals/refusals.ts';
import type { Sql, Transaction } from '#db/client.ts';
import * as rows from '#db/queries/messages.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import * as replies from '#db/queries/replies.ts';

type Change = { action: string; facts?: Record<string, string>; apply: (tx: Transaction) => Promise<void> };

/** @throws NOT_FOUND */
async function changeMessage(
  sql: Sql,
  staff: SessionUser,
  id: number,
  { action, facts, apply }: Change,
): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await rows.lockMessage(tx, id))) throw fail('NOT_FOUND.message');
    await apply(tx);
    await writeAudit(tx, { userId: staff.id, action, after: { message: id, ...facts } });
  });
}

/** @param to a name; empty for nobody @throws NOT_FOUND, INVALID for a name outside the staff */
export async function assignMessage(sql: Sql, staff: SessionUser, id: number, to: string): Promise<void> {
  const assignee = (await rows.listStaff(sql)).find(({ username }) => username === to);
  if (to !== '' && !assignee) throw invalidInput([issueAt('to', 'assigneeRule')]);
  await changeMessage(sql, staff, id, {
    action: 'message_assign',
    facts: { username: to },
    apply: (tx) => rows.setAssignee(tx, id, assignee?.id ?? null),
  });
}

/** @param spamAt null for no spam @throws NOT_FOUND */
export async function setSpam(sql: Sql, staff: SessionUser, id: number, spamAt: Date | null): Promise<void> {
  await changeMessage(sql, staff, id, {
    action: spamAt ? 'message_spam' : 'message_no_spam',
    apply: (tx) => rows.setSpamAt(tx, id, spamAt),
  });
}

/** @returns the number of messages that were neither done nor spam before */
export async function markDone(sql: Sql, staff: SessionUser, ids: readonly number[]): Promise<number> {
  return await sql.begin(async (tx) => {
    const count = await rows.markMessagesDone(tx, ids, staff.id);
    if (count > 0) await writeAudit(tx, { userId: staff.id, action: 'messages_done', after: { count } });
    return count;
  });
}

const ACTION = 'saved_reply';

/** @returns its id @throws SAVED_REPLIES_FULL */
export async function saveReply(
  sql: Sql,
  staff: SessionUser,
  saved: Omit<replies.SavedReply, 'id'>,
): Promise<number> {
  return await sql.begin(async (tx) => {
    const id = await replies.insertSavedReply(tx, saved, MOST_SAVED_REPLIES);
    if (id === null) throw fail('SAVED_REPLIES_FULL', { params: { count: MOST_SAVED_REPLIES } });
    await writeAudit(tx, { userId: staff.id, action: ACTION, after: { label: saved.label } });
    return id;
  });
}

/** @throws NOT_FOUND */
export async function changeSavedReply(
  sql: Sql,
  staff: SessionUser,
  saved: replies.SavedReply,
): Promise<void> {
  await sql.begin(async (tx) => {
    const label = await replies.updateSavedReply(tx, saved);
    if (label === null) throw fail('NOT_FOUND');
    const after = { label: saved.label };
    await writeAudit(tx, { userId: staff.id, action: ACTION, before: { label }, after });
  });
}

/** @throws NOT_FOUND */
export async function deleteSavedReply(sql: Sql, staff: SessionUser, id: number): Promise<void> {
  await sql.begin(async (tx) => {
    const label = await replies.removeSavedReply(tx, id);
    if (label === null) throw fail('NOT_FOUND');
    await writeAudit(tx, { userId: staff.id, action: ACTION, before: { label } });
  });
}
