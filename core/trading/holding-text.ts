/** Open positions as one line of text, from which the browser computes the live figures of a page. */
import { readCents, readCost, readEntry, readQuantity } from '../money/money.ts';
import type { Stake } from './pnl.ts';

/** An open position of a trader, decimal strings. */
export type Holding = {
  symbol: string;
  side: 'long' | 'short';
  /** Shares, up to 6 decimals. */
  quantity: string;
  /** Average entry in dollars, up to 8 decimals. */
  entry: string;
  /** Dollars that opening the position took from cash. */
  cost: string;
  /** The exact cost, 10 decimals; empty in a season of version 1. */
  exactCost: string;
};

/** Writes positions, separated by blanks: "AAPL,long,25,145.884,3647.10,3647.1000000000". */
export const writeHoldings = (...holdings: readonly Holding[]): string =>
  holdings
    .map(({ symbol, side, quantity, entry, cost, exactCost }) =>
      [symbol, side, quantity, entry, cost, exactCost].join(),
    )
    .join(' ');

export function readHoldingText(text: string): Holding[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const [symbol = '', side, quantity = '0', entry = '0', cost = '0', exactCost = ''] = each.split(',');
      return { symbol, side: side === 'short' ? 'short' : 'long', quantity, entry, cost, exactCost };
    });
}

/** Converts a position to exact amounts. */
export const stakeOf = ({ side, quantity, entry, cost, exactCost }: Holding): Stake => ({
  isShort: side === 'short',
  quantity: readQuantity(quantity),
  entry: readEntry(entry),
  cost: readCents(cost),
  exactCost: exactCost === '' ? null : readCost(exactCost),
});
