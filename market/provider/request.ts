/** One GET to a provider: how long it may take, how much it may send, and what its failures are called. */

import { MarketUnavailableError } from '../market.ts';

/** Clock and timers of what waits for a provider, so that a test can hold them. */
export type Time = {
  /** Epoch ms. */
  now(): number;
  /** Calls `run` once, `ms` from now; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
};

/** @param now a clock to go by instead of the system's */
export function systemTime(now: () => number = Date.now): Time {
  return {
    now,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      // waiting for a provider keeps no process alive
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

/** Resolves after `ms`. */
export const pause = (time: Time, ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => void time.after(ms, resolve)) : Promise.resolve();

/** An answer that takes longer is none. */
const ANSWER_MS = 5_000;
/** A year of minutes has about 10 MB. */
const MOST_BYTES = 16 * 1024 * 1024;

type Got = { status: number; headers: Headers; bytes: Uint8Array };

/**
 * @param about what the failure names: a ticker, or nothing
 * @throws MarketUnavailableError 'UNAVAILABLE.networkFor'; never says the address, which may hold a key
 */
export async function get(
  url: string,
  about: string,
  time: Time,
  options: { mostBytes?: number; headers?: Record<string, string> } = {},
): Promise<Got> {
  const { mostBytes = MOST_BYTES, headers } = options;
  const abort = new AbortController();
  let slow = false;
  const done = time.after(ANSWER_MS, () => {
    slow = true;
    abort.abort();
  });
  try {
    const response = await fetch(url, { signal: abort.signal, headers, redirect: 'manual' });
    const bytes = await body(response, mostBytes);
    return { status: response.status, headers: response.headers, bytes };
  } catch {
    const trouble = slow ? 'slow' : 'network';
    if (about === '') throw new MarketUnavailableError('UNAVAILABLE.network', { trouble });
    throw new MarketUnavailableError('UNAVAILABLE.networkFor', { params: { symbol: about }, trouble });
  } finally {
    done();
    abort.abort();
  }
}

/** @throws Error when it is longer than `most` bytes */
async function body(response: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > most) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Seconds or a date, as the header has them. @returns ms from now, null when it says nothing usable */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** A provider's request limit: a token bucket that fills up evenly, and rests when the provider says so. */

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
const MAX_WAIT_MS = 2_000;

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
