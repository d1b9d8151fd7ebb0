import { expect, test } from 'bun:test';
import { countdownText } from './countdown.ts';

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
