/** Live trades for any number of listeners: each symbol is asked once however many listen, by one timer for all. */
import type { Trade } from './market.ts';

export type Feed = {
  /** Calls `onTrade` for trades from now on; returns the way to stop it. */
  subscribe(symbols: readonly string[], onTrade: (trade: Trade) => void): () => void;
  /** Delivers what has happened since the last time; the timer calls it. */
  pump(): void;
  /** Symbols somebody listens to. */
  readonly watched: number;
  stop(): void;
};

const EVERY_MS = 100;
/** After a pause (a suspended machine) older trades are of no use to anybody. */
const MOST_BEHIND_MS = 5000;

/**
 * @param source.now the market's clock, epoch ms
 * @param source.speed market ms per wall-clock ms
 * @param source.between trades after `fromMs` and up to `toMs`, oldest first
 */
export function createTradeFeed(source: {
  now(): number;
  speed: number;
  between(symbol: string, fromMs: number, toMs: number): Trade[];
}): Feed {
  const watched = new Map<string, { listeners: Set<(trade: Trade) => void>; seenMs: number }>();
  let timer: ReturnType<typeof setInterval> | null = null;

  const pump = () => {
    const now = source.now();
    for (const [symbol, entry] of watched) {
      const from = Math.max(entry.seenMs, now - MOST_BEHIND_MS * source.speed);
      entry.seenMs = now;
      for (const trade of source.between(symbol, from, now))
        for (const listener of entry.listeners) deliver(listener, trade);
    }
  };
  const rest = () => {
    if (timer) clearInterval(timer);
    timer = null;
  };

  return {
    get watched() {
      return watched.size;
    },
    pump,
    subscribe(symbols, onTrade) {
      // a function of its own, so that the same listener can subscribe twice and leave once
      const listener = (trade: Trade) => onTrade(trade);
      const mine = new Set(symbols);
      for (const symbol of mine) {
        const entry = watched.get(symbol);
        if (entry) entry.listeners.add(listener);
        else watched.set(symbol, { listeners: new Set([listener]), seenMs: source.now() });
      }
      if (!timer && watched.size) {
        timer = setInterval(pump, EVERY_MS);
        timer.unref();
      }
      return () => {
        for (const symbol of mine) {
          const entry = watched.get(symbol);
          if (entry?.listeners.delete(listener) && entry.listeners.size === 0) watched.delete(symbol);
        }
        if (watched.size === 0) rest();
      };
    },
    stop() {
      watched.clear();
      rest();
    },
  };
}

/** One listener's fault is reported and keeps nobody else from the trade. */
function deliver(listener: (trade: Trade) => void, trade: Trade): void {
  try {
    listener(trade);
  } catch (error) {
    reportError(error);
  }
}
