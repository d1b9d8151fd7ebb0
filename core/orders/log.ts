/** Checks the log of an order: which terms a change may touch, and which states follow each other. Pure. */
import {
  type EventKind,
  hasTrigger,
  isActive,
  isLive,
  isOpening,
  isSameTerm,
  MAX_ORDER_WAIT_MS,
  type OrderChange,
  type OrderStatus,
  type WorkingOrder,
} from './order.ts';

export type LogEntry = Omit<OrderChange, 'fill'>;

type Term = keyof WorkingOrder;
const END: readonly Term[] = ['status', 'reason', 'hold', 'finalAt'];

/** The terms that a change may touch. */
const CHANGED: Record<EventKind, readonly Term[]> = {
  placed: [],
  activated: ['size', 'mark', 'expiresAt', 'status', 'activeFrom'],
  triggered: ['status', 'triggeredAt', 'activeFrom'],
  replaced: ['rev', 'size', 'limit', 'stop', 'trail', 'tif', 'expiresAt', 'mark', 'hold', 'activeFrom'],
  joined: ['ocoId'],
  resized: ['rev', 'size'],
  split: ['rev', 'size', 'limit', 'stop', 'trail', 'mark', 'hold'],
  renamed: ['rev', 'symbol', 'mark', 'markFrom', 'activeFrom'],
  filled: ['status', 'triggeredAt', 'hold', 'finalAt'],
  cancelled: END,
  expired: END,
  rejected: [...END, 'triggeredAt'],
};

const MOVES: Partial<Record<EventKind, { from: readonly OrderStatus[]; to: OrderStatus }>> = {
  activated: { from: ['held'], to: 'working' },
  triggered: { from: ['working'], to: 'triggered' },
  filled: { from: ['working', 'triggered'], to: 'filled' },
  cancelled: { from: ['held', 'working', 'triggered'], to: 'cancelled' },
  expired: { from: ['held', 'working', 'triggered'], to: 'expired' },
  rejected: { from: ['working', 'triggered'], to: 'rejected' },
};

/** Terms that prices move between two changes. */
const PRICE_MOVED_TERMS: readonly Term[] = ['mark', 'activeFrom'];
const NOT_IN_BUNDLE: readonly Term[] = ['markFrom', 'clientOrderId'];

/** A fault in `term`. `what`: the rest of a sentence that begins with the order's name. */
type Fault = { what: string; term: Term };
export type LogFault = Fault & { entry: number };

/**
 * Returns the first fault in the log of an order; null without one.
 * @param log all entries of the order, oldest first
 * @param dayEnd returns the end of the trading session at an instant, or else of the next session, both epoch ms; null
 * on a market whose past prices are not reproducible, where trail extremes move between two entries
 */
export function logFault(log: readonly LogEntry[], dayEnd: ((at: number) => number) | null): LogFault | null {
  for (const [n, entry] of log.entries()) {
    const previous = log[n - 1];
    const fault =
      (previous ? changeFault(previous, entry, dayEnd !== null) : beginningFault(entry)) ??
      (isLive(entry.order) ? liveFault(entry, log[n + 1], dayEnd) : null);
    if (fault) return { entry: n, ...fault };
  }
  return null;
}

const fault = (term: Term, what: string): Fault => ({ term, what });

function beginningFault({ kind, at, order }: LogEntry): Fault | null {
  if (kind !== 'placed') return fault('status', 'does not begin with its placement');
  if (order.rev !== 1 || order.placedAt !== at) return fault('placedAt', 'is not of its first terms');
  const status = order.parentId === null ? 'working' : 'held';
  return order.status === status ? null : fault('status', `begins ${order.status}`);
}

function changeFault(previous: LogEntry, { kind, at, order }: LogEntry, hasTape: boolean): Fault | null {
  if (kind === 'placed') return fault('status', 'is placed twice');
  if (!isLive(previous.order)) return fault('status', 'goes on after its end');
  const free = [...CHANGED[kind], ...NOT_IN_BUNDLE, ...(hasTape ? [] : PRICE_MOVED_TERMS)];
  for (const term of Object.keys(order) as Term[])
    if (!free.includes(term) && !isSameTerm(previous.order[term], order[term]))
      return fault(term, `has another ${term} after it was ${kind}`);
  const move = MOVES[kind];
  if (move && !(move.from.includes(previous.order.status) && order.status === move.to))
    return fault('status', `is ${order.status} after it was ${previous.order.status} and ${kind}`);
  if (CHANGED[kind].includes('rev') && order.rev !== previous.order.rev + 1)
    return fault('rev', `has rev ${order.rev} after rev ${previous.order.rev}`);
  if (kind === 'triggered' && !hasTrigger(order)) return fault('type', 'has no limit to be triggered for');
  if (kind === 'joined' && (previous.order.ocoId !== null || order.ocoId === null))
    return fault('ocoId', 'changed its group');
  if (kind === 'resized' && !isCut(previous.order, order))
    return fault('size', 'was not cut when it was resized');
  if (order.finalAt !== (isLive(order) ? null : at))
    return fault('finalAt', 'ends at another time than its change');
  if (!isLive(order) && order.hold !== 0n) return fault('hold', 'holds cash after its end');
  const end = previous.order.expiresAt;
  if (hasTape && end !== null && (kind === 'expired' ? at !== end : at > end))
    return fault('expiresAt', 'outlived its time');
  return null;
}

const isCut = ({ size: a }: WorkingOrder, { size: b }: WorkingOrder) =>
  a.kind === 'quantity' && b.kind === 'quantity' && b.quantity < a.quantity;

function liveFault(
  { kind, at, order }: LogEntry,
  next: LogEntry | undefined,
  dayEnd: ((at: number) => number) | null,
): Fault | null {
  if (!isOpening(order.action) && order.hold !== 0n) return fault('hold', 'holds cash to close a position');
  if (!isActive(order))
    return order.activeFrom === null && order.hold === 0n
      ? null
      : fault('activeFrom', 'works before its entry');
  if (order.activeFrom === null) return isAtOnce(next, at) ? null : fault('activeFrom', 'never works');
  if (order.expiresAt === null || order.expiresAt > at + MAX_ORDER_WAIT_MS)
    return fault('expiresAt', 'waits too long');
  if (!dayEnd) return null;
  if (order.tif === 'day' && isSet(kind) && order.expiresAt !== dayEnd(at))
    return fault('expiresAt', 'does not end with its day');
  const isMoved = CHANGED[kind].includes('activeFrom') || kind === 'placed';
  return isMoved && order.activeFrom !== at ? fault('activeFrom', 'works from another moment on') : null;
}

const isSet = (kind: EventKind) => kind === 'placed' || kind === 'replaced';
/** True when an order was filled in the instant it was placed or changed. */
const isAtOnce = (next: LogEntry | undefined, at: number) => next?.kind === 'filled' && next.at === at;
