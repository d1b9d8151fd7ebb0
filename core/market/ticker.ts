/** Ticker symbols: what a user typed, and what the server takes. */

/** The symbol of a chart that nobody chose a symbol for. */
export const DEFAULT_SYMBOL = 'AAPL';

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
 * A class of a company's shares, upper case: exchanges and most sites write BRK.B, the sources of prices BRK-B. L, F, T and V
 * after a dot name exchanges (London, Frankfurt, Tokyo, TSX Venture), not classes.
 */
const SHARE_CLASS = /^([A-Z]{1,4})\.([A-EG-KM-SUW-Z])$/;

const ofClass = (symbol: string): string => symbol.replace(SHARE_CLASS, '$1-$2');

/** The ticker that typed text of an input means: `cleanTicker`, a class of shares in its one spelling. */
export const enteredTicker = (typed: string): string => ofClass(cleanTicker(typed));

/**
 * The ticker a request names, in its one spelling: upper case, without outer blanks, BRK-B for BRK.B. Never repaired beyond
 * that: `AA/PL` is not AAPL.
 * @returns null when no ticker can look like that
 */
export function tickerOf(text: string): string | null {
  if (text.length > 32) return null;
  const symbol = text.trim();
  // before upper case: there are letters outside ASCII whose upper case is inside
  return /^[A-Za-z0-9.\-$^]{1,6}$/.test(symbol) ? ofClass(symbol.toUpperCase()) : null;
}
