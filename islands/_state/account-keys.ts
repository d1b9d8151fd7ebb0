/** Local storage of a browser that several people use: each account has its own switches. */

import { CREATIVE_KEY, MUTE_KEY, SPLIT_KEY } from '#core/account/preferences.ts';

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

/** Moves the previous account's values aside, restores this account's, and dispatches `storage` for the page. */
export function switchAccountKeys(userId: number): void {
  const previousId = localStorage.getItem(OWNER_KEY);
  const nextId = String(userId);
  if (previousId === nextId) return;
  localStorage.setItem(OWNER_KEY, nextId);
  // values without an owner belong to the first account that signs in
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

/** Key of the user's facts in local storage: for display only, the session cookie decides. */
export const AUTH_DATA = 'auth-data';
