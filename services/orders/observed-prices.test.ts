import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { priceE4 } from '#core/money/units.ts';
import { Extremes } from './observed-prices.ts';

test('the highest and the lowest price since any moment are remembered, and no price that was not', () => {
  const prices = fc.array(fc.bigInt({ min: 1n, max: 40n }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(prices, fc.nat(60), (all, since) => {
      const extremes = new Extremes();
      for (const [at, price] of all.entries()) extremes.add({ at, price: priceE4(price) });
      const known = extremes.after(since);
      const order = (values: readonly bigint[]) => values.toSorted((a, b) => Number(a - b));
      const [real, found] = [order(all.slice(since + 1)), order(known.map(({ price }) => price))];
      expect([found[0], found.at(-1)]).toEqual([real[0], real.at(-1)]);
      for (const { at, price } of known) expect(all[at]).toBe(BigInt(price));
      expect(known.map(({ at }) => at)).toEqual(known.map(({ at }) => at).toSorted((a, b) => a - b));
    }),
  );
});
