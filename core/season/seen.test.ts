import { expect, test } from 'bun:test';
import { seasonSeenBy, withSeasonSeen } from './seen.ts';

test('a season that one account dismissed is still news to another in the same browser', () => {
  const first = withSeasonSeen(null, 7, 3);
  expect([seasonSeenBy(first, 7), seasonSeenBy(first, 12)]).toEqual([3, null]);
  const both = withSeasonSeen(first, 12, 3);
  expect(both).toBe('12-3.7-3');
  expect(withSeasonSeen(both, 7, 4)).toBe('7-4.12-3');
});

test('the cookie holds ten accounts; a malformed one holds none', () => {
  let cookie: string | null = null;
  for (let id = 1; id <= 30; id++) cookie = withSeasonSeen(cookie, id, 1);
  expect(cookie!.split('.')).toHaveLength(10);
  for (const odd of ['3', '', '7-', 'a-b', '7-3-1', '<7-3>']) expect(seasonSeenBy(odd, 7)).toBeNull();
});
