/** Bars, companies, the screener, and a trader's drawings on a chart. */
import { z } from 'zod';
import { INTERVALS } from '../market/bars.ts';
import { DRAWING_KINDS, MOST_DRAWINGS } from '../market/drawings.ts';
import { INDICATOR_IDS, SMA_PERIODS } from '../market/indicators.ts';
import { PRICE_DIGITS } from '../money/money.ts';
import { issue } from '../refusals/issues.ts';
import type { EndpointTable } from './endpoint.ts';
import { Done, decimal, formCall, readCall, reasonField } from './fields.ts';
import { MAX_PRICE, MIN_PRICE } from './trade.ts';

/** The most bars of one answer; a longer range is cut to its newest bars. */
export const MAX_BARS = 10_000;

/** Returns `schema` for a field that counts as absent when it is blank. */
const filled = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value: z.input<T> | '' | undefined) =>
      typeof value === 'string' && value.trim() === '' ? undefined : value,
    schema,
  );

/** The ticker as typed. Callers check its form with `tickerOf`, and refuse a malformed ticker with UNKNOWN_SYMBOL. */
export const symbolField = z
  .string({ error: issue('nameTicker') })
  .max(256, issue('nameTicker'))
  .refine((t) => t.trim() !== '', issue('nameTicker'));

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Returns the schema of a date or of epoch seconds. Output: epoch seconds; a date becomes its first second in UTC, or
 * with `end` its last.
 */
function moment(end: boolean) {
  const message = issue('dateLike');
  return filled(
    z
      .string({ error: message })
      .transform((text, context): number => {
        const seconds = DATE.test(text) ? dateSeconds(text) : /^\d{1,11}$/.test(text) ? Number(text) : null;
        if (seconds !== null) return DATE.test(text) && end ? seconds + 86_399 : seconds;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      })
      .optional(),
  );
}

/** Returns epoch seconds; null for a date that is not in the calendar. */
function dateSeconds(text: string): number | null {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? ms / 1000 : null;
}

export const CandlesQuery = z
  .object({
    symbol: symbolField,
    interval: filled(z.enum(INTERVALS, { error: issue('interval') }).default('1D')),
    from: moment(false),
    to: moment(true),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    error: issue('fromTo'),
  });
export type CandlesQuery = z.output<typeof CandlesQuery>;

const WireCandle = z.object({
  time: z.int().describe("Start of the bar, epoch seconds UTC; a day's is 00:00 UTC of its date"),
  date: z.string().describe('The same for people: YYYY-MM-DD of a day, ISO 8601 of a shorter bar'),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
});
export type WireCandle = z.output<typeof WireCandle>;

export const CandlesAnswer = z.object({
  symbol: z.string(),
  interval: z.enum(INTERVALS),
  source: z.string(),
  label: z.string().describe('What the chart writes beside the prices'),
  provisional: z.boolean().describe('The last bar may still change'),
  asOf: z.int().describe("The market's time of this answer, epoch seconds"),
  stale: z
    .object({ ageSeconds: z.int(), problem: z.string() })
    .nullish()
    .describe('How old the bars are, and why, when the source cannot be asked'),
  candles: z.array(WireCandle).describe('Oldest first'),
});
export type CandlesAnswer = z.output<typeof CandlesAnswer>;

const WireCompany = z.object({
  symbol: z.string(),
  companyName: z.string(),
  exchange: z.string(),
  sector: z.string(),
  beta: z.number().nullable(),
  marketCap: z.number().nullable().describe('Dollars'),
  source: z.string(),
});
const CompanyAnswer = WireCompany.extend({ label: z.string(), logo: z.string() });
const SearchAnswer = z.array(WireCompany);
const ScreenerAnswer = z.array(
  WireCompany.extend({
    price: z.number(),
    volume: z.number().describe('Shares a day'),
    changePercent: z.number().nullable().describe('Since the previous close'),
  }),
);

const SymbolInput = z.object({ symbol: symbolField });

const SplitsAnswer = z.array(
  z.object({
    effectiveAt: z.int().describe('The opening of its first session, epoch seconds'),
    numerator: z.int().describe('One old share became numerator/denominator new ones'),
    denominator: z.int(),
  }),
);

const SearchQuery = z.object({
  q: z.preprocess(
    (value: string | undefined) => value ?? '',
    z.string().max(100, issue('mostCharactersFull')),
  ),
});

/** Returns the schema of a number to filter by; blank: no filter. */
function filter(least = 0) {
  const message = issue('number');
  return filled(
    z
      .string({ error: message })
      .transform((text, context): number => {
        const value = /^-?\d{1,15}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : Number.NaN;
        if (value >= least) return value;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      })
      .optional(),
  );
}

