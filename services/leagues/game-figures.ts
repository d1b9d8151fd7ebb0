/** The equity of the members of a private game, at the newest prices, or at the last prices once the game is over. */
import { type Cents, cents } from '#core/money/units.ts';
import type { LeagueGame } from '#core/season/game.ts';
import { valueAccount } from '#core/trading/portfolio.ts';
import type { Queryable } from '#db/client.ts';
import { readHoldingsOf } from '#db/queries/trading/portfolio.ts';
import type { Market } from '#market/market.ts';
import { pricesOf } from '../trading/portfolio.ts';

export type GameFigures = {
  cash: Cents;
  equity: Cents;
  realised: Cents;
  trades: number;
  /** Value of the largest position; 0 without one. */
  largest: Cents;
};

/** Returns the figures of the members with an account in the game, by user id, all valued at the same prices. */
export async function gameFigures(
  { sql, market }: { sql: Queryable; market: Pick<Market, 'quotes' | 'capabilities' | 'now'> },
  game: LeagueGame,
  userIds: readonly number[],
): Promise<Map<number, GameFigures>> {
  if (userIds.length === 0) return new Map();
  const holdings = await readHoldingsOf(sql, userIds, game);
  const all = [...holdings.values()].flatMap(({ open }) => open);
  const prices = await pricesOf({ sql, market }, all);
  const figures = new Map<number, GameFigures>();
  for (const [userId, { cash, realised, trades, open }] of holdings) {
    const positions = open.map(({ position }) => position);
    const { equity, items } = valueAccount(cash, positions, prices);
    let largest = cents(0n);
    for (const { value } of items) if (value > largest) largest = value;
    figures.set(userId, { cash, realised, trades, equity, largest });
  }
  return figures;
}
