import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { packCandles, unpackCandles } from './packed-candles.ts';
import type { Candle } from './types.ts';

const price = fc.integer({ min: 1, max: 50_000_000 }).map((units) => units / 10_000);
const bar = fc.record({
  gap: fc.integer({ min: 1, max: 5 }),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: fc.oneof(fc.integer({ min: 0, max: 1e9 }), price),
});

test('bars come back as they were, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(bar), fc.constantFrom(60, 300, 86_400), (rows, step) => {
      let time = 1_700_000_000;
      const candles: Candle[] = rows.map(({ gap, ...rest }) => {
        time += gap * step;
        return { time, ...rest };
      });
      expect(unpackCandles(JSON.parse(JSON.stringify(packCandles(candles))))).toEqual(candles);
    }),
  );
});

test('a step is the bars’ own, and weekends are two more of them', () => {
  const days = [0, 1, 4].map((day) => ({
    time: day * 86_400,
    open: 10,
    high: 11.5,
    low: 9,
    close: 10.25,
    volume: 3,
  }));
  expect(packCandles(days)).toMatchObject({ step: 86_400, digits: [2, 0], steps: [0, 1, 3] });
});
