/** Positions: closing them, their price, and the rows of the portfolio and of all trades (docs/rules/02-trading.md 6). */
import { z } from 'zod';
import { tickerOf } from '../market/ticker.ts';
import {
  asPrice,
  CENT_DIGITS,
  ENTRY_DIGITS,
  PERCENT_DIGITS,
  PRICE_DIGITS,
  QUANTITY_DIGITS,
  toNumber,
  writeCents,
  writePercent,
  writePrice,
  writeQuantity,
} from '../money/money.ts';
import type { EntryE8 } from '../money/units.ts';
import { issue, issueOf } from '../refusals/issues.ts';
import { fail, REFUSALS, type RefusalCode } from '../refusals/refusals.ts';
import type { Item } from '../trading/portfolio.ts';
import { CLOSE_REASONS } from '../trading/position.ts';
import { UserId } from './account.ts';
import type { EndpointTable } from './endpoint.ts';
import {
  decimalText,
  formCall,
  GameChoice,
  instant,
  NextPath,
  optional,
  readCall,
  SeasonChoice,
} from './fields.ts';
import { TradeAnswer, unknownSymbol } from './trade.ts';

/** An open position. Its JSON numbers are for display; the server computes with exact amounts. */
export const PortfolioItem = z.object({
  symbol: z.string(),
  type: z.enum(['long', 'short']),
  buyPrice: z.number().describe('Average entry'),
  sellPrice: z.number().nullable().describe('Of a short the entry again, of a long null'),
  currentPrice: z.number().nullable().describe('null: no price right now'),
  quantity: z.number(),
  value: z.number(),
  pnl: z.number().nullable(),
  pnlPercent: z.number().nullable().describe('Percent of the entry price'),
  allocation: z.number().describe('Percent of balance + long values + short values'),
});
export type PortfolioItem = z.output<typeof PortfolioItem>;

export function portfolioItem(item: Item): PortfolioItem {
  const entry = toNumber(item.entry, ENTRY_DIGITS);
  return {
    symbol: item.symbol,
    type: item.isShort ? 'short' : 'long',
    buyPrice: entry,
    sellPrice: item.isShort ? entry : null,
    currentPrice: item.price === null ? null : toNumber(item.price, PRICE_DIGITS),
    quantity: toNumber(item.quantity, QUANTITY_DIGITS),
    value: toNumber(item.value, CENT_DIGITS),
    pnl: item.pnl === null ? null : toNumber(item.pnl, CENT_DIGITS),
    pnlPercent: item.pnlPercent === null ? null : toNumber(item.pnlPercent, PERCENT_DIGITS),
    allocation: toNumber(item.allocation, PERCENT_DIGITS),
  };
}

/**
 * An open position or a closed slice; rows of one position share `position_id`. buy_* is the fill that opens and sell_* the
 * fill that closes, also in a short. Decimals are strings; timestamps ISO 8601.
 */
export const TradeRow = z.object({
  position_id: z.string(),
  symbol: z.string(),
  is_short: z.boolean(),
  buy_price: decimalText,
  buy_quantity: decimalText,
  sell_price: decimalText.nullable(),
  sell_quantity: decimalText.nullable(),
  current_price: decimalText.nullable().describe('Newest price of an open position; null when there is none'),
  open_position_timestamp: instant,
  close_position_timestamp: instant.nullable(),
  pnl: decimalText.nullable(),
  pnl_percent: decimalText.nullable(),
  xp: decimalText.nullable(),
  close_reason: z.enum(CLOSE_REASONS).nullable(),
});
export type TradeRow = z.output<typeof TradeRow>;

/** Returns an average entry as a price with 4 decimals. */
export function entryText(entry: EntryE8): string {
  return writePrice(asPrice(entry));
}

export function openRow(item: Item, positionId: bigint, openedAt: Date): TradeRow {
  return {
    position_id: String(positionId),
    symbol: item.symbol,
    is_short: item.isShort,
    buy_price: entryText(item.entry),
    buy_quantity: writeQuantity(item.quantity),
    sell_price: null,
    sell_quantity: null,
    current_price: item.price === null ? null : writePrice(item.price),
    open_position_timestamp: openedAt.toISOString(),
    close_position_timestamp: null,
    pnl: item.pnl === null ? null : writeCents(item.pnl),
    pnl_percent: item.pnlPercent === null ? null : writePercent(item.pnlPercent),
    xp: null,
    close_reason: null,
  };
}

const MAX_POSITIONS = 200;
const POSITION_NAME = /^(\S{1,20}):(long|short)$/;
const CODES = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]];

export type PositionName = { symbol: string; side: 'long' | 'short' };

