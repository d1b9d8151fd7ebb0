/**
 * First answers to requests that carried an Idempotency-Key. What a request does and its answer are stored by the same
 * statement (trading.ts, items.ts).
 */

import { one, type Queryable, type Sql } from '../../client.ts';

/** `hash` of the request's body. */
export type StoredAnswer = { hash: Uint8Array; response: string };

/**
 * The answer to a key, if there is one.
 * @param keyHash SHA-256 of the key
 * @param most how far the user's keys are counted
 */
export async function findAnswer(
  sql: Queryable,
  userId: number,
  keyHash: Uint8Array,
  most: number,
): Promise<{ answer: StoredAnswer | null; keys: number }> {
  const row = one(
    await sql<{ body_hash: Uint8Array | null; response: string | null; keys: number }[]>`
      select k.body_hash, k.response,
        (select count(*)::integer from (select from idempotency_keys where user_id = ${userId} limit ${most}) c) as keys
      from (select) o left join idempotency_keys k on k.user_id = ${userId} and k.key_hash = ${keyHash}`,
  );
  const { body_hash: hash, response, keys } = row;
  return { answer: hash && response !== null ? { hash, response } : null, keys };
}

/** Forgets all but the newest `keep` answers to a user; those another process is just forgetting are left to it. */
export async function forgetOldest(sql: Queryable, userId: number, keep: number): Promise<void> {
  await sql`
    delete from idempotency_keys k using (
      select key_hash from idempotency_keys where user_id = ${userId}
      order by created_at desc, key_hash offset ${keep}
      for update skip locked
    ) old
    where k.user_id = ${userId} and k.key_hash = old.key_hash`;
}

/** Forgets answers older than `before`. @returns how many */
export async function forgetAnswers(sql: Queryable, before: Date): Promise<number> {
  const rows = await sql`delete from idempotency_keys where created_at < ${before}`;
  return rows.count;
}

/** Counts of tries in the database, as the limiter's library asks for them. */

type Row = { points: number; expire: number | null };

/** The table its statements name. */
export const LIMITS_TABLE = 'rate_limits';

/** What the library takes for a pool of connections. */
export const limitStore = (sql: Sql) => ({
  async query({ text, values }: { text: string; values: (string | number)[] }): Promise<{ rows: Row[] }> {
    const rows = await sql.unsafe<{ points: number; expire: bigint | null }[]>(text, values);
    return {
      rows: rows.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) })),
    };
  },
});

/** Removes counts that are over. */
export async function forgetLimits(sql: Sql, now: Date): Promise<void> {
  await sql`delete from rate_limits where expire < ${now.getTime()}`;
}
