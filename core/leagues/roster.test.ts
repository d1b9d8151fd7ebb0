import { expect, test } from 'bun:test';
import { basisPoints, cents } from '../money/units.ts';
import { firstOrder, type RosterMember, sortRoster } from './roster.ts';

const member = (userId: number, more: Partial<RosterMember> = {}): RosterMember => ({
  userId,
  username: `trader_${userId}`,
  place: null,
  joinedAt: new Date(userId),
  seenAt: null,
  trades: 0,
  reasons: null,
  equity: cents(100n),
  change: '0',
  drawdown: null,
  largest: null,
  cash: null,
  ...more,
});
const idsOf = (members: readonly RosterMember[]) => members.map(({ userId }) => userId);

test('figures begin with the largest, names with A', () => {
  expect(firstOrder('equity')).toEqual({ by: 'equity', direction: 'desc' });
  expect(firstOrder('name')).toEqual({ by: 'name', direction: 'asc' });
});

test('percents are compared as numbers, unknown figures come last in both directions', () => {
  const members = [member(1, { change: '-3' }), member(2, { change: '10' }), member(3, { change: '9' })];
  expect(idsOf(sortRoster(members, { by: 'change', direction: 'desc' }))).toEqual([2, 3, 1]);
  const cash = [member(1), member(2, { cash: basisPoints(0n) }), member(3, { cash: basisPoints(10_000n) })];
  expect(idsOf(sortRoster(cash, { by: 'cash', direction: 'desc' }))).toEqual([3, 2, 1]);
  expect(idsOf(sortRoster(cash, { by: 'cash', direction: 'asc' }))).toEqual([2, 3, 1]);
});

test('equal members keep the order of the table', () => {
  const members = [member(3, { trades: 2 }), member(1, { trades: 2 }), member(2, { trades: 5 })];
  expect(idsOf(sortRoster(members, { by: 'trades', direction: 'desc' }))).toEqual([2, 3, 1]);
  expect(idsOf(sortRoster(members, { by: 'trades', direction: 'asc' }))).toEqual([3, 1, 2]);
  expect(idsOf(sortRoster(members, { by: 'joined', direction: 'asc' }))).toEqual([1, 2, 3]);
});
