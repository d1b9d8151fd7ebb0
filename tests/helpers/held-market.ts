/** A market that the test controls: prices stay until the test changes them. */
import { type Bar, INTERVAL_SECONDS } from '#core/market/bars.ts';
import { parsePrice } from '#core/money/money.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import { createCalendar } from '#market/calendar.ts';
import {
  type Hours,
  type Market,
  type Quote,
  type Split,
  type Trade,
  UnknownSymbolError,
} from '#market/market.ts';
import { CATALOGUE_VERSION } from '#market/simulated/companies.ts';
import { TAPE_VERSION } from '#market/simulated/tape.ts';

export type HeldMarket = Market & {
  /** Sets a price (decimal string) as of now and sends it to subscribers as a trade print. */
  set(symbol: string, price: string): void;
  /** Removes a symbol's price. */
  remove(symbol: string): void;
  /** Number of calls of `subscribe`, and of open subscriptions. */
  subscriptions: { made: number; open: number };
};

/**
 * @param clock the time of prices; each price is later than every time that was read before it
 * @param splits all splits; the test runs their checks itself
 */
export function heldMarket(
  prices: Record<string, string>,
  clock: () => number = Date.now,
  { hours = 'always', splits = [] }: { hours?: Hours; splits?: readonly Split[] } = {},
): HeldMarket {
  const calendar = createCalendar(hours);
  const path = new Map<string, Stretch[]>();
  let latest = 0;
  const now = () => {
    latest = Math.max(latest, clock());
    return latest;
  };
  const quotes = new Map<string, Quote>();
  const watchers = new Set<{ symbols: readonly string[]; onTrade: (trade: Trade) => void }>();
  const subscriptions = { made: 0, open: 0 };

  function put(symbol: string, price: string) {
    latest = Math.max(latest + 1, clock());
    quotes.set(symbol, { symbol, price, asOfMs: latest, prevClose: price, source: 'simulated' });
    const from = parsePrice(price);
    if (from === null) return;
    path.set(symbol, [...(path.get(symbol) ?? []), { fromMs: latest, from, toMs: latest, to: from }]);
  }
  for (const [symbol, price] of Object.entries(prices)) put(symbol, price);

  const heldQuote = (symbol: string): Quote => {
    const quote = quotes.get(symbol);
    if (!quote) throw new UnknownSymbolError(symbol);
    return { ...quote, asOfMs: now() };
  };

  return {
    source: 'simulated',
    tape: { version: TAPE_VERSION, catalogue: CATALOGUE_VERSION },
    capabilities: { intraday: true, delaySec: 0, hours, speed: 1 },
    subscriptions,
    now,
    set(symbol, price) {
      put(symbol, price);
      for (const { symbols, onTrade } of watchers) {
        if (symbols.includes(symbol)) onTrade({ symbol, price, size: 100, tsMs: now() });
      }
    },
    remove: (symbol) => void quotes.delete(symbol),
    async candles(symbol) {
      heldQuote(symbol);
      return [];
    },
    quote: async (symbol) => heldQuote(symbol),
    quotes: async (symbols) => new Map(symbols.filter((s) => quotes.has(s)).map((s) => [s, heldQuote(s)])),
    async profile(symbol) {
      heldQuote(symbol);
      return {
        symbol,
        companyName: `${symbol} Inc.`,
        exchange: 'TEST',
        sector: 'Technology',
        beta: 1,
        marketCap: 1e9,
        source: 'simulated',
      };
    },
    isListed: async (symbol) => quotes.has(symbol),
    logo: async () => null,
    screen: async () => [],
    search: async () => [],
    subscribe(symbols, onTrade) {
      const watcher = { symbols, onTrade };
      watchers.add(watcher);
      subscriptions.made++;
      subscriptions.open++;
      return () => {
        if (watchers.delete(watcher)) subscriptions.open--;
      };
    },
    session: () => calendar.state(now()),
    path: (symbol, afterMs, upToMs) =>
      (path.get(symbol) ?? []).filter(({ fromMs }) => fromMs > afterMs && fromMs <= upToMs),
    splits: async (symbol) => splits.filter((split) => split.symbol === symbol),
    stop() {},
  };
}

/**
 * Returns the same market with `count` bars of every symbol, the newest of which is running.
 * @param barAt returns the bar `left` bars before the newest, for a symbol at `price` dollars
 */
export function withBars(
  held: HeldMarket,
  count: number,
  barAt: (price: number, left: number) => Omit<Bar, 'time'>,
): HeldMarket {
  return {
    ...held,
    async candles(symbol, interval) {
      const price = Number((await held.quote(symbol)).price);
      const step = INTERVAL_SECONDS[interval];
      const newest = Math.floor(held.now() / 1000 / step) * step;
      return Array.from({ length: count }, (_, i) => {
        const barsLater = count - 1 - i;
        return { time: newest - barsLater * step, ...barAt(price, barsLater) };
      });
    },
  };
}

/** Amplitude of the prices of `waveMarket`, dollars. */
const WAVE = 5;

/**
 * Returns a market whose prices stay at the end of 260 bars along a wave, which rise, fall and rest in turn: a trade print
 * does not change a chart's scale, and every interval has the same range of prices on every day.
 */
export function waveMarket(prices: Record<string, string>): HeldMarket {
  return withBars(heldMarket(prices), 260, (price, left) => {
    const open = price + Math.sin(left / 9) * WAVE;
    const close = open + [0, -1, 1][left % 3]!;
    return { open, close, high: open + 2, low: open - 2, volume: 1000 + left };
  });
}
