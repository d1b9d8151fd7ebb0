/** Where on the path of prices an order becomes executable. Pure; exact on the lattice of prices. */
import { add, type PriceE4, portion, scale, subtract } from '../money/units.ts';
import { isBuying, isReached, isWithin, type WorkingOrder } from './order.ts';

/** Straight prices between two instants, epoch ms. */
type Line = { fromMs: number; from: PriceE4; toMs: number; to: PriceE4 };

/**
 * A line of a symbol's path, or a piece of one; then `whole` is the line it was cut from. A tick begins and ends at once;
 * what lies between the end of one line and the beginning of the next is a jump.
 */
export type Stretch = Line & { whole?: Line };

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

/**
 * Returns the piece of a stretch with the prices after `afterMs` and up to `upToMs`, epoch ms; null without any.
 * Meetings are computed on the whole line, so where it is cut changes none of them.
 */
export function cut(stretch: Stretch, afterMs: number, upToMs: number): Stretch | null {
  if (stretch.fromMs > afterMs && stretch.toMs <= upToMs) return stretch;
  const { whole = stretch } = stretch;
  const fromMs = Math.max(stretch.fromMs, Math.floor(afterMs) + 1);
  const toMs = Math.min(stretch.toMs, Math.floor(upToMs));
  if (fromMs > toMs) return null;
  return { fromMs, from: priceAt(whole, fromMs), toMs, to: priceAt(whole, toMs), whole };
}

const cutAfter = (stretch: Stretch, ms: number) => cut(stretch, ms, stretch.toMs);

/**
 * Where a piece meets a level: at its beginning if the line has crossed the level by then, else at the level itself. A
 * crossing is timed on the whole line, because the price at the beginning of a piece is rounded.
 */
function levelOn(seen: Stretch, isThere: (price: PriceE4) => boolean, level: PriceE4) {
  const { whole = seen } = seen;
  const beginning = { at: seen.fromMs, price: seen.from };
  const isCrossed = isThere(whole.to) && !isThere(whole.from);
  if (!isCrossed) return isThere(seen.from) ? beginning : null;
  const at = timeOf(whole, level);
  if (at < seen.fromMs) return beginning;
  return at <= seen.toMs ? { at, price: level } : null;
}

type Terms = Pick<WorkingOrder, 'action' | 'type' | 'status' | 'limit' | 'stop' | 'trail'>;

function meetingOn(order: Terms, seen: Stretch, mark: PriceE4 | null): Omit<Meeting, 'way'> | null {
  const { action, type, status, limit, stop } = order;
  if (type === 'market') return { at: seen.fromMs, price: seen.from, isTrigger: false };
  if (type === 'trailing_stop') {
    const level = trailingStop(order, mark === null ? seen.from : betterMark(order, mark, seen.from));
    const found = levelOn(seen, (price) => isReached(action, level, price), level);
    return found && { ...found, isTrigger: false };
  }
  if (type === 'limit' || status === 'triggered') {
    const found = levelOn(seen, (price) => isWithin(action, limit!, price), limit!);
    return found && { ...found, isTrigger: false };
  }
  const found = levelOn(seen, (price) => isReached(action, stop!, price), stop!);
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
  const raise = (seen: Stretch | null) => {
    if (!seen) return;
    const best = betterMark(order, seen.from, seen.to);
    mark = mark === null ? best : betterMark(order, mark, best);
  };
  for (const stretch of path) {
    if (markFrom !== null) raise(cut(stretch, markFrom, Math.min(activeFrom!, upToMs)));
    const seen = cutAfter(stretch, activeFrom ?? Number.POSITIVE_INFINITY);
    if (!seen) continue;
    if (seen.fromMs > end) break;
    const found = meetingOn(order, seen, mark);
    const { whole = stretch } = stretch;
    if (found && found.at <= end)
      return { meeting: { ...found, way: distance(found.price, whole.from) }, mark };
    if (order.type === 'trailing_stop') raise(cut(seen, activeFrom!, end));
  }
  return { meeting: null, mark };
}
