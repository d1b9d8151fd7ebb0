import { type Game, gameOfPath } from '#core/season/game.ts';

/** Returns the field that names the page's game in a request, from the address; empty for the season. */
export function pageGame(path = globalThis.location?.pathname ?? ''): { game?: Game } {
  const game = gameOfPath(path);
  return game === 'season' ? {} : { game };
}
