import { expect, test } from 'bun:test';
import { utcToZoned, zonedToUtc } from './zone.ts';

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
