/**
 * Idempotency-Keys: every repeat of a request gets the response of its first success. A refusal changes nothing and
 * is not stored: a repeat is decided again, and another request may use the key.
 */
import { createHash } from 'node:crypto';
import { MAX_KEY_LENGTH } from '#core/contract/trade.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { AppError, fail } from '#core/refusals/refusals.ts';
import { isUniqueViolation, type Sql } from '#db/client.ts';
import {
  findAnswer,
  forgetAnswers,
  forgetOldest,
  type StoredAnswer,
  takeKey,
} from '#db/queries/platform/requests.ts';
import type { Clock } from './clock.ts';

/**
 * Returns the Idempotency-Key of a request, or else that of its form; null without one. @param intent the form's key
 */
export const keyOfRequest = ({ headers }: Request, intent?: string | null): string | null =>
  headers.get('idempotency-key') ?? intent ?? null;

/** Returns the header that marks a stored response sent again; no header for a first response. */
export const replayHeaders = (isReplayed: boolean): Record<string, string> =>
  isReplayed ? { 'idempotent-replay': 'true' } : {};

const KEPT_MS = 24 * 60 * 60 * 1000;
/** Most stored responses of one account. */
export const MAX_KEYS = 1_000;
/**
 * When an account has FULL responses, its oldest are deleted until REST are left. So deletion is rare, and concurrent
 * requests stay below MAX_KEYS.
 */
const FULL = 950;
const REST = 900;

/** `key`: SHA-256 of the Idempotency-Key. `hash`: `hashOf` its request. */
export type UsedKey = { key: Uint8Array; hash: Uint8Array };
export type Once<Answer> = { answer: Answer /** True for a stored response. */; replayed: boolean };

export const digestOf = (text: string): Uint8Array => createHash('sha256').update(text).digest();

/** @throws AppError INVALID for a malformed Idempotency-Key */
function demandKey(text: string): void {
  if (/^[\x21-\x7e]+$/.test(text) && text.length <= MAX_KEY_LENGTH) return;
  throw fail('INVALID', { issues: [issueAt('Idempotency-Key', 'keyRule', { length: MAX_KEY_LENGTH })] });
}

/** Returns the SHA-256 of what a request asks for, as JSON. */
export const hashOf = (request: unknown): Uint8Array =>
  digestOf(JSON.stringify(request, (_, value) => (typeof value === 'bigint' ? String(value) : value)));

export function createAnswers<Answer>({ sql, clock }: { sql: Sql; clock: Clock }) {
  /** @throws AppError IDEMPOTENCY_MISMATCH */
  function replay(stored: StoredAnswer, hash: Uint8Array): Once<Answer> {
    if (Buffer.compare(stored.hash, hash) !== 0) throw fail('IDEMPOTENCY_MISMATCH');
    return { answer: JSON.parse(stored.response) as Answer, replayed: true };
  }

  return {
    /**
     * Calls `run`, unless a request with this key has succeeded. `run` stores its response in the transaction of its
     * change, if it gets a key.
     * @param text the Idempotency-Key; without one every call runs
     * @param request what the request asks for: another request with the key is refused
     * @throws AppError INVALID for a malformed key, IDEMPOTENCY_MISMATCH, and those of `run`
     */
    async once(
      userId: number,
      text: string | null | undefined,
      request: unknown,
      run: (used: UsedKey | null) => Promise<Answer>,
    ): Promise<Once<Answer>> {
      if (text === null || text === undefined) return { answer: await run(null), replayed: false };
      demandKey(text);
      const [key, hash] = [digestOf(text), hashOf(request)];
      const { answer: stored, keys } = await findAnswer(sql, userId, key, FULL);
      if (stored) return replay(stored, hash);
      if (keys >= FULL) await forgetOldest(sql, userId, REST);
      try {
        return { answer: await run({ key, hash }), replayed: false };
      } catch (error) {
        // another process may have committed this key first, and so caused the refusal
        const lost = isUniqueViolation(error) || (error instanceof AppError && error.status < 500);
        const { answer: first } = lost ? await findAnswer(sql, userId, key, 0) : { answer: null };
        if (!first) throw error;
        return replay(first, hash);
      }
    },

    /**
     * Takes a key for a request of several transactions, which stores its responses under keys derived from this one.
     * The request keeps the key when it is refused.
     * @throws AppError INVALID for a malformed key, IDEMPOTENCY_MISMATCH when another request has the key
     */
    async take(userId: number, text: string, request: unknown): Promise<void> {
      demandKey(text);
      const hash = hashOf(request);
      const taken = await takeKey(sql, userId, { key: digestOf(text), hash, at: new Date(clock.now()) });
      if (Buffer.compare(taken, hash) !== 0) throw fail('IDEMPOTENCY_MISMATCH');
    },

    /** Returns the stored response to a user's key; null without one. Does not check which request used the key. */
    async find(userId: number, text: string): Promise<unknown> {
      const { answer } = await findAnswer(sql, userId, digestOf(text), 0);
      return answer && (JSON.parse(answer.response) as unknown);
    },

    /** Deletes responses older than KEPT_MS. @returns the number deleted */
    async forget(): Promise<number> {
      return await forgetAnswers(sql, new Date(clock.now() - KEPT_MS));
    },
  };
}
