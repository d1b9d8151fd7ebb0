/**
 * Stored responses to requests with an Idempotency-Key, and the counts of rate limits. The statements of a trade and of
 * a purchase store the response themselves (trading/guard.ts, shop/items.ts).
 */
import { one, type Queryable, type Sql, type Transaction } from '../../client.ts';

/** `hash`: SHA-256 of what the request asks for. */
export type StoredAnswer = { hash: Uint8Array; response: string };

/**
 * Returns the stored response of a key, null without one, and the number of the user's keys.
 * @param keyHash SHA-256 of the key
 * @param most counting stops at this number
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

/**
 * Stores the response in the transaction of its change.
 * @throws a unique violation (isUniqueViolation) when a concurrent request used the Idempotency-Key first
 */
export async function storeAnswer(
  tx: Transaction,
  userId: number,
  { key, hash, response, at }: StoredAnswer & { key: Uint8Array; at: Date },
): Promise<void> {
  await tx`
    insert into idempotency_keys (user_id, key_hash, body_hash, response, created_at)
    values (${userId}, ${key}, ${hash}, ${response}, ${at})`;
}

/** Stores a key without a response, unless the user has it. @returns the hash of the request that has the key */
export async function takeKey(
  sql: Queryable,
  userId: number,
  { key, hash, at }: { key: Uint8Array; hash: Uint8Array; at: Date },
): Promise<Uint8Array> {
  const row = one(
    await sql<{ body_hash: Uint8Array }[]>`
      insert into idempotency_keys (user_id, key_hash, body_hash, response, created_at)
      values (${userId}, ${key}, ${hash}, 'null', ${at})
      on conflict (user_id, key_hash) do update set key_hash = excluded.key_hash
      returning body_hash`,
  );
  return row.body_hash;
}

/** Deletes all but the newest `keep` responses of a user. Skips responses that another process is deleting. */
export async function forgetOldest(sql: Queryable, userId: number, keep: number): Promise<void> {
  await sql`
    delete from idempotency_keys k using (
      select key_hash from idempotency_keys where user_id = ${userId}
      order by created_at desc, key_hash offset ${keep}
      for update skip locked
    ) old
    where k.user_id = ${userId} and k.key_hash = old.key_hash`;
}

/** @returns the number deleted */
export async function forgetAnswers(sql: Queryable, olderThan: Date): Promise<number> {
  const rows = await sql`delete from idempotency_keys where created_at < ${olderThan}`;
  return rows.count;
}

type Row = { points: number; expire: number | null };

export const LIMITS_TABLE = 'rate_limits';

/** The query function that rate-limiter-flexible expects of a connection pool. */
export const limitStore = (sql: Sql) => ({
  async query({ text, values }: { text: string; values: (string | number)[] }): Promise<{ rows: Row[] }> {
    const rows = await sql.unsafe<{ points: number; expire: bigint | null }[]>(text, values);
    return {
      rows: rows.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) })),
    };
  },
});

export async function forgetLimits(sql: Sql, now: Date): Promise<void> {
  await sql`delete from rate_limits where expire < ${now.getTime()}`;
}
