/**
 * The cookie with the last season whose end each account of this browser dismissed, the newest dismissal first:
 * `7-3.12-2` means season 3 for account 7 and season 2 for account 12.
 */
export const SEASON_SEEN_COOKIE = 'season-seen';
const MAX_ACCOUNTS = 10;

const pairsOf = (cookie: string | null): [userId: number, season: number][] =>
  (cookie ?? '').split('.').flatMap((pair) => {
    const [, userId, season] = /^(\d{1,15})-(\d{1,9})$/.exec(pair) ?? [];
    return userId && season ? [[Number(userId), Number(season)]] : [];
  });

/** Returns the last season whose end the account dismissed; null for none. */
export const seasonSeenBy = (cookie: string | null, userId: number): number | null =>
  pairsOf(cookie).find(([id]) => id === userId)?.[1] ?? null;

/** Returns the cookie's value after the account has dismissed a season's end. */
export function withSeasonSeen(cookie: string | null, userId: number, season: number): string {
  const others = pairsOf(cookie).filter(([id]) => id !== userId);
  return [[userId, season], ...others]
    .slice(0, MAX_ACCOUNTS)
    .map((pair) => pair.join('-'))
    .join('.');
}
