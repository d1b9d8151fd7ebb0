/** Live trades of a provider for any number of listeners: it is asked for each symbol once, however many watch. */
import type { Trade } from '../market.ts';

/** Where trades come from: a socket, or asking again and again. */
export type Stream = {
  watch(symbol: string): void;
  unwatch(symbol: string): void;
  stop(): void;
};

export type Watched = {
  subscribe(symbols: readonly string[], onTrade: (trade: Trade) => void): () => void;
  /** Symbols somebody listens to. */
  readonly size: number;
  stop(): void;
};

/** @param open makes the stream, which tells its trades to `onTrade` */
export function createWatched(open: (onTrade: (trade: Trade) => void) => Stream): Watched {
  const listeners = new Map<string, Set<(trade: Trade) => void>>();
  const stream = open((trade) => {
    for (const listener of listeners.get(trade.symbol) ?? []) {
      try {
        listener(trade);
      } catch (error) {
        // one listener's fault keeps nobody else from the trade
        reportError(error);
      }
    }
  });
  return {
    get size() {
      return listeners.size;
    },
    subscribe(symbols, onTrade) {
      // a function of its own, so that the same listener can subscribe twice and leave once
      const listener = (trade: Trade) => onTrade(trade);
      const mine = new Set(symbols);
      for (const symbol of mine) {
        const heard = listeners.get(symbol);
        if (heard) heard.add(listener);
        else {
          listeners.set(symbol, new Set([listener]));
          stream.watch(symbol);
        }
      }
      return () => {
        for (const symbol of mine) {
          const heard = listeners.get(symbol);
          if (!heard?.delete(listener) || heard.size > 0) continue;
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
