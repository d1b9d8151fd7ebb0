/** What a new password, or ending all other sessions, takes from whoever had a way into the account before. */
import type { Queryable } from '../../client.ts';
import { deleteUserSessions } from '../sessions.ts';

/**
 * Ends mailed links of every kind, recovery codes, sessions with their proofs, browser marks and begun Discord attempts.
 * Run it in a transaction: who adds a way meanwhile waits for the lock on the account's row.
 * @param now epoch ms @param except SHA-256 of the token of a session that stays @returns hashes of ended sessions
 */
export async function endOlderWays(
  tx: Queryable,
  userId: number,
  now: number,
  except: Uint8Array | null,
): Promise<Uint8Array[]> {
  const endedAt = new Date(now);
  await tx`update users set ways_ended_at = ${endedAt} where id = ${userId}`;
  await tx`update mailed_links set expires_at = ${endedAt} where user_id = ${userId} and expires_at > ${endedAt}`;
  await tx`delete from recovery_codes where user_id = ${userId}`;
  return await deleteUserSessions(tx, userId, except);
}
