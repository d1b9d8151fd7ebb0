/**
 * The newest price of each symbol somebody on the page looks at: one value and one subscription per symbol and tab.
 * Whatever shows a price shows this one, so that all of them change in the same frame. While nobody can see the tab
 * nothing is subscribed.
 */
import { changePercent } from '#core/market/price-text.ts';
import { subscribeTicker } from '../_state/socket.ts';

export type LiveQuote = {
  symbol: string;
  /** Dollars, exact decimal string. */
  price: string;
  /** When the price was made, epoch ms by the market's clock; null for a price that came with the page. */
  at: number | null;
  /** Percent since the previous close; null while that is unknown. */
  change: number | null;
  /** Whole seconds since the tab heard of it, once it is older than it should be; null while it is fresh. */
  age: number | null;
};

/** Dollars; the close before the session, null when unknown. */
export type QuoteSeed = { price: number; prevClose: number | null };

type QuoteListener = (quote: LiveQuote) => void;
type Tick = { price: string; at: number };

type Feed = {
  symbol: string;
  /** As its listeners know it. */
  quote: LiveQuote | null;
  /** As the next frame shows it. */
  next: LiveQuote | null;
  previousClose: string | null;
  /** By `performance.now()`. */
  heardAt: number;
  listeners: Set<QuoteListener>;
  tickListeners: Set<(tick: Tick) => void>;
  leave: (() => void) | null;
};

/** A price this old is dimmed and says its age, ms. */
const OLD_MS = 15_000;
/** Tickers a socket may watch; the next one waits until another is left. */
const MAX_SUBSCRIBED = 10;

const feeds = new Map<string, Feed>();
/** Those whose listeners have not heard of the newest price. */
const changed = new Set<Feed>();
let ageTimer: ReturnType<typeof setInterval> | undefined;
/** Until then, by `performance.now()`, the market is closed and its prices only stand. */
let closedUntil = 0;

function feedOf(symbol: string): Feed {
  const known = feeds.get(symbol);
  if (known) return known;
  const [listeners, tickListeners] = [new Set<QuoteListener>(), new Set<(tick: Tick) => void>()];
  const feed: Feed = {
    ...{ symbol, quote: null, next: null, previousClose: null, heardAt: 0, leave: null },
    ...{ listeners, tickListeners },
  };
  feeds.set(symbol, feed);
  return feed;
}

const isWatched = ({ listeners, tickListeners }: Feed) => listeners.size + tickListeners.size > 0;

/** Joins and leaves what the watchers need now. */
function settle(): void {
  const isSeen = document.visibilityState !== 'hidden';
  let count = 0;
  for (const feed of feeds.values()) {
    const isNeeded = isSeen && isWatched(feed);
    if (feed.leave && !isNeeded) {
      feed.leave();
      feed.leave = null;
    }
    if (feed.leave) count += 1;
  }
  for (const feed of feeds.values()) {
    if (!isSeen || feed.leave || !isWatched(feed) || count >= MAX_SUBSCRIBED) continue;
    feed.leave = subscribeTicker(feed.symbol, ({ trade }) => trade && take(feed, trade));
    count += 1;
  }
  clearInterval(ageTimer);
  ageTimer = count > 0 ? setInterval(grow, 1000) : undefined;
}

function take(feed: Feed, { price, time }: { price: number; time: number }): void {
  if (!Number.isFinite(price) || price <= 0) return;
  const last = feed.next?.at ?? 0;
  // a repeated price is as old as before
  if (!(time > last)) return;
  feed.heardAt = performance.now();
  set(feed, String(price), time);
  // called at once: a chart asks for a frame of its own and so is painted in the one that shows the texts
  for (const listener of [...feed.tickListeners]) listener({ price: String(price), at: time });
}

function set(feed: Feed, price: string, at: number | null): void {
  const { symbol, previousClose } = feed;
  const change = previousClose === null ? null : changePercent(price, previousClose);
  feed.next = { symbol, price, at, change, age: ageOf(feed) };
  // who asks before the first frame finds what the page shows
  feed.quote ??= feed.next;
  if (changed.size === 0) requestAnimationFrame(publish);
  changed.add(feed);
}

function ageOf({ heardAt }: Feed): number | null {
  const now = performance.now();
  const age = now < closedUntil ? 0 : now - heardAt;
  return age < OLD_MS ? null : Math.floor(age / 1000);
}

/** Prices nobody renewed say how old they are. */
function grow(): void {
  for (const feed of feeds.values()) {
    const { next } = feed;
    if (next && isWatched(feed) && ageOf(feed) !== next.age) set(feed, next.price, next.at);
  }
}

function publish(): void {
  const newest = [...changed];
  changed.clear();
  // figures of several symbols find all of them renewed
  for (const feed of newest) feed.quote = feed.next;
  for (const { quote, listeners } of newest) {
    if (quote) for (const listener of [...listeners]) listener(quote);
  }
}

/** The price that is shown, null when none is known. */
export const quoteNow = (symbol: string): LiveQuote | null => feeds.get(symbol)?.quote ?? null;

/**
 * Calls with the newest price, at once when there is one and then at most once a frame. Who watches a symbol subscribes
 * the tab to it. @returns stops
 */
export function watchQuote(symbol: string, listener: QuoteListener): () => void {
  const feed = feedOf(symbol);
  const own: QuoteListener = (quote) => listener(quote);
  feed.listeners.add(own);
  if (feed.quote) own(feed.quote);
  settle();
  return () => {
    if (feed.listeners.delete(own)) settle();
  };
}

/** Calls with each price as it comes, before the frame that shows it: for what draws in a frame of its own. @returns stops */
export function watchTicks(symbol: string, listener: (tick: Tick) => void): () => void {
  const feed = feedOf(symbol);
  const own = (tick: Tick) => listener(tick);
  feed.tickListeners.add(own);
  settle();
  return () => {
    if (feed.tickListeners.delete(own)) settle();
  };
}

/** A price the page or a call brought. It stands until the tab hears of one. */
export function seedQuote(symbol: string, { price, prevClose }: QuoteSeed): void {
  const feed = feedOf(symbol);
  feed.previousClose = prevClose === null ? feed.previousClose : String(prevClose);
  const known = feed.next;
  if (known?.at != null) {
    set(feed, known.price, known.at);
    return;
  }
  feed.heardAt = performance.now();
  set(feed, String(price), null);
}

/** Prices do not age until the market opens. @param ms from when the page came, as its own drawing says */
export function standUntil(ms: number): void {
  closedUntil = ms;
}

if (typeof document !== 'undefined') document.addEventListener('visibilitychange', settle);
