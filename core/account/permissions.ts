/** Who may do what. One answer for pages, handlers and islands. */

/** Chart and orders: traders while a competition is active, admins always (to try things). */
export function canTrade(user: { isAdmin: boolean } | null, competitionActive: boolean): boolean {
  return user !== null && (competitionActive || user.isAdmin);
}

/** Who may read a trader's page, as its trader chose: docs/rules/07-accounts.md 8. */
export const PAGE_READERS = ['everyone', 'members', 'nobody'] as const;
export type PageReaders = (typeof PAGE_READERS)[number];

/** Whether `viewer` (null: not signed in) may read the page of `traderId`. */
export function mayReadPage(
  readers: PageReaders,
  traderId: number,
  viewer: { id: number; isAdmin: boolean } | null,
): boolean {
  if (viewer && (viewer.id === traderId || viewer.isAdmin)) return true;
  return readers === 'everyone' || (readers === 'members' && viewer !== null);
}
