/**
 * Formats numbers and dates. The texts are the same in every process and browser: no default locale, no default zone,
 * no digits that depend on ICU.
 */
import { withCommas } from '../market/price-text.ts';
import { CENT_DIGITS, parseDecimal, QUANTITY_DIGITS, withoutZeros, writeDecimal } from '../money/money.ts';
import { type Cents, divRound } from '../money/units.ts';
import { DEFAULT_LOCALE, LANGUAGES, type Locale } from './locale.ts';

/** U+2212, as wide as a plus sign. */
export const MINUS = '−';
/** The text of a missing number. */
export const NOTHING = '—';

/** A decimal string or a JSON number. */
export type Decimal = string | number;

/** The most decimals of an input; a number with more is first rounded to this many. */
const SCALE = 12;

/**
 * Returns a JSON number as plain decimal text, a very small number rounded to SCALE decimals; '' for NaN and
 * infinities.
 */
function textOf(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (Math.abs(value) >= 1e21) return BigInt(value).toString();
  return String(value).includes('e') ? value.toFixed(SCALE) : String(value);
}

/** Rounds a decimal text, such as 0.30000000000000004, to SCALE decimals. @returns '' for any other text */
function shortened(text: string): string {
  if (!/^-?\d+\.\d+$/.test(text)) return '';
  const value = Number.parseFloat(text);
  return Math.abs(value) < 1e21 ? value.toFixed(SCALE) : textOf(value);
}

/** Rounds half-up (away from zero) to `digits`. @returns null for a text that is no plain decimal */
function rounded(value: Decimal, digits: number): bigint | null {
  const text = typeof value === 'number' ? textOf(value) : value;
  const whole = parseDecimal(text, digits, true);
  if (whole !== null) return whole;
  const exact = parseDecimal(text, SCALE, true) ?? parseDecimal(shortened(text), SCALE, true);
  return exact === null ? null : divRound(exact, 10n ** BigInt(SCALE - digits));
}

function grouped(value: bigint, digits: number): string {
  const text = writeDecimal(value < 0n ? -value : value, digits);
  const length = digits === 0 ? text.length : text.length - digits - 1;
  return length > 3 ? withCommas(text.slice(0, length)) + text.slice(length) : text;
}

function signOf(value: bigint, plus: boolean): string {
  if (value < 0n) return MINUS;
  return plus && value > 0n ? '+' : '';
}

/** 1204.5 → "1,204.50". */
export function formatNumber(value: Decimal, digits = 0): string {
  const n = rounded(value, digits);
  return n === null ? NOTHING : signOf(n, false) + grouped(n, digits);
}

/** "1,204.50" dollars → "$1,204.50", negative "−$3.00". */
export function formatUsd(value: Decimal): string {
  const n = rounded(value, 2);
  return n === null ? NOTHING : formatCents(n as Cents);
}

const UNITS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
] as const;

/** Large dollars: "$3.70T", "$81.0B", "$45.2M"; below a million like `formatUsd`. */
export function formatUsdShort(value: number): string {
  const [size, letter] = UNITS.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  if (letter === '') return formatUsd(value);
  return `$${formatNumber(value / size, letter === 'T' ? 2 : 1)}${letter}`;
}

/** P&L: "+$3.00", "−$3.00", zero without sign. */
export function formatPnl(value: Decimal): string {
  const n = rounded(value, 2);
  return n === null ? NOTHING : formatPnlCents(n as Cents);
}

/** Cents in the form of `formatUsd`. */
export const formatCents = (cents: Cents): string => `${signOf(cents, false)}$${grouped(cents, CENT_DIGITS)}`;

/** Cents in the form of `formatPnl`. */
export const formatPnlCents = (cents: Cents): string =>
  `${signOf(cents, true)}$${grouped(cents, CENT_DIGITS)}`;

/** Whole dollars of an amount in cents, rounded half away from zero: "$121,870". */
export function formatDollars(cents: Cents): string {
  const dollars = divRound(cents, 100n);
  return `${signOf(dollars, false)}$${grouped(dollars, 0)}`;
}

/** "12.35%", negative "−12.35%". @param value percent */
export function formatPercent(value: Decimal, digits = 2): string {
  const n = rounded(value, digits);
  return n === null ? NOTHING : `${signOf(n, false)}${grouped(n, digits)}%`;
}

/** A change: "+12.35%", "−0.10%", zero without sign. @param value percent */
export function formatChange(value: Decimal): string {
  const n = rounded(value, 2);
  return n === null ? NOTHING : `${signOf(n, true)}${grouped(n, 2)}%`;
}

/** Returns a change for a page: `value` decides its colour, `text` is as in `formatChange`. @param value percent */
export const changeFigure = (value: Decimal): { value: string; text: string } => ({
  value: String(value),
  text: formatChange(value),
});

/** Shares: up to 6 decimals, no trailing zeros: "3.5", "1,000". */
export function formatQuantity(value: Decimal): string {
  const n = rounded(value, QUANTITY_DIGITS);
  return n === null ? NOTHING : signOf(n, false) + withoutZeros(grouped(n, QUANTITY_DIGITS));
}

