/** A trader's account with its live orders; fills, cancels and resizes change a draft, which is a copy. Pure. */

import { add, type Cents, type PriceE4, subtract, sumOf, type XpCents } from '../money/units.ts';
import { AppError } from '../refusals/refusals.ts';
import type { RulesVersion } from '../season/terms.ts';
import { afterFill, type DayShares, dayKey, dayShareOf } from '../trading/day-volume.ts';
import { decide } from '../trading/order.ts';
import type { DecidedFill, Position } from '../trading/position.ts';
import type { Rules, Terms } from '../trading/season-rules.ts';
import {
  type CancelReason,
  type EventKind,
  hasTrail,
  isActive,
  isLive,
  isOpening,
  MAX_ORDER_WAIT_MS,
  type OrderChange,
  type WorkingOrder,
} from './order.ts';

export type Book = {
  cash: Cents;
  startCash: Cents;
  rules: Rules;
  version: RulesVersion;
  /** The game, by its season's id; absent: the public season. */
  seasonId?: number;
  positions: ReadonlyMap<string, Position>;
  orders: ReadonlyMap<string, WorkingOrder>;
  /**
   * Converts an instant of the market's clock to the site's clock, both epoch ms: the site's clock measures holding
   * times.
   */
  siteTime(marketMs: number): number;
  /** Day volumes and traded shares, for the rule `maxVolume`; absent without that rule. */
  dayShares?: DayShares | undefined;
};

/** A book during a step, with the changes of the step so far. */
export type Draft = Book & {
  positions: Map<string, Position>;
  orders: Map<string, WorkingOrder>;
  fills: DecidedFill[];
  pnl: Cents;
  xp: XpCents;
  changes: OrderChange[];
};

export const draftOf = (book: Book): Draft => ({
  ...book,
  positions: new Map(book.positions),
  orders: new Map(book.orders),
  fills: [],
  pnl: 0n,
  xp: 0n,
  changes: [],
});

export const heldCash = ({ orders }: Pick<Book, 'orders'>): Cents =>
  sumOf(orders.values(), (order) => order.hold);

/** Records a change of an order, live or final. @param fill index of the fill in the step */
export function amend(
  draft: Draft,
  order: WorkingOrder,
  kind: EventKind,
  at: number,
  fill: number | null = null,
): void {
  draft.changes.push({ kind, at, order, fill });
  if (isLive(order)) draft.orders.set(order.id, order);
  else draft.orders.delete(order.id);
}

type End = { status: 'cancelled' | 'expired' | 'rejected'; reason: string | null };

/** Ends an order without a fill, and its held children with it. */
export function finish(draft: Draft, order: WorkingOrder, end: End, at: number): void {
  amend(draft, { ...order, ...end, hold: 0n, finalAt: at }, end.status, at);
  for (const child of childrenOf(draft, order.id)) endOrder(draft, child, 'parent', at);
}

/** Cancels an order, and its held children with it. */
export const endOrder = (draft: Draft, order: WorkingOrder, reason: CancelReason, at: number): void =>
  finish(draft, order, { status: 'cancelled', reason }, at);

const childrenOf = (draft: Draft, id: string): WorkingOrder[] =>
  [...draft.orders.values()].filter((order) => order.parentId === id && order.status === 'held');

/** Returns the other live orders of an order's group. */
export const groupOf = (book: Pick<Book, 'orders'>, order: WorkingOrder): WorkingOrder[] =>
  order.ocoId === null
    ? []
    : [...book.orders.values()].filter((other) => other.ocoId === order.ocoId && other.id !== order.id);

/** Returns the account for `decide`. @param free the order's own hold, cents, which it may spend */
function accountOf(draft: Draft, symbol: string, free: Cents) {
  const isOnly = [...draft.positions.keys()].every((other) => other === symbol);
  return { cash: draft.cash, held: subtract(heldCash(draft), free), isOnlyPosition: isOnly };
}

/** Returns the terms for `decide` without the limit of the day's volume. @param at epoch ms of the market's clock */
export const termsAt = (book: Book, at: number): Terms => ({
  rules: book.rules,
  version: book.version,
  startCash: book.startCash,
  seasonId: book.seasonId,
  now: book.siteTime(at),
  dayShare: null,
});

