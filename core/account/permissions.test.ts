import { expect, test } from 'bun:test';
import { canTrade } from './permissions.ts';

test('who may trade', () => {
  const [trader, admin] = [{ isAdmin: false }, { isAdmin: true }];
  expect([
    canTrade(null, true),
    canTrade(trader, true),
    canTrade(trader, false),
    canTrade(admin, false),
  ]).toEqual([false, true, false, true]);
});
