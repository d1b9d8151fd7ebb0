import { expect, test } from 'bun:test';
import { publicProfit } from '../progress/profit-news.ts';
import { earnsXp, NO_RULES } from '../trading/season-rules.ts';
import { gameOf, isPublicSeason, PRACTICE_ID } from './game.ts';

test('the sign of an id is the game', () => {
  expect([1, 7, PRACTICE_ID].map(gameOf)).toEqual(['season', 'season', 'practice']);
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
