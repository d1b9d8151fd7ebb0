/** Quotes an order may fill at: from an open market, and fresh. */
import { unknownSymbol } from '#core/contract/trade.ts';
import { formatTime } from '#core/locale/format.ts';
import { DEFAULT_ZONE } from '#core/locale/locale.ts';
import { utcToZoned } from '#core/locale/zone.ts';
import { tickerOf } from '#core/market/ticker.ts';
import { AppError, fail } from '#core/refusals/refusals.ts';
import { closeOf, createCalendar, MINUTE_MS } from '#market/calendar.ts';
import { type Market, MarketUnavailableError, type Quote, UnknownSymbolError } from '#market/market.ts';

const NEW_YORK = 'America/New_York';
const SESSIONS = createCalendar('us');
/** The last prints of a session are stamped at most this long after its close, ms. */
const CLOSING_MS = MINUTE_MS;

/** A quote that has the time of its price. */
export type TimedQuote = Quote & { asOfMs: number };

/** Returns the age of a price in wall-clock ms; a replay's clock may run faster. */
export function ageOf(market: Pick<Market, 'now' | 'capabilities'>, asOfMs: number): number {
  return Math.max(0, Math.round((market.now() - asOfMs) / market.capabilities.speed));
}

/**
 * Returns when the NYSE opens next, epoch ms; null while it is open, and for prices that do not follow the NYSE's
 * sessions.
 */
function closedUntil(market: Pick<Market, 'now' | 'capabilities'>): number | null {
  return market.capabilities.sessions === 'us' ? SESSIONS.state(market.now()).opensAt : null;
}

/**
 * True when the quote is dated more than maxAgeMs (wall clock) ahead of the market's clock, which only a wrong clock
 * can produce.
 */
export const isToCome = (market: Pick<Market, 'now' | 'capabilities'>, asOfMs: number, maxAgeMs: number) =>
  (asOfMs - market.now()) / market.capabilities.speed > maxAgeMs;

/**
 * True when an order may fill at the quote: its time is known and it is at most `maxAgeMs` old (wall clock). Between
 * two sessions the last price of real shares is fresh only if it was made after the closing prints.
 */
export function isFresh(
  market: Pick<Market, 'now' | 'capabilities'>,
  quote: Quote,
  maxAgeMs: number,
): quote is TimedQuote {
  if (quote.asOfMs === null || ageOf(market, quote.asOfMs) > maxAgeMs) return false;
  if (isToCome(market, quote.asOfMs, maxAgeMs)) return false;
  if (closedUntil(market) === null) return true;
  const last = SESSIONS.latest(market.now());
  return last !== null && quote.asOfMs > closeOf(last) + CLOSING_MS;
}

/** Returns the refusal for a quote that is not fresh: MARKET_CLOSED outside trading hours, else STALE_PRICE. */
export function notFresh(market: Pick<Market, 'now' | 'capabilities'>, symbol: string) {
  const opensAt = closedUntil(market);
  return opensAt === null ? stale(symbol) : marketClosed(opensAt);
}

/**
 * Returns a request's ticker in its canonical spelling.
 * @throws AppError UNKNOWN_SYMBOL when it has no ticker's form
 */
export function knownTicker(text: string): string {
  const symbol = tickerOf(text);
  if (symbol === null) throw unknownSymbol(text);
  return symbol;
}

/** Returns the newest quote, whatever its age. @throws AppError UNKNOWN_SYMBOL, UNAVAILABLE */
export const quoteOf = (market: Pick<Market, 'quote'>, symbol: string): Promise<Quote> =>
  askMarket(symbol, () => market.quote(symbol));

/**
 * Runs a request to the market about `symbol` and turns its errors into refusals.
 * @throws AppError UNKNOWN_SYMBOL, UNAVAILABLE
 */
export async function askMarket<T>(symbol: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof UnknownSymbolError) throw unknownSymbol(symbol);
    if (error instanceof MarketUnavailableError) throw unavailable(error);
    throw error;
  }
}

