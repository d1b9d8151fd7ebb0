/** Working orders: their calls, and the order as its trader sees it. */
import { z } from 'zod';
import {
  plainDecimal,
  QUANTITY_DIGITS,
  readQuantity,
  writeCents,
  writePercent,
  writePrice,
} from '../money/money.ts';
import { trailingStop } from '../orders/meeting.ts';
import { ORDER_STATUSES, ORDER_TYPES, ROLES, TIFS, type WorkingOrder } from '../orders/order.ts';
import { isoOrNull } from '../orders/order-json.ts';
import { ACTIONS } from '../trading/position.ts';
import { RULE_REFUSALS } from '../trading/season-rules.ts';
import type { EndpointTable } from './endpoint.ts';
import { decimalText, dollars, formCall, instant, readCall } from './fields.ts';
import {
  CancelForm,
  OrderForm,
  OrderGroup,
  OrderId,
  OrderReplacement,
  OrderRequest,
  OrderSymbol,
  OrdersQuery,
  OrderTicketForm,
  SentKey,
} from './order-request.ts';
import { TradeAnswer, TradeForm } from './trade.ts';

/** An order. Decimals are strings. */
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

/** The fill of an order: decimal strings, as the database stores them. */
export type OrderFill = { price: string; quantity: string; source: string };

/** Returns an order as its trader sees it. @param fill null while the order has none */
export function wireOrder(order: WorkingOrder, fill: OrderFill | null): WireOrder {
  const { size, trail, mark } = order;
  return {
    id: order.id,
    rev: order.rev,
    clientOrderId: order.clientOrderId,
    symbol: order.symbol,
    action: order.action,
    type: order.type,
    tif: order.tif,
    quantity: size.kind === 'quantity' ? plainDecimal(size.quantity, QUANTITY_DIGITS) : null,
    amount: size.kind === 'amount' ? writeCents(size.amount) : null,
    closeAll: size.kind === 'all',
    limitPrice: order.limit === null ? null : writePrice(order.limit),
    stopPrice: order.stop === null ? null : writePrice(order.stop),
    trailAmount: trail?.kind === 'amount' ? writePrice(trail.amount) : null,
    trailPercent: trail?.kind === 'percent' ? writePercent(trail.percent) : null,
    mark: mark === null ? null : writePrice(mark),
    currentStop: mark === null || !trail ? null : writePrice(trailingStop(order, mark)),
    status: order.status,
    reason: order.reason,
    role: order.role,
    parentId: order.parentId,
    ocoId: order.ocoId,
    hold: writeCents(order.hold),
    placedAt: new Date(order.placedAt).toISOString(),
    expiresAt: isoOrNull(order.expiresAt),
    triggeredAt: isoOrNull(order.triggeredAt),
    finalAt: isoOrNull(order.finalAt),
    filledPrice: fill?.price ?? null,
    filledQuantity: fill && plainDecimal(readQuantity(fill.quantity), QUANTITY_DIGITS),
    source: fill?.source ?? null,
  };
}

