/** An order as it stands in the ticket: what is typed, what it means, and why it cannot work. Pure. */
import { PRICE_DIGITS, parseDecimal, quantityFor, readQuantity, SHARE } from '#core/money/money.ts';
import { doubtOf, plainOf } from '#core/money/typed-decimal.ts';
import {
  type Cents,
  cents,
  type PriceE4,
  type QuantityMicros,
  quantityMicros,
  subtract,
} from '#core/money/units.ts';
import { holdOf, mostFor } from '#core/orders/hold.ts';
import { isReached, isWithin, type OrderType } from '#core/orders/order.ts';
import { readLevel } from '#core/orders/typed-level.ts';
import type { Holding } from '#core/trading/holding-text.ts';
import type { SizeMode, TicketAction } from '../ground/orders.ts';
import type { ChartKey } from '../ground/strings.ts';
import { type Estimate, estimate, isClosing, readSize, sideOf } from './estimate.ts';
import { type Exit, type Exits, exitsOf } from './exits.ts';

export type TrailUnit = 'amount' | 'percent';

/** What is typed and chosen in the ticket. */
export type TicketDraft = {
  type: OrderType;
  mode: SizeMode;
  quantity: string;
  amount: string;
  reverse: boolean;
  /** A market order that waits for the opening; no other has it. */
  queue: boolean;
  /** A waiting order that closes whatever is open by then. */
  follow: boolean;
  limit: string;
  stop: string;
  trail: string;
  trailUnit: TrailUnit;
  tif: 'gtc' | 'day';
  /** Of the bracket; null where it is switched off. */
  target: string | null;
  loss: string | null;
};

/** What the order meets. */
export type TicketScene = {
  action: TicketAction;
  symbol: string;
  price: PriceE4 | null;
  cash: Cents;
  /** Of it, what working orders reserve. */
  reserved: Cents;
  held: Holding | null;
  isClosed: boolean;
};

export type Place = 'size' | 'limit' | 'stop' | 'trail' | 'target' | 'loss' | 'order';
/** Why the order cannot work, beside the field it belongs to. */
export type Fault = {
  at: Place;
  key: ChartKey;
  values?: Record<string, FaultValue>;
  /** Confirm says it in a toast instead of being disabled. */
  isToast?: true;
};
export type FaultValue =
  | { cents: Cents }
  | { price: PriceE4 }
  | { quantity: QuantityMicros }
  | { word: ChartKey }
  | string;

export type Judgement = Exits & {
  size: Estimate;
  quantity: QuantityMicros | null;
  limit: PriceE4 | null;
  stop: PriceE4 | null;
  /** 1/10,000 $ or 1/100 %. */
  trail: bigint | null;
  /** What it reserves while it waits. */
  hold: Cents | null;
  largest: QuantityMicros | null;
  fillsNow: boolean;
  fault: Fault | null;
};

/** The size that counts. */
export const typedSize = ({ mode, quantity, amount }: TicketDraft) =>
  mode === 'quantity' ? quantity : amount;
export const isWaiting = (type: OrderType) => type !== 'market';
/** Whether it cannot fill before it is placed. */
export const isLater = ({ type, queue }: Pick<TicketDraft, 'type' | 'queue'>) => isWaiting(type) || queue;
export const hasLimit = (type: OrderType) => type === 'limit' || type === 'stop_limit';
export const hasStop = (type: OrderType) => type === 'stop' || type === 'stop_limit';

/** The trail in its unit; null unless the rules allow it. */
function readTrail({ trail, trailUnit }: TicketDraft): bigint | null {
  const value = parseDecimal(plainOf(trail), trailUnit === 'percent' ? 2 : PRICE_DIGITS);
  if (value === null) return null;
  const [least, most] = trailUnit === 'percent' ? [1n, 5_000n] : [100n, 10n ** 10n];
  return value >= least && value <= most ? value : null;
}

/** What a field says that has no number in it, or two. */
function fieldFault(fault: Fault, typed: string): Fault {
  const doubt = doubtOf(typed);
  return doubt ? { at: fault.at, key: 'doubtfulNumber', values: doubt } : fault;
}

/** Which fault the levels of a waiting order have. */
function levelFault(draft: TicketDraft, scene: TicketScene, levels: Levels): Fault | null {
  const { type } = draft;
  const { action, price } = scene;
  if (hasStop(type) && levels.stop === null) return fieldFault({ at: 'stop', key: 'badPrice' }, draft.stop);
  if (hasLimit(type) && levels.limit === null)
    return fieldFault({ at: 'limit', key: 'badPrice' }, draft.limit);
  if (levels.stop !== null && price !== null && isReached(action, levels.stop, price))
    return { at: 'stop', key: 'crossed', values: { symbol: scene.symbol, price: { price } } };
  if (type !== 'trailing_stop') return null;
  const isLong =
    draft.trailUnit === 'amount' && price !== null && levels.trail !== null && levels.trail >= price;
  return levels.trail === null || isLong ? fieldFault({ at: 'trail', key: 'badTrail' }, draft.trail) : null;
}

type Levels = { limit: PriceE4 | null; stop: PriceE4 | null; trail: bigint | null };

