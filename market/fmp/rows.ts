/** FMP's rows about companies and prices, in both shapes, as ours. */
import { tickerOf } from '#core/market/ticker.ts';
import type { Profile, Split } from '../market.ts';
import { onLattice } from '../price.ts';

type Row = Record<string, unknown>;

/** A finite number, also when it was sent as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^-?\d{1,18}(\.\d{1,12})?$/.test(value.trim());
  const number = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

const textOf = (...values: unknown[]): string => {
  const found = values.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim().slice(0, 200) : '';
};

/** A price as the provider sent it. Texts are decimal strings on our lattice. */
export type QuoteRow = {
  symbol: string;
  price: string;
  prevClose: string;
  /** When the price was made, epoch ms; null where FMP does not say (short batch). */
  madeMs: number | null;
  /** The session so far, where the answer has it. */
  open: number | null;
  high: number | null;
  low: number | null;
  volume: number | null;
};

/** Null when it has no usable ticker or price. */
export function readQuote(row: Row): QuoteRow | null {
  const symbol = tickerOf(textOf(row.symbol));
  const dollars = numberOf(row.price);
  const price = dollars === null ? null : onLattice(dollars);
  if (!symbol || dollars === null || !price) return null;
  const change = numberOf(row.change);
  const before = numberOf(row.previousClose) ?? (change === null ? null : dollars - change);
  const seconds = numberOf(row.timestamp);
  return {
    symbol,
    price,
    prevClose: (before !== null && onLattice(before)) || price,
    madeMs: seconds !== null && seconds > 0 ? seconds * 1000 : null,
    open: numberOf(row.open),
    high: numberOf(row.dayHigh),
    low: numberOf(row.dayLow),
    volume: numberOf(row.volume),
  };
}

/** A company: of a profile, a search or a screener row. Null when it is none we can show. */
export function readFmpProfile(row: Row): Profile | null {
  const symbol = tickerOf(textOf(row.symbol));
  if (!symbol) return null;
  return {
    symbol,
    companyName: textOf(row.companyName, row.name) || symbol,
    // short names: v3 has them in exchangeShortName and the long one in exchange, stable the short one in exchange
    exchange: textOf(row.exchangeShortName, row.exchange, row.stockExchange),
    sector: textOf(row.sector),
    beta: numberOf(row.beta),
    marketCap: numberOf(row.marketCap) ?? numberOf(row.mktCap),
    source: 'fmp',
  };
}

/** A screener row's figures besides the profile. */
export function readScreened(row: Row): (Profile & { price: number; volume: number }) | null {
  const profile = readFmpProfile(row);
  const price = numberOf(row.price);
  if (!profile || price === null || price <= 0) return null;
  return { ...profile, price, volume: numberOf(row.volume) ?? 0 };
}

/** Null when it is no split: no date, or no change of the number of shares. */
export function readSplit(symbol: string, row: Row): Split | null {
  const date = textOf(row.date).slice(0, 10);
  const [numerator, denominator] = [numberOf(row.numerator), numberOf(row.denominator)];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return null;
  const ratio = wholeRatio(numerator, denominator);
  return ratio && { symbol, date, ...ratio };
}

/** 1.5 for 1 is 3 for 2. Null for what is no ratio of up to a million, or one for one. */
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
