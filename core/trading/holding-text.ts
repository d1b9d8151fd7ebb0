/** Open positions in one line of text: what a live figure on a page is worked out from. */

/** An open position of a trader, decimal strings. */
export type Holding = {
  symbol: string;
  side: 'long' | 'short';
  /** Shares, up to 6 decimals. */
  quantity: string;
  /** Average entry in dollars, up to 8 decimals. */
  entry: string;
  /** What it took from cash, dollars. */
  cost: string;
};

/** "AAPL,long,25,145.884,3647.10", several with a blank between them. */
export const writeHoldings = (...holdings: readonly Holding[]): string =>
  holdings
    .map(({ symbol, side, quantity, entry, cost }) => [symbol, side, quantity, entry, cost].join())
    .join(' ');

export function readHoldingText(text: string): Holding[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const [symbol = '', side, quantity = '0', entry = '0', cost = '0'] = each.split(',');
      return { symbol, side: side === 'short' ? 'short' : 'long', quantity, entry, cost };
    });
}
