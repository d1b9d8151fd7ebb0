/**
 * Exact amounts of trading as bigint: money in cents, prices in 1/10,000 $, quantities in micro-shares. `numeric` columns and JSON
 * have them as decimal strings.
 */
import {
  type BasisPoints,
  basisPoints,
  type Cents,
  type CostE10,
  cents,
  costE10,
  type DividendE6,
  divCeil,
  divFloor,
  dividendE6,
  divRound,
  type EntryE8,
  entryE8,
  type PriceE4,
  priceE4,
  type QuantityMicros,
  quantityMicros,
  type XpCents,
  xpCents,
} from './units.ts';

export const CENT_DIGITS = 2;
export const PRICE_DIGITS = 4;
export const QUANTITY_DIGITS = 6;
export const ENTRY_DIGITS = 8;
export const COST_DIGITS = 10;
export const DIVIDEND_DIGITS = 6;
export const XP_DIGITS = 2;
export const PERCENT_DIGITS = 2;

export const SHARE = quantityMicros(1_000_000n);
/** Price × quantity has 10 decimals; a cent has 2. */
export const PRODUCT_PER_CENT = 100_000_000n;
/** An average entry has 4 decimals more than a price. */
const ENTRY_PER_PRICE = 10_000n;

/** The longest text that `parseDecimal` accepts: room for 1e30 with 12 decimals. */
const MAX_LENGTH = 48;

/**
 * Parses a plain decimal ("12", "12.50", with `signed` also "-3.1") to a whole number of 10^-digits.
 * @returns null for any other text: exponent, NaN, Infinity, signs, blanks, ".5", "5.", more decimals than `digits`
 */
export function parseDecimal(text: string, digits: number, signed = false): bigint | null {
  if (text.length > MAX_LENGTH) return null;
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  if ((sign && !signed) || fraction.length > digits) return null;
  const value = BigInt(whole + fraction.padEnd(digits, '0'));
  return sign ? -value : value;
}

/**
 * Reads the text of a `numeric` column or another decimal that this program wrote.
 * @throws Error for any other text, which is a bug
 */
export function readDecimal(text: string, digits: number): bigint {
  const value = parseDecimal(text, digits, true);
  if (value === null) throw new Error(`not a decimal with ${digits} places: ${text.slice(0, MAX_LENGTH)}`);
  return value;
}

