const DAY_MS = 24 * 60 * 60_000;
/** How long a session lasts that nobody uses, and at most, ms. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
export const LIFE_MS = 30 * DAY_MS;
/** A reader without a request for this long was away, ms: visible pages are noted more often than that (realtime/clients.ts). */
export const AWAY_MS = 6 * 60_000;
