/** Decides whether an order fills at a price, and what its fill does. Pure: the same input gives the same decision. */

import {
  PRICE_DIGITS,
  plainDecimal,
  QUANTITY_DIGITS,
  quantityFor,
  toNumber,
  underACent,
  writeCents,
} from '../money/money.ts';
import {
  add,
  type Cents,
  larger,
  negate,
  type PriceE4,
  type QuantityMicros,
  quantityMicros,
  subtract,
  sumOf,
  type XpCents,
} from '../money/units.ts';
import { issueAt } from '../refusals/issues.ts';
import { fail } from '../refusals/refusals.ts';
import { roomInVolume, volumeLimit } from './day-volume.ts';
import {
  type Action,
  closingFill,
  closingFloor,
  type DecidedFill,
  mostToOpen,
  openingCost,
  openingFill,
  type Position,
} from './position.ts';
import { isPriceAllowed, isTickerAllowed, roomFor, shareLimit, type Terms } from './season-rules.ts';

/** The size of an order: shares, dollars of stock at the fill price, or the whole position (`closeAll`). */
export type Size =
  | { kind: 'quantity'; quantity: QuantityMicros }
  | { kind: 'amount'; amount: Cents }
  | { kind: 'all' };

export type TradeOrder = {
  symbol: string;
  action: Action;
  size: Size;
  /** Lets a buy first close a short, and a short first close a long, in one commit. */
  reverse: boolean;
  /** The price on the trader's screen; null if the request has none. */
  quotedPrice: PriceE4 | null;
  /** The trader's reason (core/orders/reason.ts), null without one; it does not affect the decision. */
  reason?: string | null;
};

export type Decision = {
  fills: DecidedFill[];
  cash: Cents;
  /** Sums over the closed slices. */
  pnl: Cents;
  xp: XpCents;
};

/**
 * The account's money. `held`: cash that working orders reserve, which opens no other position. `isOnlyPosition`: true when no other
 * open position could pay a debt.
 */
export type Funds = { cash: Cents; held?: Cents; isOnlyPosition: boolean };

/** A price that moved more than this since the trader saw it needs a new confirmation. */
const MAX_MOVE_PERCENT = 1n;
/** The most shares of a position; `numeric(18,6)` holds ten times as many. */
const MAX_POSITION = quantityMicros(100_000_000_000_000_000n);

const shares = (quantity: QuantityMicros) => plainDecimal(quantity, QUANTITY_DIGITS);
const side = (position: Position) => (position.isShort ? 'short' : 'long');

/** Refuses an order whose price has moved too far since the trader saw it. @throws AppError PRICE_MOVED */
function checkMove(order: TradeOrder, price: PriceE4): void {
  const quoted = order.quotedPrice;
  if (quoted === null) return;
  const move = price > quoted ? subtract(price, quoted) : subtract(quoted, price);
  if (move * 100n <= quoted * MAX_MOVE_PERCENT) return;
  throw fail('PRICE_MOVED', {
    params: { price: plainDecimal(price, PRICE_DIGITS) },
    details: { price: toNumber(price, PRICE_DIGITS) },
  });
}

/** Returns the shares of a size at `price`. @param open shares that `closeAll` closes */
function sharesOf(size: Size, price: PriceE4, open: QuantityMicros): QuantityMicros {
  if (size.kind === 'all') return open;
  return size.kind === 'quantity' ? size.quantity : quantityFor(size.amount, price);
}

/**
 * Returns the shares that a closing order asks for at `price`, which may be more than `open`; all of `open` when less than a cent's worth
 * would remain.
 * @param open shares of the position
 */
export function closingShares(size: Size, price: PriceE4, open: QuantityMicros): QuantityMicros {
  const quantity = sharesOf(size, price, open);
  const isRestTiny = quantity > 0n && quantity < open && underACent(price, subtract(open, quantity));
  return isRestTiny ? open : quantity;
}

/** Returns the shares an opening order fills at `price`. */
export const openingShares = (size: Size, price: PriceE4): QuantityMicros => sharesOf(size, price, 0n);

function tooSmall(size: Size): Error {
  const isAmount = size.kind === 'amount';
  const issues = [issueAt(isAmount ? 'amount' : 'quantity', 'underACent')];
  return fail(isAmount ? 'INVALID_AMOUNT' : 'INVALID_QUANTITY', { issues });
}

