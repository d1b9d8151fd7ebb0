/** GET /api/portfolio and GET /api/all-trades/{id}: rows as docs/rules/02-trading.md 6 names them. */
import { z } from 'zod';
import {
  divRound,
  ENTRY_DIGITS,
  type Entry,
  MICRO_DIGITS,
  PRICE_DIGITS,
  toNumber,
  writeCents,
  writeDecimal,
  writeMicro,
  writePrice,
} from '../../money/money.ts';
import type { Item } from '../../trading/portfolio.ts';
import { CLOSE_REASONS } from '../../trading/position.ts';
import { decimalText, instant } from '../fields.ts';

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
    quantity: toNumber(item.quantity, MICRO_DIGITS),
    value: toNumber(item.value, 2),
    pnl: item.pnl === null ? null : toNumber(item.pnl, 2),
    pnlPercent: item.pnlPercent === null ? null : toNumber(item.pnlPercent, 2),
    allocation: toNumber(item.allocation, 2),
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
export function entryText(entry: Entry): string {
  return writePrice(divRound(entry, 10_000n));
}

export function openRow(item: Item, positionId: bigint, openedAt: Date): TradeRow {
  return {
    position_id: String(positionId),
    symbol: item.symbol,
    is_short: item.isShort,
    buy_price: entryText(item.entry),
    buy_quantity: writeMicro(item.quantity),
    sell_price: null,
    sell_quantity: null,
    current_price: item.price === null ? null : writePrice(item.price),
    open_position_timestamp: openedAt.toISOString(),
    close_position_timestamp: null,
    pnl: item.pnl === null ? null : writeCents(item.pnl),
    pnl_percent: item.pnlPercent === null ? null : writeDecimal(item.pnlPercent, 2),
    xp: null,
    close_reason: null,
  };
}
