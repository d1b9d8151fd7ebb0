/** The companies of the simulated market, by ticker. */
import { createHash } from 'node:crypto';
import { TABLE } from './table.ts';

export type Company = {
  symbol: string;
  name: string;
  exchange: 'NASDAQ' | 'NYSE' | 'AMEX';
  sector: string;
  /** How strongly it follows the market factor. */
  beta: number;
  /** Dollars on the anchor date (ANCHOR_DAY of series.ts). */
  price: number;
  /** Shares outstanding, millions. */
  shares: number;
  /** Usual shares traded in a session, millions. */
  volume: number;
  /** Base daily volatility of its own, without market and sector, in percent. */
  vol: number;
};

export const FUNDS = 'Index Funds';

export const COMPANIES: readonly Company[] = Object.entries(TABLE).flatMap(([sector, exchanges]) =>
  Object.entries(exchanges).flatMap(([exchange, rows]) =>
    rows.map(([symbol, name, beta, price, shares, volume, vol]) => ({
      symbol,
      name,
      exchange: exchange as Company['exchange'],
      sector,
      beta,
      price,
      shares,
      volume,
      vol,
    })),
  ),
);

/** What of a catalogue moves prices, as 16 hex digits of its SHA-256: seasons keep which one their prices follow. */
export function catalogueVersion(companies: readonly Company[]): string {
  const facts = companies.map((c) => [c.symbol, c.sector, c.beta, c.price, c.shares, c.volume, c.vol]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}

export const CATALOGUE_VERSION = catalogueVersion(COMPANIES);

export const COMPANY_BY_SYMBOL: ReadonlyMap<string, Company> = new Map(COMPANIES.map((c) => [c.symbol, c]));
