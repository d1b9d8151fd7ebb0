import { describe, expect, test } from 'bun:test';
import { addDays, dayRange, listDays, zonedDay } from './days.ts';

const HOUR = 3_600_000;
const hours = (day: string, zone: string) => {
  const { from, to } = dayRange(day, zone);
  return (to - from) / HOUR;
};

describe('days of a clock change', () => {
  test.each([
    ['2026-03-27', 'Asia/Jerusalem', 23],
    ['2026-10-25', 'Asia/Jerusalem', 25],
    ['2026-11-28', 'Asia/Jerusalem', 24],
    ['2026-03-08', 'America/New_York', 23],
    ['2026-11-01', 'America/New_York', 25],
    ['2026-03-27', 'UTC', 24],
    // midnight itself is skipped there
    ['2026-04-24', 'Africa/Cairo', 23],
  ])('%s in %s has %d hours', (day, zone, count) => {
    expect(hours(day, zone)).toBe(count);
  });

  test.each(['Asia/Jerusalem', 'America/New_York', 'Africa/Cairo', 'UTC'])(
    'in %s each hour of a year has one day, and days follow each other',
    (zone) => {
      const days = listDays('2026-01-01', '2026-12-31');
      expect(days).toHaveLength(365);
      for (const [i, day] of days.entries()) {
        const { from, to } = dayRange(day, zone);
        expect([zonedDay(from, zone), zonedDay(to - 1, zone)]).toEqual([day, day]);
        const next = days[i + 1];
        if (next) expect(dayRange(next, zone).from).toBe(to);
      }
    },
  );
});

test('days are counted over the ends of months and years', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(listDays('2026-01-02', '2026-01-01')).toEqual([]);
});
