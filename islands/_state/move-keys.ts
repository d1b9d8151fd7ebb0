/** Replaces one account's switches in local storage by another account's. */
import { CREATIVE_KEY, MUTE_KEY, SPLIT_KEY } from '#core/account/preferences.ts';

const ACCOUNT_KEYS = [
  CREATIVE_KEY,
  SPLIT_KEY,
  MUTE_KEY,
  'showWatermark',
  'showTickerWatermark',
  'recentTickers',
] as const;

/**
 * Moves the previous account's values to keys with its id, restores the next account's values, and dispatches `storage`
 * on the window.
 */
export function moveKeys(previousId: string, nextId: string): void {
  for (const key of ACCOUNT_KEYS) {
    move(key, `${key}-${previousId}`);
    move(`${key}-${nextId}`, key);
  }
  window.dispatchEvent(new Event('storage'));
}

function move(from: string, to: string): void {
  const value = localStorage.getItem(from);
  if (value === null) localStorage.removeItem(to);
  else localStorage.setItem(to, value);
  localStorage.removeItem(from);
}
