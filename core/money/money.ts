/**
 * Exact numbers of trading. Money is whole cents, prices whole 1/10,000 $, quantities whole millionths of a
 * share, all bigint; `numeric` columns and JSON carry the same as decimal strings.
 */

/** Dollars × 100. */
export type Cents = bigint;
/** Dollars a share × 10,000. */
export type Price = bigint;
/** Shares × 1,000,000. */
export type Micro = bigint;
/** Average entry price: dollars a share × 100,000,000. */
export type Entry = bigint;
/** A percent or an XP sum × 100. */
export type Hundredths = bigint;

export const CENT_DIGITS = 2;
export const PRICE_DIGITS = 4;
export const MICRO_DIGITS = 6;
export const ENTRY_DIGITS = 8;

/** One share. */
export const SHARE: Micro = 1_000_000n;
/** Price × quantity has 10 decimals; a cent has 2. */
const PRODUCT_PER_CENT = 100_000_000n;
/** An entry has 4 decimals more than a price. */
const ENTRY_PER_PRICE = 10_000n;

/** Longest text `parseDecimal` looks at: 1e30 with 12 decimals fits, a megabyte of digits does not. */
const MAX_LENGTH = 48;

/** Rounds n/d half-up, negative numbers away from zero, so that P&L of both signs mirrors. @param d > 0 */
export function divRound(n: bigint, d: bigint): bigint {
  return n < 0n ? -((-n * 2n + d) / (2n * d)) : (n * 2n + d) / (2n * d);
}

/** Rounds n/d up. @param n >= 0 @param d > 0 */
export function divCeil(n: bigint, d: bigint): bigint {
  return (n + d - 1n) / d;
}

/**
 * A plain decimal ("12", "12.50", with `signed` also "-3.1") as a whole number of 10^-digits.
 * @returns null for anything else: exponent, NaN, Infinity, signs, blanks, ".5", "5.", more decimals than `digits`
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
 * Reads a `numeric` column or another exact text of our own.
 * @throws Error when it is not one: a bug, not a user's mistake
 */
export function readDecimal(text: string, digits: number): bigint {
  const value = parseDecimal(text, digits, true);
  if (value === null) throw new Error(`not a decimal with ${digits} places: ${text.slice(0, MAX_LENGTH)}`);
  return value;
}

/** Writes a whole number of 10^-digits with all its places: (123n, 2) is "1.23". */
export function writeDecimal(value: bigint, digits: number): string {
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0');
  const sign = value < 0n ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The same without needless zeros, for sentences: 3.5, not 3.500000. */
export function plainDecimal(value: bigint, digits: number): string {
  const text = writeDecimal(value, digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The nearest JSON number: for display only, never the input of a balance. */
export function toNumber(value: bigint, digits: number): number {
  return Number(writeDecimal(value, digits));
}

export const readCents = (text: string): Cents => readDecimal(text, CENT_DIGITS);
export const readPrice = (text: string): Price => readDecimal(text, PRICE_DIGITS);
export const readMicro = (text: string): Micro => readDecimal(text, MICRO_DIGITS);
export const readEntry = (text: string): Entry => readDecimal(text, ENTRY_DIGITS);
export const writeCents = (value: Cents): string => writeDecimal(value, CENT_DIGITS);
export const writePrice = (value: Price): string => writeDecimal(value, PRICE_DIGITS);
export const writeMicro = (value: Micro): string => writeDecimal(value, MICRO_DIGITS);
export const writeEntry = (value: Entry): string => writeDecimal(value, ENTRY_DIGITS);

/** What `quantity` shares are worth at `price`, rounded half-up to a cent: done once per cash movement. */
export function notional(price: Price, quantity: Micro): Cents {
  return divRound(price * quantity, PRODUCT_PER_CENT);
}

const HALF_CENT = Number(PRODUCT_PER_CENT / 2n);
/** A product up to here is exact in a double, and so is its sum with half a cent. */
const MAX_PRODUCT = Number.MAX_SAFE_INTEGER - HALF_CENT;

/** What `quantity` shares are worth at a price that has the places of an entry, rounded half-up to a cent. */
export function notionalAt(entry: Entry, quantity: Micro): Cents {
  return divRound(entry * quantity, PRODUCT_PER_CENT * ENTRY_PER_PRICE);
}

/**
 * `notional` in doubles, for millions of positions at once. @param price @param quantity whole and not below 0
 * @returns NaN where doubles would not be exact
 */
export function safeNotional(price: number, quantity: number): number {
  const perCent = 2 * HALF_CENT;
  const product = price * quantity;
  if (product <= MAX_PRODUCT) return Math.floor((product + HALF_CENT) / perCent);
  // what makes whole cents at any price, and the rest
  const whole = Math.floor(quantity / perCent);
  const cents = price * whole;
  const rest = price * (quantity - whole * perCent);
  if (!(cents <= MAX_PRODUCT && rest <= MAX_PRODUCT)) return Number.NaN;
  return cents + Math.floor((rest + HALF_CENT) / perCent);
}

/**
 * `notionalAt` in doubles. @param entry @param quantity whole and not below 0
 * @returns NaN where doubles would not be exact
 */
export function safeNotionalAt(entry: number, quantity: number): number {
  const perPrice = Number(ENTRY_PER_PRICE);
  const perCent = 2 * HALF_CENT;
  const price = Math.floor(entry / perPrice);
  const part = (entry - price * perPrice) * quantity;
  // what makes whole cents at any price, and the rest
  const whole = Math.floor(quantity / perCent);
  const cents = price * whole;
  const rest = price * (quantity - whole * perCent) + Math.floor(part / perPrice);
  const isExact =
    entry >= 0 && Math.max(entry, part) <= Number.MAX_SAFE_INTEGER && Math.max(cents, rest) <= MAX_PRODUCT;
  return isExact ? cents + Math.floor((rest + HALF_CENT) / perCent) : Number.NaN;
}

/** The most shares whose exact worth at `price` is not over `amount`, in whole millionths. @param price > 0 */
export function quantityFor(amount: Cents, price: Price): Micro {
  return (amount * PRODUCT_PER_CENT) / price;
}

/** The fewest shares whose exact worth at `price` reaches `amount`. @param price > 0 */
export function quantityCovering(amount: Cents, price: Price): Micro {
  return divCeil(amount * PRODUCT_PER_CENT, price);
}

/** Whether `quantity` shares at `price` are worth less than a cent, before any rounding. */
export function underACent(price: Price, quantity: Micro): boolean {
  return price * quantity < PRODUCT_PER_CENT;
}

/** A price as an entry: same dollars, finer unit. */
export function asEntry(price: Price): Entry {
  return price * ENTRY_PER_PRICE;
}