/** Cash on the chart, rounded down: "104,382$", in two parts, because the sign is dimmed. */
export function floorCash(value: Decimal): { amount: string; sign: '$' } {
  const n = rounded(value, SCALE);
  if (n === null) return { amount: NOTHING, sign: '$' };
  const unit = 10n ** BigInt(SCALE);
  const floor = n >= 0n ? n / unit : -((-n + unit - 1n) / unit);
  return { amount: signOf(floor, false) + grouped(floor, 0), sign: '$' };
}

/** Returns -1, 0 or 1 for a value rounded to two decimals: "0.00" has no arrow and no colour. */
export function direction(value: Decimal): -1 | 0 | 1 {
  const n = rounded(value, 2) ?? 0n;
  return n === 0n ? 0 : n < 0n ? -1 : 1;
}

type When = Date | number | string;
type DateOptions = { locale?: Locale; zone?: string; now?: When };

/** Cached, because creating a formatter takes a thousand times as long as using it, and a page may have a hundred dates. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions & { timeZone: string }) {
  const key = `${locale} ${JSON.stringify(options)}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, format);
  return format;
}

function parts(when: When, locale: Locale, zone: string) {
  const date = new Date(when);
  if (Number.isNaN(date.getTime())) return null;
  const format = formatter(LANGUAGES[locale].dates, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: zone,
  });
  const {
    day = '',
    month = '',
    year = '',
  } = Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]));
  return { day, month, year };
}

/** "28 Aug", in Hebrew "28 באוג׳". */
const dayAndMonth = ({ day, month }: { day: string; month: string }, locale: Locale) =>
  `${day} ${LANGUAGES[locale].inMonth}${month}`;

/** "28 Aug" in the year of `now`, else "28 Aug 2024". @param zone IANA name, default UTC */
export function formatDate(
  when: When,
  { locale = DEFAULT_LOCALE, zone = 'UTC', now = Date.now() }: DateOptions = {},
) {
  const date = parts(when, locale, zone);
  if (!date) return NOTHING;
  const short = dayAndMonth(date, locale);
  return date.year === parts(now, locale, zone)?.year ? short : `${short} ${date.year}`;
}

/** "28 Aug 14:05", 24 hours. */
export function formatDateTime(when: When, options: DateOptions = {}): string {
  const date = formatDate(when, options);
  if (date === NOTHING) return date;
  return `${date} ${formatTime(when, options.zone ?? 'UTC')}`;
}

/** "28 Aug 2024 14:05 UTC": the same text for every reader. */
export function formatUtc(when: When, locale: Locale): string {
  const date = parts(when, locale, 'UTC');
  return date ? `${dayAndMonth(date, locale)} ${date.year} ${formatTime(when, 'UTC')} UTC` : NOTHING;
}

/** "28 Aug 2026 14:05 GMT+3": an instant with year and zone. */
export function formatMoment(
  when: When,
  { locale = DEFAULT_LOCALE, zone = 'UTC' }: DateOptions = {},
): string {
  const day = parts(when, locale, zone);
  if (!day) return NOTHING;
  const withOffset = formatter('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    new Date(when),
  );
  const offset = zone === 'UTC' ? 'UTC' : withOffset.find(({ type }) => type === 'timeZoneName')?.value;
  return `${dayAndMonth(day, locale)} ${day.year} ${formatTime(when, zone)} ${offset}`;
}

/** "14:05", 24 hours. @param zone IANA name */
export function formatTime(when: When, zone: string): string {
  return formatter('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(new Date(when));
}

/** "14:05:09", 24 hours. @param zone IANA name */
export function formatClock(when: When, zone: string): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return formatter('en-GB', { ...options, timeZone: zone }).format(new Date(when));
}

/** "Mon, 23 Nov". @param zone IANA name */
export function formatDay(when: When, locale: Locale, zone: string): string {
  const weekday = formatter(LANGUAGES[locale].dates, { weekday: 'short', timeZone: zone }).format(
    new Date(when),
  );
  return `${weekday}, ${formatDate(when, { locale, zone, now: when })}`;
}

/** A date in the reader's format: "11/21/2026", in Hebrew "21.11.2026". */
export function localDate(when: When, locale: Locale, zone: string): string {
  const date = new Date(when);
  if (Number.isNaN(date.getTime())) return NOTHING;
  const format = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: zone } as const;
  return formatter(LANGUAGES[locale].dates, format).format(date);
}

/** Returns the name of a language in the reader's language: "Hebrew", "אנגלית". */
export const languageName = (language: Locale, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(language)!;

/** Returns the whole days between two instants, never negative. */
export function daysBetween(from: When, to: When): number {
  return Math.max(0, Math.floor((new Date(to).getTime() - new Date(from).getTime()) / 86_400_000));
}

/** Formats a prize without rounding: "₪1,000", "₪1,000.50". @param amount shekels, decimal string */
export const formatPrize = (amount: string): string => `₪${prizeFigure(amount)}`;

/** Formats a prize without its sign, which the page draws smaller: "1,000", "1,000.50". @param amount shekels, decimal string */
export const prizeFigure = (amount: string): string =>
  formatNumber(amount, /\.0*$|^\d+$/.test(amount) ? 0 : 2);
