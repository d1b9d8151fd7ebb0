/** The order ticket as a form without scripts sends it. */
import { z } from 'zod';
import { writePrice } from '../money/money.ts';
import { ORDER_TYPES, type OrderType } from '../orders/order.ts';
import { readExit, readLevel } from '../orders/typed-level.ts';
import { optional } from './decimal.ts';
import { flag } from './flag.ts';
import { OrderRequest, TERMS_OF } from './schemas/orders.ts';

const text = optional(z.string().max(48));

/** An order, or all fields of the ticket: `form` says so, and those that do not apply to the type do not count. */
export const OrderTicketForm = OrderRequest.extend({
  form: optional(z.literal('ticket')).describe('Sent by the order ticket'),
  hasTarget: flag,
  targetPrice: text.describe('Of the target, if `hasTarget`'),
  hasStop: flag,
  lossPrice: text.describe('Of the stop, if `hasStop`'),
  follow: flag.describe('As `closeAll`, of an order that waits'),
  trail: text.describe('In dollars or percent, as `trailUnit` says'),
  trailUnit: optional(z.enum(['amount', 'percent'])),
});

/** What a refused ticket shows again. */
export const TICKET_FIELDS = [
  ...['form', 'symbol', 'action', 'type', 'mode', 'quantity', 'amount', 'limitPrice', 'stopPrice'],
  ...[
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
  ],
];

const isType = (value: unknown): value is OrderType => ORDER_TYPES.some((type) => type === value);
/** A level of the bracket as a price, where it is typed as a distance from `base`; what is neither stays as it is. */
function exitPrice(typed: unknown, base: unknown, isAbove: boolean): unknown {
  if (typeof typed !== 'string') return typed;
  const level = readExit(typed, typeof base === 'string' ? readLevel(base) : null, isAbove);
  return level === null ? typed : writePrice(level);
}

const isOn = (value: unknown) => flag.safeParse(value).data === true;

/** The body of POST /api/orders that a form means; any other body as it is. */
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
