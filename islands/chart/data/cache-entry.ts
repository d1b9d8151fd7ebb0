import type { BarInterval, Candle } from '#components/chart/types.ts';

/** One kept answer: candles of a ticker and interval, under a key of session storage. */
export const CACHE_PREFIX = 'fetchDataCache_';

export type CacheEntry = {
  data: readonly Candle[];
  /** When it was fetched, epoch ms. */
  timestamp: number;
  timeframe: BarInterval;
  /** Whether the server's order was newest first and had to be turned round. */
  isReversed: boolean;
};

export function cacheKey(ticker: string, interval: BarInterval): string {
  return `${CACHE_PREFIX}${ticker}-${interval}`;
}

/** @throws DOMException when the store is full */
export function putEntry(store: Storage, ticker: string, entry: CacheEntry): void {
  store.setItem(cacheKey(ticker, entry.timeframe), JSON.stringify(entry));
}