/** Which fault the position has, or the cash. */
function sizeFault(draft: TicketDraft, scene: TicketScene, found: SizeMeaning): Fault | null {
  const { action, symbol, held, price } = scene;
  const side = sideOf(action);
  const closing = isClosing(action);
  const isOther = held !== null && held.side !== side;
  if (closing && (!held || isOther)) {
    const word = side === 'long' ? 'long' : 'shortSide';
    return { at: 'size', key: 'nothingToClose', values: { symbol, side: { word } } };
  }
  if (isOther && (isLater(draft) || !draft.reverse)) {
    const values = {
      symbol,
      side: { word: held.side === 'long' ? 'long' : 'shortSide' },
      held: held.quantity,
    } as const;
    return { at: 'size', key: isLater(draft) ? 'otherSideWaits' : 'otherSide', values };
  }
  const { problem } = found.size;
  if (problem) return fieldFault({ at: 'size', key: problem, isToast: true }, typedSize(draft));
  if (price === null && (!hasLimit(draft.type) || draft.type === 'stop_limit'))
    return { at: 'order', key: 'noPrice', values: { symbol } };
  const { quantity, largest, cost, available } = found;
  if (closing && quantity !== null && largest !== null && quantity > largest)
    return { at: 'size', key: 'onlyHeld', values: { symbol, held: { quantity: largest } } };
  if (closing || cost === null || cost <= available) return null;
  const values = { cash: { cents: available }, most: { quantity: largest ?? 0n } };
  const key = action === 'buy' ? 'noCashBuy' : 'noCashShort';
  return { at: 'size', key: largest === SHARE ? `${key}One` : key, values };
}

type SizeMeaning = {
  size: Estimate;
  quantity: QuantityMicros | null;
  largest: QuantityMicros | null;
  /** What it takes of the cash. */
  cost: Cents | null;
  available: Cents;
};

function exitFault(draft: TicketDraft, { action }: TicketScene, found: Exits): Fault | null {
  const isLong = action === 'buy';
  const { base, target, loss } = found;
  if (base === null) return null;
  const values = { price: { price: base } };
  const check = (
    at: 'target' | 'loss',
    typed: string | null,
    exit: Exit | null,
    isAbove: boolean,
  ): Fault | null => {
    if (typed === null) return null;
    if (!exit) return fieldFault({ at, key: 'badExit' }, typed);
    const isBeyond = isAbove ? exit.level > base : exit.level < base;
    if (isBeyond) return null;
    return { at, key: `${at}${isAbove ? 'Above' : 'Below'}`, values };
  };
  return check('target', draft.target, target, isLong) ?? check('loss', draft.loss, loss, !isLong);
}

/** The size of an order that waits, at the level it waits for. */
function waitingSize(
  draft: TicketDraft,
  scene: TicketScene,
  levels: Levels,
): Omit<SizeMeaning, 'size'> & { hold: Cents | null } {
  const { action, price, cash, reserved, held } = scene;
  const available = subtract(cash, reserved);
  const own = held && held.side === sideOf(action) ? readQuantity(held.quantity) : null;
  const typed = readSize(draft.mode, typedSize(draft));
  if (isClosing(action))
    return {
      quantity: draft.follow ? own : typed && quantityMicros(typed),
      largest: own,
      cost: null,
      hold: 0n,
      available,
    };
  const terms = { action, type: draft.type, limit: levels.limit, stop: levels.stop };
  const level = levels.limit ?? levels.stop ?? price;
  if (level === null || typed === null)
    return { quantity: null, largest: null, cost: null, hold: null, available };
  const size =
    draft.mode === 'quantity'
      ? ({ kind: 'quantity', quantity: quantityMicros(typed) } as const)
      : ({ kind: 'amount', amount: cents(typed) } as const);
  const hold = holdOf({ ...terms, size }, price ?? level);
  const largest = mostFor(terms, available, price ?? level);
  const quantity = size.kind === 'quantity' ? size.quantity : quantityFor(size.amount, level);
  return { quantity, largest, cost: hold, hold, available };
}

/** What the order in the ticket means, and the first reason why it cannot work. */
export function judge(draft: TicketDraft, scene: TicketScene): Judgement {
  const { action, price, held } = scene;
  const { type } = draft;
  const available = subtract(scene.cash, scene.reserved);
  const size = estimate({ action, mode: draft.mode, typed: typedSize(draft), price, cash: available, held });
  const levels = {
    limit: hasLimit(type) ? readLevel(draft.limit) : null,
    stop: hasStop(type) ? readLevel(draft.stop) : null,
    trail: type === 'trailing_stop' ? readTrail(draft) : null,
  };
  const found: SizeMeaning & { hold: Cents | null } = isWaiting(type)
    ? { size, ...waitingSize(draft, scene, levels) }
    : {
        size,
        quantity: size.quantity,
        largest: size.largest,
        cost: costOf(size, available),
        hold: null,
        available,
      };
  const base = levels.stop ?? levels.limit ?? price;
  const exits = exitsOf(draft, action, base, found.quantity);
  const fault =
    sizeFault(draft, scene, found) ??
    levelFault(draft, scene, levels) ??
    exitFault(draft, scene, exits) ??
    (scene.isClosed && !isLater(draft) ? ({ at: 'order', key: 'closedMarket' } as const) : null);
  const { quantity, largest, hold } = found;
  const fillsNow =
    type === 'limit' && levels.limit !== null && price !== null && isWithin(action, levels.limit, price);
  return { size, quantity, ...levels, ...exits, hold, largest, fillsNow, fault };
}

/** What an order at once takes of the cash; a reversal may use what it frees. */
function costOf({ cashAfter }: Estimate, available: Cents): Cents | null {
  return cashAfter === null ? null : subtract(available, cashAfter);
}
