/** Positions: closing them, GET /api/portfolio and GET /api/all-trades/{id}: rows as docs/rules/02-trading.md 6 names them. */
import { z } from 'zod';
import { tickerOf } from '../../market/ticker.ts';
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
} from '../../money/money.ts';
import type { EntryE8 } from '../../money/units.ts';
import { issue, issueOf } from '../../refusals/issues.ts';
import { fail, REFUSALS, type RefusalCode } from '../../refusals/refusals.ts';
import type { Item } from '../../trading/portfolio.ts';
import { CLOSE_REASONS } from '../../trading/position.ts';
import { decimalText, instant } from '../fields.ts';
import { NextPath } from '../next-path.ts';
import { TradeAnswer, unknownSymbol } from './trade.ts';

/** One open position. Numbers are for display; the server computed them exactly. `null`: no price right now. */
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
 * One open position or closed slice; rows of one position share `position_id`. buy_* is the opening leg, sell_* the
 * closing leg, whatever the direction. Decimals are strings; timestamps ISO 8601.
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

/** An average entry as a price: 4 decimals. */
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

/** Most positions one request closes. */
const MAX_POSITIONS = 200;
const NAMED = /^(\S{1,20}):(long|short)$/;
const CODES = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]];

export type PositionName = { symbol: string; side: 'long' | 'short' };

/** A form sends one field, its positions with spaces between. */
export const ClosePositions = z.object({
  positions: z
    .union([z.array(z.string()), z.string().transform((text) => text.split(' ').filter(Boolean))])
    .pipe(
      z
        .array(z.string().regex(NAMED, { error: issue('positionRule') }))
        .min(1, { error: issue('positionRule') })
        .max(MAX_POSITIONS, { error: issue('positionRule') }),
    )
    .describe('Which: `AAPL:long`, `TSLA:short`; what the trader does not hold is told as refused'),
  intent: z.string().nullish().describe('The Idempotency-Key of a form'),
  next: NextPath,
});

/** Reads the body of POST /api/positions/close. @throws AppError INVALID, UNKNOWN_SYMBOL */
export function readClosePositions(body: unknown): PositionName[] {
  const parsed = ClosePositions.safeParse(body);
  if (!parsed.success) throw fail('INVALID', { issues: parsed.error.issues.map(issueOf) });
  return parsed.data.positions.map((name) => {
    const [, text = '', side] = NAMED.exec(name)!;
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