function checkPrice(order: TradeOrder, terms: Terms, price: PriceE4): void {
  if (isPriceAllowed(terms.rules, price)) return;
  const least = writeCents(terms.rules.minPrice);
  throw fail('PRICE_TOO_LOW', {
    params: { symbol: order.symbol, exactPrice: plainDecimal(price, PRICE_DIGITS), least },
    details: { minPrice: least },
  });
}

/** Returns SHARE_LIMIT: more of the start cash in one symbol than the season allows. @param most shares the account may still open */
function tooMuch(order: TradeOrder, terms: Terms, quantity: QuantityMicros, most: QuantityMicros): Error {
  const { symbol, action } = order;
  const limit = writeCents(shareLimit(terms) ?? 0n);
  const percent = terms.rules.maxShare ?? 100;
  return fail('SHARE_LIMIT', {
    params: { quantity: shares(quantity), symbol, limit, percent, action, most: shares(most) },
    details: { maxQuantity: shares(most), maxShare: terms.rules.maxShare },
  });
}

/** Returns VOLUME_LIMIT: more of the day's volume than the season allows one trader. @param most shares the account may still open */
function tooMuchOfDay(order: TradeOrder, terms: Terms, quantity: QuantityMicros, most: QuantityMicros) {
  const { symbol, action } = order;
  const percent = terms.rules.maxVolume ?? 100;
  const volume = terms.dayShare?.volume ?? null;
  const details = { maxQuantity: shares(most), maxVolume: percent };
  if (volume === null) return fail('VOLUME_LIMIT.unknown', { params: { symbol }, details });
  const allowed = shares(volumeLimit(percent, volume));
  const params = { quantity: shares(quantity), symbol, percent, allowed, action, most: shares(most) };
  return fail('VOLUME_LIMIT', { params, details });
}

/**
 * Opens or increases a position (buy, short).
 * @param held the position on the same side, or null
 * @param freeCash cents; below zero when a cover has cost cash that orders hold
 * @throws AppError PRICE_TOO_LOW, SHARE_LIMIT, VOLUME_LIMIT, NOT_ENOUGH_CASH, INVALID_*
 */
function open(
  order: TradeOrder,
  held: Position | null,
  freeCash: Cents,
  price: PriceE4,
  terms: Terms,
  reason: 'order' | 'reverse',
): DecidedFill {
  checkPrice(order, terms, price);
  const cash = larger(freeCash, 0n);
  const isShort = order.action === 'short';
  const quantity = openingShares(order.size, price);
  const { cost } = openingCost(held, quantity, price, terms.version);
  if (underACent(price, quantity)) throw tooSmall(order.size);
  const room = roomFor(terms, held?.quantity ?? 0n, price);
  const payable = mostToOpen(terms, held?.quantity ?? 0n, cash, price);
  const { maxVolume } = terms.rules;
  const dayRoom = maxVolume === null || !terms.dayShare ? null : roomInVolume(maxVolume, terms.dayShare);
  const most = dayRoom !== null && dayRoom < payable ? dayRoom : payable;
  if (cost > cash) {
    const { symbol, action } = order;
    const money = { cost: writeCents(cost), cash: writeCents(cash) };
    throw fail('NOT_ENOUGH_CASH.open', {
      params: { quantity: shares(quantity), symbol, ...money, action, most: shares(most) },
      details: { maxQuantity: shares(most), cash: writeCents(cash) },
    });
  }
  if (room !== null && quantity > room) throw tooMuch(order, terms, quantity, most);
  if (dayRoom !== null && quantity > dayRoom) throw tooMuchOfDay(order, terms, quantity, most);
  if ((held?.quantity ?? 0n) + quantity > MAX_POSITION) throw fail('INVALID_QUANTITY');
  return openingFill(held, order.symbol, isShort, quantity, price, terms.now, reason, terms.version);
}

