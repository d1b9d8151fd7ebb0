/** Placing and changing orders. Pure. */
import { type PriceE4, priceE4, subtract } from '../money/units.ts';
import { followedSince } from './advance.ts';
import { amend, type Book, type Draft, draftOf, execute, finish, heldCash } from './book.ts';
import {
  bracketBase,
  demandBracket,
  demandLevels,
  demandOwnTerms,
  demandPosition,
  demandRoom,
  endIsPast,
  groupFull,
  notEnoughFree,
  orderNotFound,
} from './checks.ts';
import { holdOf, mostFor } from './hold.ts';
import {
  hasTrail,
  isActive,
  isLive,
  isSameTerm,
  isWithin,
  MAX_ORDER_WAIT_MS,
  type Replacement,
  type Scene,
  type Trail,
  type WorkingOrder,
} from './order.ts';

const MAX_GROUP = 4;

type Terms = Pick<
  WorkingOrder,
  'symbol' | 'action' | 'type' | 'tif' | 'size' | 'limit' | 'stop' | 'trail' | 'expiresAt' | 'clientOrderId'
>;
/** A requested order, read and checked by core/contract/order-request.ts. */
export type NewOrder = Terms & {
  /** True for a market order that waits for the opening. */
  isQueued: boolean;
  takeProfit: { limit: PriceE4 } | null;
  stopLoss: { stop: PriceE4 | null; limit: PriceE4 | null; trail: Trail | null } | null;
  /** The price on the trader's screen, for a market order that fills at once. */
  quotedPrice?: PriceE4 | null;
  /** The trader's reason (core/orders/reason.ts), null without one; it does not affect the decision. */
  reason?: string | null;
  /** The id of a live order whose group the new order joins; null for no group. */
  oco: string | null;
};

const FRESH = {
  rev: 1,
  reason: null,
  mark: null,
  markFrom: null,
  triggeredAt: null,
  finalAt: null,
  hold: 0n,
} as const;

function expiryOf({ tif, expiresAt }: Pick<Terms, 'tif' | 'expiresAt'>, scene: Scene): number {
  return tif === 'day' ? scene.dayEnd : (expiresAt ?? scene.at + MAX_ORDER_WAIT_MS);
}

function orderOf(terms: Terms, scene: Scene, more: Partial<WorkingOrder> = {}): WorkingOrder {
  const { symbol, action, type, tif, size, limit, stop, trail, clientOrderId } = terms;
  return {
    id: scene.newId(),
    symbol,
    action,
    type,
    tif,
    size,
    limit,
    stop,
    trail,
    clientOrderId,
    ...FRESH,
    status: 'working',
    parentId: null,
    role: null,
    ocoId: null,
    placedAt: scene.at,
    activeFrom: scene.at,
    expiresAt: expiryOf(terms, scene),
    ...more,
  };
}

/**
 * Places an order with its children.
 * @returns the book afterwards, and the order's id
 * @throws AppError what `decide` throws, and TOO_MANY_ORDERS, ORDER_NOT_FOUND, PRICE_CROSSED, INVALID_TRAIL,
 * BRACKET_PRICES, INVALID for a past end
 */
export function place(book: Book, request: NewOrder, scene: Scene): { draft: Draft; id: string } {
  if (request.expiresAt !== null && request.expiresAt <= scene.at) throw endIsPast();
  const draft = draftOf(book);
  const order = orderOf(request, scene, {
    mark: hasTrail(request) ? scene.last : null,
    ocoId: request.oco === null ? null : joinGroup(draft, request.oco, scene),
  });
  const children = childrenOf(request, order, scene);
  demandRoom(draft, request.symbol, 1 + children.length);
  const quotedPrice = request.type === 'market' && !request.isQueued ? request.quotedPrice : null;
  demandPosition(draft, order, scene, quotedPrice);
  demandLevels(order, scene);
  demandBracket(order, children, scene);
  for (const child of children) amend(draft, child, 'placed', scene.at);
  submit(draft, order, scene, 'placed', request.isQueued);
  return { draft, id: order.id };
}

/** Returns target and stop of an opening order; they are held until the order fills. */
function childrenOf(request: NewOrder, entry: WorkingOrder, scene: Scene): WorkingOrder[] {
  const { takeProfit, stopLoss } = request;
  if (!takeProfit && !stopLoss) return [];
  const action = entry.action === 'buy' ? 'sell' : 'cover';
  const ocoId = takeProfit && stopLoss ? scene.newId() : null;
  const size = { kind: 'all' } as const;
  const common = { ...request, action, tif: 'gtc', size, expiresAt: null, clientOrderId: null } as const;
  const child = (terms: Pick<Terms, 'type' | 'limit' | 'stop' | 'trail'>, role: WorkingOrder['role']) =>
    orderOf({ ...common, ...terms }, scene, {
      status: 'held',
      parentId: entry.id,
      role,
      ocoId,
      activeFrom: null,
      expiresAt: null,
    });
  const children: WorkingOrder[] = [];
  if (takeProfit)
    children.push(child({ type: 'limit', limit: takeProfit.limit, stop: null, trail: null }, 'take_profit'));
  if (stopLoss) {
    const { stop, limit, trail } = stopLoss;
    const type = trail ? 'trailing_stop' : limit === null ? 'stop' : 'stop_limit';
    children.push(child({ type, stop, limit, trail }, 'stop_loss'));
  }
  return children;
}

/**
 * Joins the group of a live order, or makes a group for that order.
 * @returns the group's id @throws AppError ORDER_NOT_FOUND, TOO_MANY_ORDERS
 */
