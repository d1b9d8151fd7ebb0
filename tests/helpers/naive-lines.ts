/**
 * A reference model of one order on lines of prices: checks every ms and computes with whole fractions, without shortcuts or a
 * formula for a crossing.
 */
import { type PriceE4, priceE4 } from '#core/money/units.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { WorkingOrder } from '#core/orders/order.ts';

type Terms = Pick<WorkingOrder, 'action' | 'type' | 'limit' | 'stop' | 'trail'>;

/**
 * Returns when and at which price an order fires on prices after `after` and up to `upTo`, epoch ms; null when it does not.
 * @param mark the newest price when the order begins to work
 */
export function naiveOnLines(
  { action, type, limit, stop, trail }: Terms,
  mark: PriceE4,
  lines: readonly Stretch[],
  after: number,
  upTo: number,
): { at: number; price: PriceE4 } | null {
  const isBuying = action === 'buy' || action === 'cover';
  const isAbove = type === 'limit' ? !isBuying : isBuying;
  let best = Number(mark);
  for (const { fromMs, from, toMs, to } of lines) {
    const length = toMs - fromMs;
    /** Returns the price at `ms`, multiplied by the line's length. */
    const exact = (ms: number) => Number(from) * length + (Number(to) - Number(from)) * (ms - fromMs);
    for (let ms = Math.max(fromMs, after + 1); ms <= Math.min(toMs, upTo); ms++) {
      // rounds half a unit away from the line's first price
      const moved = Math.abs(exact(ms) - Number(from) * length);
      const rounded =
        Number(from) + Math.sign(Number(to) - Number(from)) * Math.floor((2 * moved + length) / (2 * length));
      best = isBuying ? Math.min(best, rounded) : Math.max(best, rounded);
      const level = trail ? best + distanceOf(trail, best) * (isBuying ? 1 : -1) : Number(limit ?? stop);
      const side = isAbove ? 1 : -1;
      // on a line away from the level the rounded price counts; on one towards it the exact price must reach the level
      const isNearing = (Number(to) - Number(from)) * side > 0;
      const beyond = ((isNearing ? exact(ms) : rounded * length) - level * length) * side;
      if (beyond >= 0) return { at: ms, price: priceE4(BigInt(rounded)) };
      const next = (exact(ms + 1) - level * length) * side;
      if (ms < toMs && next > 0) return { at: ms, price: priceE4(BigInt(level)) };
    }
  }
  return null;
}

function distanceOf(trail: NonNullable<WorkingOrder['trail']>, best: number): number {
  if (trail.kind === 'amount') return Number(trail.amount);
  return Math.floor((best * Number(trail.percent) + 5_000) / 10_000);
}
