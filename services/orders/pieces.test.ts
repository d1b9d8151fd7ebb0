/** Reading prices in pieces changes no fill, wherever a piece ends. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { basisPoints, type PriceE4, priceE4, quantityMicros } from '#core/money/units.ts';
import { markedAt } from '#core/orders/advance.ts';
import { firstMeeting, type Stretch } from '#core/orders/meeting.ts';
import type { WorkingOrder } from '#core/orders/order.ts';
import type { PriceRow } from '#market/files/csv.ts';
import { ReplaySeries } from '#market/files/series.ts';
import { naiveOnLines } from '#tests/helpers/naive-lines.ts';

/** 1/10,000 $ */
const START = 1_000_000;
const ORDERS = 10_000;

/** Bars of the same length, some of them missing, with prices that rise, fall and rest in small steps. */
const series = fc
  .record({
    length: fc.integer({ min: 4, max: 300 }),
    bars: fc.array(
      fc.record({
        open: fc.integer({ min: -30, max: 30 }),
        close: fc.integer({ min: -60, max: 60 }),
        up: fc.nat(20),
        down: fc.nat(20),
        skips: fc.constantFrom(0, 0, 0, 1, 3),
      }),
      { minLength: 2, maxLength: 8 },
    ),
  })
  .map(({ length, bars }) => {
    let [atMs, last] = [0, START];
    const rows = bars.map(({ open, close, up, down, skips }): PriceRow => {
      const [from, to] = [last + open, last + open + close];
      const row = {
        atMs,
        open: from / 10_000,
        high: (Math.max(from, to) + up) / 10_000,
        low: (Math.min(from, to) - down) / 10_000,
        close: to / 10_000,
        volume: 1,
      };
      [atMs, last] = [atMs + length * (1 + skips), to];
      return row;
    });
    return {
      series: new ReplaySeries({ symbol: 'AAPL', daily: false, rows, problems: [] }, 'always', 1),
      atMs,
    };
  });

const order = fc.record({
  action: fc.constantFrom('buy', 'sell', 'short', 'cover'),
  type: fc.constantFrom('limit', 'stop', 'trailing_stop', 'trailing_stop'),
  away: fc.integer({ min: -90, max: 90 }),
  trail: fc.oneof(
    fc.integer({ min: 1, max: 120 }).map((n) => ({ kind: 'amount' as const, amount: priceE4(BigInt(n)) })),
    fc
      .integer({ min: 1, max: 2 })
      .map((n) => ({ kind: 'percent' as const, percent: basisPoints(BigInt(n)) })),
  ),
  begin: fc.double({ min: 0, max: 0.9, noNaN: true }),
});

type Terms = typeof order extends fc.Arbitrary<infer T> ? T : never;

function orderOf(terms: Terms, last: PriceE4, activeFrom: number): WorkingOrder {
  const { action, type, away, trail } = terms;
  const level = priceE4(BigInt(START + away));
  return {
    id: '1',
    rev: 1,
    symbol: 'AAPL',
    action,
    type,
    tif: 'gtc',
    size: { kind: 'quantity', quantity: quantityMicros(1n) },
    limit: type === 'limit' ? level : null,
    stop: type === 'stop' ? level : null,
    trail: type === 'trailing_stop' ? trail : null,
    mark: type === 'trailing_stop' ? last : null,
    markFrom: null,
    status: 'working',
    reason: null,
    parentId: null,
    role: null,
    ocoId: null,
    hold: 0n as WorkingOrder['hold'],
    clientOrderId: null,
    placedAt: activeFrom,
    activeFrom,
    triggeredAt: null,
    expiresAt: null,
    finalAt: null,
  };
}

test(`${ORDERS} trailing stops, stops and limits fire as the model says, however the path is cut into pieces`, () => {
  let fired = 0;
  const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(series, order, lengths, fc.boolean(), ({ series: replay, atMs }, terms, pieces, isMarked) => {
      const activeFrom = Math.floor(terms.begin * atMs);
      const [last] = replay.path(-1, activeFrom).slice(-1);
      const placed = orderOf(terms, last!.to, activeFrom);
      const expected = naiveOnLines(placed, last!.to, replay.path(-1, replay.lastMs), activeFrom, atMs);
      let count = 0;
      function* path(_: string, after: number, upTo: number): Generator<Stretch> {
        for (let begin = after; begin < upTo; ) {
          const end = Math.min(upTo, begin + pieces[count++ % pieces.length]!);
          yield* replay.path(begin, end);
          begin = end;
        }
      }
      let looked = placed;
      // a new holder continues from the mark
      for (let to = activeFrom + pieces[0]!; isMarked && to < (expected?.at ?? atMs); to += pieces[0]!)
        looked = markedAt(looked, path, to);
      const { meeting } = firstMeeting(looked, path('AAPL', looked.activeFrom!, atMs), atMs);
      if (expected) fired++;
      expect(meeting && { at: meeting.at, price: meeting.price }).toEqual(expected);
    }),
    { numRuns: ORDERS },
  );
  expect(fired).toBeGreaterThan(ORDERS / 3);
});
