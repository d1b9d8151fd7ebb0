/** Loads the newest prices: single quotes for orders, many quotes for the leaderboard. Learns streamed trade prints. */

import { type Calendar, DAY_MS } from '../calendar.ts';
import { type Hours, MarketUnavailableError, type Quote, type Trade } from '../market.ts';
import { pause, type Time } from '../provider/request.ts';
import type { Store } from '../provider/store.ts';
import type { CachedAnswer, SwrCache } from '../provider/swr-cache.ts';
import { batchCalls, type FmpCall, quoteCall } from './api.ts';
import { type FmpClient, listOf, noData, oneOf } from './client.ts';
import { type QuoteRow, readQuote } from './rows.ts';

const MAX_BATCH = 100;
const SHARED = 'marks';

type Waiting = { resolve(row: QuoteRow | null): void; reject(error: unknown): void };

/**
 * Returns a function that loads one price mark. Loads in one turn of the event loop share a request.
 * @param deps.freshMs how long marks of other processes are fresh
 */
function createMarkLoader(deps: {
  client: FmpClient;
  store: Store | null;
  time: Time;
  freshMs: number;
  warn(sentence: string): void;
  loadOne(symbol: string): Promise<QuoteRow | null>;
}): (symbol: string) => Promise<QuoteRow | null> {
  const { client, store, time, freshMs, warn, loadOne } = deps;
  let waiting = new Map<string, Waiting>();
  /** Number of `batchCalls` that the plan excludes. */
  let refused = 0;

  async function askMany(symbols: readonly string[]): Promise<Map<string, QuoteRow>> {
    const calls: FmpCall[] = batchCalls(await client.generation(), symbols);
    while (refused < calls.length) {
      try {
        const rows = listOf(await client.ask(calls[refused]!, ''), noData('', 'shape'));
        const quotes = rows.map(readQuote).filter((each) => each !== null);
        if (quotes.length === 0 && rows.length > 0) throw noData('', 'shape');
        return new Map(quotes.map((each) => [each.symbol, each]));
      } catch (error) {
        if (!(error instanceof MarketUnavailableError) || error.trouble !== 'refused') throw error;
        warn(`FMP refuses ${calls[refused]!.path.split('/').slice(0, 4).join('/')} with this key.`);
        refused++;
      }
    }
    const results = await Promise.allSettled(symbols.map(loadOne));
    if (results.every((each) => each.status === 'rejected'))
      throw (results[0] as PromiseRejectedResult).reason;
    return new Map(
      results.flatMap((each) =>
        each.status === 'fulfilled' && each.value ? [[each.value.symbol, each.value] as const] : [],
      ),
    );
  }

  /**
   * Returns the price marks in the store. `row` is null for a ticker that FMP does not know. `at`: when FMP's response
   * arrived, epoch ms.
   */
  async function sharedMarks(): Promise<Record<string, { row: QuoteRow | null; at: number }>> {
    try {
      return JSON.parse((await store?.read(SHARED)) ?? '{}');
    } catch {
      return {};
    }
  }

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    const symbols = [...batch.keys()];
    const marks = store ? await sharedMarks() : {};
    const isFresh = (symbol: string) =>
      marks[symbol] !== undefined && time.now() - marks[symbol].at < freshMs;
    for (const symbol of symbols.filter(isFresh)) batch.get(symbol)!.resolve(marks[symbol]!.row);
    const missing = symbols.filter((symbol) => !isFresh(symbol));
    for (let i = 0; i < missing.length; i += MAX_BATCH) {
      const chunk = missing.slice(i, i + MAX_BATCH);
      try {
        const rows =
          chunk.length === 1 ? new Map([[chunk[0]!, await loadOne(chunk[0]!)]]) : await askMany(chunk);
        for (const symbol of chunk) {
          const row = rows.get(symbol) ?? null;
          marks[symbol] = { row, at: time.now() };
          batch.get(symbol)!.resolve(row);
        }
      } catch (error) {
        for (const symbol of chunk) batch.get(symbol)!.reject(error);
      }
    }
    if (!store || missing.length === 0) return;
    const young = Object.entries(marks).filter(([, mark]) => time.now() - mark.at < freshMs);
    await store.write(SHARED, JSON.stringify(Object.fromEntries(young)), freshMs);
  }

  return function load(symbol) {
    return new Promise((resolve, reject) => {
      if (waiting.size === 0) queueMicrotask(() => void flush());
      waiting.set(symbol, { resolve, reject });
    });
  };
}

/** `at`: when the quote was received, epoch ms. */
type Received = { at: number; quote: Quote };

/** Pause between two requests for a newer price, ms. LOOKS requests together take a polling interval. */
export const LOOK_MS = 1_250;
const LOOKS = 5;

/**
 * Returns `Market.nextQuote`: an order fills at the first price received after the order, so that no order fills at a
 * price that its trader already knew.
 * @param deps.received returns the newest answer @param deps.youngQuote returns a streamed price that needs no request
 * @param deps.ask requests the price
 */
