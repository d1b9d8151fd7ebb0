/** Live trade prints for many subscribers, who share one subscription per symbol. */

import type { Quote, Trade } from '../market.ts';
import type { Time } from './request.ts';

/** A source of trade prints: a socket or polling. */
export type Stream = {
  watch(symbol: string): void;
  unwatch(symbol: string): void;
  stop(): void;
};

export type Watched = {
  subscribe(symbols: readonly string[], onTrade: (trade: Trade) => void): () => void;
  stop(): void;
};

/** Shares a stream among subscribers. @param open creates the stream, which calls `onTrade` for each trade print */
export function createWatched(open: (onTrade: (trade: Trade) => void) => Stream): Watched {
  const listeners = new Map<string, Set<(trade: Trade) => void>>();
  const stream = open((trade) => {
    for (const listener of listeners.get(trade.symbol) ?? []) {
      try {
        listener(trade);
      } catch (error) {
        // a subscriber's error must not affect the others
        reportError(error);
      }
    }
  });
  return {
    subscribe(symbols, onTrade) {
      // a new function, so that a callback that subscribed twice can unsubscribe once
      const listener = (trade: Trade) => onTrade(trade);
      const watchedSymbols = new Set(symbols);
      for (const symbol of watchedSymbols) {
        const group = listeners.get(symbol);
        if (group) group.add(listener);
        else {
          listeners.set(symbol, new Set([listener]));
          stream.watch(symbol);
        }
      }
      return () => {
        for (const symbol of watchedSymbols) {
          const group = listeners.get(symbol);
          if (!group?.delete(listener) || group.size > 0) continue;
          listeners.delete(symbol);
          stream.unwatch(symbol);
        }
      };
    },
    stop() {
      listeners.clear();
      stream.stop();
    },
  };
}

type PollingOptions = {
  time: Time;
  /** Returns the pause before the next round, ms. */
  everyMs(): number;
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  onTrade(trade: Trade): void;
};

export function createPolling(options: PollingOptions): Stream {
  const { time, everyMs, quotes, onTrade } = options;
  /** The newest price of each watched symbol; null before the first. */
  const subscriptions = new Map<string, { price: string; asOfMs: number | null } | null>();
  let cancelRound: (() => void) | null = null;
  let isAsking = false;

  const next = (ms: number) => {
    cancelRound = time.after(ms, () => void round());
  };

  async function round(): Promise<void> {
    cancelRound = null;
    isAsking = true;
    // the next round repeats a failed request
    const newest = await quotes([...subscriptions.keys()]).catch(() => new Map<string, Quote>());
    for (const [symbol, { price, asOfMs }] of newest) {
      const last = subscriptions.get(symbol);
      if (last === undefined || last?.price === price) continue;
      if (last && asOfMs !== null && last.asOfMs !== null && asOfMs <= last.asOfMs) continue;
      subscriptions.set(symbol, { price, asOfMs });
      // A changed price without a time counts as made now. The age of a first price without a time is unknown: it is
      // not published.
      const tsMs = asOfMs ?? (last && time.now());
      if (tsMs !== null) onTrade({ symbol, price, size: 0, tsMs });
    }
    isAsking = false;
    if (subscriptions.size > 0) next(everyMs());
  }

  return {
    watch(symbol) {
      subscriptions.set(symbol, null);
      if (!cancelRound && !isAsking) next(0);
    },
    unwatch(symbol) {
      subscriptions.delete(symbol);
      if (subscriptions.size > 0) return;
      cancelRound?.();
      cancelRound = null;
    },
    stop() {
      subscriptions.clear();
      cancelRound?.();
      cancelRound = null;
    },
  };
}
