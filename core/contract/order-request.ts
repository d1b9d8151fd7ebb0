/** Orders as a program or the order ticket sends them. */
import { z } from 'zod';
import { tickerOf } from '../market/ticker.ts';
import { PERCENT_DIGITS, PRICE_DIGITS, writePrice } from '../money/money.ts';
import {
  isOpening,
  MAX_ORDER_WAIT_MS,
  ORDER_TYPES,
  type OrderType,
  type Replacement,
  TERMS_OF,
  TIFS,
  TRAIL_BOUNDS,
  type Trail,
} from '../orders/order.ts';
import type { NewOrder } from '../orders/place.ts';
import { readExit, readLevel } from '../orders/typed-level.ts';
import { type Issue, issue, issueAt, issueOf } from '../refusals/issues.ts';
import { fail } from '../refusals/refusals.ts';
import { ACTIONS } from '../trading/position.ts';
import { decimal, flag, GameChoice, NextPath, optional } from './fields.ts';
import { symbolField } from './market.ts';
import { chosenSize, doubts, MAX_PRICE, MIN_PRICE, sizeOf, TradeRequest, unknownSymbol } from './trade.ts';

const price = optional(decimal(PRICE_DIGITS, MIN_PRICE, MAX_PRICE, issue('priceRule')));
const trail = {
  trailAmount: optional(
    decimal(PRICE_DIGITS, TRAIL_BOUNDS.amount.least, TRAIL_BOUNDS.amount.most, issue('trailAmountRule')),
  ),
  trailPercent: optional(
    decimal(PERCENT_DIGITS, TRAIL_BOUNDS.percent.least, TRAIL_BOUNDS.percent.most, issue('trailPercentRule')),
  ),
};
const Target = z.object({ limitPrice: price });
const StopLoss = z.object({ stopPrice: price, limitPrice: price, ...trail });

const Terms = TradeRequest.pick({ quantity: true, amount: true, closeAll: true, mode: true }).extend({
  limitPrice: price,
  stopPrice: price,
  ...trail,
  tif: optional(z.enum(TIFS)),
  expiresAt: optional(z.iso.datetime({ offset: true })),
});

export const OrderRequest = Terms.extend({
  user_id: optional(z.union([z.number(), z.string().max(20)])),
  symbol: z.string().max(256),
  action: z.enum(ACTIONS),
  type: z.enum(ORDER_TYPES),
  takeProfit: optional(Target),
  stopLoss: optional(StopLoss),
  oco: optional(z.string().max(40)),
  clientOrderId: optional(z.string().regex(/^[\x20-\x7e]{1,48}$/)),
  quotedPrice: price,
  reason: TradeRequest.shape.reason,
  queue: flag,
  game: GameChoice,
  intent: optional(z.string()),
  next: NextPath,
});

const CARRY = flag.describe('Target and stop of an entry that waits keep their distance from it');
export const OrderReplacement = Terms.extend({ carry: CARRY });
/** HTML forms know no PATCH and no DELETE: `_method` replaces them. */
export const OrderForm = OrderReplacement.extend({
  _method: z.enum(['cancel', 'replace']),
  next: NextPath,
  order: z.string().optional().describe('As the id: the form that a refusal is shown in'),
});
export const OrderId = z.object({ id: z.uuid() });
export const OrderGroup = z.object({ group: flag });
/** A blank ticker is refused, because a call without a ticker cancels every order. */
export const OrderSymbol = z.object({ symbol: symbolField.optional(), game: GameChoice });
export const CancelForm = OrderSymbol.extend({ next: NextPath });
export const OrdersQuery = z.object({
  status: z.enum(['live', 'final', 'all']).default('all'),
  symbol: z.string().max(256).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  before: z.uuid().optional(),
  game: GameChoice,
});

type Fields = z.output<typeof Terms>;

/** Throws the refusal of a set of issues. @throws AppError INVALID_PRICE, INVALID_TRAIL, INVALID_QUANTITY, INVALID_AMOUNT, INVALID */
function refuse(issues: Issue[]): never {
  const paths = issues.map(({ path }) => path.split('.').at(-1) ?? '');
  const all = (...names: string[]) => paths.every((path) => names.includes(path));
  const more = { issues, ...doubts(issues) };
  if (all('limitPrice', 'stopPrice')) throw fail('INVALID_PRICE', more);
  if (all('trailAmount', 'trailPercent')) throw fail('INVALID_TRAIL', more);
  if (all('quantity', 'closeAll')) throw fail('INVALID_QUANTITY', more);
  if (all('amount')) throw fail('INVALID_AMOUNT', more);
  throw fail('INVALID', more);
}

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(chosenSize(body));
  if (result.success) return result.data;
  return refuse(result.error.issues.map(issueOf));
}

