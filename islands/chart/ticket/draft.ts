/** The order in the ticket as typed, and its parsing. Pure. */
import type { PanelSetting } from '#components/chart/panel.ts';
import {
  CENT_DIGITS,
  PERCENT_DIGITS,
  PRICE_DIGITS,
  parseDecimal,
  QUANTITY_DIGITS,
  readCents,
  SHARE,
  writePrice,
} from '#core/money/money.ts';
import { plainOf } from '#core/money/typed-decimal.ts';
import {
  type BasisPoints,
  basisPoints,
  type Cents,
  cents,
  divRound,
  type PriceE4,
  portionOf,
  priceE4,
  type QuantityMicros,
  quantityMicros,
  scale,
  subtract,
} from '#core/money/units.ts';
import {
  isBuying,
  isOpening,
  type OrderType,
  TERMS_OF,
  TRAIL_BOUNDS,
  type Trail,
} from '#core/orders/order.ts';
import { readExit, readLevel } from '#core/orders/typed-level.ts';
import type { Holding } from '#core/trading/holding-text.ts';
import type { Size } from '#core/trading/order.ts';
import { pnlBetween } from '#core/trading/pnl.ts';
import { NO_RULES, type Rules } from '#core/trading/season-rules.ts';
import type { SizeMode, TicketAction } from '../ground/orders.ts';

export type TrailUnit = 'amount' | 'percent';

/** What the ticket's form holds. Sizes, prices and the trail are texts as typed. */
export type TicketDraft = {
  type: OrderType;
  mode: SizeMode;
  quantity: string;
  amount: string;
  /** True while the shares are the largest possible number, which is updated until another number is typed. */
  most: boolean;
  reverse: boolean;
  /** True when a market order waits for the opening. */
  queue: boolean;
  /** True when a working order closes all shares that are open when it fills. */
  follow: boolean;
  limit: string;
  stop: string;
  trail: string;
  trailUnit: TrailUnit;
  tif: 'gtc' | 'day';
  /** Target and stop of the bracket as typed; null while switched off. */
  target: string | null;
  loss: string | null;
  reason: string;
};

/** The market and the account that the order is judged against. */
export type TicketScene = {
  action: TicketAction;
  symbol: string;
  price: PriceE4 | null;
  cash: Cents;
  /** The part of `cash` that working orders reserve. */
  reserved: Cents;
  held: Holding | null;
  limits: SeasonLimits;
  needsReason: boolean;
  isClosed: boolean;
};

/** The rules of a season that limit opening, and its start cash. */
export type SeasonLimits = { rules: Rules; startCash: Cents };

/** Returns the limits of the page's season. @param limits dollars as decimal strings; undefined without a limit */
export function readLimits(limits: PanelSetting['limits']): SeasonLimits {
  if (!limits) return { rules: NO_RULES, startCash: 0n };
  const { minPrice, startCash, ...rules } = limits;
  return {
    rules: { ...NO_RULES, ...rules, minPrice: readCents(minPrice) },
    startCash: readCents(startCash),
  };
}

export const isClosing = (action: TicketAction): boolean => !isOpening(action);

export const sideOf = (action: TicketAction) => (action === 'buy' || action === 'sell' ? 'long' : 'short');

export const isWaiting = (type: OrderType): boolean => type !== 'market';
/** True for an order that waits for a price or the opening, also for a limit order that the newest price satisfies. */
export const isLater = ({ type, queue }: Pick<TicketDraft, 'type' | 'queue'>): boolean =>
  isWaiting(type) || queue;

export const typedSize = ({ mode, quantity, amount }: Pick<TicketDraft, 'mode' | 'quantity' | 'amount'>) =>
  mode === 'quantity' ? quantity : amount;

/** Parses shares from one on with 6 decimals, or dollars above zero with 2; null for any other text. */
export function readSize(draft: Pick<TicketDraft, 'mode' | 'quantity' | 'amount'>): Size | null {
  const isShares = draft.mode === 'quantity';
  const value = parseDecimal(plainOf(typedSize(draft)), isShares ? QUANTITY_DIGITS : CENT_DIGITS);
  if (value === null || value < (isShares ? SHARE : 1n)) return null;
  return isShares
    ? { kind: 'quantity', quantity: quantityMicros(value) }
    : { kind: 'amount', amount: cents(value) };
}

