/** What the staff sees of a person on request only, and writes down about them. */
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { findPerson, insertNote } from '#db/queries/account/people.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';

/**
 * Returns a person's e-mail address, null without one, and writes the look into the log.
 * @throws NOT_FOUND; FORBIDDEN for a moderator who asks for an admin's address
 */
export async function showEmail(sql: Sql, staff: SessionUser, userId: number): Promise<string | null> {
  const person = await findPerson(sql, userId);
  if (!person) throw fail('NOT_FOUND');
  if (person.isAdmin && !staff.isAdmin) throw fail('FORBIDDEN');
  const after = { username: person.username };
  if (person.email) await writeAudit(sql, { userId: staff.id, action: 'email_shown', before: null, after });
  return person.email;
}

/**
 * Stores a note about a person.
 * @param now epoch ms
 * @throws NOT_FOUND, also for a deleted account; FORBIDDEN for a moderator's note about an admin
 */
export async function addNote(
  sql: Sql,
  staff: SessionUser,
  { userId, text, now }: { userId: number; text: string; now: number },
): Promise<void> {
  const person = await findPerson(sql, userId);
  if (!person || person.isDeleted) throw fail('NOT_FOUND');
  if (person.isAdmin && !staff.isAdmin) throw fail('FORBIDDEN');
  await sql.begin(async (tx) => {
    await insertNote(tx, { userId, authorId: staff.id, text, at: now });
    const after = { username: person.username };
    await writeAudit(tx, { userId: staff.id, action: 'note', before: null, after });
  });
}
