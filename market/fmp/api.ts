/**
 * The paths of Financial Modeling Prep. Keys since August 2025 reach only `/stable`, older keys may reach only
 * `/api/v3`. Names and shapes differ (site.financialmodelingprep.com/developer/docs).
 */

import type { Interval } from '#core/market/bars.ts';
import type { ScreenFilter } from '../market.ts';

export type Generation = 'stable' | 'v3';

/** `path`: below FMP_BASE_URL. `query`: without the key. */
export type FmpCall = { path: string; query: Record<string, string> };

const NAMES: Record<Exclude<Interval, '1D'>, string> = {
  '1m': '1min',
  '5m': '5min',
  '15m': '15min',
  '1h': '1hour',
  '4h': '4hour',
};

const call = (path: string, query: Record<string, string> = {}): FmpCall => ({ path, query });
const part = encodeURIComponent;

/** @param from YYYY-MM-DD, a date in New York @param to YYYY-MM-DD, a date in New York */
export function intradayCall(
  g: Generation,
  symbol: string,
  interval: Exclude<Interval, '1D'>,
  from: string,
  to: string,
): FmpCall {
  const name = NAMES[interval];
  return g === 'stable'
    ? call(`/stable/historical-chart/${name}`, { symbol, from, to })
    : call(`/api/v3/historical-chart/${name}/${part(symbol)}`, { from, to });
}

/** @param from YYYY-MM-DD @param to YYYY-MM-DD */
export const dailyCall = (g: Generation, symbol: string, from: string, to: string): FmpCall =>
  g === 'stable'
    ? call('/stable/historical-price-eod/full', { symbol, from, to })
    : call(`/api/v3/historical-price-full/${part(symbol)}`, { from, to });

export const quoteCall = (g: Generation, symbol: string): FmpCall =>
  g === 'stable' ? call('/stable/quote', { symbol }) : call(`/api/v3/quote/${part(symbol)}`);

/** Returns the calls for many quotes, the best first, because a plan may exclude some. */
export function batchCalls(g: Generation, symbols: readonly string[]): FmpCall[] {
  const list = symbols.join(',');
  // /stable/quote returns nothing for several symbols
  return g === 'stable'
    ? [call('/stable/batch-quote', { symbols: list }), call('/stable/batch-quote-short', { symbols: list })]
    : [call(`/api/v3/quote/${symbols.map(part).join(',')}`)];
}

export const profileCall = (g: Generation, symbol: string): FmpCall =>
  g === 'stable' ? call('/stable/profile', { symbol }) : call(`/api/v3/profile/${part(symbol)}`);

export function searchCalls(g: Generation, text: string, limit: number): FmpCall[] {
  const query = { query: text, limit: String(limit) };
  return g === 'stable'
    ? [call('/stable/search-symbol', query), call('/stable/search-name', query)]
    : [call('/api/v3/search', query)];
}

const FILTERS = [
  'priceMoreThan',
  'priceLowerThan',
  'volumeMoreThan',
  'marketCapMoreThan',
  'betaMoreThan',
  'betaLowerThan',
  'sector',
] as const satisfies (keyof ScreenFilter)[];

export function screenCall(g: Generation, filter: ScreenFilter, limit: number): FmpCall {
  const query: Record<string, string> = {
    isActivelyTrading: 'true',
    isEtf: 'false',
    isFund: 'false',
    exchange: 'NASDAQ,NYSE,AMEX',
    limit: String(limit),
  };
  for (const name of FILTERS) if (filter[name] !== undefined) query[name] = String(filter[name]);
  // /stable/stock-screener does not exist
  return call(g === 'stable' ? '/stable/company-screener' : '/api/v3/stock-screener', query);
}

export const splitsCall = (g: Generation, symbol: string): FmpCall =>
  g === 'stable'
    ? call('/stable/splits', { symbol })
    : call(`/api/v3/historical-price-full/stock_split/${part(symbol)}`);

/** Returns the call for all dividends with an ex-date in the range. @param from YYYY-MM-DD @param to YYYY-MM-DD */
export const dividendsCall = (g: Generation, from: string, to: string): FmpCall =>
  call(g === 'stable' ? '/stable/dividends-calendar' : '/api/v3/stock_dividend_calendar', { from, to });

/** Returns the URLs of a logo, the best first. Pictures need no key. */
export function logoUrls(base: string, symbol: string): string[] {
  const name = `${part(symbol)}.png`;
  const fallback = `${base}/image-stock/${name}`;
  return new URL(base).hostname === 'financialmodelingprep.com'
    ? [`https://images.financialmodelingprep.com/symbol/${name}`, fallback]
    : [fallback];
}