function trailOf({ trailAmount, trailPercent }: Pick<Fields, 'trailAmount' | 'trailPercent'>): Trail | null {
  if (trailAmount !== undefined && trailPercent !== undefined)
    refuse([issueAt('trailAmount', 'eitherTrail')]);
  if (trailAmount !== undefined) return { kind: 'amount', amount: trailAmount };
  return trailPercent === undefined ? null : { kind: 'percent', percent: trailPercent };
}

/**
 * Returns the prices of an order.
 * @throws AppError when a price of its type is missing, or a price is given that its type does not have
 */
function levelsOf(type: OrderType, fields: Fields) {
  const has = TERMS_OF[type];
  const check = (path: string, isPresent: boolean, isTerm: boolean) => {
    if (isPresent === isTerm) return;
    refuse([issueAt(path, isTerm ? 'typeHas' : 'typeHasNot', { orderType: type })]);
  };
  const { limitPrice, stopPrice } = fields;
  check('limitPrice', limitPrice !== undefined, has.limit);
  check('stopPrice', stopPrice !== undefined, has.stop);
  const trail = trailOf(fields);
  check('trailAmount', trail !== null, has.trail);
  return { limit: limitPrice ?? null, stop: stopPrice ?? null, trail };
}

type Request = z.output<typeof OrderRequest>;

function bracketOf({ action, takeProfit, stopLoss }: Request): Pick<NewOrder, 'takeProfit' | 'stopLoss'> {
  if ((takeProfit || stopLoss) && !isOpening(action)) refuse([issueAt('takeProfit', 'bracketOpens')]);
  if (takeProfit && takeProfit.limitPrice === undefined)
    refuse([issueAt('takeProfit.limitPrice', 'targetPrice')]);
  const target = takeProfit ? { limit: takeProfit.limitPrice! } : null;
  if (!stopLoss) return { takeProfit: target, stopLoss: null };
  const trail = trailOf(stopLoss);
  const { stopPrice: stop = null, limitPrice: limit = null } = stopLoss;
  if ((stop === null) === (trail === null) || (trail && limit !== null))
    refuse([issueAt('stopLoss.stopPrice', 'stopPriceOrTrail')]);
  return { takeProfit: target, stopLoss: { stop, limit, trail } };
}

function tifOf({ type, tif = 'gtc', queue }: Request): NewOrder['tif'] {
  const isImmediate = tif === 'ioc' || tif === 'fok';
  if (isImmediate && ((type !== 'market' && type !== 'limit') || queue)) refuse([issueAt('tif', 'atOnce')]);
  return tif;
}

/**
 * Reads the body of POST /api/orders. @param now epoch ms of the market's clock
 * @throws AppError NOT_YOU, INVALID, INVALID_QUANTITY, INVALID_AMOUNT, INVALID_PRICE, INVALID_TRAIL, UNKNOWN_SYMBOL
 */
export function readOrderRequest(body: unknown, userId: number, now: number): NewOrder {
  const request = parsed(OrderRequest, body);
  const { user_id, action, type, clientOrderId = null, oco = null } = request;
  if (user_id !== undefined && String(user_id) !== String(userId)) throw fail('NOT_YOU');
  const levels = levelsOf(type, request);
  if (isOpening(action) && !TERMS_OF[type].opens) refuse([issueAt('type', 'trailingCloses')]);
  const tif = tifOf(request);
  const size = sizeOf(request);
  if (size.kind === 'amount' && !isOpening(action)) refuse([issueAt('amount', 'amountOpens')]);
  const bracket = bracketOf(request);
  // a repeated request may come after the order's expiry and still gets the first response, so only `place` refuses an
  // expiry in the past
  const expiresAt = expiryOf(request, tif, now, Number.NEGATIVE_INFINITY);
  const symbol = tickerOf(request.symbol);
  if (symbol === null) throw unknownSymbol(request.symbol);
  const isQueued = request.queue && type === 'market';
  const { quotedPrice = null, reason = null } = request;
  const terms = { symbol, action, type, tif, size, ...levels, expiresAt, clientOrderId, oco };
  return { ...terms, isQueued, quotedPrice, reason, ...bracket };
}

