/** Who may do what. One answer for pages, handlers and islands. */

/** Chart and orders: traders while a competition is active, admins always (to try things). */
export function canTrade(user: { isAdmin: boolean } | null, competitionActive: boolean): boolean {
  return user !== null && (competitionActive || user.isAdmin);
}
