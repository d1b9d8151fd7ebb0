/** A price as every part of a page shows it, and its change: small enough for what runs before anything is touched. */

const PER_DOLLAR = 10_000;

/** The price axis keeps two decimals down to one dollar and four below it (prices live on a 1/10,000 $ lattice). */
export function priceDecimals(price: number): 2 | 4 {
  return price < 1 ? 4 : 2;
}

/**
 * "1,204.50", below a dollar "0.9876"; half a cent up. @param price dollars, exact decimal string or its JSON number, up to 9e11
 * @param decimals places, where they do not follow from the price itself
 */
export function priceText(price: string | number, decimals = priceDecimals(Number(price))): string {
  const exact = Math.round(Number(price) * PER_DOLLAR);
  const size = Math.abs(exact);
  const units = decimals === 4 ? size : Math.floor((size + 50) / 100);
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${exact < 0 ? '−' : ''}${whole}.${digits.slice(-decimals)}`;
}

/** Percent between two prices, to hundredths, half away from zero. @param before > 0 */
export function changePercent(price: string | number, before: string | number): number {
  const from = Math.round(Number(before) * PER_DOLLAR);
  const moved = Math.round(Number(price) * PER_DOLLAR) - from;
  return (Math.sign(moved) * Math.floor((Math.abs(moved) * 20_000 + from) / (2 * from))) / 100;
}
