/** Whether an order may fill, and what it does. Pure: the same order, account and price give the same answer. */

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
import { payout } from './pnl.ts';
import { type Action, closeLeg, type Leg, openingCost, openLeg, type Position } from './position.ts';
import { earnsXp, isPriceAllowed, roomFor, shareLimit, type Terms } from './season-rules.ts';

/** How much: shares, dollars of stock at the fill price, or everything that is open (`closeAll`). */
export type Size =
  | { kind: 'quantity'; quantity: QuantityMicros }
  | { kind: 'amount'; amount: Cents }
  | { kind: 'all' };

export type TradeOrder = {
  symbol: string;
  action: Action;
  size: Size;
  /** buy while short, short while long: close the other side first, both in one commit. */
  reverse: boolean;
  /** The price the trader saw, if it was sent. */
  quotedPrice: PriceE4 | null;
};

export type Decision = {
  legs: Leg[];
  /** Cash after all legs. */
  cash: Cents;
  /** Sums over the closed slices. */
  pnl: Cents;
  xp: XpCents;
};

/**
 * The account as far as a decision needs it. `held`: cash that working orders reserve, which opens nothing else. `isOnlyPosition`:
 * no other position is open that could pay a debt.
 */
export type Funds = { cash: Cents; held?: Cents; isOnlyPosition: boolean };

/** A price that moved more than this since the trader saw it asks to be confirmed again. */
const MAX_MOVE_PERCENT = 1n;
/** Most shares one position may hold; `numeric(18,6)` holds ten times that. */
const MAX_POSITION = quantityMicros(100_000_000_000_000_000n);

const shares = (quantity: QuantityMicros) => plainDecimal(quantity, QUANTITY_DIGITS);
const side = (position: Position) => (position.isShort ? 'short' : 'long');

/** @throws AppError PRICE_MOVED */
function checkMove(order: TradeOrder, price: PriceE4): void {
  const quoted = order.quotedPrice;
  if (quoted === null) return;
  const move = price > quoted ? subtract(price, quoted) : subtract(quoted, price);
  if (move * 100n <= quoted * MAX_MOVE_PERCENT) return;
  const shown = plainDecimal(price, PRICE_DIGITS);
  throw fail('PRICE_MOVED', {
    params: { price: shown },
    details: { price: toNumber(price, PRICE_DIGITS) },
  });
}

/** Shares an order of this size means at `price`. @param open what closeAll closes */
function sharesOf(size: Size, price: PriceE4, open: QuantityMicros): QuantityMicros {
  if (size.kind === 'all') return open;
  return size.kind === 'quantity' ? size.quantity : quantityFor(size.amount, price);
}

/** Shares an order to close fills at `price`: a rest worth less than a cent goes along. @param open shares of its position */
export function closingShares(size: Size, price: PriceE4, open: QuantityMicros): QuantityMicros {
  const quantity = sharesOf(size, price, open);
  const isRestTiny = quantity > 0n && quantity < open && underACent(price, subtract(open, quantity));
  return isRestTiny ? open : quantity;
}

/** Shares an order to open fills at `price`. */
export const openingShares = (size: Size, price: PriceE4): QuantityMicros => sharesOf(size, price, 0n);

function tooSmall(size: Size): Error {
  const isAmount = size.kind === 'amount';
  const issues = [issueAt(isAmount ? 'amount' : 'quantity', 'underACent')];
  return fail(isAmount ? 'INVALID_AMOUNT' : 'INVALID_QUANTITY', { issues });
}

/** @throws AppError PRICE_TOO_LOW */
function checkPrice(order: TradeOrder, terms: Terms, price: PriceE4): void {
  if (isPriceAllowed(terms.rules, price)) return;
  const least = writeCents(terms.rules.minPrice);
  throw fail('PRICE_TOO_LOW', {
    params: { symbol: order.symbol, exactPrice: plainDecimal(price, PRICE_DIGITS), least },
    details: { minPrice: least },
  });
}

/** The refusal of more of the start cash in one symbol than the season allows. @param most shares that may still be opened */
function tooMuch(order: TradeOrder, terms: Terms, quantity: QuantityMicros, most: QuantityMicros): Error {
  const { symbol, action } = order;
  const limit = writeCents(shareLimit(terms) ?? 0n);
  const percent = terms.rules.maxShare ?? 100;
  return fail('SHARE_LIMIT', {
    params: { quantity: shares(quantity), symbol, limit, percent, action, most: shares(most) },
    details: { maxQuantity: shares(most), maxShare: terms.rules.maxShare },
  });
}

