/** Who may do what. One answer for pages, handlers and islands. */

type Person = { isAdmin: boolean } | null;

/** Chart and orders: traders while a competition is active, admins always (to try things). */
export function canTrade(user: Person, competitionActive: boolean): boolean {
  return user !== null && (competitionActive || user.isAdmin);
}

/** Start, end, edit, reset; recordings; messages; full error details. */
export function canAdminister(user: Person): boolean {
  return user?.isAdmin === true;
}

/** Admins try things out; they have no place on the leaderboard. */
export function isRankable(user: { isAdmin: boolean }): boolean {
  return !user.isAdmin;
}
