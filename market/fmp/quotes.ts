/** Newest prices: single ones for orders, many at once for the ranking, the stream's where there is one. */

import type { Calendar } from '../calendar.ts';
import type { Hours, Quote, Trade } from '../market.ts';
import type { Store } from '../provider/store.ts';
import type { CachedAnswer, SwrCache } from '../provider/swr-cache.ts';
import type { Time } from '../provider/time.ts';
import { quoteCall } from './api.ts';
import { type FmpClient, oneOf } from './client.ts';
import { createMarkLoader } from './marks.ts';
import { createNext, type Received } from './next-quote.ts';
import { type QuoteRow, readQuote } from './rows.ts';

export type Quotes = {
  /** Null when FMP does not know the ticker. @throws MarketUnavailableError when no price was ever received */
  quote(symbol: string): Promise<Quote | null>;
  /** Symbols without a price are left out. */
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  /** The session so far of a symbol. @throws MarketUnavailableError */
  newest(symbol: string): Promise<CachedAnswer<QuoteRow | null>>;
  /** See `Market.nextQuote`. */
  next(symbol: string): () => Promise<Quote | null>;
  /** A trade of the stream. */
  learn(trade: Trade): void;
};

const DAY_MS = 86_400_000;
/** How long a price serves, ms: an order's, and a mark of the ranking. */
const FRESH = { quote: 3_000, mark: 5_000 };
/** The market is closed and nobody may trade: nothing will change. */
const FRESH_CLOSED_MS = 60_000;
/** How long "no such ticker" serves, ms; shorter for marks, as an answer about many can leave a held ticker out once. */
const FRESH_UNKNOWN_MS = { quote: 600_000, mark: 30_000 };
/** A streamed price this young needs no other. */
const STREAMED_MS = 2_000;
/** Symbols whose streamed prices are remembered. */
const MOST_STREAMED = 2_000;

export function createQuotes(deps: {
  client: FmpClient;
  cache: SwrCache;
  store: Store | null;
  time: Time;
  /** The real sessions. */
  calendar: Calendar;
  hours: Hours;
  warn(sentence: string): void;
}): Quotes {
  const { client, cache, time, calendar, hours } = deps;
  const streamed = new Map<string, Trade>();

  function freshMs(kind: keyof typeof FRESH) {
    return (newest: QuoteRow | null): number => {
      if (!newest) return FRESH_UNKNOWN_MS[kind];
      return hours === 'us' && !calendar.state(time.now()).open ? FRESH_CLOSED_MS : FRESH[kind];
    };
  }

  async function loadOne(symbol: string): Promise<QuoteRow | null> {
    const isNew = !cache.peek(`quote:${symbol}`)?.value && !cache.peek(`mark:${symbol}`)?.value;
    const answer = await client.ask(quoteCall(await client.generation(symbol), symbol), symbol, isNew);
    return oneOf(answer, symbol, readQuote);
  }

  const loadWithOthers = createMarkLoader({ ...deps, loadOne, freshMs: FRESH.mark });
  const single = (symbol: string) =>
    cache.get(`quote:${symbol}`, { freshMs: freshMs('quote'), keepMs: DAY_MS, load: () => loadOne(symbol) });

  const mark = (symbol: string) =>
    cache.get(`mark:${symbol}`, {
      freshMs: freshMs('mark'),
      keepMs: DAY_MS,
      load: () => loadWithOthers(symbol),
      alone: true,
    });

  /** The newest of what is known already, if it is young enough to need no request. */
  function atHand(symbol: string): Quote | null {
    const trade = streamed.get(symbol);
    const answer =
      cache.peek<QuoteRow | null>(`quote:${symbol}`) ?? cache.peek<QuoteRow | null>(`mark:${symbol}`);
    if (!trade || !answer?.value || time.now() - trade.tsMs > STREAMED_MS) return null;
    return quoteOf(answer.value, answer.at, trade);
  }

  /** The newest answer, whether the stream or a request gave it. */
  function received(symbol: string): Received | null {
    const answers = ['quote', 'mark'].map((kind) => cache.peek<QuoteRow | null>(`${kind}:${symbol}`));
    const found = answers.flatMap((answer) =>
      answer?.value ? [{ at: answer.at, quote: quoteOf(answer.value, answer.at, streamed.get(symbol)) }] : [],
    );
    return found.sort((a, b) => (b.quote.asOfMs ?? 0) - (a.quote.asOfMs ?? 0))[0] ?? null;
  }

  return {
    next: createNext({
      ...{ time, received, atHand },
      ask: (symbol) =>
        cache.get(`quote:${symbol}`, { freshMs: 0, keepMs: DAY_MS, load: () => loadOne(symbol) }),
    }),
    async quote(symbol) {
      const young = atHand(symbol);
      if (young) return young;
      const { value, at } = await single(symbol);
      return value && quoteOf(value, at, streamed.get(symbol));
    },
    async quotes(symbols) {
      const found = await Promise.allSettled(
        symbols.map(async (symbol) => {
          const young = atHand(symbol);
          if (young) return young;
          const { value, at } = await mark(symbol);
          return value && quoteOf(value, at, streamed.get(symbol));
        }),
      );
      const known = found.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
      return new Map(known.map((quote) => [quote.symbol, quote]));
    },
    newest: single,
    learn(quote) {
      // a stamp ahead of the clock would stay the newest, and young, until its time has come
      const trade = { ...quote, tsMs: Math.min(quote.tsMs, time.now()) };
      const last = streamed.get(trade.symbol);
      if (last && last.tsMs > trade.tsMs) return;
      streamed.delete(trade.symbol);
      streamed.set(trade.symbol, trade);
      if (streamed.size > MOST_STREAMED) streamed.delete(streamed.keys().next().value!);
    },
  };
}

/** The quote that was fetched at `at`: as old as its price, whatever the hour. @param trade the newest of the stream */
function quoteOf(
  { symbol, price, prevClose, madeMs }: QuoteRow,
  at: number,
  trade: Trade | undefined,
): Quote {
  const asOfMs = madeMs === null ? null : Math.min(madeMs, at);
  // the streamed price instead, when it was made later
  if (trade && trade.tsMs > (asOfMs ?? at))
    return { symbol, price: trade.price, prevClose, asOfMs: trade.tsMs, source: 'finnhub' };
  return { symbol, price, prevClose, asOfMs, source: 'fmp' };
}
