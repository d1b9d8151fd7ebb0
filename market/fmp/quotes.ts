/** Newest prices: single ones for orders, many at once for the ranking, the stream's where there is one. */

import { type Calendar, DAY_MS } from '../calendar.ts';
import { type Hours, MarketUnavailableError, type Quote, type Trade } from '../market.ts';
import { pause, type Time } from '../provider/request.ts';
import type { Store } from '../provider/store.ts';
import type { CachedAnswer, SwrCache } from '../provider/swr-cache.ts';
import { batchCalls, type FmpCall, quoteCall } from './api.ts';
import { type FmpClient, listOf, noData, oneOf } from './client.ts';
import { type QuoteRow, readQuote } from './rows.ts';

/** Prices of many symbols: requests made in one turn of the event loop go to the provider together. */

const MOST_IN_A_BATCH = 100;
const SHARED = 'marks';

type Waiting = { resolve(row: QuoteRow | null): void; reject(error: unknown): void };

/** @param deps.freshMs how long an answer to another process may be used here @returns a function that loads one symbol */
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
  /** Ways of asking for many at once that were refused. */
  let refused = 0;

  async function askMany(symbols: readonly string[]): Promise<Map<string, QuoteRow>> {
    const calls: FmpCall[] = batchCalls(await client.generation(), symbols);
    while (refused < calls.length) {
      try {
        const rows = listOf(await client.ask(calls[refused]!, ''), noData('', 'shape'));
        const row = rows.map(readQuote).filter((each) => each !== null);
        if (row.length === 0 && rows.length > 0) throw noData('', 'shape');
        return new Map(row.map((each) => [each.symbol, each]));
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

  /** Prices that other processes stored, with when they were received (epoch ms). */
  async function sharedMarks(): Promise<Record<string, { row: QuoteRow | null; at: number }>> {
    try {
      return JSON.parse((await store?.read(SHARED)) ?? '{}');
    } catch {
      return {};
    }
  }

  /** Asks for all that piled up within one turn of the event loop. */
  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    const symbols = [...batch.keys()];
    const known = store ? await sharedMarks() : {};
    const isFresh = (symbol: string) =>
      known[symbol] !== undefined && time.now() - known[symbol].at < freshMs;
    for (const symbol of symbols.filter(isFresh)) batch.get(symbol)!.resolve(known[symbol]!.row);
    const missing = symbols.filter((symbol) => !isFresh(symbol));
    for (let i = 0; i < missing.length; i += MOST_IN_A_BATCH) {
      const chunk = missing.slice(i, i + MOST_IN_A_BATCH);
      try {
        const found =
          chunk.length === 1 ? new Map([[chunk[0]!, await loadOne(chunk[0]!)]]) : await askMany(chunk);
        for (const symbol of chunk) {
          const row = found.get(symbol) ?? null;
          known[symbol] = { row, at: time.now() };
          batch.get(symbol)!.resolve(row);
        }
      } catch (error) {
        for (const symbol of chunk) batch.get(symbol)!.reject(error);
      }
    }
    if (!store || missing.length === 0) return;
    const young = Object.entries(known).filter(([, { at }]) => time.now() - at < freshMs);
    await store.write(SHARED, JSON.stringify(Object.fromEntries(young)), freshMs);
  }

  return function load(symbol) {
    return new Promise((resolve, reject) => {
      if (waiting.size === 0) queueMicrotask(() => void flush());
      waiting.set(symbol, { resolve, reject });
    });
  };
}

/** The price an order waits for: the first that is received after it came, so that nobody fills at one they knew. */

/** A quote with when it was received, epoch ms. */
type Received = { at: number; quote: Quote };

/** After an answer that was no newer it is asked again, for a polling interval altogether; then the answer stands. */
export const LOOK_MS = 1_250;
const LOOKS = 5;

/**
 * @param deps.received the newest answer @param deps.atHand a streamed price so young that none need be asked for
 * @param deps.ask has the price asked for anew
 * @returns `Market.nextQuote`
 */
function createNext(deps: {
  time: Time;
  received(symbol: string): Received | null;
  atHand(symbol: string): Quote | null;
  ask(symbol: string): Promise<unknown>;
}): (symbol: string) => () => Promise<Quote | null> {
  const { time, received, atHand, ask } = deps;
  return function next(symbol) {
    const arrivedMs = time.now();
    const knownMs = received(symbol)?.quote.asOfMs ?? 0;
    /** What was received since. */
    const confirmed = () => {
      const answer = received(symbol);
      return answer !== null && answer.at >= arrivedMs ? answer.quote : null;
    };
    const look = () => {
      const quote = confirmed();
      return quote && (quote.asOfMs ?? 0) > knownMs ? quote : atHand(symbol);
    };
    return async () => {
      for (let looks = 1; ; looks++) {
        let quote = look();
        if (quote) return quote;
        await ask(symbol);
        quote = look();
        if (quote) return quote;
        // a share that nobody traded meanwhile still has its price
        if (looks === LOOKS) return confirmed();
        await pause(time, LOOK_MS);
      }
    };
  };
}

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
