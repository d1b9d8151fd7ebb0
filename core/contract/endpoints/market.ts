/** What the source of prices knows of companies. */
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';
import { Done } from '../fields.ts';
import {
  CandlesAnswer,
  CandlesQuery,
  CompanyAnswer,
  KeptChart,
  KeptChartAnswer,
  ScreenerAnswer,
  ScreenerQuery,
  SearchAnswer,
  SearchQuery,
  SymbolInput,
} from '../schemas/market.ts';

export const marketEndpoints = {
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
  keptChart: {
    ...located(at.keptChart),
    summary: 'What the caller drew on the chart of a ticker, and the averages and indicators chosen there.',
    access: 'member',
    limit: 'read',
    params: SymbolInput,
    answer: KeptChartAnswer,
    example: { params: { symbol: 'AAPL' } },
  },
  keepChart: {
    ...located(at.keepChart),
    summary: 'Keeps drawings, averages and indicators of a ticker for the caller.',
    access: 'member',
    limit: 'change',
    params: SymbolInput,
    body: KeptChart,
    answer: Done,
    example: {
      params: { symbol: 'AAPL' },
      body: {
        drawings: [
          { kind: 'level', a: { time: 1_767_225_600, price: 250 }, b: { time: 1_767_225_600, price: 250 } },
        ],
        averages: [20],
        studies: ['rsi'],
      },
    },
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
} as const satisfies EndpointTable;
