import { CHART_PATH, type Game } from '#core/season/game.ts';

/** Returns the field that names the page's game in a request; none for the season. The address decides which game it is. */
export const pageGame = (path = globalThis.location?.pathname ?? ''): { game?: Game } =>
  path.startsWith(CHART_PATH.practice) ? { game: 'practice' } : {};
