/** Carries a trader's orders through later prices, one event at a time in order of time. Pure. */
import { amend, type Book, type Draft, draftOf, executeOrReject, finish } from './book.ts';
import { firstMeeting, type Meeting, type Stretch } from './meeting.ts';
import { isActive, isOpening, type WatchedOrder, type WorkingOrder } from './order.ts';

/** The path of a symbol's prices after one instant and up to another, oldest first. */
export type Path = (symbol: string, afterMs: number, upToMs: number) => Iterable<Stretch>;

type DueOrder = { order: WorkingOrder; meeting: Meeting };

/** Compares by time; at one instant closing orders come before opening ones, and older ones before younger ones. */
function compare(a: DueOrder, b: DueOrder): number {
  const kind = Number(isOpening(a.order.action)) - Number(isOpening(b.order.action));
  return a.meeting.at - b.meeting.at || kind || (a.order.id < b.order.id ? -1 : 1);
}

/** Compares orders of one symbol: what its price meets first comes first, though both are met within one millisecond. */
const compareOnWay = (a: DueOrder, b: DueOrder): number => {
  const [x, y] = [a.meeting, b.meeting];
  if (x.at !== y.at || x.way === y.way) return compare(a, b);
  return x.way < y.way ? -1 : 1;
};

/** Returns the order that fires first. Each symbol's first one is found along its own price, then these are compared. */
function firstOf(due: readonly DueOrder[]): DueOrder | null {
  const firsts = new Map<string, DueOrder>();
  for (const each of due) {
    const first = firsts.get(each.order.symbol);
    if (!first || compareOnWay(each, first) < 0) firsts.set(each.order.symbol, each);
  }
  return [...firsts.values()].sort(compare)[0] ?? null;
}

/** Since when an order has not been looked at. @param matchedTo until when all but trailing marks were, epoch ms */
const unseenSince = (order: WorkingOrder, matchedTo: number): number =>
  order.type === 'trailing_stop' ? followedSince(order) : Math.max(order.activeFrom!, matchedTo);

/** Prices later than this move the mark of a working trailing stop. */
export const followedSince = ({ markFrom, activeFrom }: Pick<WatchedOrder, 'markFrom' | 'activeFrom'>) =>
  markFrom ?? activeFrom!;

/**
 * Walks from `matchedTo` to `to` (epoch ms, both known to have been reached by the market). Each step is a fill, a
 * rejection, a reached stop or an expiry, with what followed from it at once; the next one stands on its book.
 * @param matchedTo orders that were live by then have no earlier meeting
 */
export function* advance(start: Book, path: Path, matchedTo: number, to: number): Generator<Draft, Book> {
  let book = start;
  const known = new Map<string, { of: WorkingOrder; meeting: Meeting | null }>();
  const meetingOf = (order: WorkingOrder): Meeting | null => {
    const cached = known.get(order.id);
    // a cut order fires where it did before
    const isSame = cached && cached.of.activeFrom === order.activeFrom && cached.of.status === order.status;
    if (isSame) return cached.meeting;
    const { meeting } = firstMeeting(order, path(order.symbol, unseenSince(order, matchedTo), to), to);
    known.set(order.id, { of: order, meeting });
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
    const over = live
      .filter((order) => order.expiresAt !== null && order.expiresAt < end)
      .sort((a, b) => a.expiresAt! - b.expiresAt! || (a.id < b.id ? -1 : 1))[0];
    if (over) finish(draft, over, { status: 'expired', reason: null }, over.expiresAt!);
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
    const hasStop = order.type === 'stop_limit' && order.triggeredAt === null;
    executeOrReject(draft, hasStop ? { ...order, triggeredAt: at } : order, price, at);
  }
}

/** An order with the best price it has seen by `to`, if it is a trailing stop that works. */
export function markedAt<Order extends WatchedOrder>(order: Order, path: Path, to: number): Order {
  if (order.type !== 'trailing_stop' || !isActive(order) || followedSince(order) >= to) return order;
  const { mark } = firstMeeting(order, path(order.symbol, followedSince(order), to), to);
  return order.activeFrom! < to
    ? { ...order, mark, markFrom: null, activeFrom: to }
    : { ...order, mark, markFrom: to };
}
