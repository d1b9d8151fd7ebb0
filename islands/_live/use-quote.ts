import { useCallback, useSyncExternalStore } from 'react';
import { type LiveQuote, quoteNow, watchQuote } from './quotes.ts';

/**
 * The newest price of a symbol, in the same frame as everything else that shows it; null before one is known.
 * @param symbol null while nothing shows a price: its component is not drawn anew with each of them
 */
export function useQuote(symbol: string | null): LiveQuote | null {
  const subscribe = useCallback(
    (changed: () => void) => (symbol === null ? () => {} : watchQuote(symbol, changed)),
    [symbol],
  );
  return useSyncExternalStore(
    subscribe,
    () => (symbol === null ? null : quoteNow(symbol)),
    () => null,
  );
}
