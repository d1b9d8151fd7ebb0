/** A reference model of orders: checks one tick after another, without stretches, and with separate books. */

import { add, type Cents, divRound, type PriceE4, sumOf } from '#core/money/units.ts';
import type { Book, Draft } from '#core/orders/book.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { WorkingOrder } from '#core/orders/order.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { decide } from '#core/trading/order.ts';
import type { Position } from '#core/trading/position.ts';
import { NO_RULES } from '#core/trading/season-rules.ts';

export type Tape = Map<string, Stretch[]>;

type Note = (draft: Draft, order: WorkingOrder, at: number, fill?: number | null) => void;
type End = (
  draft: Draft,
  order: WorkingOrder,
  status: WorkingOrder['status'],
  reason: string | null,
  at: number,
) => void;

/** Goes through all moments with prices, and checks every live order that may fire at them. */
export function* naive(start: Book, tape: Tape, from: number, to: number): Generator<Draft> {
  const book = { ...start, orders: new Map(start.orders), positions: new Map(start.positions) };
  const ticks = [...tape].flatMap(([s, list]) => list.map((x) => ({ s, at: x.fromMs, price: x.to })));
  const moments = [...new Set(ticks.map(({ at }) => at))]
    .filter((at) => at > from && at <= to)
    .sort((a, b) => a - b);
  const step = () => {
    const draft: Draft = { ...book, fills: [], pnl: 0n, xp: 0n, changes: [] };
    return draft;
  };
  const note: Note = (draft, order, at, fill = null) => {
    draft.changes.push({ kind: 'filled', at, order, fill });
    if (order.finalAt === null) book.orders.set(order.id, order);
    else book.orders.delete(order.id);
  };
  const end: End = (draft, order, status, reason, at) => {
    note(draft, { ...order, status, reason, hold: 0n, finalAt: at }, at);
    for (const child of [...book.orders.values()])
      if (child.parentId === order.id && child.status === 'held')
        end(draft, child, 'cancelled', 'parent', at);
  };
  const sync = (draft: Draft) =>
    Object.assign(draft, { cash: book.cash, orders: book.orders, positions: book.positions });
  const expire = function* (before: number): Generator<Draft> {
    const over = [...book.orders.values()].filter((o) => o.expiresAt !== null && o.expiresAt < before);
    for (const order of over.sort((a, b) => a.expiresAt! - b.expiresAt! || (a.id < b.id ? -1 : 1))) {
      if (!book.orders.has(order.id)) continue;
      const draft = step();
      end(draft, order, 'expired', null, order.expiresAt!);
      yield sync(draft);
    }
  };
  for (const moment of moments) {
    const prices = new Map(ticks.filter((t) => t.at === moment).map(({ s, price }) => [s, price]));
    yield* expire(moment);
    for (const isOpening of [false, true]) {
      const ids = [...book.orders.keys()].sort();
      for (const id of ids) {
        const order = book.orders.get(id);
        const price = order && prices.get(order.symbol);
        if (!order || !price || order.status === 'held' || order.activeFrom! >= moment) continue;
        if ((order.action === 'buy' || order.action === 'short') !== isOpening) continue;
        const buying = order.action === 'buy' || order.action === 'cover';
        const limitOk = order.limit === null || (buying ? price <= order.limit : price >= order.limit);
        let fires = limitOk;
        if (order.type === 'trailing_stop') {
          const mark =
            order.mark === null || (buying ? price < order.mark : price > order.mark) ? price : order.mark;
          book.orders.set(id, { ...order, mark });
          const d = divRound(mark * (order.trail as { percent: bigint }).percent, 10_000n);
          fires = buying ? price >= mark + d : price <= mark - d;
        } else if (order.stop !== null && order.status !== 'triggered') {
          const reached = buying ? price >= order.stop : price <= order.stop;
          if (reached && !limitOk) {
            const draft = step();
            note(draft, { ...order, status: 'triggered', triggeredAt: moment, activeFrom: moment }, moment);
            yield sync(draft);
          }
          fires = reached && limitOk;
        }
        if (fires) yield sync(naiveFill(book, step(), book.orders.get(id)!, price, moment, note, end));
      }
    }
  }
  yield* expire(to + 1);
}

function naiveFill(
  book: {
    cash: Cents;
    startCash: Cents;
    positions: Map<string, Position>;
    orders: Map<string, WorkingOrder>;
  },
  draft: Draft,
  order: WorkingOrder,
  price: PriceE4,
  at: number,
  note: Note,
  end: End,
): Draft {
  const { symbol, action } = order;
  const held = book.positions.get(symbol) ?? null;
  const others = [...book.orders.values()].filter((o) => o.id !== order.id);
  const reserved = sumOf(others, (o) => o.hold);
  let { size } = order;
  if (
    (action === 'sell' || action === 'cover') &&
    size.kind === 'quantity' &&
    held &&
    size.quantity > held.quantity
  )
    size = { kind: 'quantity', quantity: held.quantity };
  try {
    const isOnlyPosition = [...book.positions.keys()].filter((s) => s !== symbol).length === 0;
    const account = { cash: book.cash, held: reserved, isOnlyPosition };
    const terms = {
      rules: NO_RULES,
      version: 2,
      startCash: book.startCash,
      now: at,
      dayShare: null,
    } as const;
    const { fills } = decide(
      { symbol, action, size, reverse: false, quotedPrice: null },
      account,
      held,
      price,
      terms,
    );
    const [fill] = fills;
    book.cash = add(book.cash, fill!.cash);
    if (fill!.position.quantity === 0n) book.positions.delete(symbol);
    else book.positions.set(symbol, fill!.position);
    draft.fills.push(fill!);
    note(draft, { ...order, status: 'filled', hold: 0n, finalAt: at }, at, 0);
    for (const o of [...book.orders.values()])
      if (o.ocoId !== null && o.ocoId === order.ocoId) end(draft, o, 'cancelled', 'oco', at);
    for (const o of [...book.orders.values()])
      if (o.parentId === order.id && o.status === 'held')
        note(
          draft,
          { ...o, status: 'working', activeFrom: at, size: { kind: 'quantity', quantity: fill!.quantity } },
          at,
        );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    end(draft, order, 'rejected', error.code, at);
    return draft;
  }
  const position = book.positions.get(symbol);
  for (const o of [...book.orders.values()]) {
    if (o.symbol !== symbol || o.status === 'held' || o.action === 'buy' || o.action === 'short') continue;
    if (!position || position.isShort !== (o.action === 'cover'))
      end(draft, o, 'cancelled', 'position_closed', at);
    else if (o.size.kind === 'quantity' && o.size.quantity > position.quantity)
      note(draft, { ...o, size: { kind: 'quantity', quantity: position.quantity }, rev: o.rev + 1 }, at);
  }
  const total = () => [...book.orders.values()].reduce((sum, o) => sum + o.hold, 0n);
  for (const o of [...book.orders.values()].sort((a, b) => (a.id < b.id ? 1 : -1)))
    if (total() > book.cash && o.hold > 0n && book.orders.has(o.id))
      end(draft, o, 'cancelled', 'forced_cover', at);
  return draft;
}
