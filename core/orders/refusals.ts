/** The refusals of placing and changing orders, beside those of `decide`. */

import {
  PRICE_DIGITS,
  plainDecimal,
  QUANTITY_DIGITS,
  toNumber,
  writeCents,
  writePrice,
} from '../money/money.ts';
import type { Cents, PriceE4, QuantityMicros } from '../money/units.ts';
import { issueAt } from '../refusals/issues.ts';
import { fail } from '../refusals/refusals.ts';

const text = (price: PriceE4) => plainDecimal(price, PRICE_DIGITS);

/** @param most live orders allowed @param symbol where the limit is per symbol */
export const tooManyOrders = (most: number, symbol: string | null) =>
  symbol
    ? fail('TOO_MANY_ORDERS.symbol', { params: { count: most, symbol }, details: { limit: most } })
    : fail('TOO_MANY_ORDERS.all', { params: { count: most }, details: { limit: most } });

/** @param most orders a group may have */
export const groupFull = (most: number) =>
  fail('TOO_MANY_ORDERS.group', { params: { count: most }, details: { limit: most } });

export const priceCrossed = (price: PriceE4, stop: PriceE4) =>
  fail('PRICE_CROSSED', {
    params: { price: text(price) },
    details: { price: toNumber(price, PRICE_DIGITS), stopPrice: writePrice(stop) },
  });

/** @param base the price that target and stop are compared with */
export const bracketPrices = (base: PriceE4, isLong: boolean) =>
  fail(isLong ? 'BRACKET_PRICES.long' : 'BRACKET_PRICES.short', {
    params: { price: text(base) },
    details: { base: writePrice(base) },
  });

/** For a trail in dollars that is as long as the price. */
export const trailTooLong = () => fail('INVALID_TRAIL.long');
/** For a term that the order does not have. */
export const noSuchTerm = (path: string) => fail('INVALID', { issues: [issueAt(path, 'noSuchTerm')] });

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
