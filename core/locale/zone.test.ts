import { heapStats } from 'bun:jsc';
import { describe, expect, test } from 'bun:test';
import { addDays, dayRange, listDays, startOfDay, utcToZoned, zonedDay, zonedToUtc } from './zone.ts';

const iso = (local: string, zone: string) => {
  const ms = zonedToUtc(local, zone);
  return ms === null ? null : new Date(ms).toISOString();
};

test.each([
  ['2026-01-15T10:00', 'Asia/Jerusalem', '2026-01-15T08:00:00.000Z'],
  ['2026-07-15T10:00', 'Asia/Jerusalem', '2026-07-15T07:00:00.000Z'],
  ['2026-03-08T01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08T03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-11-22T00:30:15', 'Asia/Kathmandu', '2026-11-21T18:45:15.000Z'],
  ['2026-12-31T23:59', 'UTC', '2026-12-31T23:59:00.000Z'],
])('%s in %s', (local, zone, utc) => {
  expect(iso(local, zone)).toBe(utc);
  expect(utcToZoned(Date.parse(utc), zone)).toBe(local.slice(0, 16));
});

test.each([
  // skipped: moves on with the clocks
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-03-27T02:30', 'Asia/Jerusalem', '2026-03-27T00:30:00.000Z'],
  ['2026-03-08T00:00', 'America/Havana', '2026-03-08T05:00:00.000Z'],
  // happens twice: the first one
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-10-25T01:30', 'Asia/Jerusalem', '2026-10-24T22:30:00.000Z'],
  ['2026-11-01T00:00', 'America/Havana', '2026-11-01T04:00:00.000Z'],
])('%s in %s, when the clocks change', (local, zone, utc) => {
  expect(iso(local, zone)).toBe(utc);
});

test('a day without midnight begins after it', () => {
  const noon = Date.parse('2026-03-08T16:00Z');
  expect(utcToZoned(startOfDay(noon, 'America/Havana'), 'America/Havana')).toBe('2026-03-08T01:00');
});

test('other texts are null', () => {
  for (const text of [
    '',
    'soon',
    '2026-13-01T00:00',
    '2026-02-30T10:00',
    '2026-01-01',
    '2026-01-01T24:00',
    '2026-01-01T10:00Z',
  ])
    expect([text, zonedToUtc(text, 'UTC')]).toEqual([text, null]);
});

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
    ['2026-03-08', 'America/Havana', 23],
    ['2026-11-01', 'America/Havana', 25],
  ])('%s in %s has %d hours', (day, zone, count) => {
    expect(hours(day, zone)).toBe(count);
  });

  test.each([
    ...['Asia/Jerusalem', 'America/New_York', 'Africa/Cairo', 'America/Havana', 'Asia/Beirut'],
    ...['Atlantic/Azores', 'Australia/Lord_Howe', 'UTC'],
  ])('in %s each hour of a year has one day, and days follow each other', (zone) => {
    const days = listDays('2026-01-01', '2026-12-31');
    expect(days).toHaveLength(365);
    for (const [i, day] of days.entries()) {
      const { from, to } = dayRange(day, zone);
      expect([zonedDay(from, zone), zonedDay(to - 1, zone)]).toEqual([day, day]);
      const next = days[i + 1];
      if (next) expect(dayRange(next, zone).from).toBe(to);
    }
  });
});

test('days are counted over the ends of months and years', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(listDays('2026-01-02', '2026-01-01')).toEqual([]);
});

test('a zone in ever new spellings does not fill the memory', () => {
  const spelled = (n: number) =>
    [...'america/argentina/ushuaia'].map((c, i) => ((n >> i) & 1 ? c.toUpperCase() : c)).join('');
  const countObjects = () => {
    Bun.gc(true);
    return heapStats().objectTypeCounts.Object ?? 0;
  };
  const count = countObjects();
  for (let n = 0; n < 2_000; n++) expect(utcToZoned(0, spelled(n))).toBe('1969-12-31T21:00');
  expect(countObjects() - count).toBeLessThan(1_000);
});
