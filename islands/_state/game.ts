import { type Game, gameOfPath } from '#core/season/game.ts';

/** Returns the field that names the page's game in a request; none for the season. The address decides which game it is. */
export function pageGame(path = globalThis.location?.pathname ?? ''): { game?: Game } {
  const game = gameOfPath(path);
  return game === 'season' ? {} : { game };
}
