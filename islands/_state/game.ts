import { type Game, gameOfPath } from '#core/season/game.ts';

/** Returns the request field with the game in the address; empty for the season. */
export function pageGame(path = globalThis.location?.pathname ?? ''): { game?: Game } {
  const game = gameOfPath(path);
  return game === 'season' ? {} : { game };
}
