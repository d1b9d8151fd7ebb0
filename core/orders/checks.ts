/** The conditions an order must meet to be placed or changed. Pure. */

import {
  PRICE_DIGITS,
  plainDecimal,
  QUANTITY_DIGITS,
  toNumber,
  writeCents,
  writePrice,
} from '../money/money.ts';
import { type Cents, cents, type PriceE4, type QuantityMicros } from '../money/units.ts';
import { issueAt } from '../refusals/issues.ts';
import { fail } from '../refusals/refusals.ts';
import { decide } from '../trading/order.ts';
import { type Draft, termsAt } from './book.ts';
import { betterMark, trailingStop } from './meeting.ts';
import { isOpening, isReached, levelOf, type Replacement, type Scene, type WorkingOrder } from './order.ts';

const text = (price: PriceE4) => plainDecimal(price, PRICE_DIGITS);

/** @param symbol null for the limit over all symbols */
const tooManyOrders = (most: number, symbol: string | null) =>
  symbol
    ? fail('TOO_MANY_ORDERS.symbol', { params: { count: most, symbol }, details: { limit: most } })
    : fail('TOO_MANY_ORDERS.all', { params: { count: most }, details: { limit: most } });

export const groupFull = (most: number) =>
  fail('TOO_MANY_ORDERS.group', { params: { count: most }, details: { limit: most } });

const priceCrossed = (price: PriceE4, stop: PriceE4) =>
  fail('PRICE_CROSSED', {
    params: { price: text(price) },
    details: { price: toNumber(price, PRICE_DIGITS), stopPrice: writePrice(stop) },
  });

/** @param base the price that target and stop are compared with */
const bracketPrices = (base: PriceE4, isLong: boolean) =>
  fail(isLong ? 'BRACKET_PRICES.long' : 'BRACKET_PRICES.short', {
    params: { price: text(base) },
    details: { base: writePrice(base) },
  });

const trailTooLong = () => fail('INVALID_TRAIL.long');
export const endIsPast = () => fail('INVALID', { issues: [issueAt('expiresAt', 'expiryRule')] });
const noSuchTerm = (path: string) => fail('INVALID', { issues: [issueAt(path, 'noSuchTerm')] });

/**
 * @param hold cents the order needs @param free cents that no order holds @param most micro-shares that `free` suffices for
 * @param held cents that working orders hold, and their number
 */
export const notEnoughFree = (
  hold: Cents,
  free: Cents,
  most: QuantityMicros,
  held: { orders: number; cash: Cents },
) => {
  const facts = {
    maxQuantity: plainDecimal(most, QUANTITY_DIGITS),
    available: writeCents(free),
    held: writeCents(held.cash),
  };
  return fail('NOT_ENOUGH_CASH.reserved', {
    params: {
      hold: writeCents(hold),
      free: facts.available,
      count: held.orders,
      reserved: facts.held,
      most: facts.maxQuantity,
    },
    details: { ...facts, orders: held.orders },
  });
};

export const orderNotFound = () => fail('ORDER_NOT_FOUND');

/** The most live orders of a trader, children included. */
export const MAX_LIVE = 200;
/** The most live orders of a trader in one symbol, children included. */
export const MAX_LIVE_SYMBOL = 50;

/** Checks the number of live orders. @param more orders about to be placed @throws AppError TOO_MANY_ORDERS */
export function demandRoom(draft: Draft, symbol: string, more: number): void {
  const inSymbol = [...draft.orders.values()].filter((order) => order.symbol === symbol).length;
  if (draft.orders.size + more > MAX_LIVE) throw tooManyOrders(MAX_LIVE, null);
  if (inSymbol + more > MAX_LIVE_SYMBOL) throw tooManyOrders(MAX_LIVE_SYMBOL, symbol);
}

/** More cash than any account has, for decisions whose caller checks the trader's cash. */
export const PLENTY = cents(10n ** 24n);

