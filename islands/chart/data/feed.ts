/** Loads candles from session storage or /api/candles, and checks them before the chart gets them. */
import type { BarInterval, Candle } from '#components/chart/types.ts';
import { call, HttpError } from '#core/contract/call.ts';
import { CandleError } from '../ground/say.ts';
import { isCandle, purgeExpired, readCache, writeCache } from './cache.ts';

export type CandleFeed = {
  /**
   * @param onAge receives the age of stale bars, seconds
   * @throws CandleError, AbortError, or Error with the server's sentence (docs/rules/09-market.md 4)
   */
  load(
    ticker: string,
    interval: BarInterval,
    signal?: AbortSignal,
    onAge?: (seconds: number) => void,
  ): Promise<readonly Candle[]>;
  /** Fetches bars without the cache: the interval's newest ones, or those since `from`. @param from epoch seconds */
  since(ticker: string, interval: BarInterval, from: number | null, signal?: AbortSignal): Promise<Candle[]>;
};

type FeedParts = {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  store: Storage | null;
  now: () => number;
};

export function createFeed({ fetch, store, now }: FeedParts): CandleFeed {
  async function download(ticker: string, interval: BarInterval, from: number | null, signal?: AbortSignal) {
    const query = { symbol: ticker, interval, from: from === null ? undefined : String(Math.floor(from)) };
    const body = await call('GET /api/candles', { query }, { signal, fetch }).catch((error: unknown) => {
      if (isAbort(error)) throw error;
      throw faultOf(error, ticker);
    });
    return { ...readCandles(body, interval), age: ageOf(body) };
  }

  return {
    async load(ticker, interval, signal, onAge) {
      if (store) {
        purgeExpired(store, now());
        const cached = readCache(store, ticker, interval, now());
        if (cached) return cached.data;
      }
      const { candles, isReversed, age } = await download(ticker, interval, null, signal);
      if (age !== null) onAge?.(age);
      // stale bars are not cached, so that the next call fetches them again
      else if (store && candles.length > 0) {
        writeCache(store, ticker, { data: candles, timestamp: now(), timeframe: interval, isReversed });
      }
      return candles;
    },
    async since(ticker, interval, from, signal) {
      return (await download(ticker, interval, from, signal)).candles;
    },
  };
}

/** Returns the candles of a response, oldest first. @throws CandleError */
export function readCandles(
  body: unknown,
  interval: BarInterval,
): { candles: Candle[]; isReversed: boolean } {
  const isDaily = interval === '1D';
  const rows = Array.isArray(body) ? body : (body as { candles?: unknown } | null)?.candles;
  if (!Array.isArray(rows)) throw new CandleError(isDaily ? 'loadHistorical' : 'loadIntraday');
  if (!rows.every((row) => isCandle(row) && (!isDaily || hasDate(row))))
    throw new CandleError(isDaily ? 'loadDaily' : 'loadIntraday');
  const isReversed = rows.length > 1 && rows[0]!.time > rows.at(-1)!.time;
  const candles = isReversed ? rows.toReversed() : rows;
  return { candles: candles.map(bare), isReversed };
}

/**
 * Merges bars with those fetched after an interruption, oldest first. A fetched bar replaces the bar of the same time.
 */
export function mergeBars(bars: readonly Candle[], fetched: readonly Candle[]): Candle[] {
  const byTime = new Map(bars.map((bar) => [bar.time, bar]));
  for (const bar of fetched) byTime.set(bar.time, bar);
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/** True for a row with a date: /api/candles gives a daily bar a date besides its time. */
function hasDate(row: unknown): boolean {
  const { date } = row as { date?: unknown };
  return typeof date === 'string' && date !== '';
}

/** Returns the age of a stale response, seconds; null for a fresh one. */
function ageOf(body: unknown): number | null {
  const age = (body as { stale?: { ageSeconds?: unknown } } | null)?.stale?.ageSeconds;
  return typeof age === 'number' && age >= 0 ? age : null;
}

/** Returns the six numbers of a candle without the provider's other fields. */
function bare({ time, open, high, low, close, volume }: Candle): Candle {
  return { time, open, high, low, close, volume };
}

/** Returns the error to show: the server's sentence about a ticker or a provider, else a sentence of the chart. */
function faultOf(error: unknown, symbol: string): Error {
  if (error instanceof SyntaxError) return new CandleError('loadJson');
  if (!(error instanceof HttpError)) return new CandleError('loadNetwork', symbol);
  const { status, text, body } = error;
  const isTold = status === 404 || (status === 503 && body.trouble !== undefined);
  return isTold && text ? new Error(text) : new CandleError('loadData', symbol);
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
