import { putEntry } from '../data/cache-entry.ts';
import type { ChartPage } from '../data/page.ts';
import { rememberTicker } from '../data/recent.ts';
import { sessionStore } from '../data/stores.ts';

/** Keeps the bars the page came with as if they had been fetched at `cameAt`, epoch ms, and the ticker among the recent ones. */
export function remember({ start }: ChartPage, cameAt: number): void {
  const { symbol, interval, candles, company, age } = start;
  if (candles.length === 0) return;
  rememberTicker(symbol, company?.name);
  if (age !== null) return;
  const entry = { data: candles, timestamp: cameAt, timeframe: interval, isReversed: false };
  try {
    const store = sessionStore();
    if (store) putEntry(store, symbol, entry);
  } catch {
    // A full store only costs the next visit a fetch.
  }
}