/** Writes a whole number of 10^-digits with all its decimals: (123n, 2) is "1.23". */
export function writeDecimal(value: bigint, digits: number): string {
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0');
  const sign = value < 0n ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Cuts the zeros at the end of a decimal with a point, and the point when nothing follows it. */
export function withoutZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** Writes a whole number of 10^-digits without trailing zeros: 3.5, not 3.500000. @param digits > 0 */
export const plainDecimal = (value: bigint, digits: number): string =>
  withoutZeros(writeDecimal(value, digits));

/** Returns the nearest JSON number, for display only: no balance is computed from it. */
export function toNumber(value: bigint, digits: number): number {
  return Number(writeDecimal(value, digits));
}

/** Parses a typed price. @returns null like `parseDecimal` */
export const parsePrice = (text: string) => parseDecimal(text, PRICE_DIGITS) as PriceE4 | null;
export const parseQuantity = (text: string) => parseDecimal(text, QUANTITY_DIGITS) as QuantityMicros | null;

export const readCents = (text: string) => cents(readDecimal(text, CENT_DIGITS));
export const readPrice = (text: string) => priceE4(readDecimal(text, PRICE_DIGITS));
export const readQuantity = (text: string) => quantityMicros(readDecimal(text, QUANTITY_DIGITS));
export const readEntry = (text: string) => entryE8(readDecimal(text, ENTRY_DIGITS));
export const readCost = (text: string) => costE10(readDecimal(text, COST_DIGITS));
export const readDividend = (text: string) => dividendE6(readDecimal(text, DIVIDEND_DIGITS));
export const readXp = (text: string) => xpCents(readDecimal(text, XP_DIGITS));
export const readPercent = (text: string) => basisPoints(readDecimal(text, PERCENT_DIGITS));
export const writeCents = (value: Cents) => writeDecimal(value, CENT_DIGITS);
export const writePrice = (value: PriceE4) => writeDecimal(value, PRICE_DIGITS);
export const writeQuantity = (value: QuantityMicros) => writeDecimal(value, QUANTITY_DIGITS);
export const writeEntry = (value: EntryE8) => writeDecimal(value, ENTRY_DIGITS);
export const writeCost = (value: CostE10) => writeDecimal(value, COST_DIGITS);
export const writeDividend = (value: DividendE6) => writeDecimal(value, DIVIDEND_DIGITS);
export const writeXp = (value: XpCents) => writeDecimal(value, XP_DIGITS);
export const writePercent = (value: BasisPoints) => writeDecimal(value, PERCENT_DIGITS);

/** Returns the exact worth of `quantity` shares at `price`. */
export const exactWorth = (price: PriceE4, quantity: QuantityMicros): CostE10 => costE10(price * quantity);

/** Returns the worth at an average entry, rounded down; exact for a position opened at one price. */
export const worthAtEntry = (entry: EntryE8, quantity: QuantityMicros): CostE10 =>
  costE10((entry * quantity) / ENTRY_PER_PRICE);

/** Rounds up to a cent, for cash that leaves an account. @param exact >= 0 */
export const centsUp = (exact: CostE10): Cents => cents(divCeil(exact, PRODUCT_PER_CENT));

/** Rounds down to a cent, also below zero, for cash that enters an account. */
export const centsDown = (exact: CostE10): Cents => cents(divFloor(exact, PRODUCT_PER_CENT));

/** Rounds half-up to a cent. Seasons of version 1 round all cash in this way. */
export const centsNear = (exact: CostE10): Cents => cents(divRound(exact, PRODUCT_PER_CENT));

/** Converts cents to the unit of exact amounts. */
export const exactCents = (amount: Cents): CostE10 => costE10(amount * PRODUCT_PER_CENT);

/** Returns the cents that `quantity` shares take from cash when bought or shorted at `price`, rounded up. */
export const costOf = (price: PriceE4, quantity: QuantityMicros): Cents =>
  centsUp(exactWorth(price, quantity));

/** Returns the cents that `quantity` shares pay when sold at `price`, rounded down. */
export const proceedsOf = (price: PriceE4, quantity: QuantityMicros): Cents =>
  centsDown(exactWorth(price, quantity));

/** Returns the worth of `quantity` shares at `price` in cents, rounded half-up. */
export const notional = (price: PriceE4, quantity: QuantityMicros): Cents =>
  centsNear(exactWorth(price, quantity));

const PER_CENT = Number(PRODUCT_PER_CENT);
/** The largest product that is exact in a double, also with a cent added. */
const MAX_PRODUCT = Number.MAX_SAFE_INTEGER - PER_CENT;

/** Like `notional`, at an average entry. */
export function notionalAt(entry: EntryE8, quantity: QuantityMicros): Cents {
  return cents(divRound(entry * quantity, PRODUCT_PER_CENT * ENTRY_PER_PRICE));
}

/**
 * Returns price × quantity + `extra` (1/10,000,000,000 $) in cents, rounded down, in doubles, which are fast enough for millions of
 * positions. All inputs are whole and not below 0. @returns NaN where doubles are not exact
 */
function safeCents(price: number, quantity: number, extra: number): number {
  const product = price * quantity + extra;
  if (product <= MAX_PRODUCT) return Math.floor(product / PER_CENT);
  // PER_CENT micro-shares are worth whole cents at any price, so only the rest of the quantity needs rounding
  const whole = Math.floor(quantity / PER_CENT);
  const cents = price * whole;
  const rest = price * (quantity - whole * PER_CENT) + extra;
  if (!(cents <= MAX_PRODUCT && rest <= MAX_PRODUCT)) return Number.NaN;
  return cents + Math.floor(rest / PER_CENT);
}

/** `proceedsOf` in doubles, see `safeCents`. */
export const safeProceeds = (price: number, quantity: number): number => safeCents(price, quantity, 0);

/** `costOf` in doubles, see `safeCents`. @param surplus added before rounding, 1/10,000,000,000 $ */
export const safeCost = (price: number, quantity: number, surplus = 0): number =>
  safeCents(price, quantity, surplus + PER_CENT - 1);

/** `notional` in doubles, see `safeCents`. */
export const safeNotional = (price: number, quantity: number): number =>
  safeCents(price, quantity, PER_CENT / 2);

/**
 * `notionalAt` in doubles; both inputs are whole.
 * @returns NaN for an entry below 0, and where doubles are not exact
 */
export function safeNotionalAt(entry: number, quantity: number): number {
  const perPrice = Number(ENTRY_PER_PRICE);
  const price = Math.floor(entry / perPrice);
  const part = (entry - price * perPrice) * quantity;
  // splits the quantity as `safeCents` does
  const whole = Math.floor(quantity / PER_CENT);
  const cents = price * whole;
  const rest = price * (quantity - whole * PER_CENT) + Math.floor(part / perPrice);
  const isExact =
    entry >= 0 && Math.max(entry, part) <= Number.MAX_SAFE_INTEGER && Math.max(cents, rest) <= MAX_PRODUCT;
  return isExact ? cents + Math.floor((rest + PER_CENT / 2) / PER_CENT) : Number.NaN;
}

/** Returns the most micro-shares whose exact worth at `price` is at most `amount`. @param price > 0 */
export function quantityFor(amount: Cents, price: PriceE4): QuantityMicros {
  return quantityMicros((amount * PRODUCT_PER_CENT) / price);
}

/** Returns the fewest micro-shares whose exact worth at `price` reaches `amount`. @param price > 0 */
export function quantityCovering(amount: Cents, price: PriceE4): QuantityMicros {
  return quantityMicros(divCeil(amount * PRODUCT_PER_CENT, price));
}

/** True when the exact worth of `quantity` shares at `price` is below a cent. */
export function underACent(price: PriceE4, quantity: QuantityMicros): boolean {
  return price * quantity < PRODUCT_PER_CENT;
}

/** Converts an average entry to a price, rounded half-up. */
export function asPrice(entry: EntryE8): PriceE4 {
  return priceE4(divRound(entry, ENTRY_PER_PRICE));
}

/** Converts a price to the finer unit of an average entry. */
export function asEntry(price: PriceE4): EntryE8 {
  return entryE8(price * ENTRY_PER_PRICE);
}
