import type { Candle } from '#components/chart/types.ts';
import { serverNow } from '#framework/browser/clock/server-clock.ts';

/** What realtime mode reads off the socket, and how it closes a gap. Folding into minutes is core/market/bars.ts. */

export type Tick = { price: number /** epoch seconds or ms, told apart by size */; time: number };

/**
 * The trade in a socket message, or null when it must be ignored: not an object, no ticker, no trade, no usable
 * price, or another ticker's.
 */
export function tickOf(message: unknown, ticker: string): Tick | null {
  if (typeof message !== 'object' || message === null) return null;
  const { ticker: of, trade } = message as Record<string, unknown>;
  if (of !== ticker || typeof trade !== 'object' || trade === null) return null;
  const { price, time } = trade as Record<string, unknown>;
  if (typeof price !== 'number' || !Number.isFinite(price) || price <= 0) return null;
  return { price, time: typeof time === 'number' && Number.isFinite(time) ? time : serverNow() };
}

/** Bars fetched after a break, laid over the ones on screen: the fetched win, newer live ones stay. */
export function mergeBars(shown: readonly Candle[], fetched: readonly Candle[]): Candle[] {
  const byTime = new Map(shown.map((bar) => [bar.time, bar]));
  for (const bar of fetched) byTime.set(bar.time, bar);
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}
