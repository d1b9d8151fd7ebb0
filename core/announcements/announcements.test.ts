/** When reminders are due, and where announcements lead. */
import { expect, test } from 'bun:test';
import { dueReminders, placeOfAnnouncement } from './announcements.ts';

const HOUR = 3_600_000;
const kinds = (plan: Parameters<typeof dueReminders>[0], now: number) =>
  dueReminders(plan, now).map(({ kind, season }) => `${kind} ${season}`);

test('a start is told a day before it, of the season that starts', () => {
  const plan = (status: 'waiting' | 'active' | 'ended' | 'archived') => ({
    startsAt: 100 * HOUR,
    endsAt: null,
    season: { number: 4, status },
  });
  expect(kinds(plan('waiting'), 76 * HOUR - 1)).toEqual([]);
  expect(kinds(plan('waiting'), 76 * HOUR)).toEqual(['openSoon 4']);
  for (const status of ['active', 'ended', 'archived'] as const)
    expect(kinds(plan(status), 80 * HOUR)).toEqual(['openSoon 5']);
  // an hour before the start it is too late for a reminder
  expect(kinds(plan('waiting'), 99 * HOUR)).toEqual([]);
});

test('an end is told a day and an hour before it, never both at once, and only while the season runs', () => {
  const plan = (status: 'waiting' | 'active') => ({
    startsAt: null,
    endsAt: 100 * HOUR,
    season: { number: 4, status },
  });
  expect(kinds(plan('active'), 76 * HOUR)).toEqual(['endSoon 4']);
  expect(kinds(plan('active'), 98 * HOUR)).toEqual([]);
  expect(kinds(plan('active'), 99 * HOUR)).toEqual(['lastHour 4']);
  expect(kinds(plan('active'), 100 * HOUR - 600_000)).toEqual([]);
  expect(kinds(plan('waiting'), 80 * HOUR)).toEqual([]);
});

test('an announcement leads to what it is about', () => {
  expect(placeOfAnnouncement('over', 4)).toBe('/competitions/4');
  expect(placeOfAnnouncement('open', 4)).toBe('/competitions');
  expect(placeOfAnnouncement('recording', null)).toBe('/recordings');
  expect(placeOfAnnouncement('hand', null)).toBeNull();
});
