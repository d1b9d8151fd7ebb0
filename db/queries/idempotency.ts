/** First answers to requests that carried an Idempotency-Key. A fill stores its own inside the trade's statement. */
import type { Queryable } from '../client.ts';

export type StoredAnswer = { hash: Uint8Array; status: number; response: string };

export async function findAnswer(sql: Queryable, userId: number, key: string): Promise<StoredAnswer | null> {
  const [row] = await sql<{ body_hash: Uint8Array; status: number; response: string }[]>`
    select body_hash, status, response from idempotency_keys where user_id = ${userId} and key = ${key}`;
  return row ? { hash: row.body_hash, status: row.status, response: row.response } : null;
}

/** Keeps a refusal. @returns false when the key was answered in the meantime */
export async function storeAnswer(
  sql: Queryable,
  userId: number,
  key: string,
  answer: StoredAnswer,
): Promise<boolean> {
  const rows = await sql`
    insert into idempotency_keys (user_id, key, body_hash, status, response)
    values (${userId}, ${key}, ${answer.hash}, ${answer.status}, ${answer.response})
    on conflict do nothing`;
  return rows.count === 1;
}

/** Forgets answers older than `before`. @returns how many */
export async function forgetAnswers(sql: Queryable, before: Date): Promise<number> {
  const rows = await sql`delete from idempotency_keys where created_at < ${before}`;
  return rows.count;
}
