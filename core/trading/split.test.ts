import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readPrice, readQuantity, writeCents, writeEntry, writeQuantity } from '../money/money.ts';
import { priceE4, quantityMicros } from '../money/units.ts';
import { worth } from './pnl.ts';
import { closingFill, openingFill, type Position } from './position.ts';
import { isExplained, isJump, isLargeJump, splitPosition, splitPrice } from './split.ts';

const long = (quantity: string, price: string): Position =>
  openingFill(null, 'AAPL', false, readQuantity(quantity), readPrice(price), 0).position;
const amountsOf = (p: Position) => [writeQuantity(p.quantity), writeEntry(p.entry), writeCents(p.cost)];

describe('a split', () => {
  test('four for one: four times the shares at a quarter of the entry, the cost unchanged', () => {
    expect(amountsOf(splitPosition(long('10', '400'), { numerator: 4, denominator: 1 }))).toEqual([
      '40.000000',
      '100.00000000',
      '4000.00',
    ]);
  });

  test('three for two and one for ten, with fractions of a micro-share', () => {
    expect(amountsOf(splitPosition(long('3.000031', '333.33'), { numerator: 3, denominator: 2 }))).toEqual([
      '4.500046',
      '222.22002469',
      '1000.01',
    ]);
    expect(amountsOf(splitPosition(long('1', '5'), { numerator: 1, denominator: 30 }))[0]).toBe('0.033333');
    expect(splitPosition(long('1.000001', '5'), { numerator: 1, denominator: 1_000_000 }).quantity).toBe(
      quantityMicros(1n),
    );
  });

  test('shares bought since it took effect are new ones already', () => {
    const mixed = openingFill(
      long('10', '400'),
      'AAPL',
      false,
      readQuantity('5'),
      readPrice('100'),
      1,
    ).position;
    const after = splitPosition(mixed, { numerator: 4, denominator: 1 }, readQuantity('5'));
    expect(amountsOf(after)).toEqual(['45.000000', '100.00000000', '4500.00']);
    expect(splitPosition(mixed, { numerator: 4, denominator: 1 }, mixed.quantity)).toBe(mixed);
  });

  test('P&L and XP of a close are what they would have been without it', () => {
    const unsplit = long('10', '400');
    const plain = closingFill(unsplit, unsplit.quantity, readPrice('440'));
    const after = splitPosition(unsplit, { numerator: 4, denominator: 1 });
    const split = closingFill(after, after.quantity, readPrice('110'));
    expect([split.cash, split.closed?.pnl, split.closed?.xp]).toEqual([
      plain.cash,
      plain.closed?.pnl,
      plain.closed?.xp,
    ]);
  });

  test('whatever the numbers: the cost stays, the worth at the split price moves by less than the crumb', () => {
    const ratios = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }));
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1_000n, max: 10n ** 12n }).map(quantityMicros),
        fc.bigInt({ min: 5_000n, max: 10n ** 8n }),
        fc.boolean(),
        ratios,
        (quantity, price, isShort, [numerator, denominator]) => {
          const oldPrice = priceE4(price * BigInt(denominator) * BigInt(numerator));
          const held = openingFill(null, 'A', isShort, quantity, oldPrice, 0).position;
          const after = splitPosition(held, { numerator, denominator });
          expect(after.cost).toBe(held.cost);
          const newPrice = priceE4(price * BigInt(denominator) * BigInt(denominator));
          const drift = worth(after, newPrice) - worth(held, oldPrice);
          // tolerance: a micro-share at the new price, the rounding of two worths, and that of the new entry
          const crumb = newPrice / 100_000_000n + 2n + after.quantity / 10n ** 12n;
          expect(drift <= crumb && drift >= -crumb).toBe(true);
          expect(after.opened).toBeGreaterThanOrEqual(after.quantity);
        },
      ),
    );
  });
});

describe('a jump', () => {
  const ratios = Array.from({ length: 400 }, (_, i) => ({
    numerator: 1 + (i % 20),
    denominator: 1 + Math.floor(i / 20),
  })).filter(({ numerator: n, denominator: d }) => Math.max(n, d) * 10 >= Math.min(n, d) * 11);

  test('is every ratio of whole numbers up to 20 from 11:10 on, to within what 6 % leave of a move', () => {
    for (const oldPrice of [1_0000n, 12_3456n, 999_9999n].map(priceE4)) {
      for (const split of ratios) {
        const after = splitPrice(oldPrice, split);
        expect([split, isJump(oldPrice, after)]).toEqual([split, true]);
        expect(isExplained(oldPrice, after, split)).toBe(true);
        const large =
          Math.max(split.numerator, split.denominator) * 4 > Math.min(split.numerator, split.denominator) * 5;
        if (large) {
          expect([split, isLargeJump(oldPrice, after)]).toEqual([split, true]);
          for (const share of [94n, 106n]) {
            const near = priceE4((after * share) / 100n);
            expect([split, share, isJump(oldPrice, near), isExplained(oldPrice, near, split)]).toEqual([
              split,
              share,
              true,
              true,
            ]);
          }
        }
      }
    }
  });

  test('is every move over 40 %, and none of 5 % or less', () => {
    fc.assert(
      fc.property(fc.bigInt(1_000n, 10n ** 10n).map(priceE4), fc.bigInt(0n, 10n ** 6n), (before, part) => {
        expect(isJump(before, priceE4((before * (1_400_002n + part)) / 1_000_000n + 1n))).toBe(true);
        expect(isLargeJump(before, priceE4((before * (599_999n * part)) / 10n ** 12n))).toBe(true);
        const within = (before * (952_382n + (part * 97n) / 1_000n)) / 1_000_000n;
        expect(isJump(before, priceE4(within > before ? within : within + 1n))).toBe(false);
      }),
    );
  });

  test('of another size than a split is not explained by it', () => {
    expect(isExplained(priceE4(100_0000n), priceE4(92_0000n), { numerator: 3, denominator: 1 })).toBe(false);
    expect(isExplained(priceE4(100_0000n), priceE4(300_0000n), { numerator: 3, denominator: 1 })).toBe(false);
    expect(splitPrice(priceE4(1n), { numerator: 30, denominator: 1 })).toBe(priceE4(1n));
  });
});
