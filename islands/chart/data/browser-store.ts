/** The charts' data in web storage, which may be missing or forbidden: all code works without it. */
import { enteredTicker } from '#core/market/ticker.ts';

export function sessionStore(): Storage | null {
  try {
    return typeof sessionStorage === 'undefined' ? null : sessionStorage;
  } catch {
    return null;
  }
}

export function localStore(): Storage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

export const layoutKey = (userId: number) => `chartLayout-${userId}`;

const RECENT_KEY = 'recentTickers';
const MOST_RECENT = 8;

type Recent = { symbol: string; companyName: string };

/** Returns the tickers that this browser showed last, newest first. A name is empty while unknown. */
export function recentTickers(): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStore()?.getItem(RECENT_KEY) ?? '[]');
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

export function rememberTicker(symbol: string, companyName = ''): void {
  const rest = recentTickers().filter((each) => each.symbol !== symbol);
  try {
    localStore()?.setItem(
      RECENT_KEY,
      JSON.stringify([{ symbol, companyName }, ...rest].slice(0, MOST_RECENT)),
    );
  } catch {
    // the list is lost when the storage is full; nothing depends on it
  }
}
