/** Refusals of orders that wait, beside those of `decide`. */
import { fail } from '../contract/errors.ts';
import { formatCents } from '../locale/format.ts';
import {
  type Cents,
  MICRO_DIGITS,
  type Micro,
  PRICE_DIGITS,
  type Price,
  plainDecimal,
  writeCents,
  writePrice,
} from '../money/money.ts';

const dollars = (price: Price) => `$${plainDecimal(price, PRICE_DIGITS)}`;

/** @param most live orders allowed @param symbol where the limit is one symbol's */
export const tooManyOrders = (most: number, symbol: string | null) =>
  fail('TOO_MANY_ORDERS', {
    message: symbol
      ? `You have ${most} working orders in ${symbol}. Cancel one first.`
      : `You have ${most} working orders. Cancel one first.`,
    details: { limit: most },
  });

export const priceCrossed = (price: Price, stop: Price) =>
  fail('PRICE_CROSSED', {
    vars: { price: dollars(price) },
    details: { price: writePrice(price), stopPrice: writePrice(stop) },
  });

/** @param base what target and stop are measured from */
export const bracketPrices = (base: Price, isLong: boolean) =>
  fail('BRACKET_PRICES', {
    message: isLong
      ? `The target must be above ${dollars(base)} and the stop below it.`
      : `The target must be below ${dollars(base)} and the stop above it.`,
    details: { base: writePrice(base) },
  });

export const invalidTrail = () => fail('INVALID_TRAIL');
export const invalidTerms = (path: string, message: string) =>
  fail('INVALID', { issues: [{ path, message }] });

/** @param held by how many orders, and how much of the cash */
export const notEnoughFree = (
  hold: Cents,
  free: Cents,
  most: Micro,
  held: { orders: number; cash: Cents },
) => {
  const facts = {
    maxQuantity: plainDecimal(most, MICRO_DIGITS),
    available: writeCents(free),
    held: writeCents(held.cash),
  };
  const orders = held.orders === 1 ? '1 working order holds' : `${held.orders} working orders hold`;
  return fail('NOT_ENOUGH_CASH', {
    message:
      `This order would hold ${formatCents(hold)}, and ${formatCents(free)} are available: ${orders} ` +
      `${formatCents(held.cash)}. The most you can order is ${facts.maxQuantity}.`,
    details: { ...facts, orders: held.orders },
  });
};

export const orderNotFound = () => fail('ORDER_NOT_FOUND');
