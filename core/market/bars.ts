/** Folds trade prints into bars and bars into longer bars: one rule for the browser's live bar and the server. */

export type Bar = { time: number; open: number; high: number; low: number; close: number; volume: number };

/** Lengths of a bar; 1m appears only in realtime mode. */
export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1D'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Length of an interval in seconds (1D: a calendar day, also for a shorter session). */
export const INTERVAL_SECONDS: Record<Interval, number> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1D': 86_400,
};

/** Length of a realtime bar. */
export const MINUTE_SECONDS = 60;

/**
 * Returns a trade print's time in epoch seconds; its magnitude tells seconds from ms (1e11 s is the year 5138).
 * @returns null for a number that is no time
 */
export function tradeSeconds(time: number): number | null {
  if (!Number.isFinite(time) || time < 0) return null;
  return time >= 1e11 ? time / 1000 : time;
}

/** Returns the start of the minute of a time, both epoch seconds. */
export const minuteOf = (seconds: number): number => Math.floor(seconds / MINUTE_SECONDS) * MINUTE_SECONDS;

/**
 * Returns the one-minute bar after a trade print: the running bar widened, or a new bar for a later minute. A print older than the
 * running bar, or without a valid price or time, changes nothing.
 * @param time epoch seconds or ms
 * @returns `bar` itself when nothing changed
 */
export function foldTrade(
  bar: Bar | null,
  trade: { price: number; time: number; size?: number },
): Bar | null {
  const seconds = tradeSeconds(trade.time);
  if (seconds === null || !Number.isFinite(trade.price) || trade.price <= 0) return bar;
  const { price, size = 0 } = trade;
  const time = minuteOf(seconds);
  if (bar && time < bar.time) return bar;
  if (!bar || time > bar.time)
    return { time, open: price, high: price, low: price, close: price, volume: size };
  return {
    time,
    open: bar.open,
    high: Math.max(bar.high, price),
    low: Math.min(bar.low, price),
    close: price,
    volume: bar.volume + size,
  };
}

/**
 * Returns the newest bar after a price: `last` widened, or a new bar a whole number of steps later. A price adds no volume.
 * @param at epoch seconds @param step length of a bar in seconds @returns null for a price older than the bar
 */
export function priceBar(last: Bar, price: number, at: number, step: number): Bar | null {
  if (at < last.time) return null;
  const time = last.time + Math.floor((at - last.time) / step) * step;
  if (time > last.time) return { time, open: price, high: price, low: price, close: price, volume: 0 };
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price };
}

/**
 * Folds ascending bars into longer ones: first open, highest high, lowest low, last close, summed volume.
 * @param bucketOf returns the start of the long bar that a bar belongs to, epoch seconds, ascending
 */
export function foldBars(bars: readonly Bar[], bucketOf: (time: number) => number): Bar[] {
  const out: Bar[] = [];
  let last: Bar | undefined;
  for (const bar of bars) {
    const time = bucketOf(bar.time);
    if (last && last.time === time) {
      if (bar.high > last.high) last.high = bar.high;
      if (bar.low < last.low) last.low = bar.low;
      last.close = bar.close;
      last.volume += bar.volume;
    } else {
      last = { ...bar, time };
      out.push(last);
    }
  }
  return out;
}