function joinGroup(draft: Draft, id: string, scene: Scene): string {
  const other = draft.orders.get(id);
  if (!other) throw orderNotFound();
  const ocoId = other.ocoId ?? scene.newId();
  const members = [...draft.orders.values()].filter((order) => order.ocoId === ocoId).length;
  if (members >= MAX_GROUP) throw groupFull(MAX_GROUP);
  if (other.ocoId === null) amend(draft, { ...other, ocoId }, 'joined', scene.at);
  return ocoId;
}

type Submitted = Pick<WorkingOrder, 'action' | 'type' | 'limit'> & Partial<Pick<WorkingOrder, 'status'>>;

/** True when an order that is placed or changed now fills at once at `price`, the newest one. */
export function isMarketable({ action, type, limit, status }: Submitted, price: PriceE4, isQueued: boolean) {
  if (type === 'market') return !isQueued;
  return limit !== null && (type === 'limit' || status === 'triggered') && isWithin(action, limit, price);
}

/**
 * Fills an order that can fill at once and cancels an `ioc` or `fok` that cannot; any other order waits, its cash held.
 * @throws AppError NOT_ENOUGH_CASH, and what `execute` throws
 */
function submit(
  draft: Draft,
  order: WorkingOrder,
  scene: Scene,
  kind: 'placed' | 'replaced',
  isQueued: boolean,
): void {
  const { at, pricedAt = at, last, isFresh } = scene;
  if (last !== null && isFresh && isMarketable(order, last, isQueued)) {
    amend(draft, { ...order, hold: 0n, activeFrom: null }, kind, at);
    execute(draft, { ...order, hold: 0n, activeFrom: null }, last, at, pricedAt);
    return;
  }
  if (order.tif === 'ioc' || order.tif === 'fok') {
    amend(draft, order, kind, at);
    finish(draft, order, { status: 'cancelled', reason: 'not_marketable' }, at);
    return;
  }
  draft.orders.delete(order.id);
  const hold = holdOf(order, last ?? 0n);
  const cash = heldCash(draft);
  const free = subtract(draft.cash, cash);
  if (hold > free) {
    const orders = [...draft.orders.values()].filter((each) => each.hold > 0n).length;
    throw notEnoughFree(hold, free, mostFor(order, free, last ?? 0n), { orders, cash });
  }
  amend(draft, { ...order, hold }, kind, at);
}

/** Returns when an order expires after a change, epoch ms; null for a held order without an expiry of its own. */
function endOf(order: WorkingOrder, { tif, expiresAt }: Replacement, scene: Scene): number | null {
  if (tif === undefined && expiresAt === undefined) return order.expiresAt;
  if (order.status === 'held' && expiresAt === undefined) return null;
  return expiryOf({ tif: tif ?? order.tif, expiresAt: expiresAt ?? null }, scene);
}

const isFollowing = (order: WorkingOrder, at: number) =>
  hasTrail(order) && isActive(order) && followedSince(order) < at;

/**
 * Returns the distance, 1/10,000 $, by which a change of an entry moves the price that target and stop are compared
 * with.
 */
function movedBy(before: WorkingOrder, after: WorkingOrder): bigint {
  const [from, to] = [bracketBase(before, null), bracketBase(after, null)];
  return from === null || to === null ? 0n : to - from;
}

/**
 * Returns a held target or stop whose prices move by the same amount as its entry. A price stays above zero.
 * @param by 1/10,000 $
 */
function carriedBy(child: WorkingOrder, by: bigint): WorkingOrder {
  const moved = (level: PriceE4 | null) =>
    level === null ? null : priceE4(level + by > 0n ? level + by : 1n);
  return { ...child, limit: moved(child.limit), stop: moved(child.stop), rev: child.rev + 1 };
}

/**
 * Changes the terms of a live order, which then works on later prices only.
 * @returns null when nothing changes
 * @throws AppError what `place` throws, and INVALID for terms its type does not have
 */
export function replace(
  book: Book,
  id: string,
  { carry = false, ...next }: Replacement,
  scene: Scene,
): Draft | null {
  const draft = draftOf(book);
  const order = draft.orders.get(id);
  if (!order) throw orderNotFound();
  demandOwnTerms(order, next);
  const tif = next.tif ?? order.tif;
  const isHeld = order.status === 'held';
  const expiresAt = endOf(order, next, scene);
  const terms = Object.entries({ ...next, tif, expiresAt });
  if (terms.every(([key, value]) => isSameTerm(value, order[key as keyof WorkingOrder]))) return null;
  const changed: WorkingOrder = {
    ...order,
    ...next,
    tif,
    expiresAt,
    rev: order.rev + 1,
    activeFrom: isHeld ? null : scene.at,
    // a trailing stop keeps its trail extreme
    markFrom: isFollowing(order, scene.at) ? followedSince(order) : null,
  };
  if (isHeld) {
    const entry = draft.orders.get(order.parentId!)!;
    demandBracket(entry, [changed], scene);
    amend(draft, changed, 'replaced', scene.at);
    return draft;
  }
  demandPosition(draft, changed, scene);
  demandLevels(changed, scene);
  const children = [...draft.orders.values()].filter((child) => child.parentId === id && isLive(child));
  const by = carry ? movedBy(order, changed) : 0n;
  const carried = by === 0n ? children : children.map((child) => carriedBy(child, by));
  demandBracket(changed, carried, scene);
  for (const child of by === 0n ? [] : carried) amend(draft, child, 'replaced', scene.at);
  submit(draft, changed, scene, 'replaced', order.type === 'market');
  return draft;
}
