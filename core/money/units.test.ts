/**
 * The type checker tests what must not compile: an `@ts-expect-error` above a line that compiles is itself an error.
 */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  add,
  type BasisPoints,
  basisPoints,
  type Cents,
  cents,
  divRound,
  type EntryE8,
  entryE8,
  larger,
  negate,
  type PriceE4,
  portion,
  portionOf,
  priceE4,
  type QuantityMicros,
  quantityMicros,
  scale,
  subtract,
  sumOf,
  type XpCents,
  xpCents,
} from './units.ts';

const [c, p, e, q, x, b] = [
  cents(1n),
  priceE4(1n),
  entryE8(1n),
  quantityMicros(1n),
  xpCents(1n),
  basisPoints(1n),
];
const takes = {
  cents: (_: Cents) => true,
  price: (_: PriceE4) => true,
  entry: (_: EntryE8) => true,
  quantity: (_: QuantityMicros) => true,
  xp: (_: XpCents) => true,
  percent: (_: BasisPoints) => true,
};

test('a unit does not compile in place of another', () => {
  const swaps = [
    // @ts-expect-error
    takes.cents(p),
    // @ts-expect-error
    takes.cents(e),
    // @ts-expect-error
    takes.cents(q),
    // @ts-expect-error
    takes.cents(x),
    // @ts-expect-error
    takes.cents(b),
    // @ts-expect-error
    takes.price(c),
    // @ts-expect-error
    takes.price(e),
    // @ts-expect-error
    takes.price(q),
    // @ts-expect-error
    takes.price(x),
    // @ts-expect-error
    takes.price(b),
    // @ts-expect-error
    takes.entry(c),
    // @ts-expect-error
    takes.entry(p),
    // @ts-expect-error
    takes.entry(q),
    // @ts-expect-error
    takes.entry(x),
    // @ts-expect-error
    takes.entry(b),
    // @ts-expect-error
    takes.quantity(c),
    // @ts-expect-error
    takes.quantity(p),
    // @ts-expect-error
    takes.quantity(e),
    // @ts-expect-error
    takes.quantity(x),
    // @ts-expect-error
    takes.quantity(b),
    // @ts-expect-error
    takes.xp(c),
    // @ts-expect-error
    takes.xp(p),
    // @ts-expect-error
    takes.xp(e),
    // @ts-expect-error
    takes.xp(q),
    // @ts-expect-error
    takes.xp(b),
    // @ts-expect-error
    takes.percent(c),
    // @ts-expect-error
    takes.percent(p),
    // @ts-expect-error
    takes.percent(e),
    // @ts-expect-error
    takes.percent(q),
    // @ts-expect-error
    takes.percent(x),
  ];
  expect(swaps.length).toBe(30);
});

test('nor does a number without a unit; zero belongs to every unit', () => {
  const plain: bigint = c;
  // @ts-expect-error
  takes.cents(plain);
  // @ts-expect-error
  takes.cents(5n);
  // @ts-expect-error
  takes.cents(add(p, p));
  // @ts-expect-error
  add(c, p);
  // @ts-expect-error
  subtract(c, plain);
  // @ts-expect-error
  takes.cents(c * q);
  expect(takes.cents(0n) && takes.price(0n) && takes.cents(add(c, 0n))).toBe(true);
});

test('functions within a unit equal the operators of bigint', () => {
  const some = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  fc.assert(
    fc.property(some, some, fc.bigInt({ min: 1n, max: 10n ** 20n }), (m, n, d) => {
      const [a, other] = [cents(m), cents(n)];
      expect<bigint[]>([add(a, other), subtract(a, other), negate(a)]).toEqual([m + n, m - n, -m]);
      expect<bigint[]>([sumOf([a, other, a], (amount) => amount)]).toEqual([m + n + m]);
      expect([a, other]).toContain(larger(a, other));
      expect(larger(a, other) >= a && larger(a, other) >= other).toBe(true);
      expect<bigint>(scale(a, n, d)).toBe(divRound(m * n, d));
      expect<bigint>(portion(a, basisPoints(n))).toBe(divRound(m * n, 10_000n));
      expect<bigint>(portionOf(a, cents(d))).toBe(divRound(m * 10_000n, d));
    }),
  );
  expect(sumOf([], () => c)).toBe(0n);
});
