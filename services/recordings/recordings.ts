/** The library of recordings, and the staff's changes to it. The audit log has each change. */
import { mayOpenRecording } from '#core/account/permissions.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { type Recording, type RecordingDetails, UNDO_DAYS } from '#core/contract/recordings.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { forgetRecording } from '#db/queries/announcements.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import { storeAnswer } from '#db/queries/platform/requests.ts';
import * as rows from '#db/queries/recordings.ts';
import { tellRecording } from '../announcements/tell.ts';
import type { Clock } from '../platform/clock.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';

const UNDO_MS = UNDO_DAYS * 86_400_000;

/** Returns a recording as `reader` may see it: without its address for a reader outside its audience. */
export const seenBy = <R extends rows.StoredRecording>(recording: R, reader: SessionUser): R & Recording =>
  mayOpenRecording(recording.audience, reader) ? recording : { ...recording, url: null };

export function createRecordings({ sql, clock }: { sql: Sql; clock: Clock }) {
  /** Returns the time after which a deletion can still be undone. */
  const undoSince = () => new Date(clock.now() - UNDO_MS);

  /** @throws NOT_FOUND when `apply` finds no recording */
  async function change(
    staff: SessionUser,
    action: string,
    apply: (tx: Transaction) => Promise<string | null>,
  ): Promise<void> {
    await sql.begin(async (tx) => {
      const title = await apply(tx);
      if (title === null) throw fail('NOT_FOUND.recording');
      await writeAudit(tx, { userId: staff.id, action, after: { title } });
    });
  }

  const answers = createAnswers<Recording>({ sql, clock });

  const insert = (staff: SessionUser, details: RecordingDetails, used: UsedKey | null): Promise<Recording> =>
    sql.begin(async (tx) => {
      const now = new Date(clock.now());
      const added = await rows.insertRecording(tx, staff.id, details);
      const after = { title: added.title, url: added.url, audience: added.audience };
      await writeAudit(tx, { userId: staff.id, action: 'recording_add', after });
      await tellRecording(tx, added, now);
      if (used) await storeAnswer(tx, staff.id, { ...used, response: JSON.stringify(added), at: now });
      return added;
    });

  return {
    /**
     * Adds and announces a recording.
     * @param key the Idempotency-Key: a repeat with it returns the first recording
     * @throws INVALID for a malformed key, IDEMPOTENCY_MISMATCH
     */
    async add(staff: SessionUser, details: RecordingDetails, key: string | null): Promise<Once<Recording>> {
      return await answers.once(staff.id, key, ['recording', details], (used) =>
        insert(staff, details, used),
      );
    },

    /** @throws NOT_FOUND */
    async edit(staff: SessionUser, id: number, details: RecordingDetails): Promise<void> {
      await sql.begin(async (tx) => {
        const previous = await rows.lockRecording(tx, id);
        if (!previous) throw fail('NOT_FOUND.recording');
        await rows.updateRecording(tx, id, details);
        await writeAudit(tx, {
          userId: staff.id,
          action: 'recording_edit',
          before: factsOf(previous),
          after: factsOf({ audience: 'everyone', ...details }),
        });
      });
    },

    /** Deletes a recording. `restore` can undo it for UNDO_DAYS. @throws NOT_FOUND */
    remove: (staff: SessionUser, id: number) =>
      change(staff, 'recording_delete', async (tx) => {
        await forgetRecording(tx, id);
        return await rows.markRecordingDeleted(tx, id, new Date(clock.now()));
      }),

    /** @throws NOT_FOUND, also for a deletion too long ago */
    restore: (staff: SessionUser, id: number) =>
      change(staff, 'recording_restore', (tx) => rows.restoreRecording(tx, id, undoSince())),

    /** Returns the recordings whose deletion can be undone, each with its deadline. */
    async deleted(): Promise<{ id: number; title: string; until: Date }[]> {
      const deleted = await rows.listDeletedRecordings(sql, undoSince());
      return deleted.map(({ id, title, deletedAt }) => ({
        id,
        title,
        until: new Date(deletedAt.getTime() + UNDO_MS),
      }));
    },

    /** Erases the recordings whose deletion cannot be undone any more. */
    erase: () => rows.eraseRecordings(sql, undoSince()),
  };
}

const factsOf = (details: { [K in keyof RecordingDetails]: RecordingDetails[K] | null }) => ({
  title: details.title,
  url: details.url,
  heldOn: details.heldOn ?? null,
  series: details.series ?? null,
  language: details.language ?? null,
  minutes: details.minutes ?? null,
  note: details.note ?? null,
  audience: details.audience ?? null,
});
