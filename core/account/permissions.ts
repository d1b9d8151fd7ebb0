/** Permissions, the same for pages, handlers and islands. */

/** True when a user may trade: traders during an active season, admins always. */
export function canTrade(user: { isAdmin: boolean } | null, isSeasonActive: boolean): boolean {
  return user !== null && (isSeasonActive || user.isAdmin);
}

/** The readers that a trader may choose for their page (docs/rules/07-accounts.md 8). */
export const PAGE_READERS = ['everyone', 'members', 'nobody'] as const;
export type PageReaders = (typeof PAGE_READERS)[number];

/** True when `viewer` (null: not signed in) may read the page of `traderId`. */
export function mayReadPage(
  readers: PageReaders,
  traderId: number,
  viewer: { id: number; isAdmin: boolean } | null,
): boolean {
  if (viewer && (viewer.id === traderId || viewer.isAdmin)) return true;
  return readers === 'everyone' || (readers === 'members' && viewer !== null);
}

/** Either every trader may open a recording, or only community members. */
export const AUDIENCES = ['everyone', 'members'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** True when `reader` may open a recording for `audience`; the staff opens all. */
export function mayOpenRecording(
  audience: Audience,
  reader: { isStaff?: boolean; isCommunityMember?: boolean },
): boolean {
  return audience === 'everyone' || reader.isStaff === true || reader.isCommunityMember === true;
}

/** The roles an admin gives. A moderator is a trader who also sees to messages, reports, names and recordings. */
export const ACCOUNT_ROLES = ['trader', 'moderator', 'admin'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** Days after getting a role in which the staff may work without a second factor. */
export const FACTOR_GRACE_DAYS = 7;
