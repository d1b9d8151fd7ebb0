/** Numbers as people type them: with a decimal comma, separators between thousands, a dollar sign. Pure. */

/** Separators between thousands other than the comma and the dot, as a character class. */
const GROUP = "[ ’'\\u00a0\\u202f]";
/** 1,234.56 or 1,234,567. */
const COMMA_GROUPS = /^[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
/** 1 234.56 or 1 234,56. */
const OTHER_GROUPS = new RegExp(`^[1-9]\\d{0,2}(${GROUP})\\d{3}(?:\\1\\d{3})*(?:[.,]\\d+)?$`);
/** 1,500 or 1.234,56. */
const TWO_READINGS = /^[1-9]\d{0,2}(?:,\d{3}|(?:\.\d{3})+,\d+)$/;
const DECIMAL_COMMA = /^\d+,\d+$/;

/** The two readings of an ambiguous number, as plain decimals. */
export type Doubt = { whole: string; fraction: string };

/**
 * Returns both readings of a number whose separators may stand between thousands or before decimals: 1,500 is 1500 or 1.500.
 * @param typed with or without a sign, a dollar sign or a percent sign @returns null for a number with one reading
 */
export function doubtOf(typed: string): Doubt | null {
  const text = typed
    .trim()
    .replace(/^[+\-−]?\s*\$?/, '')
    .replace(/\s*%$/, '');
  if (!TWO_READINGS.test(text)) return null;
  const dotted = text.replaceAll(',', '.');
  const [first = '', ...rest] = dotted.split('.');
  const isOneSign = rest.length === 1;
  const whole = isOneSign ? first + rest[0] : `${first}${rest.slice(0, -1).join('')}.${rest.at(-1)}`;
  return { whole, fraction: `${first}.${rest.join('')}` };
}

/**
 * Returns the number in a typed text as a plain decimal: 1,5 is 1.5, $1,234.56 is 1234.56. A text with two readings (`doubtOf`) or
 * none comes back trimmed, and `parseDecimal` returns null for it.
 */
export function plainOf(typed: string): string {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (COMMA_GROUPS.test(text)) return text.replaceAll(',', '');
  if (OTHER_GROUPS.test(text)) return text.replace(new RegExp(GROUP, 'g'), '').replace(',', '.');
  return DECIMAL_COMMA.test(text) && !TWO_READINGS.test(text) ? text.replace(',', '.') : text;
}

/** Decimals in the forms of orders, except targets and stops, which may be a distance from the price (`readExit`). */
const DECIMAL_FIELDS = [
  'quantity',
  'amount',
  'price',
  'limitPrice',
  'stopPrice',
  'trail',
  'trailAmount',
  'trailPercent',
];

/**
 * Returns the fields of a form with plain decimals in place of typed ones. @param more names of other decimal fields
 */
export function plainFields(
  fields: Record<string, unknown>,
  more: readonly string[] = [],
): Record<string, unknown> {
  const names = [...DECIMAL_FIELDS, ...more];
  const plain = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' && names.includes(name) ? plainOf(value) : value,
  ]);
  return Object.fromEntries(plain);
}
