import type { BarInterval, Candle } from '#components/chart/types.ts';
import { CACHE_PREFIX, type CacheEntry, cacheKey, putEntry } from './cache-entry.ts';

/** Candles kept in session storage, one entry per ticker and interval, for ten minutes. */

export const CACHE_LIFETIME_MS = 600_000;

/** The entry, or null when it is missing, expired or unreadable; the last two are deleted on the way. */
export function readCache(
  store: Storage,
  ticker: string,
  interval: BarInterval,
  nowMs: number,
): CacheEntry | null {
  const key = cacheKey(ticker, interval);
  const entry = parseEntry(store.getItem(key));
  if (entry && entry.timeframe === interval && !isExpired(entry, nowMs)) return entry;
  store.removeItem(key);
  return null;
}

/** Keeps an entry. A full store only costs the cache, never the chart. */
export function writeCache(store: Storage, ticker: string, entry: CacheEntry): void {
  try {
    putEntry(store, ticker, entry);
  } catch {
    purgeAll(store);
  }
}

/** Deletes every expired or corrupted entry of ours; run before each fetch. */
export function purgeExpired(store: Storage, nowMs: number): void {
  for (const key of ourKeys(store)) {
    const entry = parseEntry(store.getItem(key));
    if (!entry || isExpired(entry, nowMs)) store.removeItem(key);
  }
}

function purgeAll(store: Storage): void {
  for (const key of ourKeys(store)) store.removeItem(key);
}

function ourKeys(store: Storage): string[] {
  const keys: string[] = [];
  for (let i = 0; i < store.length; i++) {
    const key = store.key(i);
    if (key?.startsWith(CACHE_PREFIX)) keys.push(key);
  }
  return keys;
}

/** A clock set back makes entries from the future: they count as expired too. */
function isExpired(entry: CacheEntry, nowMs: number): boolean {
  const age = nowMs - entry.timestamp;
  return age >= CACHE_LIFETIME_MS || age < 0;
}

function parseEntry(text: string | null): CacheEntry | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is CacheEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { data, timestamp, timeframe } = value as Record<string, unknown>;
  return (
    typeof timestamp === 'number' &&
    typeof timeframe === 'string' &&
    Array.isArray(data) &&
    data.every(isCandle)
  );
}

/** All six numbers of a candle are there and finite. */
export function isCandle(value: unknown): value is Candle {
  if (typeof value !== 'object' || value === null) return false;
  const bar = value as Record<string, unknown>;
  return FIELDS.every((field) => Number.isFinite(bar[field]));
}

const FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
