/** The games an account can be in: the public season, practice beside it, and private games, each a league's own. Pure. */
import { JOIN_CODE_CHARACTERS } from '../account/join-links.ts';

/** The id of a league with a game of its own: six of JOIN_CODE_CHARACTERS. */
export type LeagueGame = Uppercase<string>;
/**
 * `season` is the newest public season; `practice` never ends, and counts for no table, proof or prize; every other name is the id
 * of a league.
 */
export type Game = 'season' | 'practice' | LeagueGame;

/** The kinds of games; `league`: a private game. */
export type GameKind = 'season' | 'practice' | 'league';

/** The games that everybody has. */
export const COMMON_GAMES = ['season', 'practice'] as const;

/** The page with the chart of each game. */
export const CHART_PATH = { season: '/chart', practice: '/practice' } as const;
/** The page with the positions of each game. */
export const PORTFOLIO_PATH = { season: '/portfolio', practice: '/practice/portfolio' } as const;

/** The id of the one practice row among the seasons; public seasons have ids above 0. */
export const PRACTICE_ID = -1;

export const LEAGUE_ID_LENGTH = 6;
export const LEAGUE_ID_FORM: RegExp = new RegExp(`^[${JOIN_CODE_CHARACTERS}]{${LEAGUE_ID_LENGTH}}$`);
/** The season id of a private game is FIRST_LEAGUE_ID minus the league's id read as a number in base 32. */
const FIRST_LEAGUE_ID = PRACTICE_ID - 1;
const BASE = JOIN_CODE_CHARACTERS.length;

/**
 * True for a public season: only its trades earn XP, prizes and a place on the leaderboard.
 * @param seasonId absent: the public season
 */
export const isPublicSeason = (seasonId = 1): boolean => seasonId > 0;

export const isLeagueGame = (game: Game | undefined): game is LeagueGame =>
  game !== undefined && game !== 'season' && game !== 'practice';

/** Returns the id of the season row of a game other than the public season. */
export function seasonIdOfGame(game: Exclude<Game, 'season'>): number {
  if (game === 'practice') return PRACTICE_ID;
  const number = [...game].reduce((sum, letter) => sum * BASE + JOIN_CODE_CHARACTERS.indexOf(letter), 0);
  return FIRST_LEAGUE_ID - number;
}

/** Returns the game that a season's id belongs to. @param seasonId absent: the public season */
export function gameOf(seasonId?: number): Game {
  if (seasonId === undefined || isPublicSeason(seasonId)) return 'season';
  if (seasonId === PRACTICE_ID) return 'practice';
  const number = FIRST_LEAGUE_ID - seasonId;
  const digits = Array.from({ length: LEAGUE_ID_LENGTH }, (_, place) =>
    JOIN_CODE_CHARACTERS.charAt(Math.floor(number / BASE ** (LEAGUE_ID_LENGTH - 1 - place)) % BASE),
  );
  return digits.join('') as LeagueGame;
}

/**
 * Returns the private game of a bundle; null for a public season's bundle.
 * @param number a game's bundle has its season id
 */
export function gameOfBundle(number: number): LeagueGame | null {
  const game = isPublicSeason(number) ? 'season' : gameOf(number);
  return isLeagueGame(game) ? game : null;
}

/** Returns the page with the chart of a game. @param game absent: the public season */
export const chartPath = (game: Game = 'season'): string =>
  isLeagueGame(game) ? `/leagues/${game}/chart` : CHART_PATH[game];

/** Returns the page with the positions of a game. @param game absent: the public season */
export const portfolioPath = (game: Game = 'season'): string =>
  isLeagueGame(game) ? `/leagues/${game}/portfolio` : PORTFOLIO_PATH[game];

export const isChartPath = (path: string): boolean => path === chartPath(gameOfPath(path));

/**
 * Returns the game that a page belongs to; of a league's pages only its chart and its portfolio belong to its game. The
 * address decides, so that two tabs can show two games.
 */
export function gameOfPath(path: string): Game {
  const [, league] = /^\/leagues\/([^/]+)\/(?:chart|portfolio)$/.exec(path) ?? [];
  if (league && LEAGUE_ID_FORM.test(league)) return league as LeagueGame;
  return path.startsWith(CHART_PATH.practice) ? 'practice' : 'season';
}
