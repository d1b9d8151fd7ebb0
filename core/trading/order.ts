/** Whether an order may fill, and what it does. Pure: the same order, account and price give the same answer. */
import { fail } from '../contract/errors.ts';
import { formatCents } from '../locale/format.ts';
import {
  type Cents,
  type Hundredths,
  MICRO_DIGITS,
  type Micro,
  notional,
  PRICE_DIGITS,
  type Price,
  plainDecimal,
  quantityFor,
  toNumber,
  underACent,
  writeCents,
} from '../money/money.ts';
import { type Action, closeCash, closeLeg, type Leg, openLeg, type Position } from './position.ts';
import { earnsXp, isPriceAllowed, roomFor, shareLimit, type Terms } from './season-rules.ts';

/** How much: shares, dollars of stock at the fill price, or everything that is open (`closeAll`). */
export type Size =
  | { kind: 'quantity'; quantity: Micro }
  | { kind: 'amount'; amount: Cents }
  | { kind: 'all' };

export type Order = {
  symbol: string;
  action: Action;
  size: Size;
  /** buy while short, short while long: close the other side first, both in one commit. */
  reverse: boolean;
  /** The price the trader saw, if it was sent. */
  quotedPrice: Price | null;
};

export type Decision = {
  legs: Leg[];
  /** Cash after all legs. */
  cash: Cents;
  /** Sums over the closed slices. */
  pnl: Cents;
  xp: Hundredths;
};

/**
 * The account as far as a decision needs it. `held`: cash that working orders reserve, which opens nothing else. `alone`:
 * no other position is open that could pay a debt.
 */
export type Account = { cash: Cents; held?: Cents; alone: boolean };

/** A price that moved more than this since the trader saw it asks to be confirmed again. */
const MAX_MOVE_PERCENT = 1n;
/** Most shares one position may hold; `numeric(18,6)` holds ten times that. */
const MAX_POSITION: Micro = 100_000_000_000_000_000n;

const shares = (quantity: Micro) => plainDecimal(quantity, MICRO_DIGITS);
const side = (position: Position) => (position.isShort ? 'short' : 'long');

/** @throws AppError PRICE_MOVED */
function checkMove(order: Order, price: Price): void {
  const quoted = order.quotedPrice;
  if (quoted === null) return;
  const move = price > quoted ? price - quoted : quoted - price;
  if (move * 100n <= quoted * MAX_MOVE_PERCENT) return;
  const shown = plainDecimal(price, PRICE_DIGITS);
  throw fail('PRICE_MOVED', {
    vars: { price: `$${shown}` },
    details: { price: toNumber(price, PRICE_DIGITS) },
  });
}

/** Shares an order of this size means at `price`. @param open what closeAll closes */
function sharesOf(size: Size, price: Price, open: Micro): Micro {
  if (size.kind === 'all') return open;
  return size.kind === 'quantity' ? size.quantity : quantityFor(size.amount, price);
}

function tooSmall(size: Size): Error {
  const message = 'That is worth less than a cent.';
  return fail(size.kind === 'amount' ? 'INVALID_AMOUNT' : 'INVALID_QUANTITY', {
    issues: [{ path: size.kind === 'amount' ? 'amount' : 'quantity', message }],
  });
}

/** @throws AppError PRICE_TOO_LOW */
function checkPrice(order: Order, terms: Terms, price: Price): void {
  if (isPriceAllowed(terms.rules, price)) return;
  const least = formatCents(terms.rules.minPrice);
  throw fail('PRICE_TOO_LOW', {
    message: `${order.symbol} is at $${plainDecimal(price, PRICE_DIGITS)}. This season's rules allow no shares under ${least}.`,
    details: { minPrice: writeCents(terms.rules.minPrice) },
  });
}

/** More of the start cash in one symbol than the season allows. @param most what may still be opened */
function tooMuch(order: Order, terms: Terms, quantity: Micro, most: Micro): Error {
  const limit = formatCents(shareLimit(terms) ?? 0n);
  return fail('SHARE_LIMIT', {
    message:
      `${shares(quantity)} ${order.symbol} are too many: this season's rules allow ${limit} in one symbol, ` +
      `${terms.rules.maxShare}% of the start cash. The most you can ${order.action} is ${shares(most)}.`,
    details: { maxQuantity: shares(most), maxShare: terms.rules.maxShare },
  });
}

