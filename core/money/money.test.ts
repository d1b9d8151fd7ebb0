import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  centsDown,
  centsUp,
  costOf,
  exactWorth,
  notional,
  notionalAt,
  parseDecimal,
  plainDecimal,
  proceedsOf,
  quantityCovering,
  quantityFor,
  SHARE,
  safeCost,
  safeNotional,
  safeNotionalAt,
  safeProceeds,
  toNumber,
  underACent,
  writeDecimal,
} from './money.ts';
import { add, cents, costE10, divRound, entryE8, priceE4, quantityMicros } from './units.ts';

describe('parseDecimal', () => {
  test.each([
    ['0', 0n],
    ['12', 1200n],
    ['12.5', 1250n],
    ['007.05', 705n],
    ['99999999999999999999.99', 9999999999999999999999n],
  ])('%s', (text, value) => expect(parseDecimal(text, 2)).toBe(value));

  test.each([
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '+1',
    '-1',
    '1e2',
    '1E2',
    '0x10',
    'NaN',
    'Infinity',
    '1,000',
    '1.234',
    ' 1',
    '1\n',
    '١٢',
    '1_000',
    '9'.repeat(49),
    '--1',
    '1.2.3',
  ])('refuses %p', (text) => expect(parseDecimal(text, 2)).toBeNull());

  test('takes a minus only when asked', () => {
    expect(parseDecimal('-1.50', 2, true)).toBe(-150n);
    expect(parseDecimal('-1.50', 2)).toBeNull();
  });

  test('undoes writeDecimal', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.integer({ min: 0, max: 12 }),
        (n, d) => {
          expect(parseDecimal(writeDecimal(n, d), d, true)).toBe(n);
        },
      ),
    );
  });
});

test('plainDecimal drops needless zeros only', () => {
  expect(plainDecimal(3_500_000n, 6)).toBe('3.5');
  expect(plainDecimal(3_000_030n, 6)).toBe('3.00003');
  expect(plainDecimal(100_000_000n, 6)).toBe('100');
  expect(plainDecimal(0n, 2)).toBe('0');
  expect(plainDecimal(100n, 0)).toBe('100');
});

test('toNumber is the nearest number', () => {
  expect(toNumber(3_000_030n, 6)).toBe(3.00003);
  expect(toNumber(-1n, 4)).toBe(-0.0001);
});

test('divRound rounds halves away from zero', () => {
  expect([5n, 4n, 15n, -5n, -4n, -15n].map((n) => divRound(n, 10n))).toEqual([1n, 0n, 2n, -1n, 0n, -2n]);
});

describe('notional', () => {
  test('rounds half-up to a cent', () => {
    expect(notional(priceE4(1_000_000n), quantityMicros(10_000_000n))).toBe(cents(100_000n)); // 10 @ 100
    expect(notional(priceE4(50n), quantityMicros(1_000_000n))).toBe(cents(1n)); // half a cent
    expect(notional(priceE4(49n), quantityMicros(1_000_000n))).toBe(0n);
    expect(notional(priceE4(3_333_300n), quantityMicros(3_000_030n))).toBe(cents(100_000n)); // 999.9999999
  });

  test('quantityFor never costs more than the amount, and one millionth more would', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 13n }).map(cents),
        fc.bigInt({ min: 1n, max: 10n ** 10n }).map(priceE4),
        (amount, price) => {
          const quantity = quantityFor(amount, price);
          expect(notional(price, quantity) <= amount).toBe(true);
          expect(price * quantity <= amount * 100_000_000n).toBe(true);
          expect(price * (quantity + 1n) > amount * 100_000_000n).toBe(true);
        },
      ),
    );
  });

  test('quantityCovering reaches the amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 13n }).map(cents),
        fc.bigInt({ min: 1n, max: 10n ** 10n }).map(priceE4),
        (amount, price) => {
          expect(notional(price, quantityCovering(amount, price)) >= amount).toBe(true);
        },
      ),
    );
  });

  test('underACent is about the exact worth', () => {
    expect(underACent(priceE4(99n), quantityMicros(1_000_000n))).toBe(true); // 0.99 cents, which rounds to 1
    expect(underACent(priceE4(100n), quantityMicros(1_000_000n))).toBe(false);
  });
});

