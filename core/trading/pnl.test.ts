import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cents, type PriceE4, priceE4, quantityMicros } from '../money/units.ts';
import { pnlBetween, returnPercent, winRate } from './pnl.ts';
import { closingFill, openingFill } from './position.ts';

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

test('the P&L between two prices is that of the fills at them, to the cent', () => {
  const between = (isShort: boolean, base: PriceE4, price: PriceE4, micros: bigint) =>
    pnlBetween(isShort, base, price, quantityMicros(micros));
  // 1.5 shares cost 15.02, and pay 16.51
  expect(between(false, priceE4(100_100n), priceE4(110_100n), 1_500_000n)).toBe(cents(149n));
  const price = fc.bigInt({ min: 1n, max: 10_000_000n }).map(priceE4);
  fc.assert(
    fc.property(
      fc.boolean(),
      price,
      price,
      fc.bigInt({ min: 1n, max: 10n ** 10n }),
      (isShort, base, at, n) => {
        const quantity = quantityMicros(n);
        const { position } = openingFill(null, 'AAPL', isShort, quantity, base, 0);
        expect(between(isShort, base, at, n)).toBe(closingFill(position, quantity, at).closed!.pnl);
      },
    ),
  );
});
