/** POST /api/trade: request and answer. */
import { z } from 'zod';
import { tickerOf } from '../../market/ticker.ts';
import { CENT_DIGITS, PRICE_DIGITS, QUANTITY_DIGITS, SHARE } from '../../money/money.ts';
import { cents, priceE4, quantityMicros } from '../../money/units.ts';
import { type Issue, issue, issueAt, issueOf } from '../../refusals/issues.ts';
import { type AppError, fail } from '../../refusals/refusals.ts';
import type { Size, TradeOrder } from '../../trading/order.ts';
import { ACTIONS } from '../../trading/position.ts';
import { decimal, optional } from '../decimal.ts';
import { decimalText, dollars } from '../fields.ts';
import { flag } from '../flag.ts';
import { NextPath } from '../next-path.ts';

/** Most shares, and most dollars, one order may name. */
export const MAX_QUANTITY = quantityMicros(1_000_000_000n * SHARE);
export const MAX_AMOUNT = cents(1_000_000_000_000n * 100n);
/** At least a dollar of stock. */
export const MIN_AMOUNT = cents(100n);
/** Lowest and highest price a request may name. */
export const MIN_PRICE = priceE4(1n);
export const MAX_PRICE = priceE4(10n ** 14n);
/** Longest Idempotency-Key. */
export const MAX_KEY_LENGTH = 200;

/**
 * Exactly one of `quantity` (shares) and `amount` (dollars), unless `closeAll`. A form may send both inputs with
 * `mode` telling which one counts. `quotedPrice`: what the trader saw.
 */
export const TradeRequest = z.object({
  user_id: z.union([z.number(), z.string().max(20)]),
  symbol: z.string().max(256),
  action: z.enum(ACTIONS),
  quantity: optional(decimal(QUANTITY_DIGITS, SHARE, MAX_QUANTITY, issue('quantityRule'))),
  amount: optional(decimal(CENT_DIGITS, MIN_AMOUNT, MAX_AMOUNT, issue('amountRule'))),
  mode: optional(z.enum(['quantity', 'amount'])),
  closeAll: flag,
  reverse: flag,
  quotedPrice: optional(decimal(PRICE_DIGITS, MIN_PRICE, MAX_PRICE, issue('priceRule'))),
});

/** A form has no headers: it names its key and the page to go back to. */
export const TradeForm = TradeRequest.extend({
  intent: z.string().optional().describe('The Idempotency-Key of a form'),
  next: NextPath,
});

/** Longest part of an unknown ticker a wording repeats. */
const SHOWN = 12;
/** UNKNOWN_SYMBOL with the text as it was typed, or UNKNOWN_SYMBOL.blank where nothing of it can be read. */
export function unknownSymbol(text: string): AppError {
  const readable = text.slice(0, 200).replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim();
  const symbol = [...readable].slice(0, SHOWN).join('');
  return symbol === '' ? fail('UNKNOWN_SYMBOL.blank') : fail('UNKNOWN_SYMBOL', { params: { symbol } });
}

/** What a refusal says instead of its own wording: which numbers can be read as two. */
export function doubts(issues: Issue[]): { saying?: Issue[] } {
  const saying = issues.filter(({ code }) => code === 'doubtfulNumber').slice(0, 1);
  return saying.length > 0 ? { saying } : {};
}

/** Which refusal a set of issues is: quantity and amount have codes of their own. */
function refusal(issues: Issue[]): AppError {
  const hit = (name: string) => issues.some((issue) => issue.path === name);
  const saying = doubts(issues);
  const others = issues.some((issue) => issue.path !== 'quantity' && issue.path !== 'amount');
  if (others) return fail('INVALID', { issues, ...saying });
  return fail(hit('quantity') ? 'INVALID_QUANTITY' : 'INVALID_AMOUNT', { issues, ...saying });
}

/** A form sends both inputs and says which one counts. */
export function chosenSize(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('mode' in body)) return body;
  const { mode } = body;
  if (mode === 'quantity') return { ...body, amount: undefined };
  return mode === 'amount' ? { ...body, quantity: undefined } : body;
}

/** How much an order is for. @throws AppError INVALID_QUANTITY, INVALID_AMOUNT */
export function sizeOf(
  request: Pick<z.output<typeof TradeRequest>, 'quantity' | 'amount' | 'closeAll' | 'action'>,
): Size {
  const { quantity, amount, closeAll, action } = request;
  const closing = action === 'sell' || action === 'cover';
  if (closeAll && closing) return { kind: 'all' };
  if (closeAll) {
    throw refusal([issueAt('closeAll', 'closeAll')]);
  }
  if (quantity !== undefined && amount !== undefined) {
    throw refusal([issueAt('quantity', 'eitherOr')]);
  }
  if (quantity !== undefined) return { kind: 'quantity', quantity };
  if (amount !== undefined) return { kind: 'amount', amount };
  throw refusal([issueAt('quantity', 'neither')]);
}

/**
 * Reads the body of POST /api/trade.
 * @throws AppError NOT_YOU when `user_id` is not the session's user, INVALID, INVALID_QUANTITY, INVALID_AMOUNT,
 * UNKNOWN_SYMBOL when no ticker can look like that
 */
export function readTradeRequest(body: unknown, userId: number): TradeOrder {
  if (typeof body === 'object' && body !== null && 'user_id' in body) {
    const { user_id } = body;
    const isYou = user_id === userId || user_id === String(userId);
    if (!isYou) throw fail('NOT_YOU');
  }
  const parsed = TradeRequest.safeParse(chosenSize(body));
  if (!parsed.success) {
    throw refusal(parsed.error.issues.map(issueOf));
  }
  const request = parsed.data;
  const size = sizeOf(request);
  const symbol = tickerOf(request.symbol);
  if (symbol === null) throw unknownSymbol(request.symbol);
  const { action, reverse, quotedPrice } = request;
  if (reverse && (action === 'sell' || action === 'cover')) {
    throw refusal([issueAt('reverse', 'reverseWith')]);
  }
  return { symbol, action, size, reverse, quotedPrice: quotedPrice ?? null };
}

/** One execution of an order; a reverse has two. Prices and quantities are plain numbers, money decimal strings. */
export const TradeFill = z.object({
  action: z.enum(ACTIONS),
  symbol: z.string(),
  quantity: z.number(),
  price: z.number(),
  cash: dollars,
  pnl: dollars.nullable(),
  pnlPercent: decimalText.nullable(),
});
export type TradeFill = z.output<typeof TradeFill>;

export const TradeAnswer = z.object({
  action: z.enum(ACTIONS),
  quantity: z.number().describe("Of the order's own action, as is the price"),
  symbol: z.string(),
  price: z.number(),
  cash: dollars.describe('After the trade'),
  quotedPrice: z.number().nullable().describe('What the trader saw'),
  quoteAgeMs: z.number().describe('Age of the quote at the commit'),
  source: z.string().describe('Where the price came from'),
  fills: z.array(TradeFill),
  pnl: dollars.nullable().describe('Of the slices this trade closed; null when it closed none'),
  pnlPercent: decimalText.nullable(),
  xpGained: z.number(),
  levelsGained: z.int(),
  tkfGained: z.int(),
});
export type TradeAnswer = z.output<typeof TradeAnswer>;
