/** Orders that wait for a price. */
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';
import { OrderTicketForm } from '../order-form.ts';
import {
  CancelledAnswer,
  OrderAnswer,
  OrdersAnswer,
  PlacedAnswer,
  PreviewAnswer,
  WireOrder,
} from '../schemas/order-answers.ts';
import {
  CancelForm,
  OrderForm,
  OrderGroup,
  OrderId,
  OrderReplacement,
  OrderRequest,
  OrderSymbol,
  OrdersQuery,
} from '../schemas/orders.ts';

const SHAPES = [
  ...(['NOT_YOU', 'UNKNOWN_SYMBOL', 'INVALID_QUANTITY', 'INVALID_AMOUNT'] as const),
  ...(['INVALID_PRICE', 'INVALID_TRAIL'] as const),
] as const;
const PLACING = [
  ...SHAPES,
  ...(['COMPETITION_INACTIVE', 'TOO_MANY_ORDERS', 'DAY_FULL', 'ORDER_NOT_FOUND', 'ORDER_FINAL'] as const),
  ...([
    'POSITION_CONFLICT',
    'NOT_ENOUGH_SHARES',
    'NOT_ENOUGH_CASH',
    'PRICE_TOO_LOW',
    'SHARE_LIMIT',
    'PRICE_CROSSED',
    'PRICE_MOVED',
  ] as const),
  ...(['BRACKET_PRICES', 'SPLIT_CHECK', 'MARKET_CLOSED', 'STALE_PRICE'] as const),
] as const;
const example = {
  symbol: 'AAPL',
  action: 'buy',
  type: 'limit',
  quantity: '10',
  limitPrice: '100.00',
} as const;
const params = { id: '01990000-0000-7000-8000-000000000000' };

export const orderEndpoints = {
  orders: {
    ...located(at.orders),
    summary: 'Own orders of the newest season, newest first, target and stop under the order they belong to.',
    access: 'member',
    limit: 'read',
    query: OrdersQuery,
    answer: OrdersAnswer,
    example: { query: { status: 'live' } },
  },
  placeOrder: {
    ...located(at.placeOrder),
    summary:
      'Places an order that waits for its price; one that need not wait fills at once, and one that may not wait and cannot fill is cancelled (200).',
    access: 'member',
    limit: 'trade',
    body: OrderTicketForm,
    answer: PlacedAnswer,
    status: 201,
    others: { 200: PlacedAnswer },
    form: true,
    repeatable: true,
    errors: [...PLACING, 'DUPLICATE_ORDER'],
    example: { body: example },
  },
  cancelOrders: {
    ...located(at.cancelOrders),
    summary: 'Cancels all own live orders, or those in one ticker.',
    access: 'member',
    limit: 'trade',
    query: OrderSymbol,
    answer: CancelledAnswer,
    errors: ['COMPETITION_INACTIVE'],
    example: { query: { symbol: 'AAPL' } },
  },
  cancelOrdersForm: {
    ...located(at.cancelOrdersForm),
    summary: 'Cancels all own live orders, or those in one ticker, as a form does.',
    access: 'member',
    limit: 'trade',
    body: CancelForm,
    answer: CancelledAnswer,
    form: true,
    errors: ['COMPETITION_INACTIVE'],
    example: { body: { symbol: 'AAPL' } },
  },
  previewOrder: {
    ...located(at.previewOrder),
    summary: 'What an order would hold and when it would fire; nothing is stored.',
    access: 'member',
    limit: 'trade',
    body: OrderRequest,
    answer: PreviewAnswer,
    errors: PLACING,
    example: { body: example },
  },
  order: {
    ...located(at.order),
    summary: 'One own order, with everything that happened to it.',
    access: 'member',
    limit: 'read',
    params: OrderId,
    answer: OrderAnswer,
    errors: ['ORDER_NOT_FOUND'],
    example: { params },
  },
  replaceOrder: {
    ...located(at.replaceOrder),
    summary: 'Changes the terms of a live order; what is not sent stays.',
    access: 'member',
    limit: 'trade',
    params: OrderId,
    body: OrderReplacement,
    answer: WireOrder,
    errors: PLACING,
    example: { params, body: { limitPrice: '99.50' } },
  },
  cancelOrder: {
    ...located(at.cancelOrder),
    summary: 'Cancels a live order, with `group=1` its whole group.',
    access: 'member',
    limit: 'trade',
    params: OrderId,
    query: OrderGroup,
    answer: WireOrder,
    errors: ['COMPETITION_INACTIVE', 'ORDER_NOT_FOUND', 'ORDER_FINAL'],
    example: { params, query: { group: '1' } },
  },
  orderForm: {
    ...located(at.orderForm),
    summary: 'Changes or cancels a live order, as a form does.',
    access: 'member',
    limit: 'trade',
    params: OrderId,
    body: OrderForm,
    answer: WireOrder,
    form: true,
    errors: PLACING,
    example: { params, body: { _method: 'cancel' } },
  },
} as const satisfies EndpointTable;
