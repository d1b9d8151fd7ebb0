/** Companies' logos: fetched by the server, so that no browser ever asks a third party. */

import { get } from '../provider/request.ts';
import { createSwrCache } from '../provider/swr-cache.ts';
import type { Time } from '../provider/time.ts';
import { createBucket } from '../provider/token-bucket.ts';
import { logoUrls } from './api.ts';

export type Logo = { type: string; bytes: Uint8Array };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MOST_BYTES = 256 * 1024;
const MOST_KEPT = 300;
/** Anybody may ask for any ticker's logo: this many reach the provider. */
const LIMIT = { perMinute: 120, burst: 30 };

const SIGNATURES: [type: string, bytes: number[], at: number][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0],
  ['image/jpeg', [0xff, 0xd8, 0xff], 0],
  ['image/gif', [0x47, 0x49, 0x46, 0x38], 0],
  ['image/webp', [0x57, 0x45, 0x42, 0x50], 8],
];

/** What the bytes are, whatever the provider calls them; null for anything but a picture of dots (SVG may run). */
export function pictureType(bytes: Uint8Array): string | null {
  const found = SIGNATURES.find(([, signature, at]) => signature.every((byte, i) => bytes[at + i] === byte));
  return found?.[0] ?? null;
}

/** @returns the logo of a ticker, or null: there is none, or it can't be had now */
export function createLogos(baseUrl: string, time: Time): (symbol: string) => Promise<Logo | null> {
  const cache = createSwrCache({ time, max: MOST_KEPT });
  const bucket = createBucket({ ...LIMIT, time });

  async function load(symbol: string): Promise<Logo | null> {
    for (const url of logoUrls(baseUrl, symbol)) {
      await bucket.turn();
      const { status, bytes } = await get(url, symbol, time, { mostBytes: MOST_BYTES });
      const type = status === 200 ? pictureType(bytes) : null;
      if (type) return { type, bytes };
    }
    return null;
  }

  return async (symbol) => {
    try {
      const { value } = await cache.get(symbol, {
        freshMs: (logo) => (logo ? DAY_MS : HOUR_MS),
        keepMs: 7 * DAY_MS,
        load: () => load(symbol),
      });
      return value;
    } catch {
      return null;
    }
  };
}
