/** Folding trades into bars and bars into longer bars: one rule for the browser's live candle and the server. */

export type Bar = { time: number; open: number; high: number; low: number; close: number; volume: number };

/** Lengths of a bar. Realtime mode alone shows 1m. */
export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1D'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Length of an interval in seconds (1D: a calendar day, whatever the session's length). */
export const INTERVAL_SECONDS: Record<Interval, number> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1D': 86_400,
};

/** Realtime candles are one minute long. */
export const MINUTE_SECONDS = 60;

/**
 * A trade's time in epoch seconds, from seconds or milliseconds by magnitude (1e11 s is the year 5138).
 * @returns null when it is not a time
 */
export function tradeSeconds(time: number): number | null {
  if (!Number.isFinite(time) || time < 0) return null;
  return time >= 1e11 ? time / 1000 : time;
}

/** The minute bucket of a time in epoch seconds: floor(time / 60) minutes, in seconds. */
export const minuteOf = (seconds: number): number => Math.floor(seconds / MINUTE_SECONDS) * MINUTE_SECONDS;

/**
 * The one-minute bar after a trade: the running bar widened by it, or a new bar when its minute is later.
 * A trade older than the running bar changes nothing (the chart refuses to go back), nor does one without a usable
 * price or time.
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
 * The newest bar after its symbol was traded at a price: that bar widened, or the next one, a whole number of `step`
 * later, at a price of its time. Volumes of what was seen are not known.
 * @param at epoch seconds @param step length of a bar in seconds @returns null for a price from before the bar
 */
export function priceBar(last: Bar, price: number, at: number, step: number): Bar | null {
  if (at < last.time) return null;
  const time = last.time + Math.floor((at - last.time) / step) * step;
  if (time > last.time) return { time, open: price, high: price, low: price, close: price, volume: 0 };
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price };
}

/**
 * Folds ascending bars into longer ones: first open, highest high, lowest low, last close, summed volume.
 * @param bucketOf start of the long bar a bar belongs to, epoch seconds; must not decrease
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
