import { expect, test } from 'bun:test';
import { canAdminister, canTrade, isRankable } from './permissions.ts';

test('who may do what', () => {
  const [trader, admin] = [{ isAdmin: false }, { isAdmin: true }];
  expect([
    canTrade(null, true),
    canTrade(trader, true),
    canTrade(trader, false),
    canTrade(admin, false),
  ]).toEqual([false, true, false, true]);
  expect([canAdminister(null), canAdminister(trader), canAdminister(admin)]).toEqual([false, false, true]);
  expect([isRankable(trader), isRankable(admin)]).toEqual([true, false]);
});
