/** A working order: its terms, its states, the record of its changes, and the prices that reach it. Pure. */
import { type BasisPoints, basisPoints, type Cents, type PriceE4, priceE4 } from '../money/units.ts';
import type { Size } from '../trading/order.ts';
import type { Action } from '../trading/position.ts';

/**
 * The order types: the prices each has, and whether it may open a position. An order with a stop and a limit is triggered at the
 * stop and then works as a limit; an order with a trail follows the best price.
 */
export const TERMS_OF = {
  market: { limit: false, stop: false, trail: false, opens: true },
  limit: { limit: true, stop: false, trail: false, opens: true },
  stop: { limit: false, stop: true, trail: false, opens: true },
  stop_limit: { limit: true, stop: true, trail: false, opens: true },
  trailing_stop: { limit: false, stop: false, trail: true, opens: false },
} as const;
export type OrderType = keyof typeof TERMS_OF;
export const ORDER_TYPES = Object.keys(TERMS_OF) as OrderType[];
/** The types of orders that wait for a price. */
export const WAITING_TYPES = ORDER_TYPES.filter((type) => type !== 'market');
export const hasTrail = ({ type }: { type: OrderType }): boolean => TERMS_OF[type].trail;
export const hasTrigger = ({ type }: { type: OrderType }): boolean =>
  TERMS_OF[type].stop && TERMS_OF[type].limit;
