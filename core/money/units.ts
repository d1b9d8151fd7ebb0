/**
 * Units of exact amounts as types: a quantity in place of a price does not compile. At run time each amount is a plain bigint, and the
 * constructors do nothing. An operator returns a bigint without a unit; the functions below keep the unit, money.ts converts.
 */

declare const unit: unique symbol;
/** A whole number of one unit; 0n belongs to every unit. */
type Unit<Name> = 0n | (bigint & { readonly [unit]: Name });

/** Dollars × 100. */
export type Cents = Unit<'Cents'>;
/** Dollars a share × 10,000. */
export type PriceE4 = Unit<'PriceE4'>;
/** Average entry price: dollars a share × 100,000,000. */
export type EntryE8 = Unit<'EntryE8'>;
/** Shares × 1,000,000. */
export type QuantityMicros = Unit<'QuantityMicros'>;
/** Dollars × 10,000,000,000: price × quantity, not rounded. */
export type CostE10 = Unit<'CostE10'>;
/** A dividend: dollars a share × 1,000,000. */
export type DividendE6 = Unit<'DividendE6'>;
/** Experience points × 100. */
export type XpCents = Unit<'XpCents'>;
/** Percent × 100. */
export type BasisPoints = Unit<'BasisPoints'>;

export type Amount =
  | Cents
  | PriceE4
  | EntryE8
  | QuantityMicros
  | CostE10
  | DividendE6
  | XpCents
  | BasisPoints;

export const cents = (n: bigint) => n as Cents;
export const priceE4 = (n: bigint) => n as PriceE4;
export const entryE8 = (n: bigint) => n as EntryE8;
export const quantityMicros = (n: bigint) => n as QuantityMicros;
export const costE10 = (n: bigint) => n as CostE10;
export const dividendE6 = (n: bigint) => n as DividendE6;
export const xpCents = (n: bigint) => n as XpCents;
export const basisPoints = (n: bigint) => n as BasisPoints;

const HUNDRED_PERCENT = 10_000n;

/** Rounds n/d half-up, negative numbers away from zero, so that a loss rounds like a profit. @param d > 0 */
export function divRound(n: bigint, d: bigint): bigint {
  return n < 0n ? -((-n * 2n + d) / (2n * d)) : (n * 2n + d) / (2n * d);
}

/** Rounds n/d up. @param n >= 0 @param d > 0 */
export function divCeil(n: bigint, d: bigint): bigint {
  return (n + d - 1n) / d;
}

/** Rounds n/d down, also below zero. @param d > 0 */
export function divFloor(n: bigint, d: bigint): bigint {
  return n < 0n ? -divCeil(-n, d) : n / d;
}

export const add = <U extends Amount>(a: U, b: U) => (a + b) as U;
export const subtract = <U extends Amount>(a: U, b: U) => ((a as bigint) - b) as U;
export const negate = <U extends Amount>(a: U) => -(a as bigint) as U;

export const larger = <U extends Amount>(a: U, b: U) => (a > b ? a : b);

/** Returns the sum over all items, 0 without one. */
export function sumOf<T, U extends Amount>(items: Iterable<T>, amountOf: (item: T) => U): U {
  let total = 0n;
  for (const item of items) total += amountOf(item);
  return total as U;
}

/** Returns amount × n/d, rounded half-up. @param d > 0 */
export const scale = <U extends Amount>(amount: U, n: bigint, d: bigint) => divRound(amount * n, d) as U;

/** Returns `share` basis points of the amount, rounded half-up. */
export const portion = <U extends Amount>(amount: U, share: BasisPoints) =>
  scale(amount, share, HUNDRED_PERCENT);

/** Returns the share of `part` in `whole` in basis points, rounded half-up. @param whole > 0 */
export const portionOf = <U extends Amount>(part: U, whole: U) =>
  basisPoints(divRound(part * HUNDRED_PERCENT, whole));