/** buy, short: opens or increases. @param held same side, or null */
function open(
  order: TradeOrder,
  held: Position | null,
  cash: Cents,
  price: PriceE4,
  terms: Terms,
  reason: 'order' | 'reverse',
): Leg {
  checkPrice(order, terms, price);
  const isShort = order.action === 'short';
  const quantity = openingShares(order.size, price);
  const { cost } = openingCost(held, quantity, price, terms.version);
  if (underACent(price, quantity)) throw tooSmall(order.size);
  const room = roomFor(terms, held?.quantity ?? 0n, price);
  const paid = quantityFor(cash, price);
  const most = room !== null && room < paid ? room : paid;
  if (cost > cash) {
    const { symbol, action } = order;
    const money = { cost: writeCents(cost), cash: writeCents(cash) };
    throw fail('NOT_ENOUGH_CASH.open', {
      params: { quantity: shares(quantity), symbol, ...money, action, most: shares(most) },
      details: { maxQuantity: shares(most), cash: writeCents(cash) },
    });
  }
  if (room !== null && quantity > room) throw tooMuch(order, terms, quantity, most);
  if ((held?.quantity ?? 0n) + quantity > MAX_POSITION) throw fail('INVALID_QUANTITY');
  return openLeg(held, order.symbol, isShort, quantity, price, terms.now, reason, terms.version);
}

/** sell, cover: reduces or closes. @throws AppError NOT_ENOUGH_SHARES, NOT_ENOUGH_CASH, INVALID_* */
function close(order: TradeOrder, held: Position, account: Funds, price: PriceE4, terms: Terms): Leg {
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
  const due = payout(held, quantity, price);
  const after = add(account.cash, due);
  if (after < 0n && !account.isOnlyPosition) {
    const missing = writeCents(negate(after));
    throw fail('NOT_ENOUGH_CASH.cover', {
      params: { quantity: shares(quantity), symbol: held.symbol, missing },
      details: { cash: writeCents(account.cash) },
    });
  }
  const mayEarnXp = earnsXp(terms.rules, held.lastIncreasedAt, terms.now);
  return closeLeg(held, quantity, price, 'order', negate(account.cash), mayEarnXp);
}

/** The other side of what `action` opens is held: refused, or closed first when the order says `reverse`. */
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

/** A decision of these executions. @param cash before them */
export function decisionOf(legs: Leg[], cash: Cents): Decision {
  return {
    legs,
    cash: add(
      cash,
      sumOf(legs, (leg) => leg.cash),
    ),
    pnl: sumOf(legs, (leg) => leg.closed?.pnl ?? 0n),
    xp: sumOf(legs, (leg) => leg.closed?.xp ?? 0n),
  };
}

/**
 * Decides one order at one price.
 * @param held the open position in the order's symbol, or null
 * @throws AppError PRICE_MOVED, POSITION_CONFLICT, NOT_ENOUGH_SHARES, NOT_ENOUGH_CASH, INVALID_QUANTITY, INVALID_AMOUNT,
 * and what the season's rules refuse to open: PRICE_TOO_LOW, SHARE_LIMIT. Closing is never refused by them.
 */
export function decide(
  order: TradeOrder,
  account: Funds,
  held: Position | null,
  price: PriceE4,
  terms: Terms,
): Decision {
  checkMove(order, price);
  const { action } = order;
  if (action === 'sell' || action === 'cover') {
    if (!held || held.isShort !== (action === 'cover')) throw nothingHeld(order, held);
    return decisionOf([close(order, held, account, price, terms)], account.cash);
  }
  const reserved = account.held ?? 0n;
  const other = held && held.isShort !== (action === 'short') ? held : null;
  if (!other) {
    if (order.reverse) {
      const needed = action === 'short' ? 'long' : 'short';
      throw fail('POSITION_CONFLICT.none', { params: { needed, symbol: order.symbol, action: 'reverse' } });
    }
    return decisionOf(
      [open(order, held, subtract(account.cash, reserved), price, terms, 'order')],
      account.cash,
    );
  }
  if (!order.reverse) throw conflict(other);
  const first = close({ ...order, size: { kind: 'all' } }, other, account, price, terms);
  const free = add(subtract(account.cash, reserved), first.cash);
  const second = open(order, null, free, price, terms, 'reverse');
  return decisionOf([{ ...first, reason: 'reverse' }, second], account.cash);
}
