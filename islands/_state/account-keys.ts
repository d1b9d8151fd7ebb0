/** Local storage of a browser that several people use: each account finds its own switches. */
import { CREATIVE_KEY, MUTE_KEY, SPLIT_KEY } from '#core/account/switches.ts';

/** Holds the id of the account that the keys below belong to. */
const OWNER_KEY = 'keys-of';
const ACCOUNT_KEYS = [
  CREATIVE_KEY,
  SPLIT_KEY,
  MUTE_KEY,
  'showWatermark',
  'showTickerWatermark',
  'recentTickers',
] as const;

/** Stores the last account's values under its id, restores this account's, and fires a `storage` event for the page. */
export function switchAccountKeys(userId: number): void {
  const previousId = localStorage.getItem(OWNER_KEY);
  const nextId = String(userId);
  if (previousId === nextId) return;
  localStorage.setItem(OWNER_KEY, nextId);
  // values from a time without an owner key belong to the first account that signs in
  if (previousId === null) return;
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
