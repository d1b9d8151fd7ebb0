/** Live trades of a provider for any number of listeners: it is asked for each symbol once, however many watch. */

import type { Quote, Trade } from '../market.ts';
import type { Time } from './request.ts';

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

/** Trades from quotes asked for again and again, where there is no socket: only for symbols somebody watches. */

type PollingOptions = {
  time: Time;
  /** Between two rounds, ms. */
  everyMs(): number;
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  onTrade(trade: Trade): void;
};

export function createPolling(options: PollingOptions): Stream {
  const { time, everyMs, quotes, onTrade } = options;
  /** The newest price received of each watched symbol. */
  const subscriptions = new Map<string, { price: string; asOfMs: number | null } | null>();
  let callOff: (() => void) | null = null;

  const next = (ms: number) => {
    callOff = time.after(ms, () => void round());
  };

  async function round(): Promise<void> {
    // what fails now is asked for again in the next round
    const found = await quotes([...subscriptions.keys()]).catch(() => new Map<string, Quote>());
    for (const [symbol, { price, asOfMs }] of found) {
      const last = subscriptions.get(symbol);
      if (last === undefined || last?.price === price) continue;
      if (last && asOfMs !== null && last.asOfMs !== null && asOfMs <= last.asOfMs) continue;
      subscriptions.set(symbol, { price, asOfMs });
      // a price of unknown age that changed was made since the last round; the first one may be of any time
      const tsMs = asOfMs ?? (last && time.now());
      if (tsMs !== null) onTrade({ symbol, price, size: 0, tsMs });
    }
    if (callOff && subscriptions.size > 0) next(everyMs());
    else callOff = null;
  }

  return {
    watch(symbol) {
      subscriptions.set(symbol, null);
      if (!callOff) next(0);
    },
    unwatch(symbol) {
      subscriptions.delete(symbol);
      if (subscriptions.size > 0) return;
      callOff?.();
      callOff = null;
    },
    stop() {
      subscriptions.clear();
      callOff?.();
      callOff = null;
    },
  };
}
