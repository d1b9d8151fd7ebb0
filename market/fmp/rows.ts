/** Reads FMP's rows about companies, prices and bars, in the shapes of both APIs. */

import { tickerOf } from '#core/market/ticker.ts';
import { writeDividend } from '#core/money/money.ts';
import { dividendE6 } from '#core/money/units.ts';
import { DAY_MS, dayOf, newYorkMs } from '../calendar.ts';
import {
  type DatedCandle,
  type Dividend,
  MarketUnavailableError,
  onLattice,
  type Problem,
  type Profile,
  type ScreenRow,
  type Split,
} from '../market.ts';
import { listOf } from './client.ts';

type Row = Record<string, unknown>;

/** Reads a finite number, also from text; null for any other value. */
function numberOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^-?\d{1,18}(\.\d{1,12})?$/.test(value.trim());
  const number = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

const textOf = (...values: unknown[]): string => {
  const text = values.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.trim().slice(0, 200) : '';
};

/** `price` and `prevClose`: decimal strings, rounded to 1/10,000 $. */
export type QuoteRow = {
  symbol: string;
  price: string;
  prevClose: string;
  /** When the price was made, epoch ms; null when the response does not say (batch-quote-short). */
  madeMs: number | null;
  /** Figures of the session so far; null when the response lacks them. */
  open: number | null;
  high: number | null;
  low: number | null;
  volume: number | null;
};

/** @returns null without a valid ticker or price */
export function readQuote(row: Row): QuoteRow | null {
  const symbol = tickerOf(textOf(row.symbol));
  const dollars = numberOf(row.price);
  const price = dollars === null ? null : onLattice(dollars);
  if (!symbol || dollars === null || !price) return null;
  const change = numberOf(row.change);
  const previous = numberOf(row.previousClose) ?? (change === null ? null : dollars - change);
  const seconds = numberOf(row.timestamp);
  return {
    symbol,
    price,
    prevClose: (previous !== null && onLattice(previous)) || price,
    madeMs: seconds !== null && seconds > 0 ? seconds * 1000 : null,
    open: numberOf(row.open),
    high: numberOf(row.dayHigh),
    low: numberOf(row.dayLow),
    volume: numberOf(row.volume),
  };
}

/** Reads a row of a profile, a search or the screener. Null without a valid ticker. */
export function readFmpProfile(row: Row): Profile | null {
  const symbol = tickerOf(textOf(row.symbol));
  if (!symbol) return null;
  return {
    symbol,
    companyName: textOf(row.companyName, row.name) || symbol,
    // v3 has the short name in exchangeShortName, stable in exchange
    exchange: textOf(row.exchangeShortName, row.exchange, row.stockExchange),
    sector: textOf(row.sector),
    beta: numberOf(row.beta),
    marketCap: numberOf(row.marketCap) ?? numberOf(row.mktCap),
    source: 'fmp',
  };
}

/** Reads a row of the screener, which has no change since the previous close. Null without a valid ticker or price. */
export function readScreened(row: Row): ScreenRow | null {
  const profile = readFmpProfile(row);
  const price = numberOf(row.price);
  if (!profile || price === null || price <= 0) return null;
  return { ...profile, price, volume: numberOf(row.volume) ?? 0, changePercent: null };
}

const isDate = (date: string) => /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));

/** Reads a row of the dividend calendar, whose `date` is the ex-date. Null without ticker, date or amount. */
export function readDividendRow(row: Row): Dividend | null {
  const symbol = tickerOf(textOf(row.symbol));
  const date = textOf(row.date).slice(0, 10);
  const millionths = Math.round((numberOf(row.dividend) ?? numberOf(row.adjDividend) ?? 0) * 1e6);
  if (!symbol || !isDate(date) || !Number.isSafeInteger(millionths) || millionths <= 0) return null;
  return { symbol, date, perShare: writeDividend(dividendE6(BigInt(millionths))) };
}

/** @returns null without a date or a change of the number of shares */
export function readSplit(symbol: string, row: Row): Split | null {
  const date = textOf(row.date).slice(0, 10);
  const [numerator, denominator] = [numberOf(row.numerator), numberOf(row.denominator)];
  if (!isDate(date)) return null;
  const ratio = wholeRatio(numerator, denominator);
  return ratio && { symbol, date, ...ratio };
}