export const ScreenerQuery = z.object({
  priceMoreThan: filter(),
  priceLowerThan: filter(),
  volumeMoreThan: filter(),
  marketCapMoreThan: filter(),
  betaMoreThan: filter(-100),
  betaLowerThan: filter(-100),
  sector: filled(z.string().max(100, issue('mostCharactersFull')).optional()),
  limit: filled(
    z.coerce
      .number({ error: issue('number') })
      .int()
      .min(1)
      .max(500)
      .optional(),
  ),
});
export type ScreenerQuery = z.output<typeof ScreenerQuery>;

/** Epoch seconds and dollars; a drawing may reach far outside the bars. */
const Point = z.object({
  time: z.number().min(-1e11).max(1e11),
  price: z.number().min(-1e10).max(1e10),
});
const DrawingInput = z.object({ kind: z.enum(DRAWING_KINDS), a: Point, b: Point });

export const KeptChart = z.object({
  drawings: z.array(DrawingInput).max(MOST_DRAWINGS),
  averages: z.array(z.literal(SMA_PERIODS)).max(SMA_PERIODS.length),
  studies: z.array(z.enum(INDICATOR_IDS)).max(INDICATOR_IDS.length),
});
export type KeptChart = z.output<typeof KeptChart>;

const KeptChartAnswer = z.object({ chart: KeptChart.nullable() });

export const marketEndpoints = {
  candles: {
    ...readCall('guest'),
    path: '/api/candles',
    summary: 'The bars of a ticker.',
    query: CandlesQuery,
    answer: CandlesAnswer,
    tagged: true,
    errors: ['UNKNOWN_SYMBOL'],
    example: { query: { symbol: 'AAPL', interval: '1D', from: '2026-01-01' } },
  },
  keptChart: {
    ...readCall('guest'),
    path: '/api/charts/:symbol',
    summary: 'What the caller drew on the chart of a ticker, and the averages and indicators chosen there.',
    params: SymbolInput,
    answer: KeptChartAnswer,
    example: { params: { symbol: 'AAPL' } },
  },
  keepChart: {
    method: 'PUT',
    path: '/api/charts/:symbol',
    summary: 'Keeps drawings, averages and indicators of a ticker for the caller.',
    access: 'guest',
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
    ...readCall('guest'),
    path: '/api/company',
    summary: 'Who is behind a ticker.',
    query: SymbolInput,
    answer: CompanyAnswer,
    errors: ['UNKNOWN_SYMBOL'],
    example: { query: { symbol: 'AAPL' } },
  },
  splits: {
    ...readCall('guest'),
    path: '/api/splits',
    summary: 'The splits of a ticker in the last year, oldest first; none where shares do not split.',
    query: SymbolInput,
    answer: SplitsAnswer,
    errors: ['UNKNOWN_SYMBOL'],
    example: { query: { symbol: 'AAPL' } },
  },
  search: {
    ...readCall('guest'),
    path: '/api/search',
    summary: 'Companies by ticker or name, the best match first.',
    query: SearchQuery,
    answer: SearchAnswer,
    example: { query: { q: 'app' } },
  },
  screener: {
    ...readCall('member'),
    path: '/api/screener',
    summary: 'Companies that pass every filter given, the largest first.',
    query: ScreenerQuery,
    answer: ScreenerAnswer,
    example: { query: { priceMoreThan: '100', limit: '10' } },
  },
  logo: {
    method: 'GET',
    path: '/api/logo/:symbol',
    summary: "A company's logo, or a tile with its first letters where there is none.",
    access: 'public',
    params: SymbolInput,
    media: ['image/*'],
    tagged: true,
    errors: ['UNKNOWN_SYMBOL'],
    example: { params: { symbol: 'AAPL' } },
  },
} as const satisfies EndpointTable;

const Rename = z.object({ symbol: symbolField, newSymbol: symbolField });
const Settlement = z.object({
  symbol: symbolField,
  price: decimal(PRICE_DIGITS, MIN_PRICE, MAX_PRICE, issue('priceRule')),
  reason: reasonField(issue('giveReason')),
});

const admin = formCall('admin');
const refusals = [
  'NOT_ACTIVE',
  'SYMBOL_FIXED',
  'SYMBOL_PRICED',
  'SYMBOL_NOT_HELD',
  'UNKNOWN_SYMBOL',
] as const;

export const symbolChangeEndpoints = {
  renameSymbol: {
    ...admin,
    path: '/api/rename-symbol',
    summary:
      'Gives the positions, orders and kept charts of a ticker without a price its new ticker; who holds both keeps the old one.',
    body: Rename,
    errors: [...refusals, 'SYMBOL_BOTH_HELD', 'STALE_PRICE'],
    example: { body: { symbol: 'FB', newSymbol: 'META' } },
  },
  settleSymbol: {
    ...admin,
    path: '/api/settle-symbol',
    summary: 'Closes every position in a ticker without a price at the price given, and cancels its orders.',
    body: Settlement,
    errors: refusals,
    example: { body: { symbol: 'TWTR', price: '54.20', reason: 'Bought for $54.20 in cash.' } },
  },
} as const satisfies EndpointTable;
