/** A market in the test's hand: prices stand still until the test moves them. */
import { parseDecimal } from '#core/money/money.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import { type Market, type Quote, type Trade, UnknownSymbolError } from '#market/market.ts';

export type HeldMarket = Market & {
  /** Sets a price (decimal string) as of now and tells it to subscribers as a trade. */
  set(symbol: string, price: string): void;
  /** Forgets a symbol's price. */
  remove(symbol: string): void;
  /** Calls of `subscribe` so far, and how many of them have not been ended. */
  subscriptions: { made: number; open: number };
};

/** @param clock every price is later than any time that was told before it */
export function heldMarket(prices: Record<string, string>, clock: () => number = Date.now): HeldMarket {
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
    const at = parseDecimal(price, 4);
    if (at !== null)
      path.set(symbol, [...(path.get(symbol) ?? []), { fromMs: latest, from: at, toMs: latest, to: at }]);
  }
  for (const [symbol, price] of Object.entries(prices)) put(symbol, price);

  const known = (symbol: string): Quote => {
    const quote = quotes.get(symbol);
    if (!quote) throw new UnknownSymbolError(symbol);
    return { ...quote, asOfMs: now() };
  };

  return {
    source: 'simulated',
    capabilities: { intraday: true, realtime: true, delaySec: 0, hours: 'always', speed: 1 },
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
      known(symbol);
      return [];
    },
    quote: async (symbol) => known(symbol),
    quotes: async (symbols) => new Map(symbols.filter((s) => quotes.has(s)).map((s) => [s, known(s)])),
    async profile(symbol) {
      known(symbol);
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
    session: () => ({ open: true, opensAt: null, closesAt: null }),
    path: (symbol, afterMs, upToMs) =>
      (path.get(symbol) ?? []).filter(({ fromMs }) => fromMs > afterMs && fromMs <= upToMs),
    splits: async () => [],
    stop() {},
  };
}
