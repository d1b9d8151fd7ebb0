/** Where on the path of prices an order becomes executable. Pure; exact on the lattice of prices. */
import { add, type PriceE4, portion, scale, subtract } from '../money/units.ts';
import { isBuying, isReached, isWithin, type WorkingOrder } from './order.ts';

/**
 * A straight piece of a symbol's path, epoch ms. A tick begins and ends at once; what lies between the end of one piece
 * and the beginning of the next is a jump.
 */
export type Stretch = { fromMs: number; from: PriceE4; toMs: number; to: PriceE4 };

/** `at` which instant and at which price an order fires; `way` orders what one stretch meets in the same ms. */
export type Meeting = { at: number; price: PriceE4; isTrigger: boolean; way: PriceE4 };

/** The stop of a trailing order whose best price so far is `mark`. */
export function trailingStop(order: Pick<WorkingOrder, 'action' | 'trail'>, mark: PriceE4): PriceE4 {
  const { trail, action } = order;
  if (!trail) throw new Error('only a trailing stop has a trail');
  const distance = trail.kind === 'amount' ? trail.amount : portion(mark, trail.percent);
  return isBuying(action) ? add(mark, distance) : subtract(mark, distance);
}

/** The better one for a trailing stop: the higher, of a short's the lower. */
export const betterMark = (order: Pick<WorkingOrder, 'action'>, a: PriceE4, b: PriceE4): PriceE4 =>
  isBuying(order.action) === a < b ? a : b;

const distance = (a: PriceE4, b: PriceE4) => (a > b ? subtract(a, b) : subtract(b, a));

/** The price at `ms` on the way. */
function priceAt({ fromMs, from, toMs, to }: Stretch, ms: number): PriceE4 {
  if (toMs === fromMs) return to;
  return add(from, scale(subtract(to, from), BigInt(ms - fromMs), BigInt(toMs - fromMs)));
}

/** When the way passes a price that lies on it, floored to ms. */
function timeOf({ fromMs, from, toMs, to }: Stretch, price: PriceE4): number {
  if (from === to) return fromMs;
  return fromMs + Number((distance(price, from) * BigInt(toMs - fromMs)) / distance(to, from));
}

/** What is left of a stretch for whoever watches prices after `ms`; null: nothing. */
export function after(stretch: Stretch, ms: number): Stretch | null {
  if (stretch.fromMs > ms) return stretch;
  if (stretch.toMs <= ms) return null;
  return { ...stretch, fromMs: ms + 1, from: priceAt(stretch, ms + 1) };
}

/** What an order sees of a stretch, and the whole of it: times are measured on the whole, wherever it is cut. */
type Way = { seen: Stretch; whole: Stretch };

/** Where a way meets a level: at its beginning if it is reached there, else at the level itself. */
function levelOn({ seen, whole }: Way, isThere: (price: PriceE4) => boolean, level: PriceE4) {
  if (isThere(seen.from)) return { at: seen.fromMs, price: seen.from };
  return isThere(seen.to) ? { at: Math.max(seen.fromMs, timeOf(whole, level)), price: level } : null;
}

type Terms = Pick<WorkingOrder, 'action' | 'type' | 'status' | 'limit' | 'stop' | 'trail'>;

function meetingOn(order: Terms, way: Way, mark: PriceE4 | null): Omit<Meeting, 'way'> | null {
  const { action, type, status, limit, stop } = order;
  const { seen } = way;
  if (type === 'market') return { at: seen.fromMs, price: seen.from, isTrigger: false };
  if (type === 'trailing_stop') {
    const level = trailingStop(order, mark === null ? seen.from : betterMark(order, mark, seen.from));
    const found = levelOn(way, (price) => isReached(action, level, price), level);
    return found && { ...found, isTrigger: false };
  }
  if (type === 'limit' || status === 'triggered') {
    const found = levelOn(way, (price) => isWithin(action, limit!, price), limit!);
    return found && { ...found, isTrigger: false };
  }
  const found = levelOn(way, (price) => isReached(action, stop!, price), stop!);
  if (!found) return null;
  return { ...found, isTrigger: type === 'stop_limit' && !isWithin(action, limit!, found.price) };
}

/**
 * The first place on the path, oldest stretch first, at which an order fires by `upToMs`.
 * @returns null when it never does; `mark` is then the best price it has seen by then (trailing stops)
 */
export function firstMeeting(
  order: Terms & Pick<WorkingOrder, 'mark' | 'markFrom' | 'activeFrom' | 'expiresAt'>,
  path: Iterable<Stretch>,
  upToMs: number,
): { meeting: Meeting | null; mark: PriceE4 | null } {
  let { mark } = order;
  const { markFrom, activeFrom } = order;
  const end = Math.min(upToMs, order.expiresAt ?? upToMs);
  const raise = (seen: Stretch, whole: Stretch, ms: number) => {
    const best = betterMark(order, seen.from, priceAt(whole, Math.min(whole.toMs, ms)));
    mark = mark === null ? best : betterMark(order, mark, best);
  };
  for (const whole of path) {
    const before = markFrom === null ? null : after(whole, markFrom);
    if (before && before.fromMs <= activeFrom!) raise(before, whole, Math.min(activeFrom!, upToMs));
    const seen = after(whole, activeFrom ?? Number.POSITIVE_INFINITY);
    if (!seen) continue;
    if (seen.fromMs > end) break;
    const found = meetingOn(order, { seen, whole }, mark);
    if (found && found.at <= end)
      return { meeting: { ...found, way: distance(found.price, whole.from) }, mark };
    if (order.type === 'trailing_stop') raise(seen, whole, end);
  }
  return { meeting: null, mark };
}
