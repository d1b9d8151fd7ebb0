import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { priceE4 } from '#core/money/units.ts';
import { Extremes } from './observed-prices.ts';

test('remembers the highest and lowest price since any moment, and only real prices', () => {
  const prices = fc.array(fc.bigInt({ min: 1n, max: 40n }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(prices, fc.nat(60), (all, since) => {
      const extremes = new Extremes();
      for (const [index, price] of all.entries()) extremes.add({ at: index, price: priceE4(price) });
      const stored = extremes.after(since);
      const order = (values: readonly bigint[]) => values.toSorted((a, b) => Number(a - b));
      const [real, actual] = [order(all.slice(since + 1)), order(stored.map(({ price }) => price))];
      expect([actual[0], actual.at(-1)]).toEqual([real[0], real.at(-1)]);
      for (const { at, price } of stored) expect(all[at]).toBe(BigInt(price));
      expect(stored.map(({ at }) => at)).toEqual(stored.map(({ at }) => at).toSorted((a, b) => a - b));
    }),
  );
});