/** buy, short: opens or increases. @param held same side, or null */
function open(
  order: Order,
  held: Position | null,
  cash: Cents,
  price: Price,
  terms: Terms,
  reason: 'order' | 'reverse',
): Leg {
  checkPrice(order, terms, price);
  const isShort = order.action === 'short';
  const quantity = sharesOf(order.size, price, 0n);
  const cost = notional(price, quantity);
  if (quantity <= 0n || cost === 0n) throw tooSmall(order.size);
  const room = roomFor(terms, held?.quantity ?? 0n, price);
  const paid = quantityFor(cash, price);
  const most = room !== null && room < paid ? room : paid;
  if (cost > cash) {
    throw fail('NOT_ENOUGH_CASH', {
      message:
        `${shares(quantity)} ${order.symbol} cost ${formatCents(cost)}, you have ${formatCents(cash)}. ` +
        `The most you can ${order.action} is ${shares(most)}.`,
      details: { maxQuantity: shares(most), cash: writeCents(cash) },
    });
  }
  if (room !== null && quantity > room) throw tooMuch(order, terms, quantity, most);
  if ((held?.quantity ?? 0n) + quantity > MAX_POSITION) throw fail('INVALID_QUANTITY');
  return openLeg(held, order.symbol, isShort, quantity, price, terms.now, reason);
}

/** sell, cover: reduces or closes. @throws AppError NOT_ENOUGH_SHARES, NOT_ENOUGH_CASH, INVALID_* */
function close(order: Order, held: Position, account: Account, price: Price, terms: Terms): Leg {
  let quantity = sharesOf(order.size, price, held.quantity);
  if (quantity <= 0n) throw tooSmall(order.size);
  if (quantity > held.quantity) {
    throw fail('NOT_ENOUGH_SHARES', {
      message: `You are ${side(held)} ${shares(held.quantity)} ${held.symbol}; ${shares(quantity)} is more than that.`,
      details: { maxQuantity: shares(held.quantity) },
    });
  }
  if (underACent(price, held.quantity - quantity)) quantity = held.quantity;
  if (quantity < held.quantity && notional(price, quantity) === 0n) throw tooSmall(order.size);
  const due = closeCash(held, quantity, price);
  if (account.cash + due < 0n && !account.alone) {
    const missing = formatCents(-(account.cash + due));
    throw fail('NOT_ENOUGH_CASH', {
      message: `Covering ${shares(quantity)} ${held.symbol} takes ${missing} more than your cash. Close another position first.`,
      details: { cash: writeCents(account.cash) },
    });
  }
  const isRipe = earnsXp(terms.rules, held.lastIncreasedAt, terms.now);
  return closeLeg(held, quantity, price, 'order', -account.cash, isRipe);
}

/** The other side of what `action` opens is held: refused, or closed first when the order says `reverse`. */
function conflict(held: Position): Error {
  const verb = held.isShort ? 'Cover' : 'Sell';
  return fail('POSITION_CONFLICT', {
    message: `You are ${side(held)} ${shares(held.quantity)} ${held.symbol}. ${verb} it first, or reverse.`,
    details: { position: { type: side(held), quantity: shares(held.quantity) }, canReverse: true },
  });
}

function nothingHeld(order: Order, held: Position | null): Error {
  const wanted = order.action === 'cover' ? 'short' : 'long';
  const now = held ? ` You are ${side(held)} ${shares(held.quantity)}.` : '';
  return fail('NOT_ENOUGH_SHARES', {
    message: `You have no ${wanted} position in ${order.symbol} to ${order.action}.${now}`,
    details: { maxQuantity: '0' },
  });
}

function sum(legs: Leg[], cash: Cents): Decision {
  return {
    legs,
    cash: legs.reduce((total, leg) => total + leg.cash, cash),
    pnl: legs.reduce((total, leg) => total + (leg.closed?.pnl ?? 0n), 0n),
    xp: legs.reduce((total, leg) => total + (leg.closed?.xp ?? 0n), 0n),
  };
}

/**
 * Decides one order at one price.
 * @param held the open position in the order's symbol, or null
 * @throws AppError PRICE_MOVED, POSITION_CONFLICT, NOT_ENOUGH_SHARES, NOT_ENOUGH_CASH, INVALID_QUANTITY, INVALID_AMOUNT,
 * and what the season's rules refuse to open: PRICE_TOO_LOW, SHARE_LIMIT. Closing is never refused by them.
 */
export function decide(
  order: Order,
  account: Account,
  held: Position | null,
  price: Price,
  terms: Terms,
): Decision {
  checkMove(order, price);
  const { action } = order;
  if (action === 'sell' || action === 'cover') {
    if (!held || held.isShort !== (action === 'cover')) throw nothingHeld(order, held);
    return sum([close(order, held, account, price, terms)], account.cash);
  }
  const reserved = account.held ?? 0n;
  const other = held && held.isShort !== (action === 'short') ? held : null;
  if (!other) {
    if (order.reverse) {
      const wanted = action === 'short' ? 'long' : 'short';
      throw fail('POSITION_CONFLICT', {
        message: `You have no ${wanted} position in ${order.symbol} to reverse.`,
      });
    }
    return sum([open(order, held, account.cash - reserved, price, terms, 'order')], account.cash);
  }
  if (!order.reverse) throw conflict(other);
  const first = close({ ...order, size: { kind: 'all' } }, other, account, price, terms);
  const second = open(order, null, account.cash - reserved + first.cash, price, terms, 'reverse');
  return sum([{ ...first, reason: 'reverse' }, second], account.cash);
}
