/** What holds after any sequence of trades and prices. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { all, desk, START } from '#tests/helpers/desk.ts';
import { notional } from '../money/money.ts';
import { cents, priceE4, quantityMicros, sumOf } from '../money/units.ts';
import { AppError } from '../refusals/refusals.ts';
import type { Size } from './order.ts';
import { ACTIONS } from './position.ts';

describe('any sequence of orders and prices', () => {
  const size = fc.oneof(
    fc
      .bigInt({ min: 1_000_000n, max: 3_000_000_000n })
      .map((quantity): Size => ({ kind: 'quantity', quantity: quantityMicros(quantity) })),
    fc
      .bigInt({ min: 100n, max: 12_000_000n })
      .map((amount): Size => ({ kind: 'amount', amount: cents(amount) })),
    fc.constant<Size>({ kind: 'all' }),
  );
  const step = fc.record({
    symbol: fc.constantFrom('A', 'B', 'C'),
    action: fc.constantFrom(...ACTIONS),
    size,
    price: fc.bigInt({ min: 5_000n, max: 9_000_000n }).map(priceE4),
    reverse: fc.boolean(),
    force: fc.boolean(),
  });

  test('the books balance to the cent, and no amount is negative', () => {
    let filled = 0;
    let forced = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const d = desk();
        for (const { symbol, action, size, price, reverse, force } of steps) {
          d.mark(symbol, price);
          const valueBefore = d.value();
          try {
            const closing = action === 'sell' || action === 'cover';
            d.trade(symbol, action, size, price, { reverse: reverse && !closing });
            filled += 1;
            // a market order changes equity by the rounding of its fills alone
            if (valueBefore.equity > 0n) {
              const moved = d.value().equity - valueBefore.equity;
              expect(moved >= -3n && moved <= 3n).toBe(true);
            }
          } catch (error) {
            if (!(error instanceof AppError) || error.status >= 500) throw error;
          }
          if (force && d.force()) forced += 1;
          const value = d.value();
          expect(d.ledger).toBe(d.cash);
          expect(value.equity - START).toBe(d.realised + value.unrealised);
          expect(d.cash >= 0n && value.equity >= 0n).toBe(true);
          if (force) expect(value.margin).not.toBe('call');
          for (const p of d.open.values()) {
            expect(p.quantity > 0n && p.cost >= 0n && p.opened >= p.quantity && p.entry > 0n).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(filled).toBeGreaterThan(100);
    expect(forced).toBeGreaterThan(0);
  });

  test('a forced cover changes no equity while there is something to pay with', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 20 }), (steps) => {
        const d = desk();
        for (const { symbol, action, size, price } of steps) {
          d.mark(symbol, price);
          const valueBefore = d.value();
          const plan = d.force();
          if (plan && valueBefore.equity > 0n) {
            const moved = d.value().equity - valueBefore.equity;
            const rounding = BigInt(plan.fills.length) * 2n;
            expect(moved >= -rounding && moved <= rounding).toBe(true);
          }
          if (plan && valueBefore.equity === 0n) expect(d.value().equity <= 2n).toBe(true);
          try {
            d.trade(symbol, action, size, price);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('closing in slices at one price: same percent, same XP, same cash but for the rounding of each slice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1_000_000n, max: 20_000_000n }).map(quantityMicros), {
          minLength: 2,
          maxLength: 30,
        }),
        fc.bigInt({ min: 10_000n, max: 1_000_000n }).map(priceE4),
        fc.bigInt({ min: 10_000n, max: 1_500_000n }).map(priceE4),
        fc.boolean(),
        (slices, entry, exit, isShort) => {
          const quantity = sumOf(slices, (slice) => slice);
          fc.pre(notional(entry, quantity) <= START);
          const [open, close] = isShort ? (['short', 'cover'] as const) : (['buy', 'sell'] as const);
          const [whole, sliced] = [desk(), desk()];
          for (const d of [whole, sliced]) d.trade('A', open, { kind: 'quantity', quantity }, entry);
          const one = whole.trade('A', close, all, exit);
          const percents = slices.map((slice, n) => {
            const size: Size = n === slices.length - 1 ? all : { kind: 'quantity', quantity: slice };
            return sliced.trade('A', close, size, exit).fills[0]!.closed!.pnlPercent;
          });
          expect(new Set(percents)).toEqual(new Set([one.fills[0]!.closed!.pnlPercent]));
          expect(sliced.xp).toBe(whole.xp);
          const apart = sliced.cash - whole.cash;
          expect(apart * apart <= BigInt(slices.length * slices.length)).toBe(true);
          expect(sliced.open.size).toBe(0);
        },
      ),
    );
  });
});