test('costs round up and proceeds down, also below zero', () => {
  const both = (exact: bigint): bigint[] => [centsUp(costE10(exact)), centsDown(costE10(exact))];
  expect(both(100_000_001n)).toEqual([2n, 1n]);
  expect(both(199_999_999n)).toEqual([2n, 1n]);
  expect(both(200_000_000n)).toEqual([2n, 2n]);
  expect(centsDown(costE10(-1n))).toBe(cents(-1n));
  expect(centsDown(costE10(-100_000_000n))).toBe(cents(-1n));
  expect(costOf(priceE4(1n), quantityMicros(1n))).toBe(cents(1n));
  expect(proceedsOf(priceE4(99n), SHARE)).toBe(0n);
});

test('doubles give the same cents, or NaN', () => {
  const wholes = (most: number) => fc.oneof(fc.nat(1000), fc.nat(most), fc.maxSafeNat());
  let cases = 0;
  fc.assert(
    fc.property(wholes(10_000_000), wholes(1_000_000_000), fc.nat(10 ** 9), (price, quantity, surplus) => {
      const [paid, taken] = [safeProceeds(price, quantity), safeCost(price, quantity, surplus)];
      if (Number.isNaN(paid) || Number.isNaN(taken)) return;
      cases += 1;
      const exact = exactWorth(priceE4(BigInt(price)), quantityMicros(BigInt(quantity)));
      expect(cents(BigInt(paid))).toBe(centsDown(exact));
      expect(cents(BigInt(taken))).toBe(centsUp(add(exact, costE10(BigInt(surplus)))));
    }),
    { numRuns: 2000 },
  );
  expect(cases).toBeGreaterThan(1000);
  // a billion shares at a dollar are exact in doubles
  expect([safeProceeds(10_000, 1e15), safeCost(10_000, 1e15)]).toEqual([1e11, 1e11]);
});

test('doubles give the same notional, or NaN', () => {
  const wholes = (most: number) => fc.oneof(fc.nat(1000), fc.nat(Number(most)), fc.maxSafeNat());
  let cases = 0;
  fc.assert(
    fc.property(wholes(10_000_000), wholes(1_000_000_000), (price, quantity) => {
      const fast = safeNotional(price, quantity);
      if (Number.isNaN(fast)) return;
      cases += 1;
      expect(cents(BigInt(fast))).toBe(notional(priceE4(BigInt(price)), quantityMicros(BigInt(quantity))));
    }),
    { numRuns: 2000 },
  );
  expect(cases).toBeGreaterThan(1000);
  // exact in doubles: a billion shares at a dollar, ten thousand at 9,000 dollars, and just at and below half a cent
  for (const [price, quantity] of [
    [10_000, 1e15],
    [90_000_000, 1e10],
    [10_000, 5_000],
    [10_000, 4_999],
  ] as const)
    expect(cents(BigInt(safeNotional(price, quantity)))).toBe(
      notional(priceE4(BigInt(price)), quantityMicros(BigInt(quantity))),
    );
});

test('at the places of an entry too', () => {
  const wholes = (most: number) => fc.oneof(fc.nat(1000), fc.nat(most), fc.maxSafeNat());
  let cases = 0;
  fc.assert(
    fc.property(wholes(100_000_000_000), wholes(1_000_000_000), (entry, quantity) => {
      const fast = safeNotionalAt(entry, quantity);
      if (Number.isNaN(fast)) return;
      cases += 1;
      expect(cents(BigInt(fast))).toBe(notionalAt(entryE8(BigInt(entry)), quantityMicros(BigInt(quantity))));
    }),
    { numRuns: 2000 },
  );
  expect(cases).toBeGreaterThan(1000);
  expect(safeNotionalAt(-1, 5)).toBeNaN();
  // exact in doubles: a hundred thousand shares at about 900 dollars, and values around half a cent
  for (const [entry, quantity] of [
    [90_012_345_678, 1e11],
    [100_000_000, 5_000],
    [100_000_000, 4_999],
    [100_010_000, 4_999],
  ] as const)
    expect(cents(BigInt(safeNotionalAt(entry, quantity)))).toBe(
      notionalAt(entryE8(BigInt(entry)), quantityMicros(BigInt(quantity))),
    );
});
