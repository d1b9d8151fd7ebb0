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
  /** True while SHORT is on: Buy and Sell then read Short and Cover. */
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
  price: number /** since the previous close, null when unknown */;
  changePercent: number | null;
  /** Dollars, null when unknown. */
  prevClose: number | null;
};

/** A panel as the server drew it. */
export type PanelStart = PanelRequest & {
  /** Which order ticket is open: the buying (shorting) or the selling (covering) one. */
  ticket: TicketSide | null;
  /** The values of a refused ticket, by field. */
  typed?: Record<string, string>;
  candles: readonly Candle[];
  company: CompanySummary | null;
  last: LastPrice | null;
  /** The source of the prices, as a sentence. */
  source: string;
  /** Seconds since the bars were fetched, while their source does not answer and they are stale. */
  age: number | null;
  /** Closed now: when the market opens. */
  opening: Opening | null;
  /** The ticker's splits in the last year that are in effect; null while the source does not answer. */
  splits: readonly SplitInEffect[] | null;
  /** Why there is nothing to show, or null. */
  problem: string | null;
};

/** @property effectiveAt when prices began to be of new shares, epoch seconds */
export type SplitInEffect = { effectiveAt: number; numerator: number; denominator: number };

/** The market's next opening in the reader's time zone, and the ms until then when the server rendered the page. */
export type Opening = { when: string; left: number };

export type TicketSide = 'open' | 'close';

/** The same for all panels of a page. */
export type PanelSetting = {
  userId: number;
  /** The game that the charts trade in, and its name for the reader. */
  game: { id: Game; name: string };
  /** True when the reader has to leave the page at the end of the competition: everyone but admins. */
  leaves: boolean;
  /** True when the competition was active when the page was drawn. */
  active: boolean;
  palette: Palette;
  /** Probable width of the chart, CSS pixels. */
  width: number;
  /** Seconds between two looks at a price, where prices are asked for. */
  pollSec?: number;
  /** The season's limits of a position; absent without such a rule. */
  limits?: {
    minPrice: string;
    maxShare: number | null;
    longOnly: boolean;
    startCash: string;
    tickers?: readonly string[];
  };
  /** An order that opens needs a reason; absent elsewhere. */
  needsReason?: boolean;
  /** Idempotency key of the first order sent by the form without scripts. */
  orderKey: string;
};

/** Only the fields of the request, from an object that has more. */
export function requestOf(start: PanelRequest): PanelRequest {
  const { symbol, interval, type, averages, studies, short } = start;
  return { symbol, interval, type, averages, studies, short };
}

/** The request as an address's query; defaults are left out. */
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

/** The request as the search part of an address, empty or with its question mark. */
export function searchOf(request: Partial<PanelRequest>): string {
  const query = new URLSearchParams(queryOf(request)).toString();
  return query === '' ? '' : `?${query}`;
}

export const chartCookieName = (userId: number) => `chart-${userId}`;

/**
 * Returns the cookie with the last state of the first chart of a user's dashboard. The server draws that state when an address has no
 * query. @param request null deletes the cookie
 */
export function chartCookie(userId: number, request: PanelRequest | null) {
  const value = request ? encodeURIComponent(new URLSearchParams(queryOf(request)).toString()) : '';
  return { name: chartCookieName(userId), value, maxAge: request ? undefined : 0 };
}

/** "9,50" or "50,9,x" → [9, 50]. */
export function readAverages(text: string): SmaPeriod[] {
  const named = text.split(',').map(Number);
  return SMA_PERIODS.filter((period) => named.includes(period));
}

export function toggleAverage(averages: readonly SmaPeriod[], period: SmaPeriod): SmaPeriod[] {
  const on = averages.includes(period);
  return SMA_PERIODS.filter((each) => (each === period ? !on : averages.includes(each)));
}

/** "rsi,ema,x" → ['ema', 'rsi']. */
export function readIndicators(text: string): IndicatorId[] {
  const named = text.split(',');
  return INDICATOR_IDS.filter((id) => named.includes(id));
}

export function toggleIndicator(studies: readonly IndicatorId[], id: IndicatorId): IndicatorId[] {
  const on = studies.includes(id);
  return INDICATOR_IDS.filter((each) => (each === id ? !on : studies.includes(each)));
}
