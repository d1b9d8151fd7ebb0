import { expect, test } from 'bun:test';
import { canTrade, mayReadPage, needsFactor } from './permissions.ts';

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

test('staff needs a second factor a week after getting the role', () => {
  const week = 7 * 86_400_000;
  const after = (ms: number, staff = {}) =>
    needsFactor({ isStaff: true, roleSince: new Date(0), hasFactor: false, ...staff }, ms);
  expect([after(week), after(week + 1)]).toEqual([false, true]);
  expect([after(week + 1, { hasFactor: true }), after(week + 1, { isStaff: false })]).toEqual([false, false]);
});