/**
 * Fills an order, cancels its group, activates its children, and adjusts orders to the changed position. A closing
 * order larger than the position closes all of it.
 * @param at epoch ms @param pricedAt when the price was made, epoch ms
 * @throws AppError what `decide` throws
 */
export function execute(
  draft: Draft,
  order: WorkingOrder,
  price: PriceE4,
  at: number,
  pricedAt = draft.dayShares?.pricedAt(order.symbol, at) ?? at,
): void {
  const { symbol, action } = order;
  const { dayShares } = draft;
  const key = dayKey(symbol, pricedAt);
  const position = draft.positions.get(symbol) ?? null;
  const open = position?.quantity ?? 0n;
  const isCut =
    !isOpening(action) && order.size.kind === 'quantity' && order.size.quantity > open && open > 0n;
  const size = isCut ? ({ kind: 'all' } as const) : order.size;
  const decision = decide(
    { symbol, action, size, reverse: false, quotedPrice: null },
    accountOf(draft, symbol, order.hold),
    position,
    price,
    { ...termsAt(draft, at), dayShare: dayShares ? dayShareOf(dayShares, key) : null },
  );
  takeFills(draft, decision.fills);
  const filled = decision.fills.at(-1)!;
  if (dayShares) draft.dayShares = afterFill(dayShares, key, filled.quantity);
  amend(draft, { ...order, status: 'filled', hold: 0n, finalAt: at }, 'filled', at, draft.fills.length - 1);
  for (const other of groupOf(draft, order)) endOrder(draft, other, 'oco', at);
  for (const child of childrenOf(draft, order.id)) activate(draft, child, filled, at);
  followPositions(draft, [symbol], at);
}

/** Like `execute`, but a refusal ends the order as rejected. */
export function executeOrReject(draft: Draft, order: WorkingOrder, price: PriceE4, at: number): void {
  try {
    execute(draft, order, price, at);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    finish(draft, order, { status: 'rejected', reason: error.code }, at);
  }
}

/** Applies fills to cash, positions, P&L and XP. */
export function takeFills(draft: Draft, fills: readonly DecidedFill[]): void {
  for (const fill of fills) {
    draft.cash = add(draft.cash, fill.cash);
    draft.pnl = add(draft.pnl, fill.closed?.pnl ?? 0n);
    draft.xp = add(draft.xp, fill.closed?.xp ?? 0n);
    if (fill.position.quantity > 0n) draft.positions.set(fill.symbol, fill.position);
    else draft.positions.delete(fill.symbol);
    draft.fills.push(fill);
  }
}

/** Activates a held child over the quantity its entry filled. */
function activate(draft: Draft, child: WorkingOrder, entry: DecidedFill, at: number): void {
  const size = { kind: 'quantity', quantity: entry.quantity } as const;
  const mark = hasTrail(child) ? entry.price : null;
  const expiresAt = child.expiresAt ?? at + MAX_ORDER_WAIT_MS;
  amend(draft, { ...child, size, mark, expiresAt, status: 'working', activeFrom: at }, 'activated', at);
}

/**
 * Adjusts orders to changed positions: a closing order shrinks to the open quantity and ends with the position. When a
 * cover or a dividend took cash that opening orders hold, orders are cancelled, the newest first, until the cash
 * suffices.
 */
export function followPositions(draft: Draft, symbols: readonly string[], at: number): void {
  for (const order of [...draft.orders.values()]) {
    if (!symbols.includes(order.symbol) || isOpening(order.action) || !isActive(order)) continue;
    const position = draft.positions.get(order.symbol);
    const isClosing = position !== undefined && position.isShort === (order.action === 'cover');
    if (!isClosing) endOrder(draft, order, 'position_closed', at);
    else if (order.size.kind === 'quantity' && order.size.quantity > position.quantity) {
      const size = { kind: 'quantity', quantity: position.quantity } as const;
      amend(draft, { ...order, size, rev: order.rev + 1 }, 'resized', at);
    }
  }
  for (const order of newestFirst(draft)) {
    if (heldCash(draft) <= draft.cash) break;
    if (order.hold > 0n && draft.orders.has(order.id)) endOrder(draft, order, 'forced_cover', at);
  }
}

const newestFirst = (draft: Draft): WorkingOrder[] =>
  [...draft.orders.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
