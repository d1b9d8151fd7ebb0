import { type Game, gameOfPath } from '#core/season/game.ts';

/** Returns the request field with the game in the address; empty for the season. */
export function pageGame(): { game?: Game } {
  const game = gameOfPath(globalThis.location?.pathname ?? '');
  return game === 'season' ? {} : { game };
}
