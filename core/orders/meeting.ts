/** Where the path of prices meets an order's level. Pure; exact in 1/10,000 $. */
import { add, type PriceE4, portion, scale, subtract } from '../money/units.ts';
import { firesAt, hasTrail, hasTrigger, isBuying, isReached, isWithin, type WorkingOrder } from './order.ts';

/** Prices on a straight line between two instants, epoch ms. */
type Line = { fromMs: number; from: PriceE4; toMs: number; to: PriceE4 };

/**
 * A line of a symbol's path, or a piece of a line, with the uncut line as `whole`. A trade print is a line of one
 * instant. Between the end of a line and the start of the next line the price jumps.
 */
export type Stretch = Line & { whole?: Line };

/**
 * Where an order fires: instant (epoch ms) and price. `way`: distance along the line, 1/10,000 $, by which meetings
 * within a ms are sorted.
 */
export type Meeting = { at: number; price: PriceE4; isTrigger: boolean; way: PriceE4 };

/** Returns the stop of a trailing order. @param mark its trail extreme */
export function trailingStop(order: Pick<WorkingOrder, 'action' | 'trail'>, mark: PriceE4): PriceE4 {
  const { trail, action } = order;
  if (!trail) throw new Error('only a trailing stop has a trail');
  const distance = trail.kind === 'amount' ? trail.amount : portion(mark, trail.percent);
  return isBuying(action) ? add(mark, distance) : subtract(mark, distance);
}

/** Returns the extreme of two prices for a trailing stop: the higher, or to cover a short the lower. */
export const betterMark = (order: Pick<WorkingOrder, 'action'>, a: PriceE4, b: PriceE4): PriceE4 =>
  isBuying(order.action) === a < b ? a : b;

const distance = (a: PriceE4, b: PriceE4) => (a > b ? subtract(a, b) : subtract(b, a));

function priceAt({ fromMs, from, toMs, to }: Stretch, ms: number): PriceE4 {
  if (toMs === fromMs) return to;
  return add(from, scale(subtract(to, from), BigInt(ms - fromMs), BigInt(toMs - fromMs)));
}

/** Returns when the line passes a price on it, floored to ms. */
function timeOf({ fromMs, from, toMs, to }: Stretch, price: PriceE4): number {
  if (from === to) return fromMs;
  return fromMs + Number((distance(price, from) * BigInt(toMs - fromMs)) / distance(to, from));
}

/**
 * Returns the piece of a stretch with the prices after `afterMs` and up to `upToMs`, epoch ms; null without any.
 * Meetings are computed on the whole line, so that no cut moves them.
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
 * Returns where a piece meets a level: at its beginning if the line crossed the level earlier, else at the level. The whole line
 * gives the time of the crossing, because the price at the beginning of a piece is rounded.
 */
function levelOn(piece: Stretch, isThere: (price: PriceE4) => boolean, level: PriceE4) {
  const { whole = piece } = piece;
  const beginning = { at: piece.fromMs, price: piece.from };
  const isCrossed = isThere(whole.to) && !isThere(whole.from);
  if (!isCrossed) return isThere(piece.from) ? beginning : null;
  const crossedAt = timeOf(whole, level);
  if (crossedAt < piece.fromMs) return beginning;
  return crossedAt <= piece.toMs ? { at: crossedAt, price: level } : null;
}

type Terms = Pick<WorkingOrder, 'action' | 'type' | 'status' | 'limit' | 'stop' | 'trail'>;

function meetingOn(order: Terms, piece: Stretch, mark: PriceE4 | null): Omit<Meeting, 'way'> | null {
  const { action, type, status, limit } = order;
  if (type === 'market') return { at: piece.fromMs, price: piece.from, isTrigger: false };
  const level = hasTrail(order)
    ? trailingStop(order, mark === null ? piece.from : betterMark(order, mark, piece.from))
    : firesAt(order)!;
  const point = levelOn(piece, (price) => isReached(order, level, price), level);
  if (!point) return null;
  const mayTrigger = hasTrigger(order) && status !== 'triggered';
  return { ...point, isTrigger: mayTrigger && !isWithin(action, limit!, point.price) };
}

/** True when a trade print at this price fires an order, or moves its trail extreme `mark`. */
export function isTouchedAt(order: Terms, mark: PriceE4 | null, price: PriceE4): boolean {
  if (meetingOn(order, { fromMs: 0, from: price, toMs: 0, to: price }, mark)) return true;
  return order.type === 'trailing_stop' && (mark === null || betterMark(order, mark, price) !== mark);
}

/**
 * Returns where an order fires by `upToMs`, epoch ms; a null meeting when it does not. `mark`: the trail extreme at the meeting; without a
 * meeting, at `upToMs` or the expiry, whichever is earlier.
 * @param path oldest stretch first
 */
export function firstMeeting(
  order: Terms & Pick<WorkingOrder, 'mark' | 'markFrom' | 'activeFrom' | 'expiresAt'>,
  path: Iterable<Stretch>,
  upToMs: number,
): { meeting: Meeting | null; mark: PriceE4 | null } {
  let { mark } = order;
  const { markFrom, activeFrom } = order;
  const end = Math.min(upToMs, order.expiresAt ?? upToMs);
  const raise = (piece: Stretch | null) => {
    if (!piece) return;
    const best = betterMark(order, piece.from, piece.to);
    mark = mark === null ? best : betterMark(order, mark, best);
  };
  for (const stretch of path) {
    if (markFrom !== null) raise(cut(stretch, markFrom, Math.min(activeFrom!, upToMs)));
    const piece = cutAfter(stretch, activeFrom ?? Number.POSITIVE_INFINITY);
    if (!piece) continue;
    if (piece.fromMs > end) break;
    const point = meetingOn(order, piece, mark);
    const { whole = stretch } = stretch;
    if (point && point.at <= end)
      return { meeting: { ...point, way: distance(point.price, whole.from) }, mark };
    if (hasTrail(order)) raise(cut(piece, activeFrom!, end));
  }
  return { meeting: null, mark };
}
