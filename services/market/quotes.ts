/** Quotes at which an order may fill: fresh, while the market is open. */
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
/** The last prints of a session are stamped up to this long after the close, ms. */
const CLOSING_MS = MINUTE_MS;

export type TimedQuote = Quote & { asOfMs: number };

/** Returns the age of a price in wall-clock ms; a replay's clock may run faster. */
export function ageOf(market: Pick<Market, 'now' | 'capabilities'>, asOfMs: number): number {
  return Math.max(0, Math.round((market.now() - asOfMs) / market.capabilities.speed));
}

/** Returns when the NYSE opens next, epoch ms; null while it is open, and for a market with other sessions. */
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
 * True when an order may fill at the quote: its time is known and at most `maxAgeMs` ago (wall clock). Between two
 * sessions of the NYSE, only a price made after the closing prints is fresh.
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

/**
 * Returns the refusal for a quote that is not fresh: MARKET_CLOSED outside the NYSE's hours on a market that follows
 * them, else STALE_PRICE.
 */
export function notFresh(market: Pick<Market, 'now' | 'capabilities'>, symbol: string) {
  const opensAt = closedUntil(market);
  return opensAt === null ? stale(symbol) : marketClosed(opensAt);
}

/** Returns the canonical spelling of a ticker. @throws AppError UNKNOWN_SYMBOL when the text cannot be a ticker */
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
 * @param options.isForOrder true when the price is for an order
 * @throws AppError UNKNOWN_SYMBOL; UNAVAILABLE; for an order STALE_PRICE instead while the source is in trouble
 */
export async function askMarket<T>(
  symbol: string,
  ask: () => Promise<T>,
  { isForOrder = false } = {},
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof UnknownSymbolError) throw unknownSymbol(symbol);
    if (!(error instanceof MarketUnavailableError)) throw error;
    throw isForOrder && error.trouble ? stale(symbol) : unavailable(error);
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
 * Returns the quote that an order fills at; the caller checks that it is fresh.
 * @throws AppError UNKNOWN_SYMBOL, STALE_PRICE while the source is in trouble, else UNAVAILABLE
 */
export const orderQuote = (market: Pick<Market, 'quote'>, symbol: string): Promise<Quote> =>
  askMarket(symbol, () => market.quote(symbol), { isForOrder: true });

/**
 * Returns the prices for a trade that arrives now. `quote` returns the newest known price. On a polled market `wait`
 * replaces it by the first price received afterwards, so that no trader fills at a price known before the order. With
 * `atKnown`, `wait` does nothing.
 * @param demandSeason throws when no season runs: its refusal replaces a refusal by the market
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
    /** @throws AppError those of `demandSeason` and `orderQuote`, MARKET_CLOSED */
    async quote(): Promise<Quote> {
      try {
        demandOpen(market);
        // the attempt with the received price failed: the next attempt waits for a newer one
        if (isUsed) [received, next, isUsed] = [null, askNext(), false];
        isUsed = received !== null;
        return received ?? (await orderQuote(market, symbol));
      } catch (refusal) {
        await demandSeason();
        throw refusal;
      }
    },
    /**
     * @returns true when the next price replaces the known one
     * @throws AppError those of `orderQuote`; STALE_PRICE or MARKET_CLOSED when no price came
     */
    async wait(): Promise<boolean> {
      if (!next || received) return false;
      received = await askMarket(symbol, next, { isForOrder: true });
      if (!received) throw notFresh(market, symbol);
      return true;
    },
  };
}

/** @throws AppError MARKET_CLOSED, with `opensAt` (ISO) in the details if it is known */
function demandOpen(market: Pick<Market, 'session'>): void {
  const { open, opensAt } = market.session();
  if (open) return;
  throw marketClosed(opensAt);
}

/** @param opensAt epoch ms; null when unknown */
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

/** Returns the newest quotes; omits symbols without one, and returns none while the market is unavailable. */
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
