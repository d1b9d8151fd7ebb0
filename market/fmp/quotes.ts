/** Newest prices: single ones for orders, many at once for the ranking, the stream's where there is one. */

import type { Calendar } from '../calendar.ts';
import { type Hours, MarketUnavailableError, type Quote, type Trade } from '../market.ts';
import type { Store } from '../provider/store.ts';
import type { Answer, Kept } from '../provider/swr-cache.ts';
import type { Time } from '../provider/time.ts';
import { batchCalls, type Call, quoteCall } from './api.ts';
import { type FmpClient, listOf, noData, oneOf } from './client.ts';
import { readQuote, type Told } from './rows.ts';

export type Quotes = {
  /** Null when FMP does not know the ticker. @throws MarketUnavailableError when it never told a price */
  quote(symbol: string): Promise<Quote | null>;
  /** What can't be told is left out. */
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  /** The session so far of a symbol. @throws MarketUnavailableError */
  told(symbol: string): Promise<Answer<Told | null>>;
  /** A trade of the stream. */
  learn(trade: Trade): void;
};

const DAY_MS = 86_400_000;
/** How long a price serves, ms: an order's, and a mark of the ranking. */
const FRESH = { quote: 3_000, mark: 5_000 };
/** The market is closed and nobody may trade: nothing will change. */
const FRESH_CLOSED_MS = 60_000;
/** No such ticker; a held one that is missing among many may only have been left out once. */
const FRESH_UNKNOWN_MS = { quote: 600_000, mark: 30_000 };
/** A streamed price this young needs no other. */
const STREAMED_MS = 2_000;
const MOST_IN_A_BATCH = 100;
/** Symbols whose streamed prices are remembered. */
const MOST_STREAMED = 2_000;
const SHARED = 'marks';

type Waiting = { resolve(told: Told | null): void; reject(error: unknown): void };

