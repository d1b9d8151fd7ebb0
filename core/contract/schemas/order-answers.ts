/** Orders that wait, as their trader sees them. */
import { z } from 'zod';
import {
  plainDecimal,
  QUANTITY_DIGITS,
  readQuantity,
  writeCents,
  writePercent,
  writePrice,
} from '../../money/money.ts';
import { trailingStop } from '../../orders/meeting.ts';
import { ORDER_STATUSES, ORDER_TYPES, ROLES, TIFS, type WorkingOrder } from '../../orders/order.ts';
import { ACTIONS } from '../../trading/position.ts';
import { decimalText, dollars, instant } from '../fields.ts';
import { TradeAnswer } from './trade.ts';

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
    expiresAt: instantOf(order.expiresAt),
    triggeredAt: instantOf(order.triggeredAt),
    finalAt: instantOf(order.finalAt),
    filledPrice: fill?.price ?? null,
    filledQuantity: fill && plainDecimal(readQuantity(fill.quantity), QUANTITY_DIGITS),
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
/** What became of a call whose answer was lost: a trade, or an order that was placed. */
export const SentAnswer = z.object({ trade: TradeAnswer.nullable(), placed: PlacedAnswer.nullable() });
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
