/** One upstream subscription for each ticker, and its newest trade print for all sockets. */
import type { Market, Trade } from '#market/market.ts';
import { write } from './clients.ts';

type Feed = {
  watchers: number;
  stop(): void;
  last: string | null;
  /** When the last message was sent, by `performance.now()`. */
  sentAt: number;
  timer?: ReturnType<typeof setTimeout>;
};
export type Feeds = ReturnType<typeof createFeeds>;

/** Least interval of messages about a ticker, ms. */
const TICK_MS = 250;

/** Encodes a trade print. @param price decimal string @param time epoch ms */
export const tick = (ticker: string, price: string, time: number) =>
  write({ ticker, trade: { price: Number(price), time } });

/** @param publish sends to all subscribers of a ticker @param onTick receives every trade print */
export function createFeeds(
  market: Pick<Market, 'subscribe'>,
  publish: (symbol: string, text: string) => void,
  onTick?: (trade: Trade) => void,
) {
  const feeds = new Map<string, Feed>();

  /**
   * Sends a print at once when the last message is at least TICK_MS old. Otherwise it waits for the rest of TICK_MS,
   * and sends only the newest print.
   */
  function onTrade(symbol: string, feed: Feed, trade: Trade) {
    onTick?.(trade);
    feed.last = tick(symbol, trade.price, trade.tsMs);
    if (feed.timer) return;
    const wait = feed.sentAt + TICK_MS - performance.now();
    if (wait <= 0) send(symbol, feed);
    else feed.timer = setTimeout(() => send(symbol, feed), wait);
  }

  function send(symbol: string, feed: Feed) {
    feed.timer = undefined;
    feed.sentAt = performance.now();
    if (feed.last) publish(symbol, feed.last);
  }

  function open(symbol: string): Feed {
    const feed: Feed = { watchers: 0, stop: () => {}, last: null, sentAt: 0 };
    // throws for an unknown ticker, before the feed is stored
    feed.stop = market.subscribe([symbol], (trade) => onTrade(symbol, feed, trade));
    feeds.set(symbol, feed);
    return feed;
  }

  function close(symbol: string, feed: Feed) {
    feed.stop();
    clearTimeout(feed.timer);
    feeds.delete(symbol);
  }

  return {
    /** Adds a subscriber. @throws UnknownSymbolError */
    watch(symbol: string): void {
      const feed = feeds.get(symbol) ?? open(symbol);
      feed.watchers++;
    },
    unwatch(symbol: string): void {
      const feed = feeds.get(symbol);
      if (feed && --feed.watchers <= 0) close(symbol, feed);
    },
    /** Returns the newest message; null before the first. */
    last: (symbol: string): string | null => feeds.get(symbol)?.last ?? null,
    count: () => feeds.size,
    stop() {
      for (const [symbol, feed] of feeds) close(symbol, feed);
    },
  };
}