export function createQuotes(deps: {
  client: FmpClient;
  kept: Kept;
  store: Store | null;
  time: Time;
  /** The real sessions. */
  calendar: Calendar;
  hours: Hours;
  warn(sentence: string): void;
}): Quotes {
  const { client, kept, store, time, calendar, hours, warn } = deps;
  const streamed = new Map<string, Trade>();
  let waiting = new Map<string, Waiting>();
  /** Ways of asking for many at once that were refused. */
  let refused = 0;

  function freshMs(kind: keyof typeof FRESH) {
    return (told: Told | null): number => {
      if (!told) return FRESH_UNKNOWN_MS[kind];
      return hours === 'us' && !calendar.state(time.now()).open ? FRESH_CLOSED_MS : FRESH[kind];
    };
  }

  async function loadOne(symbol: string): Promise<Told | null> {
    const isNew = !kept.peek(`quote:${symbol}`)?.value && !kept.peek(`mark:${symbol}`)?.value;
    const answer = await client.ask(quoteCall(await client.generation(symbol), symbol), symbol, isNew);
    return oneOf(answer, symbol, readQuote);
  }

  const single = (symbol: string) =>
    kept.get(`quote:${symbol}`, { freshMs: freshMs('quote'), keepMs: DAY_MS, load: () => loadOne(symbol) });

  async function askMany(symbols: readonly string[]): Promise<Map<string, Told>> {
    const calls: Call[] = batchCalls(await client.generation(), symbols);
    while (refused < calls.length) {
      try {
        const rows = listOf(await client.ask(calls[refused]!, ''), noData('', 'shape'));
        const told = rows.map(readQuote).filter((each) => each !== null);
        if (told.length === 0 && rows.length > 0) throw noData('', 'shape');
        return new Map(told.map((each) => [each.symbol, each]));
      } catch (error) {
        if (!(error instanceof MarketUnavailableError) || error.trouble !== 'refused') throw error;
        warn(`FMP refuses ${calls[refused]!.path.split('/').slice(0, 4).join('/')} with this key.`);
        refused++;
      }
    }
    const found = await Promise.allSettled(symbols.map(loadOne));
    if (found.every((each) => each.status === 'rejected')) throw (found[0] as PromiseRejectedResult).reason;
    return new Map(
      found.flatMap((each) =>
        each.status === 'fulfilled' && each.value ? [[each.value.symbol, each.value] as const] : [],
      ),
    );
  }

  /** What another process was told a moment ago, and what has to be asked. */
  async function sharedMarks(): Promise<Record<string, { told: Told | null; at: number }>> {
    try {
      return JSON.parse((await store?.read(SHARED)) ?? '{}');
    } catch {
      return {};
    }
  }

  /** Asks for all that piled up within one turn of the event loop. */
  async function flush(): Promise<void> {
    const asked = waiting;
    waiting = new Map();
    const symbols = [...asked.keys()];
    const known = store ? await sharedMarks() : {};
    const isFresh = (symbol: string) =>
      known[symbol] !== undefined && time.now() - known[symbol].at < FRESH.mark;
    for (const symbol of symbols.filter(isFresh)) asked.get(symbol)!.resolve(known[symbol]!.told);
    const missing = symbols.filter((symbol) => !isFresh(symbol));
    for (let i = 0; i < missing.length; i += MOST_IN_A_BATCH) {
      const chunk = missing.slice(i, i + MOST_IN_A_BATCH);
      try {
        const found =
          chunk.length === 1 ? new Map([[chunk[0]!, await loadOne(chunk[0]!)]]) : await askMany(chunk);
        for (const symbol of chunk) {
          const told = found.get(symbol) ?? null;
          known[symbol] = { told, at: time.now() };
          asked.get(symbol)!.resolve(told);
        }
      } catch (error) {
        for (const symbol of chunk) asked.get(symbol)!.reject(error);
      }
    }
    if (!store || missing.length === 0) return;
    const young = Object.entries(known).filter(([, { at }]) => time.now() - at < FRESH.mark);
    await store.write(SHARED, JSON.stringify(Object.fromEntries(young)), FRESH.mark);
  }

  function loadWithOthers(symbol: string): Promise<Told | null> {
    return new Promise((resolve, reject) => {
      if (waiting.size === 0) queueMicrotask(() => void flush());
      waiting.set(symbol, { resolve, reject });
    });
  }

  const mark = (symbol: string) =>
    kept.get(`mark:${symbol}`, {
      freshMs: freshMs('mark'),
      keepMs: DAY_MS,
      load: () => loadWithOthers(symbol),
      alone: true,
    });

  /** The quote that was fetched at `at`: as old as its price, whatever the hour. */
  function quoteOf(told: Told, at: number): Quote {
    const { symbol, price, prevClose, madeMs } = told;
    const asOfMs = madeMs === null ? null : Math.min(madeMs, at);
    const trade = streamed.get(symbol);
    // the streamed price instead, when it was made later
    if (trade && trade.tsMs > (asOfMs ?? at))
      return { symbol, price: trade.price, prevClose, asOfMs: trade.tsMs, source: 'finnhub' };
    return { symbol, price, prevClose, asOfMs, source: 'fmp' };
  }

  /** The newest of what is known already, if it is young enough to need no request. */
  function atHand(symbol: string): Quote | null {
    const trade = streamed.get(symbol);
    const answer = kept.peek<Told | null>(`quote:${symbol}`) ?? kept.peek<Told | null>(`mark:${symbol}`);
    if (!trade || !answer?.value || time.now() - trade.tsMs > STREAMED_MS) return null;
    return quoteOf(answer.value, answer.at);
  }

  return {
    async quote(symbol) {
      const young = atHand(symbol);
      if (young) return young;
      const { value, at } = await single(symbol);
      return value && quoteOf(value, at);
    },
    async quotes(symbols) {
      const found = await Promise.allSettled(
        symbols.map(async (symbol) => {
          const young = atHand(symbol);
          if (young) return young;
          const { value, at } = await mark(symbol);
          return value && quoteOf(value, at);
        }),
      );
      const known = found.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
      return new Map(known.map((quote) => [quote.symbol, quote]));
    },
    told: single,
    learn(told) {
      // a stamp ahead of the clock would stay the newest, and young, until its time has come
      const trade = { ...told, tsMs: Math.min(told.tsMs, time.now()) };
      const last = streamed.get(trade.symbol);
      if (last && last.tsMs > trade.tsMs) return;
      streamed.delete(trade.symbol);
      streamed.set(trade.symbol, trade);
      if (streamed.size > MOST_STREAMED) streamed.delete(streamed.keys().next().value!);
    },
  };
}
