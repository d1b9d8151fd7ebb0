/** The games whose positions splits, dividends and other changes of shares meet. */
import type { Queryable } from '#db/client.ts';
import { openPrivateSeasons } from '#db/queries/leagues/games.ts';

/**
 * Returns the ids of the season rows: the public season's, if it is one of the games, then those of practice and of every private game
 * that runs.
 */
export async function openGames(sql: Queryable, season: { id: number } | null | false): Promise<number[]> {
  const others = await openPrivateSeasons(sql);
  return season ? [season.id, ...others] : others;
}
