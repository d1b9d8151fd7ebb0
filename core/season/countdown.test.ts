import { expect, test } from 'bun:test';
import { countdownText } from './countdown.ts';

test.each([
  [0, '00:00:00'],
  [-5, '00:00:00'],
  [1, '00:00:01'],
  [61_000, '00:01:01'],
  [86_399_000, '23:59:59'],
  [86_400_000, '1d 00:00:00'],
  [3 * 86_400_000 + 3_723_000, '3d 01:02:03'],
])('%i ms are %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});
