/** Candles in session storage: one entry per ticker and interval, for ten minutes. */
import type { PanelStart } from '#components/chart/panel.ts';
import type { BarInterval, Candle } from '#components/chart/types.ts';
import { rememberTicker, sessionStore } from './browser-store.ts';

const CACHE_PREFIX = 'fetchDataCache_';

export type CacheEntry = {
  data: readonly Candle[];
  /** When the entry was fetched, epoch ms. */
  timestamp: number;
  timeframe: BarInterval;
  /** True when the server sent the newest bar first, and the browser reversed the bars. */
  isReversed: boolean;
};

function cacheKey(ticker: string, interval: BarInterval): string {
  return `${CACHE_PREFIX}${ticker}-${interval}`;
}

export const CACHE_LIFETIME_MS = 600_000;

/** Returns the entry, or null when it is missing, expired or unreadable; an expired or unreadable one is deleted. */
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

/** Stores an entry. When the storage is full, it deletes all entries and stores none. */
export function writeCache(store: Storage, ticker: string, entry: CacheEntry): void {
  try {
    store.setItem(cacheKey(ticker, entry.timeframe), JSON.stringify(entry));
  } catch {
    for (const key of ourKeys(store)) store.removeItem(key);
  }
}

export function purgeExpired(store: Storage, nowMs: number): void {
  for (const key of ourKeys(store)) {
    const entry = parseEntry(store.getItem(key));
    if (!entry || isExpired(entry, nowMs)) store.removeItem(key);
  }
}

function ourKeys(store: Storage): string[] {
  const keys: string[] = [];
  for (let i = 0; i < store.length; i++) {
    const key = store.key(i);
    if (key?.startsWith(CACHE_PREFIX)) keys.push(key);
  }
  return keys;
}

/** True for an expired entry, and for one from the future, after the clock was set back. */
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

/** True when all six numbers of a candle are present and finite. */
export function isCandle(value: unknown): value is Candle {
  if (typeof value !== 'object' || value === null) return false;
  const bar = value as Record<string, unknown>;
  return FIELDS.every((field) => Number.isFinite(bar[field]));
}

const FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Stores the page's ticker as the newest one, and its bars unless they are stale. Without bars it stores nothing.
 * @param cameAt when the page arrived, epoch ms
 */
export function rememberPage(start: PanelStart, cameAt: number): void {
  const { symbol, interval, candles, company, age } = start;
  if (candles.length === 0) return;
  rememberTicker(symbol, company?.name);
  const store = sessionStore();
  if (age !== null || !store) return;
  writeCache(store, symbol, { data: candles, timestamp: cameAt, timeframe: interval, isReversed: false });
}
