/** A working order as JSON with exact decimals as text: a row of the database, a line of a season's bundle. Pure. */
import {
  readCents,
  readPercent,
  readPrice,
  readQuantity,
  writeCents,
  writePercent,
  writePrice,
  writeQuantity,
} from '../money/money.ts';
import type { PriceE4 } from '../money/units.ts';
import type { Size } from '../trading/order.ts';
import type { Action } from '../trading/position.ts';
import type { EventKind, Trail, WorkingOrder } from './order.ts';

/** An order's columns in JSON, as `order_events.terms` has them: exact decimals as text, times ISO. */
export type OrderJson = {
  id: string;
  rev: number;
  symbol: string;
  action: WorkingOrder['action'];
  type: WorkingOrder['type'];
  tif: WorkingOrder['tif'];
  quantity: string | null;
  amount: string | null;
  close_all: boolean;
  limit_price: string | null;
  stop_price: string | null;
  trail_amount: string | null;
  trail_percent: string | null;
  mark: string | null;
  /** Absent from events that are older than the column. */
  mark_from?: string | null;
  status: WorkingOrder['status'];
  reason: string | null;
  parent_id: string | null;
  role: WorkingOrder['role'];
  oco_id: string | null;
  hold: string;
  client_order_id: string | null;
  placed_at: string;
  active_from: string | null;
  triggered_at: string | null;
  expires_at: string | null;
  final_at: string | null;
};

/** A logged change of an order, decimals as text. `fill`: the fill that the change names; null without one. */
export type LoggedChange = {
  id: bigint;
  orderId: string;
  userId: number;
  username: string;
  kind: EventKind;
  at: Date;
  terms: OrderJson;
  fill: NamedFill | null;
};

/** The fill that a `filled` change names. @property orderId the order that the fill itself names */
export type NamedFill = {
  id: bigint;
  orderId: string | null;
  userId: number;
  symbol: string;
  action: Action;
  quantity: string;
  price: string;
  quoteAt: Date;
};

const time = (text: string | null) => (text === null ? null : Date.parse(text));
export const isoOrNull = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
const price = (text: string | null) => (text === null ? null : readPrice(text));
const priceText = (value: PriceE4 | null) => (value === null ? null : writePrice(value));

function readSize(row: OrderJson): Size {
  if (row.close_all) return { kind: 'all' };
  if (row.amount !== null) return { kind: 'amount', amount: readCents(row.amount) };
  return { kind: 'quantity', quantity: readQuantity(row.quantity!) };
}

export function readTrail({
  trail_amount,
  trail_percent,
}: Pick<OrderJson, 'trail_amount' | 'trail_percent'>): Trail | null {
  if (trail_amount !== null) return { kind: 'amount', amount: readPrice(trail_amount) };
  return trail_percent === null ? null : { kind: 'percent', percent: readPercent(trail_percent) };
}

export function readOrder(row: OrderJson): WorkingOrder {
  const { id, rev, symbol, action, type, tif, status, reason, role } = row;
  return {
    id,
    rev,
    symbol,
    action,
    type,
    tif,
    status,
    reason,
    role,
    size: readSize(row),
    trail: readTrail(row),
    limit: price(row.limit_price),
    stop: price(row.stop_price),
    mark: price(row.mark),
    markFrom: time(row.mark_from ?? null),
    parentId: row.parent_id,
    ocoId: row.oco_id,
    clientOrderId: row.client_order_id,
    hold: readCents(row.hold),
    placedAt: Date.parse(row.placed_at),
    activeFrom: time(row.active_from),
    triggeredAt: time(row.triggered_at),
    expiresAt: time(row.expires_at),
    finalAt: time(row.final_at),
  };
}

export function writeOrder(order: WorkingOrder): OrderJson {
  const { id, rev, symbol, action, type, tif, status, reason, role, size, trail } = order;
  return {
    id,
    rev,
    symbol,
    action,
    type,
    tif,
    status,
    reason,
    role,
    quantity: size.kind === 'quantity' ? writeQuantity(size.quantity) : null,
    amount: size.kind === 'amount' ? writeCents(size.amount) : null,
    close_all: size.kind === 'all',
    limit_price: priceText(order.limit),
    stop_price: priceText(order.stop),
    mark: priceText(order.mark),
    mark_from: isoOrNull(order.markFrom),
    trail_amount: trail?.kind === 'amount' ? writePrice(trail.amount) : null,
    trail_percent: trail?.kind === 'percent' ? writePercent(trail.percent) : null,
    parent_id: order.parentId,
    oco_id: order.ocoId,
    client_order_id: order.clientOrderId,
    hold: writeCents(order.hold),
    placed_at: new Date(order.placedAt).toISOString(),
    active_from: isoOrNull(order.activeFrom),
    triggered_at: isoOrNull(order.triggeredAt),
    expires_at: isoOrNull(order.expiresAt),
    final_at: isoOrNull(order.finalAt),
  };
}
