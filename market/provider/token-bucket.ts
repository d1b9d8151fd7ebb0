/** A provider's request limit: a token bucket that fills up evenly, and rests when the provider says so. */
import { MarketUnavailableError } from '../market.ts';
import { pause, type Time } from './time.ts';

export type Bucket = {
  /**
   * Waits for a turn, which is then taken.
   * @throws MarketUnavailableError when the wait would be longer than MAX_WAIT_MS
   */
  turn(): Promise<void>;
  /** No turns for this long: the provider answered 429. */
  rest(ms: number): void;
  /** How long it still rests, ms. */
  resting(): number;
};

/** Longer waits are refused at once: whoever asks sees a sentence instead of a page that hangs. */
export const MAX_WAIT_MS = 2_000;

/** @param options.burst turns that may be taken at once after a quiet time */
export function createBucket(options: { perMinute: number; burst: number; time: Time }): Bucket {
  const { perMinute, burst, time } = options;
  const perMs = perMinute / 60_000;
  let tokens = burst;
  let filledAt = time.now();
  let restUntil = 0;

  const resting = () => Math.max(0, restUntil - time.now());
  return {
    resting,
    rest(ms) {
      restUntil = Math.max(restUntil, time.now() + ms);
    },
    async turn() {
      const now = time.now();
      tokens = Math.min(burst, tokens + Math.max(0, now - filledAt) * perMs);
      filledAt = now;
      const wait = Math.max(resting(), tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perMs));
      if (wait > MAX_WAIT_MS) throw limitReached(wait);
      // taken now, however long the wait: who comes later waits longer
      tokens -= 1;
      await pause(time, wait);
    },
  };
}

/** The refusal while the provider's limit is used up. */
export function limitReached(ms: number): MarketUnavailableError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new MarketUnavailableError('UNAVAILABLE.limit', {
    params: { seconds },
    trouble: 'limit',
    retryMs: ms,
  });
}
