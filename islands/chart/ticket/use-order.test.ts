import { expect, test } from 'bun:test';
import { steppedPrice } from './use-order.ts';

test.each([
  ['1.20', 1n, '1.21'],
  ['1.2345', -10n, '1.1345'],
  ['0.05', -10n, '0.01'],
  ['0.015', -1n, '0.01'],
  ['0.01', -1n, '0.01'],
  ['0.005', 1n, '0.0150'],
  ['0.005', -1n, '0.005'],
  ['0.0001', -10n, '0.0001'],
  ['two', 1n, 'two'],
])('the price %p moved by %p cents is %p', (typed, by, price) => {
  expect(steppedPrice(typed, by)).toBe(price);
});