export const TIFS = ['gtc', 'day', 'ioc', 'fok'] as const;
export type Tif = (typeof TIFS)[number];
export const ORDER_STATUSES = [
  'held',
  'working',
  'triggered',
  'filled',
  'cancelled',
  'expired',
  'rejected',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const ROLES = ['take_profit', 'stop_loss'] as const;
export type Role = (typeof ROLES)[number];
/** Why an order was cancelled. The reason of a rejected order is the code of its refusal. */
export const CANCEL_REASONS = [
  'user',
  'oco',
  'parent',
  'position_closed',
  'forced_cover',
  'not_marketable',
  'season_end',
  'split',
  'symbol_gone',
  'suspended',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const MAX_ORDER_WAIT_DAYS = 90;
export const MAX_ORDER_WAIT_MS = MAX_ORDER_WAIT_DAYS * 86_400_000;

/** The distance of a trailing stop from its extreme: 1/10,000 $ a share, or percent × 100. */
export type Trail = { kind: 'amount'; amount: PriceE4 } | { kind: 'percent'; percent: BasisPoints };

/** Times are epoch ms of the market's clock. */
export type WorkingOrder = {
  /** Ids ascend in the sequence of placement. */
  id: string;
  /** Rises with each change of the order's terms. */
  rev: number;
  symbol: string;
  action: Action;
  type: OrderType;
  tif: Tif;
  size: Size;
  limit: PriceE4 | null;
  stop: PriceE4 | null;
  trail: Trail | null;
  /**
   * The extreme of a trailing stop: the highest price since the order became active (for a cover, the lowest), up to
   * `markFrom`, or up to `activeFrom` while `markFrom` is null.
   */
  mark: PriceE4 | null;
  /**
   * Prices after this instant move the mark, even prices before `activeFrom`. Null: only prices after `activeFrom` do.
   */
  markFrom: number | null;
  status: OrderStatus;
  reason: string | null;
  /** The opening order whose fill activates this order; null for an order without such an entry. */
  parentId: string | null;
  role: Role | null;
  /**
   * The id of the order's group; null without a group. The first fill in a group cancels the other orders of the group.
   */
  ocoId: string | null;
  hold: Cents;
  clientOrderId: string | null;
  placedAt: number;
  /**
   * The order works on prices later than this; null while it is held, and for an order that fills when it is placed or
   * changed.
   */
  activeFrom: number | null;
  triggeredAt: number | null;
  /** The last instant at which the order works, epoch ms; a held order may have none. */
  expiresAt: number | null;
  finalAt: number | null;
};

/** The fields of an order that decide which prices reach it. */
export type WatchedOrder = Pick<
  WorkingOrder,
  | 'id'
  | 'rev'
  | 'symbol'
  | 'action'
  | 'type'
  | 'status'
  | 'limit'
  | 'stop'
  | 'trail'
  | 'mark'
  | 'markFrom'
  | 'activeFrom'
  | 'expiresAt'
>;

export const EVENT_KINDS = [
  'placed',
  'activated',
  'triggered',
  'replaced',
  'joined',
  'resized',
  'split',
  'renamed',
  'filled',
  'cancelled',
  'expired',
  'rejected',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** One change of an order, with the order afterwards. `fill`: index of its fill in the step. */
export type OrderChange = { kind: EventKind; at: number; order: WorkingOrder; fill: number | null };

/** The bounds of a trail, in 1/10,000 $ a share and in percent × 100. */
export const TRAIL_BOUNDS = {
  amount: { least: priceE4(100n), most: priceE4(10n ** 10n) },
  percent: { least: basisPoints(1n), most: basisPoints(5_000n) },
} as const;

export const isOpening = (action: Action): boolean => action === 'buy' || action === 'short';
export const isBuying = (action: Action): boolean => action === 'buy' || action === 'cover';
export const isLive = (order: WorkingOrder): boolean => order.finalAt === null;
export const isActive = (order: Pick<WorkingOrder, 'status'>): boolean =>
  order.status === 'working' || order.status === 'triggered';

const text = (term: unknown) => JSON.stringify(term, (_, v) => (typeof v === 'bigint' ? `${v}` : v));
/** True when two values of one term are the same; a size and a trail are objects. */
export const isSameTerm = (a: unknown, b: unknown): boolean => text(a) === text(b);

/** True when a price is within the limit of a buying or selling order. */
export const isWithin = (action: Action, limit: PriceE4, price: PriceE4): boolean =>
  isBuying(action) ? price <= limit : price >= limit;

type WaitingTerms = Pick<WorkingOrder, 'action' | 'type' | 'status'>;

/** True when the order fires at or above its level: a buying stop, and a selling limit. A triggered order waits at its limit. */
export const waitsAbove = ({ action, type, status }: WaitingTerms): boolean =>
  isBuying(action) === (type !== 'limit' && status !== 'triggered');

/** True when a price has reached the level that an order waits for. */
export const isReached = (order: WaitingTerms, level: PriceE4, price: PriceE4): boolean =>
  waitsAbove(order) ? price >= level : price <= level;

/** Returns the fill price that checks assume when the order is placed or changed; null for market orders and trails. */
export const levelOf = (order: Pick<WorkingOrder, 'limit' | 'stop'>): PriceE4 | null =>
  order.limit ?? order.stop;

/** Returns the price the order waits for; null for market orders and trails. */
export const firesAt = (order: Pick<WorkingOrder, 'limit' | 'stop' | 'status' | 'action'>): PriceE4 | null =>
  order.status === 'triggered' ? order.limit : (order.stop ?? order.limit);

/** The circumstances in which an order is placed or changed. */
export type Scene = {
  /** Epoch ms of the market's clock. */
  at: number;
  /** When the newest price was made, epoch ms; `at` if absent. */
  pricedAt?: number;
  /** The newest price of the order's symbol; null without one. */
  last: PriceE4 | null;
  /** True when the order may fill at `last` now. */
  isFresh: boolean;
  /** The end of the running session, or of the next one, epoch ms. */
  dayEnd: number;
  newId(): string;
};

/** New terms of an order; an absent one stays. */
export type Replacement = Partial<
  Pick<WorkingOrder, 'size' | 'limit' | 'stop' | 'trail' | 'tif' | 'expiresAt'>
> & {
  /** True moves an entry's target and stop by as much as the entry. */
  carry?: boolean;
};