function expiryOf(
  { expiresAt }: Pick<Fields, 'expiresAt'>,
  tif: string | undefined,
  now: number,
  after = now,
): number | null {
  if (expiresAt === undefined) return null;
  const expiresMs = Date.parse(expiresAt);
  const isInReach = expiresMs > after && expiresMs <= now + MAX_ORDER_WAIT_MS;
  if (!isInReach || (tif !== undefined && tif !== 'gtc')) refuse([issueAt('expiresAt', 'expiryRule')]);
  return expiresMs;
}

/** The Idempotency-Key of an earlier call. */
export const SentKey = z.object({ key: z.string().regex(/^[\x21-\x7e]{1,200}$/) });

/** Reads the body of PATCH /api/orders/{id}. @param now epoch ms of the market's clock @throws like `readOrderRequest` */
export function readReplacement(body: unknown, now: number): Replacement {
  const fields = parsed(OrderReplacement, body);
  const { quantity, amount, closeAll, limitPrice, stopPrice, tif } = fields;
  const trail = trailOf(fields);
  const expiresAt = expiryOf(fields, tif, now);
  const hasSize = quantity !== undefined || amount !== undefined || closeAll;
  return {
    ...(hasSize && { size: sizeOf({ ...fields, action: closeAll ? 'sell' : 'buy' }) }),
    ...(limitPrice !== undefined && { limit: limitPrice }),
    ...(stopPrice !== undefined && { stop: stopPrice }),
    ...(trail && { trail }),
    ...(tif !== undefined && { tif }),
    ...(expiresAt !== null && { expiresAt }),
    ...(fields.carry && { carry: true }),
  };
}

const text = optional(z.string().max(48));

/** A new order. `form: 'ticket'` marks the fields of the order ticket: only the fields of the order's type count. */
export const OrderTicketForm = OrderRequest.extend({
  form: optional(z.literal('ticket')).describe('Sent by the order ticket'),
  hasTarget: flag,
  targetPrice: text.describe('Of the target, if `hasTarget`'),
  hasStop: flag,
  lossPrice: text.describe('Of the stop, if `hasStop`'),
  follow: flag.describe('As `closeAll`, of an order that waits'),
  trail: text.describe('In dollars or percent, as `trailUnit` says'),
  trailUnit: optional(z.enum(['amount', 'percent'])),
  reverse: TradeRequest.shape.reverse,
  side: text.describe('As `action`'),
});

/** The fields a refused order ticket shows again. */
export const TICKET_FIELDS = [
  'form',
  'symbol',
  'action',
  'type',
  'mode',
  'quantity',
  'amount',
  'limitPrice',
  'stopPrice',
  'trail',
  'trailUnit',
  'tif',
  'reverse',
  'queue',
  'follow',
  'hasTarget',
  'targetPrice',
  'hasStop',
  'lossPrice',
  'reason',
];

const isType = (value: unknown): value is OrderType => ORDER_TYPES.some((type) => type === value);
/**
 * Converts the typed level of a target or stop, a price or a distance from `base`, into a price. Returns any other
 * value unchanged.
 */
function exitPrice(typed: unknown, base: unknown, isAbove: boolean): unknown {
  if (typeof typed !== 'string') return typed;
  const level = readExit(typed, typeof base === 'string' ? readLevel(base) : null, isAbove);
  return level === null ? typed : writePrice(level);
}

const isOn = (value: unknown) => flag.safeParse(value).data === true;

/** Returns the body of POST /api/orders for the fields of the order ticket; any other body unchanged. */
export function orderOfForm(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('form' in body) || body.form !== 'ticket') return body;
  const fields: Record<string, unknown> = { ...body };
  const { type, limitPrice, stopPrice, trail, trailUnit, targetPrice, lossPrice } = fields;
  if (!isType(type)) return body;
  const has = TERMS_OF[type];
  const isLong = fields.action === 'buy';
  const base = has.stop ? stopPrice : has.limit ? limitPrice : fields.quotedPrice;
  return {
    ...fields,
    limitPrice: has.limit ? limitPrice : undefined,
    stopPrice: has.stop ? stopPrice : undefined,
    trailAmount: has.trail && trailUnit !== 'percent' ? trail : undefined,
    trailPercent: has.trail && trailUnit === 'percent' ? trail : undefined,
    closeAll: isOn(fields.closeAll) || (type !== 'market' && isOn(fields.follow)),
    tif: type === 'market' ? undefined : fields.tif,
    takeProfit: isOn(fields.hasTarget) ? { limitPrice: exitPrice(targetPrice, base, isLong) } : undefined,
    stopLoss: isOn(fields.hasStop) ? { stopPrice: exitPrice(lossPrice, base, !isLong) } : undefined,
  };
}
