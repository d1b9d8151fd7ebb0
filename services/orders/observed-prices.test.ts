import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { priceE4 } from '#core/money/units.ts';
import type { Trade } from '#market/market.ts';
import { NO_PRICE_CHECK } from '../market/price-check.ts';
import { createObserver, Extremes } from './observed-prices.ts';

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

test('a price that arrives in a millisecond that was matched already is met in the next one', async () => {
  const now = 1_000;
  let receive = (_: Trade) => {};
  const observer = createObserver({
    sql: null as never,
    settings: { quoteMaxAgeMs: 60_000 },
    priceCheck: NO_PRICE_CHECK,
    market: {
      now: () => now,
      source: 'fmp',
      capabilities: { speed: 1 } as never,
      subscribe(_, onTrade) {
        receive = onTrade;
        return () => {};
      },
    },
  });
  await observer.watch(['AAPL']);
  receive({ symbol: 'AAPL', price: '89', size: 0, tsMs: now });
  await observer.watch(['AAPL']);
  expect(observer.path('AAPL', now, now + 1)).toEqual([
    { fromMs: now + 1, from: priceE4(890_000n), toMs: now + 1, to: priceE4(890_000n) },
  ]);
});
