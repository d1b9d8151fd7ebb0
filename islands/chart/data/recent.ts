import { enteredTicker } from '#core/market/ticker.ts';
import { localStore } from './stores.ts';

/** The tickers this browser showed last, newest first, with their companies' names as far as they are known. */

const KEY = 'recentTickers';
const MOST = 8;

export type Recent = { symbol: string; companyName: string };

export function recentTickers(store = localStore()): Recent[] {
  try {
    const stored: unknown = JSON.parse(store?.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readRecent) : [];
  } catch {
    return [];
  }
}

function readRecent(value: unknown): Recent[] {
  const { symbol, companyName } = (value ?? {}) as Record<string, unknown>;
  if (typeof symbol !== 'string' || symbol === '' || enteredTicker(symbol) !== symbol) return [];
  return [{ symbol, companyName: typeof companyName === 'string' ? companyName : '' }];
}

export function rememberTicker(symbol: string, companyName = '', store = localStore()): void {
  const rest = recentTickers(store).filter((each) => each.symbol !== symbol);
  try {
    store?.setItem(KEY, JSON.stringify([{ symbol, companyName }, ...rest].slice(0, MOST)));
  } catch {
    // A full store forgets; nothing depends on it.
  }
}
