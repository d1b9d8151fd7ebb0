import { priceText } from '#core/market/price-text.ts';
import type { ShownText, TextSource } from '#framework/browser/live-text.ts';
import { type LiveQuote, watchQuote, wayOf } from './quotes.ts';

const ofQuote =
  (textOf: (quote: LiveQuote, element: HTMLElement) => ShownText): TextSource =>
  (symbol, show, element) =>
    watchQuote(symbol, (quote) => show(textOf(quote, element)));

const isOld = ({ age }: LiveQuote) => (age === null ? undefined : 'true');

/** Loads the code for figures of positions late: it contains exact arithmetic, which most pages do not need. */
const ofPositions =
  (name: keyof typeof import('./position-sources.ts').positionSources): TextSource =>
  (...source) => {
    let stop: (() => void) | undefined;
    let isOver = false;
    void import('./position-sources.ts').then(
      ({ positionSources }) => {
        if (!isOver) stop = positionSources[name](...source);
      },
      // after a failed fetch the server's figure stays; an element that comes into view tries again
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  };

/**
 * `last:AAPL` is the price, `change:AAPL` the change since the previous close in percent, and `age:AAPL` the sentence
 * in `data-words` with the age of an old price. For positions in the format of `writeHoldings`, `pnl:` is the profit or
 * loss in dollars, `percent:` the profit or loss in percent of the entry, and `value:` the worth in dollars.
 */
export const LIVE_SOURCES: Readonly<Record<string, TextSource>> = {
  last: ofQuote((quote) => ({ text: priceText(quote.price), facts: { old: isOld(quote) } })),
  change: ofQuote(({ change }) =>
    change === null
      ? { text: '', facts: { way: undefined } }
      : {
          text: `${change > 0 ? '+' : change < 0 ? '−' : ''}${priceText(Math.abs(change), 2)}%`,
          facts: { way: wayOf(change) },
        },
  ),
  age: ofQuote(({ age }, { dataset }) => ({
    text: age === null ? '' : (dataset.words ?? '').replace('{{age}}', String(age)),
  })),
  pnl: ofPositions('pnl'),
  percent: ofPositions('percent'),
  value: ofPositions('value'),
};
