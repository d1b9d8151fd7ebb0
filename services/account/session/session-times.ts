const DAY_MS = 24 * 60 * 60_000;
/** How long a session lasts that nobody uses, and at most, ms. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
export const LIFE_MS = 30 * DAY_MS;
/** Who asks for nothing this long was away, ms: longer than open pages that are looked at go without a sign of it. */
export const AWAY_MS = 6 * 60_000;
