/** Requests to a provider: clock, timeouts, limits of size and rate, errors. */

import { MarketUnavailableError } from '../market.ts';

/** The clock and timers of requests. A test can replace them. */
export type Time = {
  /** Epoch ms. */
  now(): number;
  /** Calls `run` once, after `ms`. @returns a function that cancels it */
  after(ms: number, run: () => void): () => void;
};

/** @param now replaces the clock */
export function systemTime(now: () => number = Date.now): Time {
  return {
    now,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      // a pending request must not keep the process alive
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

export const pause = (time: Time, ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => void time.after(ms, resolve)) : Promise.resolve();

/** Timeout of a request, ms. */
const ANSWER_MS = 5_000;
/** Largest response, bytes. A year of one-minute bars has about 10 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

type Got = { status: number; headers: Headers; bytes: Uint8Array };

/**
 * Sends a GET request.
 * @param about the ticker that a failure names, or ''
 * @throws MarketUnavailableError 'UNAVAILABLE.network', 'UNAVAILABLE.networkFor'; without the URL, which may have a key
 */
export async function get(
  url: string,
  about: string,
  time: Time,
  options: { mostBytes?: number; headers?: Record<string, string> } = {},
): Promise<Got> {
  const { mostBytes = MAX_BYTES, headers } = options;
  const abort = new AbortController();
  let isSlow = false;
  const cancelTimeout = time.after(ANSWER_MS, () => {
    isSlow = true;
    abort.abort();
  });
  try {
    const response = await fetch(url, { signal: abort.signal, headers, redirect: 'manual' });
    const bytes = await body(response, mostBytes);
    return { status: response.status, headers: response.headers, bytes };
  } catch {
    const trouble = isSlow ? 'slow' : 'network';
    if (about === '') throw new MarketUnavailableError('UNAVAILABLE.network', { trouble });
    throw new MarketUnavailableError('UNAVAILABLE.networkFor', { params: { symbol: about }, trouble });
  } finally {
    cancelTimeout();
    abort.abort();
  }
}

/** @throws Error when the body is longer than `most` bytes */
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

/** Reads Retry-After, seconds or a date. @returns ms from now; null for any other value */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const retryAt = Date.parse(text);
  return Number.isNaN(retryAt) ? null : Math.max(0, retryAt - now);
}

export type Bucket = {
  /** Waits for a token and takes it. @throws MarketUnavailableError at once when the wait is longer than MAX_WAIT_MS */
  turn(): Promise<void>;
  /** Stops giving tokens for this long, ms, after the provider responded with 429. */
  rest(ms: number): void;
  /** Returns how much longer the bucket gives no tokens, ms; 0 while it gives them. */
  resting(): number;
};

/** Longest wait for a token, ms. A longer wait would make a page hang. */
const MAX_WAIT_MS = 2_000;

/** A token bucket that fills evenly, up to `options.burst` tokens. */
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
      // taken before the wait, so that later requests wait longer
      tokens -= 1;
      await pause(time, wait);
    },
  };
}

/** @param ms time until the next attempt */
export function limitReached(ms: number): MarketUnavailableError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new MarketUnavailableError('UNAVAILABLE.limit', {
    params: { seconds },
    trouble: 'limit',
    retryMs: ms,
  });
}
