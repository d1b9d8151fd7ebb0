import { expect, test } from 'bun:test';
import { countdownText, laterBy, nextMonthly } from './length.ts';

test.each([
  ['day', '2026-12-31T23:30', '2027-01-01T23:30'],
  ['week', '2028-02-23T10:00', '2028-03-01T10:00'],
  ['month', '2026-11-15T10:00', '2026-12-15T10:00'],
  ['month', '2026-12-01T00:00', '2027-01-01T00:00'],
  ['month', '2027-01-31T10:00', '2027-02-28T10:00'],
  ['month', '2028-01-30T10:00', '2028-02-29T10:00'],
] as const)('a %s after %s is %s', (length, local, later) => {
  expect(laterBy(length, local)).toBe(later);
});

test.each([
  // the season after one of a whole month starts at its end
  [['2026-11-01T10:00', '2026-12-01T10:00'], '2026-12-01T10:00', ['2026-12-01T10:00', '2027-01-01T10:00']],
  [['2026-11-01T10:00', '2026-11-08T22:00'], '2026-11-08T22:00', ['2026-12-01T10:00', '2026-12-08T22:00']],
  [['2026-11-01T10:00', '2027-01-15T10:00'], '2027-01-15T10:00', ['2027-02-01T10:00', '2027-04-15T10:00']],
  [['2027-01-31T10:00', '2027-02-10T10:00'], '2027-02-10T10:00', ['2027-02-28T10:00', '2027-03-10T10:00']],
  [['2027-01-31T10:00', '2027-03-01T10:00'], '2027-03-01T10:00', ['2027-03-31T10:00', '2027-05-01T10:00']],
] as const)('the season after %p, at %s', ([start, end], earliest, [nextStart, nextEnd]) => {
  expect(nextMonthly({ start, end }, earliest)).toEqual({ start: nextStart, end: nextEnd });
});

const ENGLISH = { dayOne: '1d', dayTwo: '2d', days: '{count}d' };
const HEBREW = { dayOne: 'יום', dayTwo: 'יומיים', days: '{count} ימים' };

test.each([
  [0, '00:00:00'],
  [-5, '00:00:00'],
  [1, '00:00:01'],
  [61_000, '00:01:01'],
  [86_399_000, '23:59:59'],
  [86_400_000, '1d 00:00:00'],
  [3 * 86_400_000 + 3_723_000, '3d 01:02:03'],
])('%i ms are %s', (ms, text) => {
  expect(countdownText(ms, ENGLISH)).toBe(text);
});

test('Hebrew has a word for one day and one for two', () => {
  const days = [1, 2, 3, 11].map((n) => countdownText(n * 86_400_000, HEBREW));
  expect(days).toEqual(['יום 00:00:00', 'יומיים 00:00:00', '3 ימים 00:00:00', '11 ימים 00:00:00']);
});
