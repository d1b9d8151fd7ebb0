import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { basisPoints, type PriceE4, priceE4 } from '#core/money/units.ts';
import { trailingStop } from '#core/orders/meeting.ts';
import type { Trail } from '#core/orders/order.ts';
import { Trails } from './trails.ts';

type Stop = { user: number; trail: Trail; mark: PriceE4 | null };

/** The reference for Trails: checks every stop at every price. */
class Plain {
  stops: Stop[] = [];
  reach(low: PriceE4, high: PriceE4): number[] {
    for (const stop of this.stops) if (stop.mark === null || high > stop.mark) stop.mark = high;
    const isDue = ({ trail, mark }: Stop) => low <= trailingStop({ action: 'sell', trail }, mark!);
    const due = this.stops.filter(isDue).map(({ user }) => user);
    this.stops = this.stops.filter((stop) => !isDue(stop));
    return due;
  }
}

const trail = fc.oneof(
  fc.bigInt(1n, 400n).map((amount): Trail => ({ kind: 'amount', amount: priceE4(amount) })),
  fc.bigInt(1n, 3_000n).map((percent): Trail => ({ kind: 'percent', percent: basisPoints(percent) })),
);
const price = fc.bigInt(600n, 1_400n).map(priceE4);
const step = fc.oneof(
  fc.record({ trail, mark: fc.option(price) }),
  fc.tuple(price, fc.bigInt(0n, 300n)).map(([low, more]) => ({ low, high: priceE4(low + more) })),
);

test('finds the users whose stop is reached, as a check of each order does', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [trails, plain] = [new Trails(), new Plain()];
      for (const [user, each] of steps.entries()) {
        if ('trail' in each) {
          const mark = each.mark === null ? Number.NEGATIVE_INFINITY : Number(each.mark);
          trails.add(user, mark, each.trail);
          plain.stops.push({ user, trail: each.trail, mark: each.mark });
        } else {
          const due = new Set<number>();
          trails.reach(Number(each.low), Number(each.high), due);
          expect([...due].sort()).toEqual(plain.reach(each.low, each.high).sort());
        }
        expect(trails.size).toBe(plain.stops.length);
      }
    }),
    { numRuns: 2_000 },
  );
});
