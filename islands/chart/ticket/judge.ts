/**
 * Computes the effect of the order in the ticket, or the first reason against it. The rules are the server's functions
 * in core/orders and core/trading; the server alone decides what fills. Pure.
 */
import { SHARE } from '#core/money/money.ts';
import { doubtOf } from '#core/money/typed-decimal.ts';
import {
  add,
  type Cents,
  cents,
  negate,
  type PriceE4,
  priceE4,
  type QuantityMicros,
  quantityMicros,
  subtract,
  sumOf,
} from '#core/money/units.ts';
import { bracketBase, demandBracket, demandLevels, PLENTY } from '#core/orders/checks.ts';
import { holdOf, mostFor } from '#core/orders/hold.ts';
import { levelOf, TERMS_OF } from '#core/orders/order.ts';
import { isMarketable } from '#core/orders/place.ts';
import { demandReason, MOST_REASON, reasonProblem } from '#core/orders/reason.ts';
import { NO_XP } from '#core/progress/xp.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { NEWEST_RULES } from '#core/season/terms.ts';
import { type Holding, stakeOf } from '#core/trading/holding-text.ts';
import { closingShares, type Decision, decide, openingShares, type Size } from '#core/trading/order.ts';
import { closingFill, mostToOpen, openingCost, type Position } from '#core/trading/position.ts';
import { isPriceAllowed, NO_RULES, roomFor, shareLimit } from '#core/trading/season-rules.ts';
import type { ChartKey } from '../ground/strings.ts';
import {
  type Exits,
  isClosing,
  isLater,
  isWaiting,
  readExits,
  readLevels,
  readSize,
  sideOf,
  type TicketDraft,
  type TicketLevels,
  type TicketScene,
  typedSize,
} from './draft.ts';

export type TicketField = 'size' | 'limit' | 'stop' | 'trail' | 'target' | 'loss' | 'reason' | 'order';
export type FaultValue =
  | { cents: Cents }
  | { dollars: Cents }
  | { price: PriceE4 }
  | { quantity: QuantityMicros }
  | { word: ChartKey }
  | string;
/** The reason why the order cannot work, and the field that shows it. */
export type Fault = {
  field: TicketField;
  key: ChartKey;
  values?: Record<string, FaultValue>;
  /** True when Confirm stays enabled and shows the reason in a toast. */
  isToast?: true;
};

/** A fill at the newest price. Both figures are null where the rules refuse the order, and without a size or price. */
export type Estimate = {
  /** The cost of opening, or the payout of closing. */
  cash: Cents | null;
  /** Free cash after the fill. Below zero the order costs more than there is. */
  cashAfter: Cents | null;
};

export type Judgement = Exits &
  TicketLevels & {
    /** The toast for an invalid size; null for a valid one. */
    sizeProblem: 'invalidQuantity' | 'invalidAmount' | null;
    estimate: Estimate;
    /** The shares of the order at its own price, or at the newest price; null without a valid size or a price. */
    quantity: QuantityMicros | null;
    /** The most shares that the order can have: for a closing order, all open shares. Null while unknown. */
    largest: QuantityMicros | null;
    /**
     * The dollars of the largest market order. Sent in place of shares, they cannot exceed the cash at a later, higher
     * price. Null for other orders, and when the order first closes the opposite position.
     */
    largestCost: Cents | null;
    /** The cash that an order reserves while it waits, 0 when it closes; null for a market order and without a size. */
    hold: Cents | null;
    /** True for a limit that the newest price satisfies. */
    fillsNow: boolean;
    fault: Fault | null;
  };

/** Terms without the limits of the season, which are judged separately at the order's own price. */
const TERMS = { rules: NO_RULES, version: NEWEST_RULES, startCash: 0n, now: 0, dayShare: null } as const;
/** The price for decisions that do not depend on one: $1. */
const ANY_PRICE = priceE4(10_000n);

/** Returns a position for `decide`; only the server needs its XP. */
const positionOf = (holding: Holding): Position => {
  const stake = stakeOf(holding);
  return {
    ...stake,
    id: null,
    symbol: holding.symbol,
    opened: stake.quantity,
    xp: NO_XP,
    lastIncreasedAt: 0,
  };
};

