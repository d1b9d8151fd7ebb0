import { expect, test } from 'bun:test';
import { parsePrice } from '#core/money/money.ts';
import { cents, priceE4, quantityMicros } from '#core/money/units.ts';
import { readExit } from '#core/orders/typed-level.ts';
import { fieldText, firstLevels, readSize } from './draft.ts';

const sizeOf = (mode: 'quantity' | 'amount', text: string) =>
  readSize({ mode, quantity: text, amount: text });

test.each(['0', '0.5', '-1', '1e3', 'NaN', '', '1.1234567', '٣'])('%p is no quantity', (text) => {
  expect(sizeOf('quantity', text)).toBeNull();
});

test.each(['0', '0.00', '-1', '1e3', 'Infinity', '', '1.001'])('%p is no amount', (text) => {
  expect(sizeOf('amount', text)).toBeNull();
});

test('sizes are read exactly', () => {
  expect(sizeOf('quantity', ' 1.000001 ')).toEqual({
    kind: 'quantity',
    quantity: quantityMicros(1_000_001n),
  });
  expect(sizeOf('amount', '0.01')).toEqual({ kind: 'amount', amount: cents(1n) });
});

test.each([
  ['159.20', true, 1_592_000n],
  ['$159.2', true, 1_592_000n],
  ['5%', true, 1_050_000n],
  ['5 %', false, 950_000n],
  ['+3', true, 1_030_000n],
  ['-3', false, 970_000n],
  ['−2.5', false, 975_000n],
  ['+2,5', true, 1_025_000n],
  ['2,5%', true, 1_025_000n],
  ['1,159.20', true, 11_592_000n],
  ['1,159', true, null],
  ['100%', false, null],
  ['', true, null],
  ['%', true, null],
  ['+', true, null],
] as const)('a level typed as %p', (typed, isAbove, level) => {
  expect(readExit(typed, priceE4(1_000_000n), isAbove)).toBe(level && priceE4(level));
});

test.each([
  ['buy', 'stop', '100.0044', ['100.00', '101.00']],
  ['cover', 'stop', '100.0044', ['100.00', '101.00']],
  ['sell', 'stop', '100.0044', ['100.00', '99.00']],
  ['short', 'stop', '100.0044', ['100.00', '99.00']],
  ['buy', 'stop_limit', '100', ['101.51', '101.00']],
  ['sell', 'stop_limit', '100', ['98.51', '99.00']],
  ['sell', 'limit', '0.5', ['0.50', '0.495']],
  ['buy', 'stop', '0.003', ['0.003', '0.0031']],
] as const)('the levels of a %s %s at %s begin with limit and stop at %p', (action, type, price, levels) => {
  const { limit, stop } = firstLevels({ type, trailUnit: 'percent' }, action, parsePrice(price));
  expect([limit, stop].map(Number)).toEqual(levels.map(Number));
});

test('a trail begins at 2%, in dollars too', () => {
  const trail = (trailUnit: 'percent' | 'amount', price: bigint | null) =>
    firstLevels({ type: 'trailing_stop', trailUnit }, 'sell', price === null ? null : priceE4(price)).trail;
  expect(trail('percent', 1_234_567n)).toBe('2');
  expect(trail('amount', 1_234_567n)).toBe('2.47');
  expect(trail('amount', 1_000n)).toBe(fieldText(priceE4(100n)));
});
