import { cleanTicker } from '#core/ticker.ts';
import { localStore } from './stores.ts';

/** The tickers this browser showed last, newest first. */

const KEY = 'recentTickers';
const MOST = 8;

export function recentSymbols(store = localStore()): string[] {
  try {
    const kept: unknown = JSON.parse(store?.getItem(KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter(
      (each): each is string => typeof each === 'string' && each !== '' && cleanTicker(each) === each,
    );
  } catch {
    return [];
  }
}

export function rememberSymbol(symbol: string, store = localStore()): void {
  const rest = recentSymbols(store).filter((each) => each !== symbol);
  try {
    store?.setItem(KEY, JSON.stringify([symbol, ...rest].slice(0, MOST)));
  } catch {
    // A full store forgets; nothing depends on it.
  }
}