function createNext(deps: {
  time: Time;
  received(symbol: string): Received | null;
  youngQuote(symbol: string): Quote | null;
  ask(symbol: string): Promise<unknown>;
}): (symbol: string) => () => Promise<Quote | null> {
  const { time, received, youngQuote, ask } = deps;
  return function next(symbol) {
    const arrivedMs = time.now();
    const newestMs = received(symbol)?.quote.asOfMs ?? 0;
    /** Returns the quote received since the call of `next`; null without one. */
    const confirmed = () => {
      const answer = received(symbol);
      return answer !== null && answer.at >= arrivedMs ? answer.quote : null;
    };
    const look = () => {
      const quote = confirmed();
      return quote && (quote.asOfMs ?? 0) > newestMs ? quote : youngQuote(symbol);
    };
    return async () => {
      for (let looks = 1; ; looks++) {
        let quote = look();
        if (quote) return quote;
        await ask(symbol);
        quote = look();
        if (quote) return quote;
        // no trade happened for a polling interval: the confirmed price is still the newest
        if (looks === LOOKS) return confirmed();
        await pause(time, LOOK_MS);
      }
    };
  };
}

export type Quotes = {
  /**
   * @returns null when FMP does not know the ticker
   * @throws MarketUnavailableError when FMP does not respond and no price is cached
   */
  quote(symbol: string): Promise<Quote | null>;
  /** Omits symbols without a price. */
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  /**
   * Returns the figures of the session so far; `value` is null when FMP does not know the ticker.
   * @throws MarketUnavailableError
   */
  newest(symbol: string): Promise<CachedAnswer<QuoteRow | null>>;
  next(symbol: string): () => Promise<Quote | null>;
  learn(trade: Trade): void;
};

/** A cached price is fresh for this long during sessions, ms: a quote for an order, or a price mark. */
const FRESH = { quote: 3_000, mark: 5_000 };
/** A cached price is fresh for this long outside sessions, ms, because prices do not change then. */
const FRESH_CLOSED_MS = 60_000;
/** "No such ticker" is fresh for this long, ms. Shorter for marks, because a batch may omit a symbol by accident. */
const FRESH_UNKNOWN_MS = { quote: 600_000, mark: 30_000 };
/** A streamed price needs no request up to this age, ms. */
const STREAMED_MS = 2_000;
const MAX_STREAMED = 2_000;

export function createQuotes(deps: {
  client: FmpClient;
  cache: SwrCache;
  store: Store | null;
  time: Time;
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

  const ask = (symbol: string) =>
    cache.get(`quote:${symbol}`, { freshMs: 0, keepMs: DAY_MS, load: () => loadOne(symbol) });

  const mark = (symbol: string) =>
    cache.get(`mark:${symbol}`, {
      freshMs: freshMs('mark'),
      keepMs: DAY_MS,
      load: () => loadWithOthers(symbol),
      alone: true,
    });

  /** Returns the streamed price while it needs no request, else null. */
  function youngQuote(symbol: string): Quote | null {
    const trade = streamed.get(symbol);
    const answer =
      cache.peek<QuoteRow | null>(`quote:${symbol}`) ?? cache.peek<QuoteRow | null>(`mark:${symbol}`);
    if (!trade || !answer?.value || time.now() - trade.tsMs > STREAMED_MS) return null;
    return quoteOf(answer.value, answer.at, trade);
  }

  /** Returns the newest price in the cache or the stream; null without any cached price. */
  function received(symbol: string): Received | null {
    const answers = ['quote', 'mark'].map((kind) => cache.peek<QuoteRow | null>(`${kind}:${symbol}`));
    const quotes = answers.flatMap((answer) =>
      answer?.value ? [{ at: answer.at, quote: quoteOf(answer.value, answer.at, streamed.get(symbol)) }] : [],
    );
    return quotes.sort((a, b) => (b.quote.asOfMs ?? 0) - (a.quote.asOfMs ?? 0))[0] ?? null;
  }

  return {
    next: createNext({ time, received, youngQuote, ask }),
    async quote(symbol) {
      const young = youngQuote(symbol);
      if (young) return young;
      const { value, at } = await single(symbol);
      return value && quoteOf(value, at, streamed.get(symbol));
    },
    async quotes(symbols) {
      const results = await Promise.allSettled(
        symbols.map(async (symbol) => {
          const young = youngQuote(symbol);
          if (young) return young;
          const { value, at } = await mark(symbol);
          return value && quoteOf(value, at, streamed.get(symbol));
        }),
      );
      const newest = results.flatMap((each) => (each.status === 'fulfilled' && each.value) || []);
      return new Map(newest.map((quote) => [quote.symbol, quote]));
    },
    newest: single,
    learn(quote) {
      // a time ahead of the clock would keep the price young until that time
      const trade = { ...quote, tsMs: Math.min(quote.tsMs, time.now()) };
      const last = streamed.get(trade.symbol);
      if (last && last.tsMs > trade.tsMs) return;
      streamed.delete(trade.symbol);
      streamed.set(trade.symbol, trade);
      if (streamed.size > MAX_STREAMED) streamed.delete(streamed.keys().next().value!);
    },
  };
}

/**
 * Returns the quote of a row, with the price of `trade` when the trade print is newer.
 * @param fetchedAt epoch ms @param trade the newest streamed print
 */
function quoteOf(
  { symbol, price, prevClose, madeMs }: QuoteRow,
  fetchedAt: number,
  trade: Trade | undefined,
): Quote {
  const asOfMs = madeMs === null ? null : Math.min(madeMs, fetchedAt);
  if (trade && trade.tsMs > (asOfMs ?? fetchedAt))
    return { symbol, price: trade.price, prevClose, asOfMs: trade.tsMs, source: 'finnhub' };
  return { symbol, price, prevClose, asOfMs, source: 'fmp' };
}
