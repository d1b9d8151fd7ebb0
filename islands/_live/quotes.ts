/**
 * The newest price of each symbol on the page: one value and one subscription for each symbol and tab. All code that
 * shows a price reads the price here, so that all figures change in the same frame. A hidden tab subscribes to nothing.
 */

import { MAX_TICKERS } from '#core/contract/events.ts';
import { changePercent } from '#core/market/price-text.ts';
import { pageAge } from '#framework/browser/server-clock.ts';
import { subscribeTicker } from '../_state/socket.ts';

export type LiveQuote = {
  symbol: string;
  /** Dollars, exact decimal string. */
  price: string;
  /** When the price was quoted, epoch ms by the market's clock; null for a price from the page. */
  at: number | null;
  /** Percent since the previous close; null while the close is unknown. */
  change: number | null;
  /** Whole seconds since the tab received the price, or since a later opening of the market; null below `OLD_MS`. */
  age: number | null;
};

/** `price` and the previous close `prevClose` in dollars; the close is null when unknown. */
type QuoteSeed = { price: number; prevClose: number | null };

type QuoteListener = (quote: LiveQuote) => void;
type Tick = { price: string; at: number };

type Feed = {
  symbol: string;
  /** The published quote, which `quoteNow` returns; null before the first one. */
  quote: LiveQuote | null;
  /** The newest quote, which the next frame publishes; null before the first one. */
  next: LiveQuote | null;
  previousClose: string | null;
  /** When the newest price arrived, by `pageAge()`. */
  heardAt: number;
  listeners: Set<QuoteListener>;
  tickListeners: Set<(tick: Tick) => void>;
  leave: (() => void) | null;
};

/** A price older than this is dimmed and shows its age, ms. */
const OLD_MS = 15_000;

const feeds = new Map<string, Feed>();
/** Feeds whose `next` is not published yet. */
const changed = new Set<Feed>();
let ageTimer: ReturnType<typeof setInterval> | undefined;
/** The time when the market opens, by `pageAge()`. Until then no price shows an age. */
let closedUntil = 0;

function feedOf(symbol: string): Feed {
  const existing = feeds.get(symbol);
  if (existing) return existing;
  const feed: Feed = {
    symbol,
    quote: null,
    next: null,
    previousClose: null,
    heardAt: 0,
    listeners: new Set(),
    tickListeners: new Set(),
    leave: null,
  };
  feeds.set(symbol, feed);
  return feed;
}

const isWatched = ({ listeners, tickListeners }: Feed) => listeners.size + tickListeners.size > 0;

/**
 * Subscribes a visible tab to up to `MAX_TICKERS` watched symbols, and unsubscribes from all others. Further symbols wait
 * until one of these is unsubscribed.
 */
function settle(): void {
  const isVisible = document.visibilityState !== 'hidden';
  let count = 0;
  for (const feed of feeds.values()) {
    const isNeeded = isVisible && isWatched(feed);
    if (feed.leave && !isNeeded) {
      feed.leave();
      feed.leave = null;
    }
    if (feed.leave) count += 1;
  }
  for (const feed of feeds.values()) {
    if (!isVisible || feed.leave || !isWatched(feed) || count >= MAX_TICKERS) continue;
    feed.leave = subscribeTicker(feed.symbol, ({ trade }) => trade && take(feed, trade));
    count += 1;
  }
  clearInterval(ageTimer);
  ageTimer = count > 0 ? setInterval(grow, 1000) : undefined;
}

function take(feed: Feed, { price, time }: { price: number; time: number }): void {
  if (!Number.isFinite(price) || price <= 0) return;
  const last = feed.next?.at ?? 0;
  // a repeated or older trade print
  if (!(time > last)) return;
  feed.heardAt = pageAge();
  set(feed, String(price), time);
  // called before the frame of `publish`, so that a chart draws in the same frame as the texts
  for (const listener of [...feed.tickListeners]) listener({ price: String(price), at: time });
}

function set(feed: Feed, price: string, at: number | null): void {
  const { symbol, previousClose } = feed;
  const change = previousClose === null ? null : changePercent(price, previousClose);
  feed.next = { symbol, price, at, change, age: ageOf(feed) };
  // `quoteNow()` has a value even before the first frame
  feed.quote ??= feed.next;
  if (changed.size === 0) requestAnimationFrame(publish);
  changed.add(feed);
}

function ageOf({ heardAt }: Feed): number | null {
  const age = pageAge() - Math.max(heardAt, closedUntil);
  return age < OLD_MS ? null : Math.floor(age / 1000);
}

function grow(): void {
  for (const feed of feeds.values()) {
    const { next } = feed;
    if (next && isWatched(feed) && ageOf(feed) !== next.age) set(feed, next.price, next.at);
  }
}

function publish(): void {
  const newest = [...changed];
  changed.clear();
  // updates all quotes before the first listener: a figure of several symbols must not mix old and new quotes
  for (const feed of newest) feed.quote = feed.next;
  for (const { quote, listeners } of newest) {
    if (quote) for (const listener of [...listeners]) listener(quote);
  }
}

/** Returns the quote that the page shows; null when none is known. */
export const quoteNow = (symbol: string): LiveQuote | null => feeds.get(symbol)?.quote ?? null;

/**
 * Subscribes the tab to a symbol. Calls `listener` with the newest price: at once if there is one, and then at most
 * once per frame.
 * @returns a function that stops
 */
export function watchQuote(symbol: string, listener: QuoteListener): () => void {
  const feed = feedOf(symbol);
  // a new function for each call, so that the same listener may be added twice
  const entry: QuoteListener = (quote) => listener(quote);
  feed.listeners.add(entry);
  if (feed.quote) entry(feed.quote);
  settle();
  return () => {
    if (feed.listeners.delete(entry)) settle();
  };
}

/**
 * Calls `listener` with each price on arrival, before the frame that shows it, so that the chart draws in that frame.
 * @returns a function that stops
 */
export function watchTicks(symbol: string, listener: (tick: Tick) => void): () => void {
  const feed = feedOf(symbol);
  const entry = (tick: Tick) => listener(tick);
  feed.tickListeners.add(entry);
  settle();
  return () => {
    if (feed.tickListeners.delete(entry)) settle();
  };
}

/** Sets price and previous close from the page or a response; after the first trade print only the previous close. */
export function seedQuote(symbol: string, { price, prevClose }: QuoteSeed): void {
  const feed = feedOf(symbol);
  feed.previousClose = prevClose === null ? feed.previousClose : String(prevClose);
  const { next } = feed;
  if (next?.at != null) {
    set(feed, next.price, next.at);
    return;
  }
  feed.heardAt = pageAge();
  set(feed, String(price), null);
}

/**
 * Suppresses ages until the market opens, and counts them from the opening.
 * @param ms the opening, by `pageAge()`
 */
export function standUntil(ms: number): void {
  closedUntil = ms;
}

if (typeof document !== 'undefined') document.addEventListener('visibilitychange', settle);

/** Returns the direction of a change, which decides colour and triangle; undefined for 0. */
export const wayOf = (value: number | bigint): 'up' | 'down' | undefined =>
  value > 0 ? 'up' : value < 0 ? 'down' : undefined;
