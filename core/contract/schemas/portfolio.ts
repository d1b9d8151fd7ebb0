/** GET /api/portfolio and GET /api/all-trades/{id}: rows as docs/rules/02-trading.md 6 names them. */
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
import type { CloseReason } from '../../trading/position.ts';

/** One open position. Numbers are for display; the server computed them exactly. `null`: no price right now. */
export type PortfolioItem = {
  symbol: string;
  type: 'long' | 'short';
  /** Entry, average. */
  buyPrice: number;
  /** Of a short: the entry again, of a long: null. */
  sellPrice: number | null;
  currentPrice: number | null;
  quantity: number;
  value: number;
  pnl: number | null;
  /** Percent of the entry price. */
  pnlPercent: number | null;
  /** Percent of balance + long values + short values. */
  allocation: number;
};

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
export type TradeRow = {
  position_id: string;
  symbol: string;
  is_short: boolean;
  buy_price: string;
  buy_quantity: string;
  sell_price: string | null;
  sell_quantity: string | null;
  /** Newest price of an open position, null when there is none; null on closed rows. */
  current_price: string | null;
  open_position_timestamp: string;
  close_position_timestamp: string | null;
  pnl: string | null;
  pnl_percent: string | null;
  xp: string | null;
  close_reason: CloseReason | null;
};

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
