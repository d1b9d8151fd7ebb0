import { expect, test } from 'bun:test';
import { cents } from '../money/units.ts';
import { returnPercent, winRate } from './pnl.ts';

test.each([
  [26, 42, 2, '61.90'],
  [2, 3, 2, '66.67'],
  [1, 8, 1, '12.5'],
  [1, 3, 1, '33.3'],
  // rounded once: two decimals first would make 44.449 into 44.45, and that into 44.5
  [4444900, 10_000_000, 1, '44.4'],
  [0, 5, 2, '0.00'],
  [5, 5, 2, '100.00'],
])('%d winners of %d at %d digits: %s percent', (wins, closed, digits, text) => {
  expect(winRate(wins, closed, digits)).toBe(text);
});

test('without a closed trade there is no rate', () => {
  expect(winRate(0, 0, 2)).toBeNull();
});

test.each([
  [106_210_44n, 100_000_00n, '6.21'],
  [99_999_99n, 100_000_00n, '0'],
  [50_000_00n, 100_000_00n, '-50'],
  [5_00n, 0n, '0'],
])('%d cents of %d at the start: %s percent', (equity, start, text) => {
  expect(returnPercent(cents(equity), cents(start))).toBe(text);
});
