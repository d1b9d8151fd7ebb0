import { INDICATOR_IDS, type IndicatorId, SMA_PERIODS, type SmaPeriod } from '#core/market/indicators.ts';
import { DEFAULT_SYMBOL } from '#core/market/ticker.ts';
import type { Game } from '#core/season/game.ts';
import type { Palette } from '#core/shop/themes.ts';
import type { Candle, ChartType, PanelInterval } from './types.ts';

/** The state of a chart panel, with the same names in the address, the forms and the island. */
export type PanelRequest = {
  symbol: string;
  interval: PanelInterval;
  type: ChartType;
  averages: readonly SmaPeriod[];
  studies: readonly IndicatorId[];
  /** True while SHORT is on: Buy and Sell are then Short and Cover. */
  short: boolean;
};

export const DEFAULT_REQUEST: PanelRequest = {
  symbol: DEFAULT_SYMBOL,
  interval: '1D',
  type: 'candlestick',
  averages: [],
  studies: [],
  short: false,
};

export type CompanySummary = { name: string; exchange: string; logo: string };
export type LastPrice = {
  /** Dollars. */
  price: number;
  /** Percent since the previous close, null when unknown. */
  changePercent: number | null;
  /** Dollars, null when unknown. */
  prevClose: number | null;
};

/** A panel as the server rendered it. */
export type PanelStart = PanelRequest & {
  /** The side of the open order ticket: it opens a position or closes it. Null while no ticket is open. */
  ticket: TicketSide | null;
  typed?: Record<string, string>;
  candles: readonly Candle[];
  /** A tag of the bars, which changes with any bar. Only the server uses it; absent without bars. */
  barsTag?: string;
  company: CompanySummary | null;
  last: LastPrice | null;
  /** The label of the prices' source in the reader's language. */
  source: string;
  /** Seconds since the fetch of stale bars, whose source does not respond now; null for fresh bars. */
  age: number | null;
  /** When the market opens; null while it is open. */
  opening: Opening | null;
  /** The ticker's splits in the last year that are in effect; null while the source does not respond. */
  splits: readonly SplitInEffect[] | null;
  /** Why there is no chart; null when there is one. */
  problem: string | null;
};

/** `effectiveAt`: from this time on prices are per new share, epoch seconds. */
export type SplitInEffect = { effectiveAt: number; numerator: number; denominator: number };

/** `when`: the market's next opening in the reader's time zone. `left`: ms from the rendering until then. */
export type Opening = { when: string; left: number };

export type TicketSide = 'open' | 'close';

/** The settings that all panels of a page share. */
export type PanelSetting = {
  userId: number;
  /** The game that the charts trade in, and its name for the reader. */
  game: { id: Game; name: string };
  /** True when the reader must leave the page at the season's end: everyone but admins, in the season's game. */
  leaves: boolean;
  /** True when the game was open for trading at the time of rendering. */
  active: boolean;
  palette: Palette;
  /** The probable width of the chart, CSS px. */
  width: number;
  /** Seconds between two polls of a price; absent where prices are streamed. */
  pollSec?: number;
  /** The game's limits of a position; absent without such a rule. */
  limits?: {
    minPrice: string;
    maxShare: number | null;
    longOnly: boolean;
    startCash: string;
    tickers?: readonly string[];
  };
  /** True when an order that opens a position needs a reason; absent otherwise. */
  needsReason?: boolean;
  /** Idempotency key of the first order sent by the form without scripts. */
  orderKey: string;
};

/** Returns the fields of the request that `start` contains, without other fields of `start`. */
export function requestOf(start: PanelRequest): PanelRequest {
  const { symbol, interval, type, averages, studies, short } = start;
  return { symbol, interval, type, averages, studies, short };
}

/** Returns the request as query parameters, without defaults. */
export function queryOf(request: Partial<PanelRequest> & { ticket?: TicketSide | null }): [string, string][] {
  const { symbol, interval, type, averages, studies, short, ticket } = { ...DEFAULT_REQUEST, ...request };
  const pairs: [string, string][] = [];
  if (symbol !== DEFAULT_REQUEST.symbol) pairs.push(['symbol', symbol]);
  if (interval !== DEFAULT_REQUEST.interval) pairs.push(['interval', interval]);
  if (type !== DEFAULT_REQUEST.type) pairs.push(['type', type]);
  if (averages.length > 0) pairs.push(['sma', averages.join(',')]);
  if (studies.length > 0) pairs.push(['ind', studies.join(',')]);
  if (short) pairs.push(['short', '1']);
  if (ticket) pairs.push(['ticket', ticket]);
  return pairs;
}

/** Returns the request as the search part of an address: empty, or with its question mark. */
export function searchOf(request: Partial<PanelRequest>): string {
  const query = new URLSearchParams(queryOf(request)).toString();
  return query === '' ? '' : `?${query}`;
}

export const chartCookieName = (userId: number) => `chart-${userId}`;

/**
 * Returns the cookie with the last state of the user's first chart. The server renders that state when an address has
 * no query.
 * @param request null deletes the cookie
 */
export function chartCookie(userId: number, request: PanelRequest | null) {
  const value = request ? encodeURIComponent(new URLSearchParams(queryOf(request)).toString()) : '';
  return { name: chartCookieName(userId), value, maxAge: request ? undefined : 0 };
}

/** Parses "9,50"; "50,9,x" also gives [9, 50]. */
export function readAverages(text: string): SmaPeriod[] {
  const named = text.split(',').map(Number);
  return SMA_PERIODS.filter((period) => named.includes(period));
}

export function toggleAverage(averages: readonly SmaPeriod[], period: SmaPeriod): SmaPeriod[] {
  const on = averages.includes(period);
  return SMA_PERIODS.filter((each) => (each === period ? !on : averages.includes(each)));
}

/** Parses "ema,rsi"; "rsi,ema,x" also gives ['ema', 'rsi']. */
export function readIndicators(text: string): IndicatorId[] {
  const named = text.split(',');
  return INDICATOR_IDS.filter((id) => named.includes(id));
}

export function toggleIndicator(studies: readonly IndicatorId[], id: IndicatorId): IndicatorId[] {
  const on = studies.includes(id);
  return INDICATOR_IDS.filter((each) => (each === id ? !on : studies.includes(each)));
}
