/** Bars whose prices a hidden chart missed: fetched when it is visible again. */

import { browserFeed } from '../data/browser-feed.ts';
import type { Bars } from '../engine/bars.ts';
import { mergeBars } from './ticks.ts';

/** Fetches the bars from the newest one known on, and lays them over those shown. Without an answer they stay. */
export async function fetchMissed(bars: Bars): Promise<void> {
  const { shown } = bars;
  const last = bars.last();
  if (!shown || !last) return;
  const { symbol, interval } = shown;
  const fetched = await browserFeed.since(symbol, interval, last.time).catch(() => []);
  const now = bars.shown;
  if (fetched.length === 0 || now?.symbol !== symbol || now.interval !== interval) return;
  bars.replace(mergeBars(bars.candles, fetched));
}
