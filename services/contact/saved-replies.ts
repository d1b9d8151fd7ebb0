/** Answers that the staff uses again and again. */
import type { SessionUser } from '#core/account/visitor.ts';
import { MOST_SAVED_REPLIES } from '#core/contact/replies.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import * as rows from '#db/queries/replies.ts';

const ACTION = 'saved_reply';

/** Saves a reply and returns its id. @throws SAVED_REPLIES_FULL */
export async function saveReply(
  sql: Sql,
  staff: SessionUser,
  saved: Omit<rows.SavedReply, 'id'>,
): Promise<number> {
  return await sql.begin(async (tx) => {
    const id = await rows.insertSavedReply(tx, saved, MOST_SAVED_REPLIES);
    if (id === null) throw fail('SAVED_REPLIES_FULL', { params: { count: MOST_SAVED_REPLIES } });
    const after = { label: saved.label };
    await writeAudit(tx, { userId: staff.id, action: ACTION, before: null, after });
    return id;
  });
}

/** Changes a saved reply. @throws NOT_FOUND */
export async function changeSavedReply(sql: Sql, staff: SessionUser, saved: rows.SavedReply): Promise<void> {
  await sql.begin(async (tx) => {
    const label = await rows.updateSavedReply(tx, saved);
    if (label === null) throw fail('NOT_FOUND');
    const after = { label: saved.label };
    await writeAudit(tx, { userId: staff.id, action: ACTION, before: { label }, after });
  });
}

/** Deletes a saved reply. @throws NOT_FOUND */
export async function deleteSavedReply(sql: Sql, staff: SessionUser, id: number): Promise<void> {
  await sql.begin(async (tx) => {
    const label = await rows.removeSavedReply(tx, id);
    if (label === null) throw fail('NOT_FOUND');
    await writeAudit(tx, { userId: staff.id, action: ACTION, before: { label }, after: null });
  });
}
