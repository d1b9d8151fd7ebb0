import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { packCandles, unpackCandles } from './packed-candles.ts';
import type { Candle } from './types.ts';

const cents = fc.integer({ min: 1, max: 5_000_000 }).map((units) => units / 100);
const fine = fc.integer({ min: 1, max: 9_999 }).map((units) => units / 10_000);

/** Generates bars of one interval with the given prices. */
const bars = (price: fc.Arbitrary<number>) =>
  fc
    .tuple(
      fc.constantFrom(60, 300, 86_400),
      fc.array(
        fc.record({
          gap: fc.integer({ min: 1, max: 5 }),
          open: price,
          high: price,
          low: price,
          close: price,
          volume: fc.oneof(fc.integer({ min: 0, max: 1e9 }), fine),
        }),
      ),
    )
    .map(([step, rows]) => {
      let time = 1_700_000_000;
      return rows.map(({ gap, ...rest }): Candle => {
        time += gap * step;
        return { time, ...rest };
      });
    });

test.each([
  ['cents', cents],
  ['ten-thousandths below a dollar', fine],
])('bars come back as they were: %s', (_, price) => {
  fc.assert(
    fc.property(bars(price), (candles) => {
      expect(unpackCandles(JSON.parse(JSON.stringify(packCandles(candles))))).toEqual(candles);
    }),
  );
});

test('prices have the decimals the chart shows, weekends are two steps more', () => {
  const days = [0, 1, 4].map((day) => ({
    time: day * 86_400,
    open: 10,
    high: 11.5,
    low: 9.0049,
    close: 10.25,
    volume: 3,
  }));
  const packed = packCandles(days);
  expect(packed).toMatchObject({ step: 86_400, digits: [2, 0] });
  expect(unpackCandles(packed)).toEqual(days.map((day) => ({ ...day, low: 9 })));
});