/** Returns a ratio of whole numbers, 3:2 for 1.5:1. Null for 1:1 and for numbers above a million. */
function wholeRatio(a: number | null, b: number | null): { numerator: number; denominator: number } | null {
  if (a === null || b === null || a <= 0 || b <= 0) return null;
  for (let scale = 1; scale <= 10_000; scale *= 10) {
    const [n, d] = [a * scale, b * scale].map((x) => Math.round(x)) as [number, number];
    if (Math.abs(n - a * scale) > 1e-6 || Math.abs(d - b * scale) > 1e-6) continue;
    const common = divisor(n, d);
    const [numerator, denominator] = [n / common, d / common];
    return numerator === denominator || Math.max(numerator, denominator) > 1e6
      ? null
      : { numerator, denominator };
  }
  return null;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

const FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const;

const invalid = (key: Problem['key']) => new MarketUnavailableError(key, { trouble: 'shape' });

/**
 * Reads intraday bars, oldest first. `date` is New York's wall clock without an offset.
 * @throws MarketUnavailableError 'UNAVAILABLE.intradayList' 'UNAVAILABLE.intraday'
 */
export function intradayBars(answer: unknown): DatedCandle[] {
  const rows = listOf(answer, invalid('UNAVAILABLE.intradayList'));
  return barsOf(rows, newYorkSeconds, 'UNAVAILABLE.intraday');
}

/**
 * Reads daily bars, oldest first: v3's `{symbol, historical: [...]}` or stable's flat list.
 * @throws MarketUnavailableError 'UNAVAILABLE.historical' 'UNAVAILABLE.daily'
 */
export function dailyBars(answer: unknown): DatedCandle[] {
  const isNest = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  const nest = isNest ? (answer as Record<string, unknown>) : null;
  // v3 sends {} for a ticker without history
  if (nest && Object.keys(nest).length === 0) return [];
  const rows = listOf(nest ? nest.historical : answer, invalid('UNAVAILABLE.historical'));
  return barsOf(rows, daySeconds, 'UNAVAILABLE.daily');
}

/** @throws MarketUnavailableError `key` for a row without a time or a number */
function barsOf(rows: readonly Row[], timeOf: (date: unknown) => number | null, key: Problem['key']) {
  const bars = rows.map((row) => {
    const time = timeOf(row.date);
    const bar = time === null ? null : readBar(row, time);
    if (!bar) throw invalid(key);
    return bar;
  });
  return tidy(bars);
}

/** @returns null when a number is missing */
function readBar(row: Row, time: number): DatedCandle | null {
  const values = FIELDS.map((field) => numberOf(row[field]));
  if (values.some((value) => value === null)) return null;
  const [open, high, low, close, volume] = values as [number, number, number, number, number];
  return { time, open, high, low, close, volume };
}

/**
 * Sorts bars, oldest first, and drops impossible ones. Of two bars with the same time the first stays, because FMP
 * lists the newer one first.
 */
function tidy(bars: DatedCandle[]): DatedCandle[] {
  const byTime = new Map<number, DatedCandle>();
  for (const bar of bars) if (isPossible(bar) && !byTime.has(bar.time)) byTime.set(bar.time, bar);
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

const isPossible = ({ open, high, low, close, volume }: DatedCandle): boolean =>
  low > 0 && volume >= 0 && low <= Math.min(open, close) && high >= Math.max(open, close);

const STAMP = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

/** Reads "2026-11-20 15:55:00" in New York as epoch seconds; null for any other value. */
function newYorkSeconds(text: unknown): number | null {
  const match = typeof text === 'string' ? STAMP.exec(text) : null;
  const day = match ? daySeconds(match[1]) : null;
  if (!match || day === null) return null;
  const [hour, minute, second] = [match[2], match[3], match[4] ?? '0'].map(Number) as [
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return null;
  return newYorkMs(dayOf(day * 1000), hour * 60 + minute) / 1000 + second;
}

/** Reads "2026-11-20", also with a time after it, as 00:00 UTC in epoch seconds; null for any other value. */
function daySeconds(text: unknown): number | null {
  const date = typeof text === 'string' ? /^\d{4}-\d{2}-\d{2}(?=$|[ T])/.exec(text)?.[0] : undefined;
  const ms = date ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return null;
  return Math.floor(ms / DAY_MS) * (DAY_MS / 1000);
}
