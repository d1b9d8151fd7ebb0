/** Live figures of positions, rounded to the cent like the server's. */
import { formatChange, formatPnlCents, formatUsd } from '#core/locale/format.ts';
import { readCents, readEntry, readPrice, writeCents, writePercent } from '#core/money/money.ts';
import { type BasisPoints, type Cents, subtract, sumOf } from '#core/money/units.ts';
import { type Holding, readHoldingText, stakeOf } from '#core/trading/holding-text.ts';
import { pnlPercent, worth } from '#core/trading/pnl.ts';
import type { ShownText, TextSource } from '#framework/browser/live-text.ts';
import { quoteNow, watchQuote, wayOf } from './quotes.ts';

const priceOf = ({ symbol }: Holding) => {
  const quote = quoteNow(symbol);
  return quote && readPrice(quote.price);
};

/** Returns the worth of a position; its cost while there is no price. */
export function worthOf(holding: Holding): Cents {
  const price = priceOf(holding);
  if (price === null) return readCents(holding.cost);
  return worth(stakeOf(holding), price);
}

/** Returns the sum of the positions' profits and losses; a position without a price adds 0. */
export const pnlOf = (holdings: readonly Holding[]): Cents =>
  sumOf(holdings, (holding) => subtract(worthOf(holding), readCents(holding.cost)));

/** Returns the profit or loss relative to the entry; null without a price. */
export function percentOf(holding: Holding): BasisPoints | null {
  const price = priceOf(holding);
  return price === null ? null : pnlPercent(holding.side === 'short', readEntry(holding.entry), price);
}

/** Calls `changed` at each price of the positions. @returns a function that stops */
export function watchHoldings(holdings: readonly Holding[], changed: () => void): () => void {
  const stops = [...new Set(holdings.map(({ symbol }) => symbol))].map((symbol) =>
    watchQuote(symbol, changed),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns 'true' when one of the prices is old, else undefined. The style sheet dims a figure with an old price. */
const isOld = (holdings: readonly Holding[]) =>
  holdings.some(({ symbol }) => quoteNow(symbol)?.age != null) ? 'true' : undefined;

const following =
  (textOf: (holdings: readonly Holding[]) => ShownText | null): TextSource =>
  (argument, show) => {
    const holdings = readHoldingText(argument);
    return watchHoldings(holdings, () => {
      const text = textOf(holdings);
      if (text) show({ ...text, facts: { ...text.facts, old: isOld(holdings) } });
    });
  };

export const positionSources = {
  pnl: following((holdings) => {
    const pnl = pnlOf(holdings);
    return { text: formatPnlCents(pnl), facts: { way: wayOf(pnl) } };
  }),
  percent: following(([holding]) => {
    const percent = holding ? percentOf(holding) : null;
    if (percent === null) return null;
    return { text: formatChange(writePercent(percent)), facts: { way: wayOf(percent) } };
  }),
  value: following((holdings) => ({
    text: formatUsd(writeCents(sumOf(holdings, worthOf))),
  })),
} satisfies Record<string, TextSource>;
