/** Tickers: as people type them, and as the server accepts them. */

/** The symbol of a chart until a reader chooses one. */
export const DEFAULT_SYMBOL = 'AAPL';

export const TICKER_MAX = 6;

/** Returns typed text as a ticker input has it: letters, digits and . - $ ^ in upper case, at most 6. */
export function cleanTicker(typed: string): string {
  return typed
    .slice(0, 200)
    .replace(/[^A-Za-z0-9.\-$^]/g, '')
    .toUpperCase()
    .slice(0, TICKER_MAX);
}

/**
 * A class of a company's shares, upper case: exchanges and most sites write BRK.B, price feeds BRK-B. L, F, T and V after a dot are
 * exchanges (London, Frankfurt, Tokyo, TSX Venture).
 */
const SHARE_CLASS = /^([A-Z]{1,4})\.([A-EG-KM-SUW-Z])$/;

const ofClass = (symbol: string): string => symbol.replace(SHARE_CLASS, '$1-$2');

/** Returns the ticker of typed text: like `cleanTicker`, with a class of shares as BRK-B. */
export const enteredTicker = (typed: string): string => ofClass(cleanTicker(typed));

/**
 * Returns the ticker of a request in its one spelling: upper case, trimmed, BRK-B for BRK.B. Other characters are not removed:
 * `AA/PL` is not AAPL.
 * @returns null for a text that cannot be a ticker
 */
export function tickerOf(text: string): string | null {
  if (text.length > 32) return null;
  const symbol = text.trim();
  // tested before `toUpperCase`, which turns some letters outside ASCII into ASCII
  return /^[A-Za-z0-9.\-$^]{1,6}$/.test(symbol) ? ofClass(symbol.toUpperCase()) : null;
}
