/** A market in the past: prices of past bars at a clock moved by hand, for the demo's first days. */
import type { PriceSample } from '#core/leaderboard/equity.ts';
import { readPrice } from '#core/money/money.ts';
import { type DatedCandle, type Market, MarketUnavailableError, type Quote } from '#market/market.ts';

const DAYS = 14;
const DAY_S = 86_400;

export type Past = {
  market: Market;
  /** Epoch ms at which bars closed, ascending; `goTo` each in this order. */
  steps: number[];
  /** Symbols with a bar that closed at the present step. */
  trading(): string[];
  goTo(step: number): void;
  /** Returns the prices of all symbols at the present step. */
  samples(): PriceSample[];
};

/** Loads the last days of `symbols` in bars of an hour, or the last two months in bars of a day where hours are missing. */
export async function openPast(market: Market, symbols: readonly string[]): Promise<Past> {
  const { intraday } = market.capabilities;
  const [interval, seconds, days] = intraday ? (['1h', 3600, DAYS] as const) : (['1D', DAY_S, 60] as const);
  const to = Math.floor(market.now() / 1000);
  const closes = new Map<number, Map<string, DatedCandle>>();
  for (const symbol of symbols) {
    for (const candle of await market.candles(symbol, interval, to - days * DAY_S, to)) {
      const end = (candle.time + seconds) * 1000;
      if (end >= market.now()) continue;
      const candles = closes.get(end) ?? new Map<string, DatedCandle>();
      closes.set(end, candles.set(symbol, candle));
    }
  }
  let now = 0;
  /** Of each symbol the last close until now. */
  const lastCloses = new Map<string, Quote>();

  function quoteOf(symbol: string, { close }: DatedCandle): Quote {
    const price = close.toFixed(4);
    return { symbol, price, asOfMs: now - 1, prevClose: price, source: market.source };
  }

  async function quote(symbol: string): Promise<Quote> {
    const candle = closes.get(now)?.get(symbol);
    if (!candle) throw new MarketUnavailableError('UNAVAILABLE.early', { params: { symbol } });
    return quoteOf(symbol, candle);
  }

  return {
    steps: [...closes.keys()].sort((a, b) => a - b),
    trading: () => [...(closes.get(now)?.keys() ?? [])],
    samples: () =>
      [...(closes.get(now) ?? [])].map(([symbol, { close }]) => ({
        at: now,
        symbol,
        price: readPrice(close.toFixed(4)),
      })),
    goTo(step) {
      now = step;
      for (const [symbol, candle] of closes.get(step) ?? []) lastCloses.set(symbol, quoteOf(symbol, candle));
    },
    market: {
      ...market,
      now: () => now,
      quote,
      quotes: async (symbols) => new Map([...lastCloses].filter(([symbol]) => symbols.includes(symbol))),
      session: () => ({ open: true, opensAt: null, closesAt: null }),
    },
  };
}