function unavailable({ problem, trouble, retryMs }: MarketUnavailableError) {
  return new AppError(problem.key, {
    params: problem.params,
    ...(trouble && { details: { trouble } }),
    ...(retryMs && { headers: { 'retry-after': String(Math.ceil(retryMs / 1000)) } }),
  });
}

/**
 * Returns the quote that an order would fill at; the caller checks that it is fresh.
 * @throws AppError UNKNOWN_SYMBOL, STALE_PRICE while the source is in trouble, else UNAVAILABLE
 */
export const orderQuote = (market: Pick<Market, 'quote'>, symbol: string): Promise<Quote> =>
  askPrice(symbol, () => market.quote(symbol));

/**
 * Returns the prices for a trade that arrives now: first the newest known price. Where the market polls its source,
 * `wait` then replaces it by the first price received later, so that no trader fills at a price known before the order,
 * except with `atKnown`.
 * @param demandSeason throws when no season runs: that refusal precedes any about the ticker
 */
export function orderPrices(
  market: Market,
  symbol: string,
  atKnown: boolean,
  demandSeason: () => Promise<unknown>,
) {
  const askNext = () => (atKnown ? undefined : market.nextQuote?.(symbol));
  let next = askNext();
  let received: Quote | null = null;
  let isUsed = false;
  return {
    /** @throws AppError what `demandSeason` throws, MARKET_CLOSED, and as `orderQuote` does */
    async quote(): Promise<Quote> {
      try {
        demandOpen(market);
        // an attempt with the received price failed: the next attempt waits for a newer price
        if (isUsed) [received, next, isUsed] = [null, askNext(), false];
        isUsed = received !== null;
        return received ?? (await orderQuote(market, symbol));
      } catch (refusal) {
        await demandSeason();
        throw refusal;
      }
    },
    /**
     * Waits for the next price.
     * @returns true when it replaces the known price
     * @throws AppError STALE_PRICE or MARKET_CLOSED when none came, and as `orderQuote` does
     */
    async wait(): Promise<boolean> {
      if (!next || received) return false;
      received = await askPrice(symbol, next);
      if (!received) throw notFresh(market, symbol);
      return true;
    },
  };
}

async function askPrice<T>(symbol: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof UnknownSymbolError) throw unknownSymbol(symbol);
    if (error instanceof MarketUnavailableError && error.trouble) throw stale(symbol);
    if (error instanceof MarketUnavailableError) throw unavailable(error);
    throw error;
  }
}

/** @throws AppError MARKET_CLOSED with `opensAt` (ISO) in its details, when it is known */
function demandOpen(market: Pick<Market, 'session'>): void {
  const { open, opensAt } = market.session();
  if (open) return;
  throw marketClosed(opensAt);
}

/** @param opensAt epoch ms, when it is known */
function marketClosed(opensAt: number | null) {
  if (opensAt === null) return fail('MARKET_CLOSED', { details: { opensAt: null } });
  const [day = '', time = ''] = utcToZoned(opensAt, NEW_YORK).split('T');
  return fail('MARKET_CLOSED.opens', {
    params: { day, time, utc: formatTime(opensAt, 'UTC'), israel: formatTime(opensAt, DEFAULT_ZONE) },
    details: { opensAt: new Date(opensAt).toISOString() },
  });
}

function stale(symbol: string) {
  return fail('STALE_PRICE', { params: { symbol }, headers: { 'retry-after': '1' } });
}

/** Returns the newest quotes of the symbols that have one now; none while the market is unavailable. */
export async function quotesNow(
  market: Pick<Market, 'quotes'>,
  symbols: readonly string[],
): Promise<Map<string, Quote>> {
  if (symbols.length === 0) return new Map();
  try {
    return await market.quotes(symbols);
  } catch (error) {
    if (error instanceof MarketUnavailableError) return new Map();
    throw error;
  }
}
