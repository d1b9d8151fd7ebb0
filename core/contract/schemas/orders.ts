/** Orders that wait: what is asked for, and what is told of them. */
import { z } from 'zod';
import { tickerOf } from '../../market/ticker.ts';
import {
  MICRO_DIGITS,
  PRICE_DIGITS,
  plainDecimal,
  readMicro,
  writeCents,
  writeDecimal,
  writePrice,
} from '../../money/money.ts';
import { betterMark, trailingStop } from '../../orders/meeting.ts';
import {
  isOpening,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderType,
  ROLES,
  TIFS,
  type Trail,
  type WorkingOrder,
} from '../../orders/order.ts';
import type { NewOrder, Replacement } from '../../orders/place.ts';
import { ACTIONS } from '../../trading/position.ts';
import { decimal, optional } from '../decimal.ts';
import { fail } from '../errors.ts';
import { decimalText, dollars, instant } from '../fields.ts';
import { flag } from '../flag.ts';
import { type Issue, issue, issueAt, issueOf } from '../issues.ts';
import { NextPath } from '../next-path.ts';
import { chosenSize, sizeOf, TradeAnswer, TradeRequest, unknownSymbol } from './trade.ts';

/** Highest price an order may name. */
const MAX_PRICE = 10n ** 14n;
const price = optional(decimal(PRICE_DIGITS, 1n, MAX_PRICE, issue('priceRule')));
const trail = {
  trailAmount: optional(decimal(PRICE_DIGITS, 100n, 10n ** 10n, issue('trailAmountRule'))),
  trailPercent: optional(decimal(2, 1n, 5_000n, issue('trailPercentRule'))),
};
const Target = z.object({ limitPrice: price });
const StopLoss = z.object({ stopPrice: price, limitPrice: price, ...trail });

/** Terms that may be changed later. */
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
  queue: flag,
  intent: optional(z.string()),
  next: NextPath,
});

export const OrderReplacement = Terms;
/** A form can neither PATCH nor DELETE: it says what it means. */
export const OrderForm = Terms.extend({ _method: z.enum(['cancel', 'replace']), next: NextPath });
export const OrderId = z.object({ id: z.uuid() });
export const OrderGroup = z.object({ group: flag });
export const OrderSymbol = z.object({ symbol: z.string().max(256).optional() });
export const OrdersQuery = z.object({
  status: z.enum(['live', 'final', 'all']).default('all'),
  symbol: z.string().max(256).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  before: z.uuid().optional(),
});

type Fields = z.output<typeof Terms>;

/** @throws AppError INVALID_PRICE, INVALID_TRAIL, or INVALID for any other field */
function refuse(issues: Issue[]): never {
  const paths = issues.map(({ path }) => path.split('.').at(-1) ?? '');
  const all = (...names: string[]) => paths.every((path) => names.includes(path));
  if (all('limitPrice', 'stopPrice')) throw fail('INVALID_PRICE', { issues });
  if (all('trailAmount', 'trailPercent')) throw fail('INVALID_TRAIL', { issues });
  if (all('quantity', 'closeAll')) throw fail('INVALID_QUANTITY', { issues });
  if (all('amount')) throw fail('INVALID_AMOUNT', { issues });
  throw fail('INVALID', { issues });
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

const HAS = {
  market: { limit: false, stop: false, trail: false },
  limit: { limit: true, stop: false, trail: false },
  stop: { limit: false, stop: true, trail: false },
  stop_limit: { limit: true, stop: true, trail: false },
  trailing_stop: { limit: false, stop: false, trail: true },
} as const satisfies Record<OrderType, unknown>;

/** The prices of a type, each there exactly where the type has it. */
function levelsOf(type: OrderType, fields: Fields) {
  const has = HAS[type];
  const check = (path: string, isThere: boolean, shouldBe: boolean) => {
    if (isThere === shouldBe) return;
    refuse([issueAt(path, shouldBe ? 'typeHas' : 'typeHasNot', { orderType: type })]);
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
  if (!stopLoss) return { takeProfit: takeProfit ? { limit: takeProfit.limitPrice! } : null, stopLoss: null };
  const trail = trailOf(stopLoss);
  const { stopPrice: stop = null, limitPrice: limit = null } = stopLoss;
  if ((stop === null) === (trail === null) || (trail && limit !== null))
    refuse([issueAt('stopLoss.stopPrice', 'stopPriceOrTrail')]);
  return {
    takeProfit: takeProfit ? { limit: takeProfit.limitPrice! } : null,
    stopLoss: { stop, limit, trail },
  };
}

function tifOf({ type, tif = 'gtc', queue }: Request): NewOrder['tif'] {
  const atOnce = tif === 'ioc' || tif === 'fok';
  if (atOnce && ((type !== 'market' && type !== 'limit') || queue)) refuse([issueAt('tif', 'atOnce')]);
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
  if (type === 'trailing_stop' && isOpening(action)) refuse([issueAt('type', 'trailingCloses')]);
  const tif = tifOf(request);
  const size = sizeOf(request);
  if (size.kind === 'amount' && !isOpening(action)) refuse([issueAt('amount', 'amountOpens')]);
  const bracket = bracketOf(request);
  const symbol = tickerOf(request.symbol);
  if (symbol === null) throw unknownSymbol(request.symbol);
  const expiresAt = expiryOf(request, tif, now);
  const isQueued = request.queue && type === 'market';
  return { symbol, action, type, tif, size, ...levels, expiresAt, clientOrderId, oco, isQueued, ...bracket };
}

function expiryOf(
  { expiresAt }: Pick<Fields, 'expiresAt'>,
  tif: string | undefined,
  now: number,
): number | null {
  if (expiresAt === undefined) return null;
  const at = Date.parse(expiresAt);
  if (at <= now || (tif !== undefined && tif !== 'gtc')) refuse([issueAt('expiresAt', 'expiryRule')]);
  return at;
}

/** Reads the body of PATCH /api/orders/{id}. @throws what `readOrderRequest` throws */
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
  };
}