function refusalOf(check: () => void): AppError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Decides the order like the server, but with unlimited cash and without the limits that sizeFault checks. */
function decideAt(
  draft: TicketDraft,
  { action, symbol, held, limits }: TicketScene,
  size: Size,
  price: PriceE4,
): Decision | AppError {
  const isOpposite = held !== null && held.side !== sideOf(action);
  const reverse = draft.reverse && isOpposite && !isClosing(action) && !isLater(draft);
  const position = held && positionOf(held);
  const { longOnly, tickers } = limits.rules;
  const rules = { ...NO_RULES, longOnly, tickers };
  let decision: Decision | undefined;
  const refusal = refusalOf(() => {
    const order = { symbol, action, size, reverse, quotedPrice: null };
    decision = decide(order, { cash: PLENTY, isOnlyPosition: false }, position, price, { ...TERMS, rules });
  });
  return refusal ?? decision!;
}

const freeCash = ({ cash, reserved }: TicketScene): Cents => subtract(cash, reserved);

function estimateOf(draft: TicketDraft, scene: TicketScene, size: Size | null): Estimate {
  const { price } = scene;
  const decision = size && price !== null && price > 0n ? decideAt(draft, scene, size, price) : null;
  if (!decision || decision instanceof AppError) return { cash: null, cashAfter: null };
  const moved = decision.fills.at(-1)!.cash;
  return {
    cash: isClosing(scene.action) ? moved : negate(moved),
    cashAfter: add(
      freeCash(scene),
      sumOf(decision.fills, (fill) => fill.cash),
    ),
  };
}

type Sizing = Pick<Judgement, 'quantity' | 'largest' | 'largestCost' | 'hold'> & {
  /** The free cash that opening takes; null for a closing order and while it is unknown. */
  cost: Cents | null;
  /**
   * `level`: the price at which the season's rules judge an opening order; null for a closing one. `room`: the shares
   * that the rules allow at this price; null without a limit.
   */
  level: PriceE4 | null;
  room: QuantityMicros | null;
};

const UNKNOWN = {
  quantity: null,
  largest: null,
  largestCost: null,
  hold: null,
  cost: null,
  level: null,
  room: null,
} as const;

/** Returns the open shares on the order's side. */
const openShares = ({ action, held }: TicketScene): QuantityMicros =>
  held && held.side === sideOf(action) ? stakeOf(held).quantity : quantityMicros(0n);

/** Returns the shares that the season allows to add at a price; null without a limit. */
const roomAt = (scene: TicketScene, price: PriceE4): QuantityMicros | null =>
  roomFor(scene.limits, openShares(scene), price);

const least = (affordable: QuantityMicros, room: QuantityMicros | null): QuantityMicros =>
  room !== null && room < affordable ? room : affordable;

function sizeToClose(draft: TicketDraft, scene: TicketScene, size: Size | null): Sizing {
  const { action, held, price } = scene;
  const open = held && held.side === sideOf(action) ? stakeOf(held).quantity : null;
  const isAll = isWaiting(draft.type) && draft.follow;
  const typed = size && closingShares(size, price ?? ANY_PRICE, open ?? 0n);
  const isUnknown = size?.kind === 'amount' && price === null;
  return {
    ...UNKNOWN,
    quantity: isAll ? open : isUnknown ? null : typed,
    largest: open ?? 0n,
    hold: isWaiting(draft.type) ? 0n : null,
  };
}

