import { expect, test } from 'bun:test';
import { canTrade, mayReadPage } from './permissions.ts';

test('who may trade', () => {
  const [trader, admin] = [{ isAdmin: false }, { isAdmin: true }];
  expect([
    canTrade(null, true),
    canTrade(trader, true),
    canTrade(trader, false),
    canTrade(admin, false),
  ]).toEqual([false, true, false, true]);
});

const owner = { id: 1, isAdmin: false };
const other = { id: 2, isAdmin: false };
const admin = { id: 3, isAdmin: true };

test.each([
  ['everyone', [true, true, true, true]],
  ['members', [false, true, true, true]],
  ['nobody', [false, false, true, true]],
] as const)('%s: visitor, another member, the trader, an admin', (readers, may) => {
  expect([null, other, owner, admin].map((viewer) => mayReadPage(readers, 1, viewer))).toEqual([...may]);
});