/** A form sends its positions in one field, separated by spaces. */
const ClosePositions = z.object({
  user_id: optional(z.union([z.number(), z.string().max(20)])),
  positions: z
    .union([z.array(z.string()), z.string().transform((text) => text.split(' ').filter(Boolean))])
    .pipe(
      z
        .array(z.string().regex(POSITION_NAME, { error: issue('positionRule') }))
        .min(1, { error: issue('positionRule') })
        .max(MAX_POSITIONS, { error: issue('positionRule') }),
    )
    .describe('Which: `AAPL:long`, `TSLA:short`; what the trader does not hold is told as refused'),
  intent: z.string().nullish().describe('The Idempotency-Key of a form'),
  game: GameChoice,
  next: NextPath,
});

/** Reads the body of POST /api/positions/close. @throws AppError INVALID, NOT_YOU, UNKNOWN_SYMBOL */
export function readClosePositions(body: unknown, userId: number): PositionName[] {
  const parsed = ClosePositions.safeParse(body);
  if (!parsed.success) throw fail('INVALID', { issues: parsed.error.issues.map(issueOf) });
  const { user_id } = parsed.data;
  if (user_id !== undefined && String(user_id) !== String(userId)) throw fail('NOT_YOU');
  return parsed.data.positions.map((name) => {
    const [, text = '', side] = POSITION_NAME.exec(name)!;
    const symbol = tickerOf(text);
    if (symbol === null) throw unknownSymbol(text);
    return { symbol, side: side as PositionName['side'] };
  });
}

export const ClosedPositions = z.object({
  closed: z.array(TradeAnswer).describe('The fills, in the order of the request'),
  refused: z
    .array(
      z.object({
        symbol: z.string(),
        code: z.enum(CODES),
        error: z.string().describe("A sentence in the reader's language"),
      }),
    )
    .describe('Those that stay open, each with its reason'),
});
export type ClosedPositions = z.output<typeof ClosedPositions>;

const PriceQuery = z.object({ symbol: z.string().max(256) });

export const PriceAnswer = z.object({
  symbol: z.string(),
  price: z.number(),
  asOf: instant.nullable().describe('When the price was made; null where its source does not say'),
  ageMs: z.number().nullable().describe('How long ago that was'),
  stale: z.boolean().describe('Too old to trade at, or the last one of a session that is over'),
  prevClose: z.number(),
  changePercent: z.number(),
  source: z.string(),
});
export type PriceAnswer = z.output<typeof PriceAnswer>;

const TradesQuery = z.object({ season: SeasonChoice.optional() });

export const positionEndpoints = {
  closePositions: {
    ...formCall('guest', 'trade'),
    path: '/api/positions/close',
    summary: 'Closes the positions that are named, each whole and at its own newest price.',
    body: ClosePositions,
    answer: ClosedPositions,
    repeatable: true,
    errors: [
      'NOT_YOU',
      'UNKNOWN_SYMBOL',
      'NOT_FOUND',
      'COMPETITION_INACTIVE',
      'SPLIT_CHECK',
      'MARKET_CLOSED',
      'STALE_PRICE',
      'NOT_ENOUGH_SHARES',
      'NOT_ENOUGH_CASH',
    ],
    example: { body: { positions: ['AAPL:long', 'TSLA:short'] } },
  },
  startOver: {
    ...formCall('guest', 'trade'),
    path: '/api/practice/start-over',
    summary:
      'Cancels all practice orders, closes all practice positions and gives the start cash again; once an hour.',
    body: z.object({ next: NextPath }),
    errors: ['SPLIT_CHECK', 'MARKET_CLOSED', 'STALE_PRICE', 'NOT_ENOUGH_CASH', 'UNAVAILABLE'],
    example: { body: {} },
  },
  price: {
    method: 'GET',
    path: '/api/price',
    summary: 'The newest price of a ticker.',
    access: 'guest',
    query: PriceQuery,
    answer: PriceAnswer,
    errors: ['UNKNOWN_SYMBOL'],
    example: { query: { symbol: 'AAPL' } },
  },
  portfolio: {
    method: 'GET',
    path: '/api/portfolio',
    summary: 'The open positions of who is signed in, at the newest prices.',
    access: 'guest',
    query: z.object({ game: GameChoice }),
    answer: z.array(PortfolioItem),
    headers: {
      'x-available': 'Cash that no working order reserves.',
      'x-held': 'Cash that working orders reserve.',
      'x-live-orders': 'How many orders wait.',
    },
  },
  trades: {
    ...readCall('guest'),
    path: '/api/all-trades/:id',
    summary:
      "Any trader's open positions and closed trades of one season (the newest unless named) or of all, newest first; under rules that hide open positions, others are told closed ones only.",
    params: UserId,
    query: TradesQuery.extend({ game: GameChoice }),
    answer: z.array(TradeRow),
    errors: ['UNKNOWN_TRADER', 'NOT_FOUND'],
    example: { params: { id: '7' } },
  },
  tradesFile: {
    ...readCall('member'),
    path: '/api/my-trades',
    summary:
      'The closed trades of who is signed in, of one season (the newest unless named) or of all, newest first.',
    query: TradesQuery,
    media: ['text/csv'],
    errors: ['NOT_FOUND'],
    example: { query: { season: '1' } },
  },
} as const satisfies EndpointTable;