/** The prices of the order's type; null where the type has none or the text is not a price. */
export type TicketLevels = { limit: PriceE4 | null; stop: PriceE4 | null; trail: Trail | null };

export function readLevels(draft: TicketDraft): TicketLevels {
  const has = TERMS_OF[draft.type];
  return {
    limit: has.limit ? readLevel(draft.limit) : null,
    stop: has.stop ? readLevel(draft.stop) : null,
    trail: has.trail ? readTrail(draft) : null,
  };
}

function readTrail({ trail, trailUnit }: TicketDraft): Trail | null {
  const isPercent = trailUnit === 'percent';
  const value = parseDecimal(plainOf(trail), isPercent ? PERCENT_DIGITS : PRICE_DIGITS);
  const { least, most } = TRAIL_BOUNDS[trailUnit];
  if (value === null || value < least || value > most) return null;
  return isPercent
    ? { kind: 'percent', percent: basisPoints(value) }
    : { kind: 'amount', amount: priceE4(value) };
}

/** A target or stop: its price, and the profit or loss from the entry to it. */
export type Exit = { level: PriceE4; pnl: Cents | null };
/** Target and stop of an opening order, and the price that they are measured from. */
export type Exits = { base: PriceE4 | null; target: Exit | null; loss: Exit | null };

export function readExits(
  draft: Pick<TicketDraft, 'target' | 'loss'>,
  action: TicketAction,
  base: PriceE4 | null,
  quantity: QuantityMicros | null,
): Exits {
  const isLong = action === 'buy';
  const exitOf = (typed: string | null, isAbove: boolean): Exit | null => {
    const level = typed === null ? null : readExit(typed, base, isAbove);
    if (level === null) return null;
    if (base === null || quantity === null) return { level, pnl: null };
    return { level, pnl: pnlBetween(!isLong, base, level, quantity) };
  };
  return { base, target: exitOf(draft.target, isLong), loss: exitOf(draft.loss, !isLong) };
}

/** Returns the distance of `level` from `from`, percent × 100; null when either is missing. */
export function distanceOf(level: PriceE4 | null, from: PriceE4 | null): BasisPoints | null {
  return level === null || from === null || from <= 0n ? null : portionOf(subtract(level, from), from);
}

/** The initial distance of a stop from the newest price, and of a stop-limit's limit from its stop. */
const STOP_AWAY = '1%';
const LIMIT_BEYOND = '0.5%';
/** The initial distance of a trailing stop from the best price, percent. */
const FIRST_TRAIL = 2n;
const CENT = 100n;

export type FirstLevels = Pick<TicketDraft, 'limit' | 'stop' | 'trail'>;

/** Formats a price for a field: dollars and cents, four decimals where the price has them. */
export const fieldText = (price: PriceE4): string =>
  price % CENT === 0n ? writePrice(price).slice(0, -2) : writePrice(price);

/** Rounds a price of a dollar or more to the cent. */
const toCents = (price: PriceE4): PriceE4 =>
  price >= 10_000n ? priceE4(divRound(price, CENT) * CENT) : price;

/** Returns a price that is `distance` ("1%") away from `price` and differs from it; whole cents from a dollar on. */
function beyond(price: PriceE4, distance: string, isUp: boolean): PriceE4 {
  const level = readExit(distance, price, isUp);
  return level === null || level === price ? priceE4(isUp ? price + 1n : price - 1n) : level;
}

/**
 * Returns the initial texts of a type's price fields: a stop that the price has not reached, a limit at the newest
 * price, and for a stop-limit a limit beyond its stop, so that the order can fill once the stop is reached.
 * @param price the newest one; null while unknown, when limit and stop are empty
 */
export function firstLevels(
  { type, trailUnit }: Pick<TicketDraft, 'type' | 'trailUnit'>,
  action: TicketAction,
  price: PriceE4 | null,
): FirstLevels {
  const trail = String(FIRST_TRAIL);
  if (price === null) return { limit: '', stop: '', trail };
  const isUp = isBuying(action);
  const stop = beyond(price, STOP_AWAY, isUp);
  const limit = type === 'stop_limit' ? beyond(stop, LIMIT_BEYOND, isUp) : toCents(price);
  const dollars = divRound(scale(price, FIRST_TRAIL, 100n), CENT) * CENT;
  return {
    limit: fieldText(limit),
    stop: fieldText(stop),
    trail: trailUnit === 'percent' ? trail : fieldText(priceE4(dollars < CENT ? CENT : dollars)),
  };
}
