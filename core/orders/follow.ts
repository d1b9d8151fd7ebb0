/** How orders follow trades by hand, forced covers, cancels, splits, dividends, renames and settlements. Pure. */
import { add, type Cents, type PriceE4, quantityMicros, scale } from '../money/units.ts';
import type { DecidedFill, Position } from '../trading/position.ts';
import type { Ratio } from '../trading/split.ts';
import { settlementFill } from '../trading/symbol-change.ts';
import {
  amend,
  type Book,
  type Draft,
  draftOf,
  endOrder,
  followPositions,
  groupOf,
  takeFills,
  termsAt,
} from './book.ts';
import { holdOf } from './hold.ts';
import { type CancelReason, isOpening, type WorkingOrder } from './order.ts';

const symbolsOf = (fills: readonly DecidedFill[]) => fills.map((fill) => fill.symbol);

/** Returns the book after a trade by hand. @param at epoch ms */
export function followTrade(book: Book, fills: readonly DecidedFill[], at: number): Draft {
  const draft = draftOf(book);
  takeFills(draft, fills);
  followPositions(draft, symbolsOf(fills), at);
  return draft;
}

/** Returns the book after a forced cover, which cancels all opening orders. @param at epoch ms */
export function followForcedCover(book: Book, fills: readonly DecidedFill[], at: number): Draft {
  const draft = draftOf(book);
  for (const order of book.orders.values())
    if (isOpening(order.action) && draft.orders.has(order.id)) endOrder(draft, order, 'forced_cover', at);
  takeFills(draft, fills);
  followPositions(draft, symbolsOf(fills), at);
  return draft;
}

/** Returns the book after orders were cancelled, with their children. @param at epoch ms @param isGroup also cancel their groups */
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

/** Returns an order with its size and prices in the new shares of a split; null when its size or a price becomes 0. */
function splitOrder(order: WorkingOrder, { numerator, denominator }: Ratio): WorkingOrder | null {
  const [n, d] = [BigInt(numerator), BigInt(denominator)];
  const price = (value: PriceE4 | null) => (value === null ? null : scale(value, d, n));
  const size =
    order.size.kind === 'quantity'
      ? ({ kind: 'quantity', quantity: quantityMicros((order.size.quantity * n) / d) } as const)
      : order.size;
  const trail =
    order.trail?.kind === 'amount' ? { ...order.trail, amount: price(order.trail.amount)! } : order.trail;
  const split = {
    ...order,
    size,
    trail,
    limit: price(order.limit),
    stop: price(order.stop),
    mark: price(order.mark),
  };
  const isGone =
    (size.kind === 'quantity' && size.quantity === 0n) ||
    [split.limit, split.stop, trail?.kind === 'amount' ? trail.amount : null].includes(0n);
  if (isGone) return null;
  const hold = order.type === 'market' ? order.hold : holdOf(split, 0n);
  return hold < order.hold ? { ...split, hold } : split;
}

/**
 * Returns the book after a split of a symbol. An order that became active at `effectiveAt` (epoch ms) or later already
 * counts new shares and stays unchanged.
 * @param split.position the position after the split; null without one @param at epoch ms
 */
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
    // a held target or stop counts the same shares as its entry, because `demandBracket` compares their prices
    const entry = order.parentId === null ? undefined : book.orders.get(order.parentId);
    if ((order.activeFrom ?? entry?.activeFrom ?? order.placedAt) >= effectiveAt) continue;
    const next = splitOrder(order, ratio);
    if (next) amend(draft, { ...next, rev: order.rev + 1 }, 'split', at);
    else endOrder(draft, order, 'split', at);
  }
  followPositions(draft, [symbol], at);
  return draft;
}

/**
 * Returns the book after a dividend moved cash. Orders are cancelled, the newest first, while all of them together hold
 * more than the remaining cash.
 * @param at epoch ms
 */
export function followDividend(book: Book, amount: Cents, at: number): Draft {
  const draft = draftOf({ ...book, cash: add(book.cash, amount) });
  followPositions(draft, [], at);
  return draft;
}

/**
 * Returns the book after a rename: orders in the old symbol get the new one. They react only to later prices, because
 * earlier prices of the new symbol belong to other shares.
 * @param at epoch ms
 */
export function followRename(
  book: Book,
  { symbol, newSymbol }: { symbol: string; newSymbol: string },
  at: number,
): Draft {
  const draft = draftOf(book);
  for (const order of book.orders.values()) {
    if (order.symbol !== symbol) continue;
    const activeFrom = order.activeFrom === null ? null : at;
    const renamed = { ...order, symbol: newSymbol, rev: order.rev + 1, activeFrom, markFrom: null };
    amend(draft, renamed, 'renamed', at);
  }
  return draft;
}

/** Returns the book after a settlement: the symbol's orders are cancelled, its position is closed at the price. @param at epoch ms */
export function followSettlement(book: Book, symbol: string, price: PriceE4, at: number): Draft {
  const draft = draftOf(book);
  for (const order of book.orders.values())
    if (order.symbol === symbol && draft.orders.has(order.id)) endOrder(draft, order, 'symbol_gone', at);
  const held = draft.positions.get(symbol);
  if (held) {
    const account = { cash: draft.cash, isLast: draft.positions.size === 1 };
    takeFills(draft, [settlementFill(held, price, account, termsAt(book, at))]);
  }
  followPositions(draft, [symbol], at);
  return draft;
}
