/** One upstream subscription a ticker, and the ticker's newest trade for all its sockets. */
import type { Market, Trade } from '#market/market.ts';
import { write } from './clients.ts';

type Feed = {
  watchers: number;
  stop(): void;
  last: string | null;
  sentAt: number;
  timer?: ReturnType<typeof setTimeout>;
};
export type Feeds = ReturnType<typeof createFeeds>;

/** At most four ticks a second and ticker. */
const TICK_MS = 250;

/** @param price decimal string @param time epoch ms */
export const tick = (ticker: string, price: string, time: number) =>
  write({ ticker, trade: { price: Number(price), time } });

/** @param publish sends to all sockets that watch a ticker @param onTick gets every trade */
export function createFeeds(
  market: Pick<Market, 'subscribe'>,
  publish: (symbol: string, text: string) => void,
  onTick?: (trade: Trade) => void,
) {
  const feeds = new Map<string, Feed>();

  /** Sends at once, or once the ticker's quarter of a second is over: then the newest, the ones between are dropped. */
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
    // which the market refuses for a ticker it does not know: that is then no feed
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
    /** One watcher more. */
    watch(symbol: string): void {
      const feed = feeds.get(symbol) ?? open(symbol);
      feed.watchers++;
    },
    /** And one less. */
    unwatch(symbol: string): void {
      const feed = feeds.get(symbol);
      if (feed && --feed.watchers <= 0) close(symbol, feed);
    },
    /** The newest trade; null before the first. */
    last: (symbol: string): string | null => feeds.get(symbol)?.last ?? null,
    count: () => feeds.size,
    stop() {
      for (const [symbol, feed] of feeds) close(symbol, feed);
    },
  };
}
