/** What the source of prices knows of companies. */
import * as at from '../addresses.ts';
import { located, type Table } from '../endpoint.ts';
import {
  CandlesAnswer,
  CandlesQuery,
  CompanyAnswer,
  ScreenerAnswer,
  ScreenerQuery,
  SearchAnswer,
  SearchQuery,
  SymbolInput,
} from '../schemas/market.ts';

export const market = {
  candles: {
    ...located(at.candles),
    summary: 'The bars of a ticker.',
    access: 'member',
    limit: 'read',
    query: CandlesQuery,
    answer: CandlesAnswer,
    tagged: true,
    errors: ['UNKNOWN_SYMBOL'],
    example: { query: { symbol: 'AAPL', interval: '1D', from: '2026-01-01' } },
  },
  company: {
    ...located(at.company),
    summary: 'Who is behind a ticker.',
    access: 'member',
    limit: 'read',
    query: SymbolInput,
    answer: CompanyAnswer,
    errors: ['UNKNOWN_SYMBOL'],
    example: { query: { symbol: 'AAPL' } },
  },
  search: {
    ...located(at.search),
    summary: 'Companies by ticker or name, the best match first.',
    access: 'member',
    limit: 'read',
    query: SearchQuery,
    answer: SearchAnswer,
    example: { query: { q: 'app' } },
  },
  screener: {
    ...located(at.screener),
    summary: 'Companies that pass every filter given, the largest first.',
    access: 'member',
    limit: 'read',
    query: ScreenerQuery,
    answer: ScreenerAnswer,
    example: { query: { priceMoreThan: '100', limit: '10' } },
  },
  logo: {
    ...located(at.logo),
    summary: "A company's logo, or a tile with its first letters where there is none.",
    access: 'public',
    params: SymbolInput,
    media: ['image/*'],
    tagged: true,
    errors: ['UNKNOWN_SYMBOL'],
    example: { params: { symbol: 'AAPL' } },
  },
} as const satisfies Table;
