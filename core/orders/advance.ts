/** Matches a trader's orders with later prices, one event at a time in order of time. Pure. */
import { amend, type Book, type Draft, draftOf, executeOrReject, finish } from './book.ts';
import { firstMeeting, type Meeting, type Stretch } from './meeting.ts';
import { hasTrail, hasTrigger, isActive, isOpening, type WatchedOrder, type WorkingOrder } from './order.ts';

/** Returns the path of a symbol's prices after one instant and up to another, epoch ms, oldest first. */
export type Path = (symbol: string, afterMs: number, upToMs: number) => Iterable<Stretch>;

type DueOrder = { order: WorkingOrder; meeting: Meeting };

/** Compares by time; at one instant closing orders fire before opening orders, older ones before younger ones. */
function compare(a: DueOrder, b: DueOrder): number {
  const kind = Number(isOpening(a.order.action)) - Number(isOpening(b.order.action));
  return a.meeting.at - b.meeting.at || kind || (a.order.id < b.order.id ? -1 : 1);
}

/** Compares two orders of one symbol; within one millisecond the order whose level the price meets first comes first. */
const compareOnWay = (a: DueOrder, b: DueOrder): number => {
  const [x, y] = [a.meeting, b.meeting];
  if (x.at !== y.at || x.way === y.way) return compare(a, b);
  return x.way < y.way ? -1 : 1;
};

/**
 * Returns the order that fires first; null without any. At the same millisecond, orders of one symbol fire in the
 * sequence in which the price passes their levels.
 */
function firstOf(due: readonly DueOrder[]): DueOrder | null {
  const firsts = new Map<string, DueOrder>();
  for (const each of due) {
    const first = firsts.get(each.order.symbol);
    if (!first || compareOnWay(each, first) < 0) firsts.set(each.order.symbol, each);
  }
  return [...firsts.values()].sort(compare)[0] ?? null;
}

/**
 * Returns the instant up to which an order was matched, epoch ms.
 * @param matchedTo the instant up to which all orders but trailing stops were matched
 */
const unmatchedSince = (order: WorkingOrder, matchedTo: number): number =>
  hasTrail(order) ? followedSince(order) : Math.max(order.activeFrom!, matchedTo);

/** Returns the instant after which prices move the extreme of a working trailing stop, epoch ms. */
export const followedSince = ({ markFrom, activeFrom }: Pick<WatchedOrder, 'markFrom' | 'activeFrom'>) =>
  markFrom ?? activeFrom!;

/**
 * Matches orders with the prices from `matchedTo` to `to` (epoch ms, both in the market's past). Each yield is the book
 * after one event (a fill, a rejection, a reached stop or an expiry) with its immediate consequences.
 * @param matchedTo the instant up to which all orders but trailing stops were matched
 */
export function* advance(start: Book, path: Path, matchedTo: number, to: number): Generator<Draft, Book> {
  let book = start;
  const meetings = new Map<string, { of: WorkingOrder; meeting: Meeting | null }>();
  const meetingOf = (order: WorkingOrder): Meeting | null => {
    const cached = meetings.get(order.id);
    // a resize does not change the meeting
    const isSame = cached && cached.of.activeFrom === order.activeFrom && cached.of.status === order.status;
    if (isSame) return cached.meeting;
    const { meeting } = firstMeeting(order, path(order.symbol, unmatchedSince(order, matchedTo), to), to);
    meetings.set(order.id, { of: order, meeting });
    return meeting;
  };
  for (;;) {
    const live = [...book.orders.values()];
    const due = live.filter(isActive).flatMap((order) => {
      const meeting = meetingOf(order);
      return meeting ? [{ order, meeting }] : [];
    });
    const first = firstOf(due);
    const draft = draftOf(book);
    const end = Math.min(first?.meeting.at ?? Number.POSITIVE_INFINITY, to + 1);
    const expired = live
      .filter((order) => order.expiresAt !== null && order.expiresAt < end)
      .sort((a, b) => a.expiresAt! - b.expiresAt! || (a.id < b.id ? -1 : 1))[0];
    if (expired) finish(draft, expired, { status: 'expired', reason: null }, expired.expiresAt!);
    else if (first) fire(draft, first);
    else return book;
    yield draft;
    book = draft;
  }
}

function fire(draft: Draft, { order, meeting: { at, price, isTrigger } }: DueOrder): void {
  if (isTrigger)
    amend(draft, { ...order, status: 'triggered', triggeredAt: at, activeFrom: at }, 'triggered', at);
  else {
    const hasStop = hasTrigger(order) && order.triggeredAt === null;
    executeOrReject(draft, hasStop ? { ...order, triggeredAt: at } : order, price, at);
  }
}

/** Returns a working trailing stop with its extreme at `to`, epoch ms; any other order unchanged. */
export function markedAt<Order extends WatchedOrder>(order: Order, path: Path, to: number): Order {
  if (!hasTrail(order) || !isActive(order) || followedSince(order) >= to) return order;
  const { mark } = firstMeeting(order, path(order.symbol, followedSince(order), to), to);
  return order.activeFrom! < to
    ? { ...order, mark, markFrom: null, activeFrom: to }
    : { ...order, mark, markFrom: to };
}
