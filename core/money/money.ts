/**
 * Exact numbers of trading. Money is whole cents, prices whole 1/10,000 $, quantities whole millionths of a
 * share, all bigint; `numeric` columns and JSON carry the same as decimal strings.
 */
import {
  type BasisPoints,
  basisPoints,
  type Cents,
  type CostE10,
  cents,
  costE10,
  divCeil,
  divFloor,
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
export const XP_DIGITS = 2;
export const PERCENT_DIGITS = 2;

/** One share. */
export const SHARE = quantityMicros(1_000_000n);
/** Price × quantity has 10 decimals; a cent has 2. */
const PRODUCT_PER_CENT = 100_000_000n;
/** An entry has 4 decimals more than a price. */
const ENTRY_PER_PRICE = 10_000n;

/** Longest text `parseDecimal` looks at: 1e30 with 12 decimals fits, a megabyte of digits does not. */
const MAX_LENGTH = 48;

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

/** As typed: null where `parseDecimal` is. */
export const parsePrice = (text: string) => parseDecimal(text, PRICE_DIGITS) as PriceE4 | null;
export const parseQuantity = (text: string) => parseDecimal(text, QUANTITY_DIGITS) as QuantityMicros | null;

export const readCents = (text: string) => cents(readDecimal(text, CENT_DIGITS));
export const readPrice = (text: string) => priceE4(readDecimal(text, PRICE_DIGITS));
export const readQuantity = (text: string) => quantityMicros(readDecimal(text, QUANTITY_DIGITS));
export const readEntry = (text: string) => entryE8(readDecimal(text, ENTRY_DIGITS));
export const readCost = (text: string) => costE10(readDecimal(text, COST_DIGITS));
export const readXp = (text: string) => xpCents(readDecimal(text, XP_DIGITS));
export const readPercent = (text: string) => basisPoints(readDecimal(text, PERCENT_DIGITS));
export const writeCents = (value: Cents) => writeDecimal(value, CENT_DIGITS);
export const writePrice = (value: PriceE4) => writeDecimal(value, PRICE_DIGITS);
export const writeQuantity = (value: QuantityMicros) => writeDecimal(value, QUANTITY_DIGITS);
export const writeEntry = (value: EntryE8) => writeDecimal(value, ENTRY_DIGITS);
export const writeCost = (value: CostE10) => writeDecimal(value, COST_DIGITS);
export const writeXp = (value: XpCents) => writeDecimal(value, XP_DIGITS);
export const writePercent = (value: BasisPoints) => writeDecimal(value, PERCENT_DIGITS);

/** What `quantity` shares are worth at `price`, exactly. */
export const exactWorth = (price: PriceE4, quantity: QuantityMicros): CostE10 => costE10(price * quantity);

/** The same at a price that has the places of an entry, rounded down: exact of a position that was opened at one price. */
export const worthAtEntry = (entry: EntryE8, quantity: QuantityMicros): CostE10 =>
  costE10((entry * quantity) / ENTRY_PER_PRICE);

/** Rounds dollars up to a cent: what is taken from a trader. @param exact >= 0 */
export const centsUp = (exact: CostE10): Cents => cents(divCeil(exact, PRODUCT_PER_CENT));

/** Rounds dollars down to a cent, also below zero: what is paid to a trader. */
export const centsDown = (exact: CostE10): Cents => cents(divFloor(exact, PRODUCT_PER_CENT));

/** Whole cents as exact dollars. */
export const exactCents = (amount: Cents): CostE10 => costE10(amount * PRODUCT_PER_CENT);

/** What `quantity` shares take from cash when they are bought or shorted at `price`: rounded up to a cent. */
export const costOf = (price: PriceE4, quantity: QuantityMicros): Cents =>
  centsUp(exactWorth(price, quantity));

/** What `quantity` shares pay when they are sold at `price`: rounded down to a cent. */
export const proceedsOf = (price: PriceE4, quantity: QuantityMicros): Cents =>
  centsDown(exactWorth(price, quantity));

/** What `quantity` shares are worth at `price`, rounded half-up to a cent: every movement of cash in seasons of version 1. */
export function notional(price: PriceE4, quantity: QuantityMicros): Cents {
  return cents(divRound(price * quantity, PRODUCT_PER_CENT));
}

const PER_CENT = Number(PRODUCT_PER_CENT);
/** A product up to here is exact in a double, and so is its sum with a cent. */
const MAX_PRODUCT = Number.MAX_SAFE_INTEGER - PER_CENT;

/** `notional` at a price that has the places of an entry. */
export function notionalAt(entry: EntryE8, quantity: QuantityMicros): Cents {
  return cents(divRound(entry * quantity, PRODUCT_PER_CENT * ENTRY_PER_PRICE));
}

/**
 * price × quantity + `extra` (1/10,000,000,000 $) in cents, rounded down, in doubles: for millions of positions at once.
 * All whole and not below 0. @returns NaN where doubles would not be exact
 */
function safeCents(price: number, quantity: number, extra: number): number {
  const product = price * quantity + extra;
  if (product <= MAX_PRODUCT) return Math.floor(product / PER_CENT);
  // what makes whole cents at any price, and the rest
  const whole = Math.floor(quantity / PER_CENT);
  const cents = price * whole;
  const rest = price * (quantity - whole * PER_CENT) + extra;
  if (!(cents <= MAX_PRODUCT && rest <= MAX_PRODUCT)) return Number.NaN;
  return cents + Math.floor(rest / PER_CENT);
}

/** `proceedsOf` in doubles, as `safeCents`. */
export const safeProceeds = (price: number, quantity: number): number => safeCents(price, quantity, 0);

/** `costOf` in doubles, as `safeCents`. @param surplus added to it before it is rounded, 1/10,000,000,000 $ */
export const safeCost = (price: number, quantity: number, surplus = 0): number =>
  safeCents(price, quantity, surplus + PER_CENT - 1);

/** `notional` in doubles, as `safeCents`. */
export const safeNotional = (price: number, quantity: number): number =>
  safeCents(price, quantity, PER_CENT / 2);

/**
 * `notionalAt` in doubles. @param entry @param quantity whole and not below 0
 * @returns NaN where doubles would not be exact
 */
export function safeNotionalAt(entry: number, quantity: number): number {
  const perPrice = Number(ENTRY_PER_PRICE);
  const price = Math.floor(entry / perPrice);
  const part = (entry - price * perPrice) * quantity;
  // what makes whole cents at any price, and the rest
  const whole = Math.floor(quantity / PER_CENT);
  const cents = price * whole;
  const rest = price * (quantity - whole * PER_CENT) + Math.floor(part / perPrice);
  const isExact =
    entry >= 0 && Math.max(entry, part) <= Number.MAX_SAFE_INTEGER && Math.max(cents, rest) <= MAX_PRODUCT;
  return isExact ? cents + Math.floor((rest + PER_CENT / 2) / PER_CENT) : Number.NaN;
}

/** The most shares whose exact worth at `price` is not over `amount`, in whole millionths. @param price > 0 */
export function quantityFor(amount: Cents, price: PriceE4): QuantityMicros {
  return quantityMicros((amount * PRODUCT_PER_CENT) / price);
}

/** The fewest shares whose exact worth at `price` reaches `amount`. @param price > 0 */
export function quantityCovering(amount: Cents, price: PriceE4): QuantityMicros {
  return quantityMicros(divCeil(amount * PRODUCT_PER_CENT, price));
}

/** Whether `quantity` shares at `price` are worth less than a cent, before any rounding. */
export function underACent(price: PriceE4, quantity: QuantityMicros): boolean {
  return price * quantity < PRODUCT_PER_CENT;
}

/** An entry as a price, rounded half-up. */
export function asPrice(entry: EntryE8): PriceE4 {
  return priceE4(divRound(entry, ENTRY_PER_PRICE));
}

/** A price as an entry: same dollars, finer unit. */
export function asEntry(price: PriceE4): EntryE8 {
  return entryE8(price * ENTRY_PER_PRICE);
}