/** Reduces or closes a position (sell, cover). @throws AppError NOT_ENOUGH_SHARES, NOT_ENOUGH_CASH, INVALID_* */
function close(order: TradeOrder, held: Position, account: Funds, price: PriceE4, terms: Terms): DecidedFill {
  const quantity = closingShares(order.size, price, held.quantity);
  if (quantity <= 0n) throw tooSmall(order.size);
  if (quantity > held.quantity) {
    const { symbol } = held;
    throw fail('NOT_ENOUGH_SHARES.more', {
      params: { side: side(held), held: shares(held.quantity), symbol, quantity: shares(quantity) },
      details: { maxQuantity: shares(held.quantity) },
    });
  }
  if (quantity < held.quantity && underACent(price, quantity)) throw tooSmall(order.size);
  const isLast = quantity === held.quantity;
  // no floor while other positions are open: a cover that the cash cannot pay is refused, with the missing amount
  const floor = account.isOnlyPosition ? closingFloor(account.cash, isLast) : undefined;
  const fill = closingFill(held, quantity, price, 'order', floor, terms);
  const balance = add(account.cash, fill.cash);
  if (balance < 0n && fill.cash < 0n && !account.isOnlyPosition) {
    const missing = writeCents(negate(balance));
    throw fail('NOT_ENOUGH_CASH.cover', {
      params: { quantity: shares(quantity), symbol: held.symbol, missing },
      details: { cash: writeCents(account.cash) },
    });
  }
  return fill;
}

/** Returns POSITION_CONFLICT: the position is on the other side, and the order has no `reverse`. */
function conflict(held: Position): Error {
  const closing = held.isShort ? 'cover' : 'sell';
  const quantity = shares(held.quantity);
  return fail('POSITION_CONFLICT.held', {
    params: { side: side(held), quantity, symbol: held.symbol, closing },
    details: { position: { type: side(held), quantity }, canReverse: true },
  });
}

function nothingHeld(order: TradeOrder, held: Position | null): Error {
  const { symbol, action } = order;
  const params = { needed: action === 'cover' ? 'short' : 'long', symbol, action } as const;
  const details = { maxQuantity: '0' };
  if (!held) return fail('NOT_ENOUGH_SHARES.none', { params, details });
  return fail('NOT_ENOUGH_SHARES.other', {
    params: { ...params, side: side(held), held: shares(held.quantity) },
    details,
  });
}

/** Combines fills into a decision. @param cash of the account before the fills */
export function decisionOf(fills: DecidedFill[], cash: Cents): Decision {
  return {
    fills,
    cash: add(
      cash,
      sumOf(fills, (fill) => fill.cash),
    ),
    pnl: sumOf(fills, (fill) => fill.closed?.pnl ?? 0n),
    xp: sumOf(fills, (fill) => fill.closed?.xp ?? 0n),
  };
}

/**
 * Decides one order at one price.
 * @param held the open position in the order's symbol, or null @param terms the season's rules at this instant
 * @throws AppError PRICE_MOVED, POSITION_CONFLICT, NOT_ENOUGH_SHARES, NOT_ENOUGH_CASH, INVALID_QUANTITY,
 * INVALID_AMOUNT; and for an opening order by the season's rules PRICE_TOO_LOW, SHARE_LIMIT, VOLUME_LIMIT,
 * SHORTING_OFF, TICKER_NOT_ALLOWED
 */
export function decide(
  order: TradeOrder,
  account: Funds,
  held: Position | null,
  price: PriceE4,
  terms: Terms,
): Decision {
  checkMove(order, price);
  const { action, symbol } = order;
  if (action === 'short' && terms.rules.longOnly) throw fail('SHORTING_OFF', { params: { symbol } });
  if ((action === 'buy' || action === 'short') && !isTickerAllowed(terms.rules, symbol))
    throw fail('TICKER_NOT_ALLOWED', { params: { symbol } });
  if (action === 'sell' || action === 'cover') {
    if (!held || held.isShort !== (action === 'cover')) throw nothingHeld(order, held);
    return decisionOf([close(order, held, account, price, terms)], account.cash);
  }
  const reserved = account.held ?? 0n;
  const other = held && held.isShort !== (action === 'short') ? held : null;
  if (!other) {
    if (order.reverse) {
      const needed = action === 'short' ? 'long' : 'short';
      throw fail('POSITION_CONFLICT.none', { params: { needed, symbol, action: 'reverse' } });
    }
    return decisionOf(
      [open(order, held, subtract(account.cash, reserved), price, terms, 'order')],
      account.cash,
    );
  }
  if (!order.reverse) throw conflict(other);
  const first = close({ ...order, size: { kind: 'all' } }, other, account, price, terms);
  const free = add(subtract(account.cash, reserved), first.cash);
  const dayShare = terms.dayShare && {
    ...terms.dayShare,
    traded: add(terms.dayShare.traded, first.quantity),
  };
  const second = open(order, null, free, price, { ...terms, dayShare }, 'reverse');
  return decisionOf([{ ...first, reason: 'reverse' }, second], account.cash);
}
