/** Local storage of a browser that several people use: each account has its own switches. */

/** Holds the id of the account that the switches belong to. */
const OWNER_KEY = 'keys-of';

/**
 * Gives the switches in local storage to an account, by code that a browser with one account never fetches. Resolves once the
 * previous account's values are aside, this account's are restored, and the page has had a `storage` event.
 */
export async function switchAccountKeys(userId: number): Promise<void> {
  const previousId = localStorage.getItem(OWNER_KEY);
  const nextId = String(userId);
  if (previousId === nextId) return;
  localStorage.setItem(OWNER_KEY, nextId);
  // values without an owner belong to the first account that signs in
  if (previousId === null) return;
  try {
    const { moveKeys } = await import('./move-keys.ts');
    moveKeys(previousId, nextId);
  } catch {
    // the next page tries again
    localStorage.setItem(OWNER_KEY, previousId);
  }
}
