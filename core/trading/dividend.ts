/** Dividends: cash for each share held at the opening of the ex-date. Pure. */
import { type Cents, cents, type DividendE6, divFloor, type QuantityMicros } from '../money/units.ts';

/** A dividend per share × a quantity has 12 decimals; a cent has 2. */
const PRODUCT_PER_CENT = 10_000_000_000n;

/**
 * Returns the cents that a dividend adds to cash, rounded down: a long gets at most its part, a short pays at least its
 * part.
 * @param quantity held at the opening of the ex-date; below zero for a short
 */
export const dividendCash = (perShare: DividendE6, quantity: QuantityMicros): Cents =>
  cents(divFloor(perShare * quantity, PRODUCT_PER_CENT));

/**
 * The record of a dividend on a trader's position. Decimals as strings, `date` YYYY-MM-DD, `quantity` below zero for a
 * short.
 */
export type DividendRecord = {
  symbol: string;
  date: string;
  perShare: string;
  quantity: string;
  amount: string;
};
