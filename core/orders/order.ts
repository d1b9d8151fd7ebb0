/** A waiting order: its terms, its states, and the record of its changes. Pure data. */
import { type BasisPoints, basisPoints, type Cents, type PriceE4, priceE4 } from '../money/units.ts';
import type { Size } from '../trading/order.ts';
import type { Action } from '../trading/position.ts';

export const ORDER_TYPES = ['market', 'limit', 'stop', 'stop_limit', 'trailing_stop'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
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
/** Why an order was cancelled; a rejected one has the code of the refusal instead. */
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

/** The prices that an order of each type has. */
export const TERMS_OF = {
  market: { limit: false, stop: false, trail: false },
  limit: { limit: true, stop: false, trail: false },
  stop: { limit: false, stop: true, trail: false },
  stop_limit: { limit: true, stop: true, trail: false },
  trailing_stop: { limit: false, stop: false, trail: true },
} as const satisfies Record<OrderType, unknown>;

/** The longest an order waits. */
export const MAX_ORDER_WAIT_MS = 90 * 86_400_000;

/** How far behind the best price a trailing stop follows: dollars a share, or percent × 100. */
export type Trail = { kind: 'amount'; amount: PriceE4 } | { kind: 'percent'; percent: BasisPoints };

/** Times are epoch ms of the market's clock. */
export type WorkingOrder = {
  /** Ascends with the time it was placed. */
  id: string;
  /** Rises with each change of its terms. */
  rev: number;
  symbol: string;
  action: Action;
  type: OrderType;
  tif: Tif;
  size: Size;
  limit: PriceE4 | null;
  stop: PriceE4 | null;
  trail: Trail | null;
  /** Highest price since it works (to cover: the lowest), as of `markFrom`, else of `activeFrom`. */
  mark: PriceE4 | null;
  /** Prices after this raise the mark, though they are from before `activeFrom`; null: none do. */
  markFrom: number | null;
  status: OrderStatus;
  reason: string | null;
  /** The opening order whose fill sets it to work. */
  parentId: string | null;
  role: Role | null;
  /** Of the orders with the same id, the first fill cancels the others. */
  ocoId: string | null;
  /** Cash it reserves. */
  hold: Cents;
  clientOrderId: string | null;
  placedAt: number;
  /** It works on prices later than this; null while it is held. */
  activeFrom: number | null;
  triggeredAt: number | null;
  /** The last instant it works at; null while it is held, unless it was given one. */
  expiresAt: number | null;
  finalAt: number | null;
};

/** What of an order says which prices reach it. */
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
  'filled',
  'cancelled',
  'expired',
  'rejected',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** One change of an order, with the order after it. `leg`: which execution of the step filled it. */
export type OrderChange = { kind: EventKind; at: number; order: WorkingOrder; leg: number | null };

/** The least and the greatest trail, in dollars and in percent × 100. */
export const TRAIL_BOUNDS = {
  amount: { least: priceE4(100n), most: priceE4(10n ** 10n) },
  percent: { least: basisPoints(1n), most: basisPoints(5_000n) },
} as const;

export const isOpening = (action: Action): boolean => action === 'buy' || action === 'short';
export const isBuying = (action: Action): boolean => action === 'buy' || action === 'cover';
export const isLive = (order: WorkingOrder): boolean => order.finalAt === null;
export const isActive = (order: Pick<WorkingOrder, 'status'>): boolean =>
  order.status === 'working' || order.status === 'triggered';

/** Whether a price satisfies the limit of a buying or selling order. */
export const isWithin = (action: Action, limit: PriceE4, price: PriceE4): boolean =>
  isBuying(action) ? price <= limit : price >= limit;

/** Whether a price has reached the stop of a buying or selling order. */
export const isReached = (action: Action, stop: PriceE4, price: PriceE4): boolean =>
  isBuying(action) ? price >= stop : price <= stop;

/** The price a placed order is judged by before there is a fill. */
export const levelOf = (order: Pick<WorkingOrder, 'limit' | 'stop'>): PriceE4 | null =>
  order.limit ?? order.stop;

/** Where the order would fire now: the price it waits for. */
export const firesAt = (order: Pick<WorkingOrder, 'limit' | 'stop' | 'status' | 'action'>): PriceE4 | null =>
  order.status === 'triggered' ? order.limit : (order.stop ?? order.limit);