/**
 * Checks the position and the season's rules as if the order filled at its own level, or, when it has none, at the
 * newest price; without either price it checks nothing. Cash and the day's volume are not checked.
 * @throws AppError what `decide` throws
 */
export function demandPosition(
  draft: Draft,
  order: WorkingOrder,
  { at, last }: Scene,
  quotedPrice: PriceE4 | null = null,
): void {
  const { symbol, action, size } = order;
  const level = levelOf(order) ?? last;
  if (level === null) return;
  const held = draft.positions.get(symbol) ?? null;
  const account = { cash: PLENTY, isOnlyPosition: false };
  decide({ symbol, action, size, reverse: false, quotedPrice }, account, held, level, termsAt(draft, at));
}

type LevelTerms = Pick<WorkingOrder, 'action' | 'type' | 'status' | 'stop' | 'trail' | 'mark'>;
type EntryTerms = Pick<WorkingOrder, 'action' | 'limit' | 'stop'>;
type ChildTerms = Pick<WorkingOrder, 'role' | 'limit' | 'stop' | 'trail'>;

/**
 * Checks the order's levels against the newest price.
 * @throws AppError PRICE_CROSSED for a stop, or the stop of a trail, that the price has reached; INVALID_TRAIL for a trail as long as
 * the price
 */
export function demandLevels(order: LevelTerms, { last }: Pick<Scene, 'last'>): void {
  if (last === null || order.status === 'triggered') return;
  if (order.stop !== null && isReached(order, order.stop, last)) throw priceCrossed(last, order.stop);
  if (order.trail?.kind === 'amount' && order.trail.amount >= last) throw trailTooLong();
  if (order.trail === null || order.mark === null) return;
  const stop = trailingStop(order, betterMark(order, order.mark, last));
  if (isReached(order, stop, last)) throw priceCrossed(last, stop);
}

/**
 * Returns the price that target and stop are compared with: the entry's stop, else its limit, else the newest price;
 * null without any of them.
 */
export const bracketBase = ({ stop, limit }: Pick<WorkingOrder, 'limit' | 'stop'>, last: PriceE4 | null) =>
  stop ?? limit ?? last;

/** Checks that target and stop lie on their sides of the entry's price. @throws AppError BRACKET_PRICES, INVALID_TRAIL */
export function demandBracket(
  entry: EntryTerms,
  children: readonly ChildTerms[],
  { last }: Pick<Scene, 'last'>,
): void {
  const base = bracketBase(entry, last);
  if (base === null) return;
  const isLong = entry.action === 'buy';
  for (const { role, limit, stop, trail } of children) {
    const level = role === 'take_profit' ? limit : stop;
    const isAbove = role === 'take_profit' ? isLong : !isLong;
    if (level !== null && (isAbove ? level <= base : level >= base)) throw bracketPrices(base, isLong);
    if (trail?.kind === 'amount' && trail.amount >= base) throw trailTooLong();
  }
}

/**
 * Checks that a change names only terms that the order has and may change in its state: the stop of a triggered order
 * and the size of a held one stay.
 * @throws AppError INVALID
 */
export function demandOwnTerms(order: WorkingOrder, next: Replacement): void {
  const refuse = noSuchTerm;
  if (next.limit !== undefined && order.limit === null) throw refuse('limitPrice');
  if (next.stop !== undefined && (order.stop === null || order.status === 'triggered'))
    throw refuse('stopPrice');
  if (next.trail !== undefined && order.trail === null) throw refuse('trailAmount');
  if (next.size?.kind === 'amount' && !isOpening(order.action)) throw refuse('amount');
  if (next.size?.kind === 'all' && isOpening(order.action)) throw refuse('closeAll');
  if (next.size && order.status === 'held') throw refuse('quantity');
  if (next.tif === 'ioc' || next.tif === 'fok') throw refuse('tif');
  // a held order becomes active on a day nobody knows yet
  if (next.tif === 'day' && order.status === 'held') throw refuse('tif');
  if (next.expiresAt !== undefined && (next.tif ?? order.tif) === 'day') throw refuse('expiresAt');
}
