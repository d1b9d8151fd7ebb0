/** One GET to a provider: how long it may take, how much it may send, and what its failures are called. */
import { MarketUnavailableError } from '../market.ts';
import type { Time } from './time.ts';

/** An answer that takes longer is none. */
export const ANSWER_MS = 5_000;
/** A year of minutes has about 10 MB. */
const MOST_BYTES = 16 * 1024 * 1024;

export type Got = { status: number; headers: Headers; bytes: Uint8Array };

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