/** Returns the size of an opening order at the market, which may spend the cash that closing the other side adds. */
function sizeToOpenNow(scene: TicketScene, size: Size | null, { cashAfter }: Estimate): Sizing {
  const { action, held, price } = scene;
  if (price === null || price <= 0n) return UNKNOWN;
  const other = held && held.side !== sideOf(action) ? positionOf(held) : null;
  const freed = other ? closingFill(other, other.quantity, price, 'order', undefined, TERMS).cash : 0n;
  const cash = add(freeCash(scene), freed);
  const room = roomAt(scene, price);
  const largest = mostToOpen({ ...TERMS, ...scene.limits }, openShares(scene), cash, price);
  return {
    quantity: size && openingShares(size, price),
    largest,
    // the cash from closing the opposite position is only known at the fill
    largestCost:
      freed > 0n ? null : largest === room ? openingCost(null, room, price, TERMS.version).cost : cash,
    hold: null,
    cost: cashAfter === null ? null : subtract(freeCash(scene), cashAfter),
    level: price,
    room,
  };
}

function sizeToOpenLater(
  { type }: TicketDraft,
  scene: TicketScene,
  size: Size | null,
  { limit, stop }: TicketLevels,
): Sizing {
  const level = levelOf({ limit, stop }) ?? scene.price;
  if (level === null) return UNKNOWN;
  const terms = { action: scene.action, type, limit, stop };
  const last = scene.price ?? level;
  const hold = size && holdOf({ ...terms, size }, last);
  const room = roomAt(scene, level);
  return {
    quantity: size && openingShares(size, level),
    largest: least(mostFor(terms, freeCash(scene), last), room),
    largestCost: null,
    hold,
    cost: hold,
    level,
    room,
  };
}

/** Returns a fault that names both numbers when the text can be read as two, else the given fault. */
function fieldFault(fault: Fault, typed: string): Fault {
  const doubt = doubtOf(typed);
  return doubt ? { field: fault.field, key: 'doubtfulNumber', values: doubt } : fault;
}

const sideWord = (side: 'long' | 'short') => ({ word: side === 'long' ? 'long' : 'shortSide' }) as const;

function sizeFault(
  draft: TicketDraft,
  scene: TicketScene,
  { sizeProblem, quantity, largest, cost, level, room }: Pick<Judgement, 'sizeProblem'> & Sizing,
): Fault | null {
  const { action, symbol, held, price } = scene;
  const size = quantity === null ? ({ kind: 'all' } as const) : ({ kind: 'quantity', quantity } as const);
  const decision = decideAt(draft, scene, size, price ?? ANY_PRICE);
  const { code, reason } = decision instanceof AppError ? decision : { code: null, reason: null };
  if (code === 'SHORTING_OFF') return { field: 'order', key: 'shortingOff' };
  if (code === 'TICKER_NOT_ALLOWED') return { field: 'order', key: 'tickerOff', values: { symbol } };
  if (code === 'NOT_ENOUGH_SHARES' && reason !== 'more')
    return { field: 'size', key: 'nothingToClose', values: { symbol, side: sideWord(sideOf(action)) } };
  if (code === 'POSITION_CONFLICT' && held) {
    const values = { symbol, side: sideWord(held.side), held: held.quantity };
    return { field: 'size', key: isLater(draft) ? 'otherSideWaits' : 'otherSide', values };
  }
  if (sizeProblem) return fieldFault({ field: 'size', key: sizeProblem, isToast: true }, typedSize(draft));
  if (price === null && draft.type !== 'limit') return { field: 'order', key: 'noPrice', values: { symbol } };
  if (code === 'NOT_ENOUGH_SHARES')
    return { field: 'size', key: 'onlyHeld', values: { symbol, held: { quantity: largest ?? 0n } } };
  if (level !== null && !isPriceAllowed(scene.limits.rules, level)) {
    const least = { cents: scene.limits.rules.minPrice };
    return { field: 'size', key: 'underLeastPrice', values: { price: { price: level }, least } };
  }
  if (room !== null && quantity !== null && quantity > room) {
    const limit = { dollars: shareLimit(scene.limits) ?? cents(0n) };
    return { field: 'size', key: 'overLimit', values: { limit, symbol, most: { quantity: largest ?? 0n } } };
  }
  const free = freeCash(scene);
  if (cost === null || cost <= free) return null;
  const key = action === 'buy' ? 'noCashBuy' : 'noCashShort';
  const values = { cash: { cents: free }, most: { quantity: largest ?? 0n } };
  return { field: 'size', key: largest === SHARE ? `${key}One` : key, values };
}

