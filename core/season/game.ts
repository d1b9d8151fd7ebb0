/** The games an account can be in: the public season, and practice beside it. Pure. */

export const GAMES = ['season', 'practice'] as const;
/** `season` is the newest public season; `practice` never ends, and counts for no table, proof or prize. */
export type Game = (typeof GAMES)[number];

/** The page with the chart of a game, and the one with its positions. */
export const CHART_PATH: Record<Game, string> = { season: '/chart', practice: '/practice' };
export const PORTFOLIO_PATH: Record<Game, string> = {
  season: '/portfolio',
  practice: '/practice/portfolio',
};

/** The id of the one practice row among the seasons; public seasons have ids above 0. */
export const PRACTICE_ID = -1;

/** True for the contest: its trades alone earn XP, places and prizes. @param seasonId absent: the contest */
export const isPublicSeason = (seasonId = 1): boolean => seasonId > 0;

/** Returns the game that a season's id belongs to. @param seasonId absent: the contest */
export const gameOf = (seasonId?: number): Game => (isPublicSeason(seasonId) ? 'season' : 'practice');