const WireOrderEvent = z.object({
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
/** The result of an earlier call whose response was lost: a trade, or a placed order. */
const SentAnswer = z.object({ trade: TradeAnswer.nullable(), placed: PlacedAnswer.nullable() });
export const OrdersAnswer = z.object({
  orders: z.array(WithChildren),
  next: z.string().nullable().describe('Send it as `before` for the older ones'),
});
export type OrdersAnswer = z.output<typeof OrdersAnswer>;
export const OrderAnswer = z.object({
  order: WireOrder,
  events: z.array(WireOrderEvent),
  gaps: z
    .array(z.object({ from: z.string(), to: z.string() }))
    .describe('When prices of its symbol were not received while it worked'),
});
export type OrderAnswer = z.output<typeof OrderAnswer>;
const CancelledAnswer = z.object({
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

const PLACING = [
  'NOT_YOU',
  'UNKNOWN_SYMBOL',
  'INVALID_QUANTITY',
  'INVALID_AMOUNT',
  'INVALID_PRICE',
  'INVALID_TRAIL',
  'COMPETITION_INACTIVE',
  'ENTRY_CLOSED',
  'TOO_MANY_ORDERS',
  'DAY_FULL',
  'ORDER_NOT_FOUND',
  'ORDER_FINAL',
  'POSITION_CONFLICT',
  'NOT_ENOUGH_SHARES',
  'NOT_ENOUGH_CASH',
  ...RULE_REFUSALS,
  'NOT_FOUND',
  'PRICE_CROSSED',
  'PRICE_MOVED',
  'BRACKET_PRICES',
  'SPLIT_CHECK',
  'MARKET_CLOSED',
  'STALE_PRICE',
] as const;
const example = {
  symbol: 'AAPL',
  action: 'buy',
  type: 'limit',
  quantity: '10',
  limitPrice: '100.00',
} as const;
const params = { id: '01990000-0000-7000-8000-000000000000' };

/** Listed under trading in the API reference, because it also finds the result of POST /api/trade. */
export const sentOrderEndpoint = {
  sentOrder: {
    ...readCall('guest'),
    path: '/api/trade/:key',
    summary:
      'What became of an own order whose answer was lost, by its Idempotency-Key; nothing is sent again.',
    params: SentKey,
    answer: SentAnswer,
    errors: ['ORDER_NOT_FOUND'],
    example: { params: { key: '0123456789abcdef' } },
  },
} as const satisfies EndpointTable;

export const tradeEndpoints = {
  trade: {
    ...formCall('guest', 'trade'),
    path: '/api/trade',
    summary: 'Fills an order at the newest price.',
    body: TradeForm,
    formBody: OrderTicketForm,
    answer: TradeAnswer,
    repeatable: true,
    errors: [
      'NOT_YOU',
      'UNKNOWN_SYMBOL',
      'INVALID_QUANTITY',
      'INVALID_AMOUNT',
      'COMPETITION_INACTIVE',
      'ENTRY_CLOSED',
      'PRICE_MOVED',
      ...RULE_REFUSALS,
      'NOT_FOUND',
      'SPLIT_CHECK',
      'MARKET_CLOSED',
      'STALE_PRICE',
      'DAY_FULL',
      'REASON_NEEDED',
      'POSITION_CONFLICT',
      'NOT_ENOUGH_SHARES',
      'NOT_ENOUGH_CASH',
    ],
    example: { body: { user_id: 7, symbol: 'AAPL', action: 'buy', quantity: '10' } },
  },
} as const satisfies EndpointTable;

export const orderEndpoints = {
  orders: {
    ...readCall('guest'),
    path: '/api/orders',
    summary: 'Own orders of the newest season, newest first, target and stop under the order they belong to.',
    query: OrdersQuery,
    answer: OrdersAnswer,
    example: { query: { status: 'live' } },
  },
  placeOrder: {
    ...formCall('guest', 'trade'),
    path: '/api/orders',
    isExact: true,
    summary:
      'Places an order that waits for its price; one that need not wait fills at once, and one that may not wait and cannot fill is cancelled (200).',
    body: OrderRequest,
    formBody: OrderTicketForm,
    answer: PlacedAnswer,
    status: 201,
    others: { 200: PlacedAnswer },
    repeatable: true,
    errors: [...PLACING, 'REASON_NEEDED', 'DUPLICATE_ORDER'],
    example: { body: example },
  },
  cancelOrders: {
    method: 'DELETE',
    path: '/api/orders',
    isExact: true,
    summary: 'Cancels all own live orders, or those in one ticker.',
    access: 'guest',
    limit: 'trade',
    query: OrderSymbol,
    answer: CancelledAnswer,
    errors: ['COMPETITION_INACTIVE', 'NOT_FOUND'],
    example: { query: { symbol: 'AAPL' } },
  },
  cancelOrdersForm: {
    ...formCall('guest', 'trade'),
    path: '/api/orders/cancel',
    isExact: true,
    summary: 'Cancels all own live orders, or those in one ticker, as a form does.',
    body: CancelForm,
    answer: CancelledAnswer,
    errors: ['COMPETITION_INACTIVE', 'NOT_FOUND'],
    example: { body: { symbol: 'AAPL' } },
  },
  previewOrder: {
    method: 'POST',
    path: '/api/orders/preview',
    isExact: true,
    summary: 'What an order would hold and when it would fire; nothing is stored.',
    access: 'guest',
    limit: 'trade',
    body: OrderRequest,
    answer: PreviewAnswer,
    errors: PLACING,
    example: { body: example },
  },
  order: {
    ...readCall('guest'),
    path: '/api/orders/:id',
    summary: 'One own order, with everything that happened to it.',
    params: OrderId,
    answer: OrderAnswer,
    errors: ['ORDER_NOT_FOUND'],
    example: { params },
  },
  replaceOrder: {
    method: 'PATCH',
    path: '/api/orders/:id',
    isExact: true,
    summary: 'Changes the terms of a live order; what is not sent stays.',
    access: 'guest',
    limit: 'trade',
    params: OrderId,
    body: OrderReplacement,
    answer: WireOrder,
    errors: PLACING,
    example: { params, body: { limitPrice: '99.50' } },
  },
  cancelOrder: {
    method: 'DELETE',
    path: '/api/orders/:id',
    isExact: true,
    summary: 'Cancels a live order, with `group=1` its whole group.',
    access: 'guest',
    limit: 'trade',
    params: OrderId,
    query: OrderGroup,
    answer: WireOrder,
    errors: ['COMPETITION_INACTIVE', 'NOT_FOUND', 'ORDER_NOT_FOUND', 'ORDER_FINAL'],
    example: { params, query: { group: '1' } },
  },
  orderForm: {
    ...formCall('guest', 'trade'),
    path: '/api/orders/:id',
    isExact: true,
    summary: 'Changes or cancels a live order, as a form does.',
    params: OrderId,
    body: OrderForm,
    answer: WireOrder,
    errors: PLACING,
    example: { params, body: { _method: 'cancel' } },
  },
} as const satisfies EndpointTable;
