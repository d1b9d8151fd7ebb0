/** Cookie with the number of the last season whose end this browser's reader has dismissed. */
export const SEASON_SEEN_COOKIE = 'season-seen';
