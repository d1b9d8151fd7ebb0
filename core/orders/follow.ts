/** What everything else does to a trader's orders: trades by hand, covers by force, splits, the season's end. Pure. */
import { type PriceE4, quantityMicros, scale } from '../money/units.ts';
import type { Leg, Position } from '../trading/position.ts';
import {
  amend,
  type Book,
  type Draft,
  draftOf,
  endOrder,
  followPositions,
  groupOf,
  takeLegs,
} from './book.ts';
import { holdOf } from './hold.ts';
import { type CancelReason, isOpening, type WorkingOrder } from './order.ts';

const symbolsOf = (legs: readonly Leg[]) => legs.map((leg) => leg.symbol);

/** A trade by hand: closing orders follow the position. */
export function followTrade(book: Book, legs: readonly Leg[], at: number): Draft {
  const draft = draftOf(book);
  takeLegs(draft, legs);
  followPositions(draft, symbolsOf(legs), at);
  return draft;
}

/** Shorts covered by force: what still wanted to open something is gone. */
export function followForcedCover(book: Book, legs: readonly Leg[], at: number): Draft {
  const draft = draftOf(book);
  for (const order of book.orders.values())
    if (isOpening(order.action) && draft.orders.has(order.id)) endOrder(draft, order, 'forced_cover', at);
  takeLegs(draft, legs);
  followPositions(draft, symbolsOf(legs), at);
  return draft;
}

/** Cancels orders, with those that depend on them. @param isGroup also the others of their groups */
export function cancelInBook(
  book: Book,
  ids: readonly string[],
  reason: CancelReason,
  at: number,
  isGroup = false,
): Draft {
  const draft = draftOf(book);
  for (const id of ids) {
    const order = draft.orders.get(id);
    if (!order) continue;
    const others = isGroup ? groupOf(draft, order) : [];
    for (const each of [order, ...others]) if (draft.orders.has(each.id)) endOrder(draft, each, reason, at);
  }
  return draft;
}

type Ratio = { numerator: number; denominator: number };

/** An order over as much of the company as before; null when nothing is left of it. */
function splitOrder(order: WorkingOrder, { numerator, denominator }: Ratio): WorkingOrder | null {
  const [n, d] = [BigInt(numerator), BigInt(denominator)];
  const price = (value: PriceE4 | null) => (value === null ? null : scale(value, d, n));
  const size =
    order.size.kind === 'quantity'
      ? ({ kind: 'quantity', quantity: quantityMicros((order.size.quantity * n) / d) } as const)
      : order.size;
  const trail =
    order.trail?.kind === 'amount' ? { ...order.trail, amount: price(order.trail.amount)! } : order.trail;
  const after = {
    ...order,
    size,
    trail,
    limit: price(order.limit),
    stop: price(order.stop),
    mark: price(order.mark),
  };
  const isGone =
    (size.kind === 'quantity' && size.quantity === 0n) ||
    [after.limit, after.stop, trail?.kind === 'amount' ? trail.amount : null].includes(0n);
  if (isGone) return null;
  const hold = order.type === 'market' ? order.hold : holdOf(after, 0n);
  return hold < order.hold ? { ...after, hold } : after;
}

/** A split of a symbol. @param position after it, if there is one @param effectiveAt later terms are of new shares, epoch ms */
export function followSplit(
  book: Book,
  split: { symbol: string; ratio: Ratio; position: Position | null; effectiveAt: number },
  at: number,
): Draft {
  const { symbol, ratio, position, effectiveAt } = split;
  const draft = draftOf(book);
  if (position) draft.positions.set(symbol, position);
  for (const order of book.orders.values()) {
    if (order.symbol !== symbol || !draft.orders.has(order.id)) continue;
    if ((order.activeFrom ?? order.placedAt) >= effectiveAt) continue;
    const after = splitOrder(order, ratio);
    if (after) amend(draft, { ...after, rev: order.rev + 1 }, 'split', at);
    else endOrder(draft, order, 'split', at);
  }
  followPositions(draft, [symbol], at);
  return draft;
}
