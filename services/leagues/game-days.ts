/** Stores the equity of private games' accounts for each day (UTC). The first process to notice a new day does so. */

import type { Cents } from '#core/money/units.ts';
import { utcDay } from '#core/trading/day-limits.ts';
import type { Sql } from '#db/client.ts';
import { claimGameDay, gamesWithoutDay, storeDay } from '#db/queries/leagues/days.ts';
import { lockLeague } from '#db/queries/leagues/leagues.ts';
import { tableMembers } from '#db/queries/leagues/members.ts';
import { heldSymbols } from '#db/queries/market/prices.ts';
import { compareClocks } from '#db/queries/platform/leases.ts';
import type { Market } from '#market/market.ts';
import { tryEach } from '../platform/concurrency.ts';
import { type GameFigures, gameFigures } from './game-figures.ts';

/** The maximum number of games in a run, so that a midnight with thousands of games does not delay starts and ends. */
const MOST_GAMES = 20;
const DAY_MS = 86_400_000;

/** Returns the equity of each member: the start cash for a member without an account. */
export function equityOfAll(
  userIds: readonly number[],
  figures: ReadonlyMap<number, GameFigures>,
  startCash: Cents,
): { userId: number; equity: Cents }[] {
  return userIds.map((userId) => ({ userId, equity: figures.get(userId)?.equity ?? startCash }));
}

type Deps = { sql: Sql; market: Pick<Market, 'quotes' | 'capabilities' | 'now'> };

/**
 * Stores the members' equity for the day before `now`, at the newest prices, in games that ran on that day and still
 * run. A game that fails does not stop the others; the next run tries it again. A day stays missing when no run on the
 * day after it succeeds.
 * @returns the number of due games, at most MOST_GAMES; 0 while the clock is wrong
 * @throws MarketUnavailableError and other errors, after all games
 */
export async function storeGameDays({ sql, market }: Deps, now: number): Promise<number> {
  const day = utcDay(now - DAY_MS);
  const games = await gamesWithoutDay(sql, day, MOST_GAMES);
  // a stored day is final, so a process with a wrong clock leaves the day to another process
  if (games.length === 0 || (await compareClocks(sql))) return 0;
  await tryEach(games, (id) =>
    sql.begin(async (tx) => {
      const league = await lockLeague(tx, id);
      if (league?.game?.status !== 'active' || !(await claimGameDay(tx, id, day))) return;
      const symbols = await heldSymbols(tx, league.game.seasonId);
      // throws while the market is unavailable: gameFigures would then value positions at their cost
      if (symbols.length > 0) await market.quotes(symbols);
      const members = (await tableMembers(tx, [id])).map(({ userId }) => userId);
      const figures = await gameFigures({ sql: tx, market }, id, members);
      await storeDay(tx, id, day, equityOfAll(members, figures, league.game.startCash));
    }),
  );
  return games.length;
}
