/** Ticker symbols: what a user typed, and what the server takes. */

/** Longest ticker. */
export const TICKER_MAX = 6;

/** What a ticker input makes of typed text: only letters, digits and . - $ ^ stay, upper case, at most 6. */
export function cleanTicker(typed: string): string {
  return typed
    .slice(0, 200)
    .replace(/[^A-Za-z0-9.\-$^]/g, '')
    .toUpperCase()
    .slice(0, TICKER_MAX);
}

/**
 * The ticker a request names, case and outer blanks aside. Never repaired beyond that: `AA/PL` is not AAPL.
 * @returns null when no ticker can look like that
 */
export function tickerOf(text: string): string | null {
  if (text.length > 32) return null;
  const symbol = text.trim();
  // before upper case: there are letters outside ASCII whose upper case is inside
  return /^[A-Za-z0-9.\-$^]{1,6}$/.test(symbol) ? symbol.toUpperCase() : null;
}
