/** POST /api/trade: an order that fills at once. */
import { z } from 'zod';
import { tickerOf } from '../market/ticker.ts';
import {
  CENT_DIGITS,
  PRICE_DIGITS,
  QUANTITY_DIGITS,
  SHARE,
  toNumber,
  writeCents,
  writePercent,
  XP_DIGITS,
} from '../money/money.ts';
import { cents, priceE4, quantityMicros } from '../money/units.ts';
import { MOST_REASON, reasonProblem } from '../orders/reason.ts';
import { gainXp, type Progress } from '../progress/xp.ts';
import { type Issue, issue, issueAt, issueOf } from '../refusals/issues.ts';
import { type AppError, fail } from '../refusals/refusals.ts';
import type { Decision, Size, TradeOrder } from '../trading/order.ts';
import { ACTIONS, type DecidedFill } from '../trading/position.ts';
import { decimal, decimalText, dollars, flag, GameChoice, NextPath, optional } from './fields.ts';

const MAX_QUANTITY = quantityMicros(1_000_000_000n * SHARE);
const MAX_AMOUNT = cents(1_000_000_000_000n * 100n);
const MIN_AMOUNT = cents(100n);
/** The lowest and the highest price of a request. */
export const MIN_PRICE = priceE4(1n);
export const MAX_PRICE = priceE4(10n ** 14n);
export const MAX_KEY_LENGTH = 200;

/** The reason of an order: one line of plain text; blank counts as absent. */
const Reason = z
  .string(issue('mustBeText'))
  .trim()
  .transform((reason, context): string | undefined => {
    const problem = reason === '' ? null : reasonProblem(reason);
    if (problem === null) return reason || undefined;
    context.addIssue({ code: 'custom', message: issue(problem), params: { length: MOST_REASON } });
    return z.NEVER;
  });

/**
 * Has exactly one of `quantity` (shares) and `amount` (dollars), unless `closeAll`. A form sends both inputs, and
 * `mode` says which one counts. `quotedPrice` is the price on the trader's screen.
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
  reason: optional(Reason).describe(
    'Why: up to 140 characters, for the trader alone; in a private game also for its owner and helpers',
  ),
  game: GameChoice,
});

/** A form has no headers, so it sends its key and the next page as fields. */
export const TradeForm = TradeRequest.extend({
  intent: z.string().optional().describe('The Idempotency-Key of a form'),
  next: NextPath,
});

/** Characters of an unknown ticker that its refusal repeats. */
const MAX_REPEATED = 12;
/** Returns UNKNOWN_SYMBOL with the typed text, or UNKNOWN_SYMBOL.blank for a text without a printable character. */
export function unknownSymbol(text: string): AppError {
  const readable = text.slice(0, 200).replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim();
  const symbol = [...readable].slice(0, MAX_REPEATED).join('');
  return symbol === '' ? fail('UNKNOWN_SYMBOL.blank') : fail('UNKNOWN_SYMBOL', { params: { symbol } });
}

/**
 * Returns the issue of a number with two readings as `saying`, so that its text replaces the refusal's text; empty
 * without such a number.
 */
export function doubts(issues: Issue[]): { saying?: Issue[] } {
  const saying = issues.filter(({ code }) => code === 'doubtfulNumber').slice(0, 1);
  return saying.length > 0 ? { saying } : {};
}

function refusal(issues: Issue[]): AppError {
  const hit = (name: string) => issues.some((issue) => issue.path === name);
  const saying = doubts(issues);
  const hasOtherIssues = issues.some((issue) => issue.path !== 'quantity' && issue.path !== 'amount');
  if (hasOtherIssues) return fail('INVALID', { issues, ...saying });
  return fail(hit('quantity') ? 'INVALID_QUANTITY' : 'INVALID_AMOUNT', { issues, ...saying });
}

/** Returns the body without the field, quantity or amount, that the `mode` of a form excludes. */
export function chosenSize(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('mode' in body)) return body;
  const { mode } = body;
  if (mode === 'quantity') return { ...body, amount: undefined };
  return mode === 'amount' ? { ...body, quantity: undefined } : body;
}

/**
 * Returns the size of an order.
 * @throws AppError INVALID_QUANTITY for both sizes or neither, INVALID for `closeAll` of an opening action
 */
export function sizeOf(
  request: Pick<z.output<typeof TradeRequest>, 'quantity' | 'amount' | 'closeAll' | 'action'>,
): Size {
  const { quantity, amount, closeAll, action } = request;
  const isClosing = action === 'sell' || action === 'cover';
  if (closeAll && isClosing) return { kind: 'all' };
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
 * UNKNOWN_SYMBOL for a text that cannot be a ticker
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
  const { action, reverse, quotedPrice, reason = null } = request;
  if (reverse && (action === 'sell' || action === 'cover')) {
    throw refusal([issueAt('reverse', 'reverseWith')]);
  }
  return { symbol, action, size, reverse, quotedPrice: quotedPrice ?? null, reason };
}

/**
 * One execution of an order; an order that reverses has two. Prices and quantities are plain numbers, money decimal
 * strings.
 */
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
  receipt: z.int().describe("Id of the last fill, as in the season's bundle"),
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

function fillOf({ action, symbol, quantity, price, cash, closed }: DecidedFill): TradeFill {
  return {
    action,
    symbol,
    quantity: toNumber(quantity, QUANTITY_DIGITS),
    price: toNumber(price, PRICE_DIGITS),
    cash: writeCents(cash),
    pnl: closed && writeCents(closed.pnl),
    pnlPercent: closed && writePercent(closed.pnlPercent),
  };
}

/** Returns the answer for a decided order; its receipt is 0 until the commit. @param progress XP and level before the order */
export function answerOf(
  order: TradeOrder,
  decision: Decision,
  progress: Progress,
  quote: { ageMs: number; source: string },
): TradeAnswer {
  const fills = decision.fills.map(fillOf);
  const main = fills.at(-1)!;
  const closed = decision.fills.findLast((fill) => fill.closed)?.closed;
  const gained = gainXp(progress, decision.xp);
  return {
    action: main.action,
    quantity: main.quantity,
    symbol: main.symbol,
    price: main.price,
    cash: writeCents(decision.cash),
    receipt: 0,
    quotedPrice: order.quotedPrice === null ? null : toNumber(order.quotedPrice, PRICE_DIGITS),
    quoteAgeMs: quote.ageMs,
    source: quote.source,
    fills,
    pnl: closed ? writeCents(decision.pnl) : null,
    pnlPercent: closed ? writePercent(closed.pnlPercent) : null,
    xpGained: toNumber(decision.xp, XP_DIGITS),
    levelsGained: gained.levels,
    tkfGained: gained.tkf,
  };
}
