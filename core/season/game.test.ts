import { expect, test } from 'bun:test';
import { publicProfit } from '../progress/profit-news.ts';
import { earnsXp, NO_RULES } from '../trading/season-rules.ts';
import {
  chartPath,
  type Game,
  gameOf,
  gameOfPath,
  isLeagueGame,
  isPublicSeason,
  PRACTICE_ID,
  portfolioPath,
  seasonIdOfGame,
} from './game.ts';

test('the sign of an id is the game', () => {
  expect([1, 7, PRACTICE_ID].map((id) => gameOf(id))).toEqual(['season', 'season', 'practice']);
  expect([undefined, 1, PRACTICE_ID, -2].map((id) => isPublicSeason(id))).toEqual([true, true, false, false]);
});

test('outside the public season a close earns no XP, and nobody hears of a profit', () => {
  const closed = { quantity: 1n, entry: 1n, pnl: 1n, pnlPercent: 250n, xp: 1n } as never;
  const fills = [{ closed, position: { quantity: 0n } as never }];
  const heard = [undefined, 3, PRACTICE_ID].map((seasonId) => [
    earnsXp({ rules: NO_RULES, seasonId }, 0, 1),
    publicProfit(fills, { rules: NO_RULES, seasonId }),
  ]);
  expect(heard).toEqual([
    [true, 2.5],
    [true, 2.5],
    [false, null],
  ]);
});

test("a private game's id is its league's, in both directions", () => {
  const leagues = ['222222', '222223', 'K7QM2X', 'ZZZZZZ'] as const;
  expect(leagues.map(seasonIdOfGame)).toEqual([-2, -3, seasonIdOfGame('K7QM2X'), -(2 ** 30) - 1]);
  expect(leagues.map((id) => gameOf(seasonIdOfGame(id)))).toEqual([...leagues]);
  expect(['season', 'practice', 'K7QM2X', undefined].map((game) => isLeagueGame(game as Game))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test('the address says which game a page is of', () => {
  for (const game of ['season', 'practice', 'K7QM2X'] as const) {
    expect(gameOfPath(chartPath(game))).toBe(game);
    expect(gameOfPath(portfolioPath(game))).toBe(game);
  }
  for (const path of ['/leagues/K7QM2X', '/leagues/new/chart', '/leagues/K7QM2X/desk', '/'])
    expect([path, gameOfPath(path)]).toEqual([path, 'season']);
});