function levelFault(
  draft: TicketDraft,
  { action, symbol, price }: TicketScene,
  levels: TicketLevels,
): Fault | null {
  const has = TERMS_OF[draft.type];
  if (has.stop && levels.stop === null) return fieldFault({ field: 'stop', key: 'badPrice' }, draft.stop);
  if (has.limit && levels.limit === null) return fieldFault({ field: 'limit', key: 'badPrice' }, draft.limit);
  if (has.trail && levels.trail === null) return fieldFault({ field: 'trail', key: 'badTrail' }, draft.trail);
  const order = {
    action,
    type: draft.type,
    status: 'working',
    ...levels,
    mark: has.trail ? price : null,
  } as const;
  if (price === null || !refusalOf(() => demandLevels(order, { last: price }))) return null;
  if (has.trail) return { field: 'trail', key: 'badTrail' };
  return { field: 'stop', key: 'crossed', values: { symbol, price: { price } } };
}

function exitFault(
  draft: TicketDraft,
  { action, price }: TicketScene,
  { base, target, loss, limit, stop }: Exits & TicketLevels,
): Fault | null {
  if (base === null) return null;
  const entry = { action, limit, stop };
  for (const field of ['target', 'loss'] as const) {
    const typed = draft[field];
    if (typed === null) continue;
    const level = field === 'target' ? target?.level : loss?.level;
    if (level === undefined) return fieldFault({ field, key: 'badExit' }, typed);
    const child =
      field === 'target'
        ? ({ role: 'take_profit', limit: level, stop: null, trail: null } as const)
        : ({ role: 'stop_loss', limit: null, stop: level, trail: null } as const);
    if (!refusalOf(() => demandBracket(entry, [child], { last: price }))) continue;
    const isAbove = (field === 'target') === (action === 'buy');
    return { field, key: `${field}${isAbove ? 'Above' : 'Below'}`, values: { price: { price: base } } };
  }
  return null;
}

function reasonFault({ reason: typed }: TicketDraft, { action, needsReason }: TicketScene): Fault | null {
  const reason = typed.trim();
  const problem = reason === '' ? null : reasonProblem(reason);
  if (problem) return { field: 'reason', key: problem, values: { length: String(MOST_REASON) } };
  const isMissing = needsReason && refusalOf(() => demandReason({ action, reason })) !== null;
  return isMissing ? { field: 'reason', key: 'giveReason', isToast: true } : null;
}

export function judge(draft: TicketDraft, scene: TicketScene): Judgement {
  const { action, price } = scene;
  const { type } = draft;
  const isWhole = draft.most && isClosing(action) && scene.held?.side === sideOf(action);
  const size = isWhole ? ({ kind: 'all' } as const) : readSize(draft);
  const sizeProblem = size ? null : draft.mode === 'quantity' ? 'invalidQuantity' : 'invalidAmount';
  const levels = readLevels(draft);
  const estimate = estimateOf(draft, scene, size);
  const sizing = isClosing(action)
    ? sizeToClose(draft, scene, size)
    : isWaiting(type)
      ? sizeToOpenLater(draft, scene, size, levels)
      : sizeToOpenNow(scene, size, estimate);
  const exits = readExits(draft, action, bracketBase(levels, price), sizing.quantity);
  const fault =
    sizeFault(draft, scene, { sizeProblem, ...sizing }) ??
    levelFault(draft, scene, levels) ??
    exitFault(draft, scene, { ...exits, ...levels }) ??
    (scene.isClosed && !isLater(draft) ? ({ field: 'order', key: 'closedMarket' } as const) : null) ??
    reasonFault(draft, scene);
  const { limit } = levels;
  const fillsNow = limit !== null && price !== null && isMarketable({ action, type, limit }, price, false);
  const { quantity, largest, largestCost, hold } = sizing;
  return {
    sizeProblem,
    estimate,
    quantity,
    largest,
    largestCost,
    hold,
    ...levels,
    ...exits,
    fillsNow,
    fault,
  };
}
