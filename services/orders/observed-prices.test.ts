import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { priceE4 } from '#core/money/units.ts';
import type { Trade } from '#market/market.ts';
import { NO_PRICE_CHECK, type PriceCheck } from '../market/price-check.ts';
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

/** Returns an observer of AAPL at the time 1,000, and the feed that sends it trades. */
async function observe(priceCheck: PriceCheck) {
  const now = 1_000;
  let receive = (_: Trade) => {};
  const observer = createObserver({
    sql: null as never,
    settings: { quoteMaxAgeMs: 60_000 },
    priceCheck,
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
  return {
    send: (price: string, tsMs: number) => receive({ symbol: 'AAPL', price, size: 0, tsMs }),
    watch: () => observer.watch(['AAPL']),
    prices: () => observer.path('AAPL', now, now + 10).map(({ fromMs, from }) => [fromMs, from]),
  };
}

test('a price that arrives in a millisecond that was matched already is met in the next one', async () => {
  const { send, watch, prices } = await observe(NO_PRICE_CHECK);
  send('89', 1_000);
  await watch();
  expect(prices()).toEqual([[1_001, priceE4(890_000n)]]);
});

test('prices whose check fails are checked again by the next pass, and none is recorded twice', async () => {
  let failures = 0;
  const { send, watch, prices } = await observe({
    ...NO_PRICE_CHECK,
    async sound(sql, quotes) {
      if (failures-- > 0) throw new Error('no database');
      return await NO_PRICE_CHECK.sound(sql, quotes);
    },
  });
  for (const [tsMs, price] of ['89', '90', '91'].entries()) send(price, 997 + tsMs);
  failures = 1;
  await expect(watch()).rejects.toThrow('no database');
  expect(prices()).toEqual([]);
  await watch();
  await watch();
  const expected = [890_000n, 900_000n, 910_000n].map((price, n) => [1_001 + n, priceE4(price)]);
  expect(prices()).toEqual(expected);
});
