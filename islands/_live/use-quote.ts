import { useCallback, useSyncExternalStore } from 'react';
import { type LiveQuote, quoteNow, watchQuote } from './quotes.ts';

/**
 * Returns the newest price of a symbol, in the same frame as every other text of it; null before one is known.
 * @param symbol null while the component shows no price: then no price renders it
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
