/** Deletes a recording, for a call or a form. */
import { successOf } from '#core/contract/messages.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { deleteRecordingRow } from '#db/queries/recordings.ts';
import type { Reply } from '#framework/http/response.ts';

/** @throws AppError NOT_FOUND */
export async function removeRecording(sql: Sql, id: number, reply: Reply): Promise<Response> {
  if (!(await deleteRecordingRow(sql, id))) throw fail('NOT_FOUND.recording');
  return reply.ok({ success: true }, { form: { to: '/recordings', flash: successOf('recordingDeleted') } });
}
