/** The first answer to a request with an Idempotency-Key is the answer to every repeat of it. */
import { AppError, type ErrorCode, fail, type Issue } from '#core/errors.ts';
import { MAX_KEY_LENGTH } from '#core/wire/trade.ts';
import { isUniqueViolation, type Sql } from '#db/client.ts';
import { findAnswer, forgetAnswers, type StoredAnswer, storeAnswer } from '#db/queries/idempotency.ts';
import type { Clock } from './clock.ts';

/** Sent with an answer that was given before. */
export const REPLAY_HEADER = 'idempotent-replay';
/** Answers are kept this long. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A key and the hash of the request it stands for. */
export type UsedKey = { key: string; hash: Uint8Array };
export type Once<Answer> = { answer: Answer /** It is the stored first answer. */; replayed: boolean };

/** A stored refusal: everything an AppError is made of. */
type Refused = { code: ErrorCode; message: string; issues?: Issue[]; details?: Record<string, unknown> };

export function createAnswers<Answer>({ sql, clock }: { sql: Sql; clock: Clock }) {
  /** @throws AppError IDEMPOTENCY_MISMATCH, or the stored refusal */
  function replay(stored: StoredAnswer, hash: Uint8Array): Once<Answer> {
    if (Buffer.compare(stored.hash, hash) !== 0) throw fail('IDEMPOTENCY_MISMATCH');
    if (stored.status < 400) return { answer: JSON.parse(stored.response) as Answer, replayed: true };
    const { code, message, issues, details } = JSON.parse(stored.response) as Refused;
    throw new AppError(code, message, { issues, details, headers: { [REPLAY_HEADER]: 'true' } });
  }

  /** Keeps a refusal as the answer to its key; when another process answered first, that answer stands. */
  async function keep(userId: number, { key, hash }: UsedKey, refusal: AppError): Promise<Once<Answer>> {
    const { code, message, issues, details, status } = refusal;
    const response = JSON.stringify({ code, message, issues, details } satisfies Refused);
    if (await storeAnswer(sql, userId, key, { hash, status, response })) throw refusal;
    const stored = await findAnswer(sql, userId, key);
    if (!stored) throw refusal;
    return replay(stored, hash);
  }

  return {
    /**
     * Runs `run` for the first request with this key. `run` stores its own success together with what it does, so
     * that neither is there without the other; refusals below 500 are stored here; failures of ours are no answer.
     * @throws AppError INVALID for a key that is none, IDEMPOTENCY_MISMATCH, the refusal of `run`
     */
    async once(
      userId: number,
      key: string,
      hash: Uint8Array,
      run: (used: UsedKey) => Promise<Answer>,
    ): Promise<Once<Answer>> {
      if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY_LENGTH) {
        const message = `1 to ${MAX_KEY_LENGTH} printable characters without blanks.`;
        throw fail('INVALID', { issues: [{ path: 'Idempotency-Key', message }] });
      }
      const used = { key, hash };
      const stored = await findAnswer(sql, userId, key);
      if (stored) return replay(stored, hash);
      try {
        return { answer: await run(used), replayed: false };
      } catch (error) {
        if (error instanceof AppError && error.status < 500) return keep(userId, used, error);
        if (!isUniqueViolation(error)) throw error;
        const first = await findAnswer(sql, userId, key);
        if (!first) throw error;
        return replay(first, hash);
      }
    },

    /** Forgets answers older than a day. @returns how many */
    async forget(): Promise<number> {
      return await forgetAnswers(sql, new Date(clock.now() - KEPT_MS));
    },
  };
}
