import { expect, test } from 'bun:test';
import { type Profit, profitFor, withProfit } from './profit-news.ts';

const profit = (userId: number, profitPercentage: number): Profit => ({
  userId,
  profitPercentage,
  username: `trader_${userId}`,
});
const best = (...profits: Profit[]) => profits.reduce<readonly Profit[]>(withProfit, []);

test('everybody hears of the best profit, its trader of the best one of another trader', () => {
  const heard = best(profit(1, 2), profit(2, 7.5), profit(3, 5), profit(2, 6));
  expect(profitFor(heard, 9)).toEqual(profit(2, 7.5));
  expect(profitFor(heard, 2)).toEqual(profit(3, 5));
});

test("a trader's second profit takes the place of the first, not of somebody else's", () => {
  const heard = best(profit(1, 2), profit(2, 3), profit(2, 4), profit(2, 5));
  expect(profitFor(heard, 2)).toEqual(profit(1, 2));
});

test('the earlier of equal profits counts, and nobody hears of their own', () => {
  expect(profitFor(best(profit(1, 2), profit(2, 2)), 9)).toEqual(profit(1, 2));
  expect(profitFor(best(profit(1, 2)), 1)).toBeUndefined();
  expect(profitFor([], 1)).toBeUndefined();
});
