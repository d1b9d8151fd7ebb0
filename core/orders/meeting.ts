/** Where on the path of prices an order becomes executable. Pure; exact on the lattice of prices. */
import { divRound, type Price } from '../money/money.ts';
import { isBuying, isReached, isWithin, type WorkingOrder } from './order.ts';

/**
 * A straight piece of a symbol's path, epoch ms. A tick begins and ends at once; what lies between the end of one piece
 * and the beginning of the next is a jump.
 */
export type Stretch = { fromMs: number; from: Price; toMs: number; to: Price };

/** `at` which instant and at which price an order fires; `way` orders what one stretch meets in the same ms. */
export type Meeting = { at: number; price: Price; isTrigger: boolean; way: Price };

const HUNDRED_PERCENT = 10_000n;

/** The stop of a trailing order whose best price so far is `mark`. */
export function trailingStop(order: Pick<WorkingOrder, 'action' | 'trail'>, mark: Price): Price {
  const { trail, action } = order;
  if (!trail) throw new Error('only a trailing stop has a trail');
  const distance = trail.kind === 'amount' ? trail.amount : divRound(mark * trail.percent, HUNDRED_PERCENT);
  return isBuying(action) ? mark + distance : mark - distance;
}

/** The better one for a trailing stop: the higher, of a short's the lower. */
export const betterMark = (order: Pick<WorkingOrder, 'action'>, a: Price, b: Price): Price =>
  isBuying(order.action) === a < b ? a : b;

const distance = (a: Price, b: Price) => (a > b ? a - b : b - a);

/** The price at `ms` on the way. */
function priceAt({ fromMs, from, toMs, to }: Stretch, ms: number): Price {
  if (toMs === fromMs) return to;
  return from + divRound((to - from) * BigInt(ms - fromMs), BigInt(toMs - fromMs));
}

/** When the way passes a price that lies on it, floored to ms. */
function timeOf({ fromMs, from, toMs, to }: Stretch, price: Price): number {
  if (from === to) return fromMs;
  return fromMs + Number((distance(price, from) * BigInt(toMs - fromMs)) / distance(to, from));
}

/** What is left of a stretch for whoever watches prices after `ms`; null: nothing. */
export function after(stretch: Stretch, ms: number): Stretch | null {
  if (stretch.fromMs > ms) return stretch;
  if (stretch.toMs <= ms) return null;
  return { ...stretch, fromMs: ms + 1, from: priceAt(stretch, ms + 1) };
}

/** Where a way meets a level: at its beginning if it is reached there, else at the level itself. */
function levelOn(way: Stretch, isThere: (price: Price) => boolean, level: Price) {
  if (isThere(way.from)) return { at: way.fromMs, price: way.from };
  return isThere(way.to) ? { at: timeOf(way, level), price: level } : null;
}

type Terms = Pick<WorkingOrder, 'action' | 'type' | 'status' | 'limit' | 'stop' | 'trail'>;

function meetingOn(order: Terms, way: Stretch, mark: Price | null): Omit<Meeting, 'way'> | null {
  const { action, type, status, limit, stop } = order;
  if (type === 'market') return { at: way.fromMs, price: way.from, isTrigger: false };
  if (type === 'trailing_stop') {
    const level = trailingStop(order, mark === null ? way.from : betterMark(order, mark, way.from));
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
 * The first place on the path, oldest stretch first, at which an order fires.
 * @returns null when it never does; `mark` is then the best price it has seen (trailing stops)
 */
export function firstMeeting(
  order: Terms & Pick<WorkingOrder, 'mark' | 'activeFrom' | 'expiresAt'>,
  path: Iterable<Stretch>,
): { meeting: Meeting | null; mark: Price | null } {
  let { mark } = order;
  for (const stretch of path) {
    const way = after(stretch, order.activeFrom ?? Number.POSITIVE_INFINITY);
    if (!way) continue;
    if (order.expiresAt !== null && way.fromMs > order.expiresAt) break;
    const found = meetingOn(order, way, mark);
    if (found) {
      const isLate = order.expiresAt !== null && found.at > order.expiresAt;
      return { meeting: isLate ? null : { ...found, way: distance(found.price, stretch.from) }, mark };
    }
    if (order.type === 'trailing_stop') {
      const best = betterMark(order, way.from, way.to);
      mark = mark === null ? best : betterMark(order, mark, best);
    }
  }
  return { meeting: null, mark };
}