/** An order as its trader sees it. Decimals are strings. */
export const WireOrder = z.object({
  id: z.string(),
  rev: z.int().describe('Rises with each change of its terms'),
  clientOrderId: z.string().nullable(),
  symbol: z.string(),
  action: z.enum(ACTIONS),
  type: z.enum(ORDER_TYPES),
  tif: z.enum(TIFS),
  quantity: decimalText.nullable(),
  amount: dollars.nullable(),
  closeAll: z.boolean().describe('It closes whatever is open when it fires'),
  limitPrice: decimalText.nullable(),
  stopPrice: decimalText.nullable(),
  trailAmount: decimalText.nullable(),
  trailPercent: decimalText.nullable(),
  mark: decimalText.nullable().describe('Best price a trailing stop has seen, as far as it was noted'),
  currentStop: decimalText.nullable().describe('Where a trailing stop stands by its mark'),
  status: z.enum(ORDER_STATUSES),
  reason: z.string().nullable().describe('Why it was cancelled, or the code it was rejected with'),
  role: z.enum(ROLES).nullable(),
  parentId: z.string().nullable(),
  ocoId: z.string().nullable(),
  hold: dollars.describe('Cash it reserves'),
  placedAt: instant,
  expiresAt: instant.nullable(),
  triggeredAt: instant.nullable(),
  finalAt: instant.nullable(),
  filledPrice: decimalText.nullable(),
  filledQuantity: decimalText.nullable(),
  source: z.string().nullable().describe('Where the price of its fill came from'),
});
export type WireOrder = z.output<typeof WireOrder>;

/** An order's fill. Decimals as stored. */
export type OrderFill = { price: string; quantity: string; source: string };

const instantOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** @param last the newest price, if a trailing stop's mark may follow it */
export function wireOrder(
  order: WorkingOrder,
  fill: OrderFill | null,
  last: bigint | null = null,
): WireOrder {
  const { size, trail } = order;
  const mark = order.mark !== null && last !== null ? betterMark(order, order.mark, last) : order.mark;
  return {
    id: order.id,
    rev: order.rev,
    clientOrderId: order.clientOrderId,
    symbol: order.symbol,
    action: order.action,
    type: order.type,
    tif: order.tif,
    quantity: size.kind === 'quantity' ? plainDecimal(size.quantity, MICRO_DIGITS) : null,
    amount: size.kind === 'amount' ? writeCents(size.amount) : null,
    closeAll: size.kind === 'all',
    limitPrice: order.limit === null ? null : writePrice(order.limit),
    stopPrice: order.stop === null ? null : writePrice(order.stop),
    trailAmount: trail?.kind === 'amount' ? writePrice(trail.amount) : null,
    trailPercent: trail?.kind === 'percent' ? writeDecimal(trail.percent, 2) : null,
    mark: mark === null ? null : writePrice(mark),
    currentStop: mark === null || !trail ? null : writePrice(trailingStop(order, mark)),
    status: order.status,
    reason: order.reason,
    role: order.role,
    parentId: order.parentId,
    ocoId: order.ocoId,
    hold: writeCents(order.hold),
    placedAt: new Date(order.placedAt).toISOString(),
    expiresAt: instantOf(order.expiresAt),
    triggeredAt: instantOf(order.triggeredAt),
    finalAt: instantOf(order.finalAt),
    filledPrice: fill?.price ?? null,
    filledQuantity: fill && plainDecimal(readMicro(fill.quantity), MICRO_DIGITS),
    source: fill?.source ?? null,
  };
}

export const WireOrderEvent = z.object({
  kind: z.string(),
  at: instant,
  recordedAt: instant,
  rev: z.int(),
  reason: z.string().nullable(),
});
const WithChildren = WireOrder.extend({ children: z.array(WireOrder) });
export const PlacedAnswer = z.object({
  order: WireOrder,
  children: z.array(WireOrder),
  trade: TradeAnswer.nullable().describe('Of an order that filled at once'),
});
export type PlacedAnswer = z.output<typeof PlacedAnswer>;
export const OrdersAnswer = z.object({
  orders: z.array(WithChildren),
  next: z.string().nullable().describe('Send it as `before` for the older ones'),
});
export type OrdersAnswer = z.output<typeof OrdersAnswer>;
export const OrderAnswer = z.object({ order: WireOrder, events: z.array(WireOrderEvent) });
export type OrderAnswer = z.output<typeof OrderAnswer>;
export const CancelledAnswer = z.object({
  cancelled: z.int(),
  final: z.array(WireOrder).describe('Those that were over by the time they were to be cancelled'),
});
export const PreviewAnswer = z.object({
  hold: dollars,
  available: dollars,
  maxQuantity: decimalText.nullable().describe('The most such an order may name; null without a price'),
  firesAt: decimalText.nullable(),
  wouldFillNow: z.boolean(),
});
export type PreviewAnswer = z.output<typeof PreviewAnswer>;
