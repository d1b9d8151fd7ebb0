import { expect, test } from 'bun:test';
import { cents, priceE4, quantityMicros } from '#core/money/units.ts';
import { type EstimateInput, estimate, readSize } from './estimate.ts';

const base: EstimateInput = {
  action: 'buy',
  mode: 'quantity',
  typed: '10',
  price: priceE4(1_000_000n),
  cash: cents(100_000_00n),
  held: null,
};
const long = {
  symbol: 'X',
  side: 'long',
  quantity: '15',
  entry: '110',
  cost: '1650.00',
  exactCost: '1650.0000000000',
} as const;
const short = {
  symbol: 'X',
  side: 'short',
  quantity: '10',
  entry: '50',
  cost: '500.00',
  exactCost: '500.0000000000',
} as const;

test('buying takes quantity × price from cash, and the largest order is what cash affords', () => {
  expect(estimate(base)).toEqual({
    problem: null,
    quantity: quantityMicros(10_000_000n),
    cash: cents(1000_00n),
    cashAfter: cents(99_000_00n),
    largest: quantityMicros(1_000_000_000n),
  });
});

test('an amount buys shares rounded down, so the cost is never over it', () => {
  const found = estimate({ ...base, mode: 'amount', typed: '1000', price: priceE4(3_333_300n) });
  expect(found.quantity).toBe(quantityMicros(3_000_030n));
  expect(found.cash).toBe(cents(1000_00n));
});

test('a cent is rounded up when buying and shorting takes it, down when selling pays it, as the server does', () => {
  const price = priceE4(100_050n);
  const one = { ...base, typed: '1', price };
  expect(estimate(one).cash).toBe(cents(10_01n));
  expect(estimate({ ...one, action: 'short' }).cash).toBe(cents(10_01n));
  expect(estimate({ ...one, action: 'sell', held: long }).cash).toBe(cents(10_00n));
  // 2 × 50 − 10.005
  expect(estimate({ ...one, action: 'cover', held: short }).cash).toBe(cents(89_99n));
});

test('selling pays out and goes up to what is held', () => {
  const found = estimate({
    ...base,
    action: 'sell',
    typed: '5',
    price: priceE4(1_300_000n),
    cash: cents(97_800_00n),
    held: long,
  });
  expect([found.cashAfter, found.largest]).toEqual([cents(98_450_00n), quantityMicros(15_000_000n)]);
});

test('covering pays back the collateral and the difference', () => {
  const found = estimate({
    ...base,
    action: 'cover',
    typed: '4',
    price: priceE4(450_000n),
    cash: cents(99_500_00n),
    held: short,
  });
  expect(found.cashAfter).toBe(cents(99_720_00n));
});

test('reversing a short opens with what covering frees', () => {
  const found = estimate({
    ...base,
    typed: '1',
    price: priceE4(450_000n),
    cash: cents(99_500_00n),
    held: short,
  });
  expect(found.cashAfter).toBe(cents(100_050_00n - 45_00n));
});

test('there is nothing to sell without a long position', () => {
  expect(estimate({ ...base, action: 'sell', held: short }).largest).toBe(0n);
});

test.each(['0', '0.5', '-1', '1e3', 'NaN', '', '1.1234567', '٣'])('quantity %p is refused', (typed) => {
  expect(estimate({ ...base, typed }).problem).toBe('invalidQuantity');
});

test.each(['0', '0.00', '-1', '1e3', 'Infinity', '', '1.001'])('amount %p is refused', (typed) => {
  expect(estimate({ ...base, mode: 'amount', typed }).problem).toBe('invalidAmount');
});

test('sizes are read exactly', () => {
  expect(readSize('quantity', ' 1.000001 ')).toBe(1_000_001n);
  expect(readSize('amount', '0.01')).toBe(1n);
});

test('without a price there is no estimate but the size is still judged', () => {
  expect(estimate({ ...base, price: null }).cash).toBeNull();
  expect(estimate({ ...base, price: null, typed: '0' }).problem).toBe('invalidQuantity');
});
