/** Checks working orders: follows prices along each order's log, and reports fills that are missing or too early. */
import { readPrice, readQuantity, writePrice, writeQuantity } from '#core/money/money.ts';
import { add, type PriceE4, priceE4, type QuantityMicros } from '#core/money/units.ts';
import { logFault } from '#core/orders/log.ts';
import { betterMark, firstMeeting, isTouchedAt, type Meeting, type Stretch } from '#core/orders/meeting.ts';
import { isActive, isOpening, type WorkingOrder } from '#core/orders/order.ts';
import { type LoggedChange, type NamedFill, type OrderJson, readOrder } from '#core/orders/order-json.ts';
import { isMarketable } from '#core/orders/place.ts';
import { closingShares, openingShares } from '#core/trading/order.ts';
import { dayEnd } from '#market/calendar.ts';
import type { Tape } from '#market/simulated/tape.ts';
import { type Difference, type Finding, iso, type Tell } from './difference.ts';

/** Returns the name of an order, for the beginning of a sentence. */
export function nameOfOrder({
  orderId,
  username,
  terms,
}: Pick<LoggedChange, 'orderId' | 'username' | 'terms'>): string {
  const { action, quantity, amount, symbol, type, limit_price, stop_price } = terms;
  const size = quantity ?? (amount === null ? 'all' : `$${amount} of`);
  const levels = [stop_price, limit_price].filter((level) => level !== null).join(' limit ');
  return `Order ${orderId} (${username}: ${action} ${size} ${symbol} ${type} ${levels})`;
}

type Values = Partial<Pick<Finding, 'is' | 'should' | 'at'>>;

/** Reports a fault of an event. @param rest the sentence after the order's name */
export function tellOfEvent(
  tell: Tell,
  what: Difference,
  event: Omit<LoggedChange, 'fill'>,
  rest: string,
  values: Values = {},
): void {
  tell({
    step: 'fills',
    what,
    place: { kind: 'event', id: `${event.id}` },
    trader: event.username,
    symbol: event.terms.symbol,
    at: event.at.getTime(),
    sentence: `${nameOfOrder(event)} ${rest}`,
    ...values,
  });
}

type EntryFill = { quantity: QuantityMicros; price: PriceE4 };

const CLOSING = { buy: 'sell', short: 'cover', sell: null, cover: null } as const;

/**
 * Checks related orders: only one order of an OCO group may fill, and a child may work only from the fill of its entry
 * on, over as many shares. Takes the events of a season in sequence; a fill may come before or after its event.
 */
export class Families {
  readonly #tell: Tell;
  readonly #filledGroups = new Set<string>();
  readonly #filled = new Map<string, Omit<LoggedChange, 'fill'>>();
  readonly #fills = new Map<string, EntryFill>();
  readonly #activated: Omit<LoggedChange, 'fill'>[] = [];

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  addEvent(event: Omit<LoggedChange, 'fill'>): void {
    if (event.kind === 'filled') this.#fill(event);
    else if (event.kind === 'activated') this.#activate(event);
  }

  addFill(orderId: string, fill: Pick<NamedFill, 'quantity' | 'price'>): void {
    this.#fills.set(orderId, { quantity: readQuantity(fill.quantity), price: readPrice(fill.price) });
  }

  /** Checks the children once all fills are known. */
  close(): void {
    for (const child of this.#activated) {
      const { quantity, mark, type, parent_id } = child.terms;
      const entry = this.#fills.get(parent_id ?? '');
      if (quantity === null || readQuantity(quantity) !== entry?.quantity)
        tellOfEvent(this.#tell, 'terms', child, 'is not over what its entry filled.', {
          is: `quantity ${quantity}`,
          should: entry === undefined ? '' : writeQuantity(entry.quantity),
        });
      else if (type === 'trailing_stop' && (mark === null || readPrice(mark) !== entry.price))
        tellOfEvent(this.#tell, 'terms', child, "does not trail from its entry's price.", {
          is: `mark ${mark}`,
          should: writePrice(entry.price),
        });
    }
  }

  #fill(event: Omit<LoggedChange, 'fill'>): void {
    const { oco_id: group } = event.terms;
    if (group !== null && this.#filledGroups.has(group))
      tellOfEvent(this.#tell, 'terms', event, 'is the second of its group to be filled.', {
        is: `oco ${group}`,
        should: 'cancelled',
      });
    if (group !== null) this.#filledGroups.add(group);
    this.#filled.set(event.orderId, event);
  }

  #activate(child: Omit<LoggedChange, 'fill'>): void {
    const entry = this.#filled.get(child.terms.parent_id ?? '');
    const isOwn =
      entry?.userId === child.userId &&
      entry.terms.symbol === child.terms.symbol &&
      CLOSING[entry.terms.action] === child.terms.action;
    if (isOwn && entry.at.getTime() === child.at.getTime()) this.#activated.push(child);
    else
      tellOfEvent(this.#tell, 'terms', child, 'works without a fill of its entry.', {
        is: `parent ${child.terms.parent_id}`,
      });
  }
}

/** Reasons of cancellations that another order's fill causes, possibly at the same price. */
const FOLLOWS = new Set(['oco', 'position_closed', 'parent', 'forced_cover']);

/** Checks the log of an order: terms, states and the fill it names. */
export function checkOrderLog(log: readonly LoggedChange[], tape: Tape | null, tell: Tell): void {
  const entries = log.map(({ kind, at, terms }) => ({ kind, at: at.getTime(), order: readOrder(terms) }));
  const stranger = log.find(({ userId }) => userId !== log[0]!.userId);
  if (stranger) tellOfEvent(tell, 'terms', stranger, 'is of two traders.', { is: stranger.username });
  const fault = logFault(entries, tape && ((ms) => dayEnd(tape.calendar, ms)));
  if (fault)
    tellOfEvent(tell, 'terms', log[fault.entry]!, `${fault.what}.`, {
      is: termOf(log[fault.entry]!, fault.term),
      should: fault.entry > 0 ? termOf(log[fault.entry - 1]!, fault.term) : '',
    });
  const last = log.at(-1)!;
  if ((last.kind === 'filled') !== (last.fill !== null))
    tellOfEvent(tell, 'order', last, 'should name a fill if it is one.');
  if (last.fill) checkNamed(last, last.fill, entries.at(-2)?.order ?? null, tell);
}

function termOf({ terms }: LoggedChange, term: keyof WorkingOrder): string {
  const level =
    `${term}_price` in terms ? `${term}_price` : term.replace(/[A-Z]/g, (x) => `_${x.toLowerCase()}`);
  const value =
    term === 'size'
      ? (terms.quantity ?? terms.amount ?? 'all')
      : term === 'trail'
        ? (terms.trail_amount ?? terms.trail_percent)
        : terms[level as keyof OrderJson];
  return `${term} ${value ?? '–'}`;
}

/**
 * Checks that the fill which an event names belongs to the event's order. If the order filled at once, checks that it
 * could fill at that price.
 * @param order its state before the fill; null without an earlier event
 */
function checkNamed(event: LoggedChange, fill: NamedFill, order: WorkingOrder | null, tell: Tell): void {
  const { symbol, action } = order ?? event.terms;
  const isOwn = fill.orderId === event.orderId && fill.userId === event.userId;
  if (!isOwn || fill.symbol !== symbol || fill.action !== action)
    tellOfEvent(tell, 'order', event, `has another order's fill, ${fill.id}.`, { is: `${fill.id}` });
  if (order && order.activeFrom === null && !isMarketable(order, readPrice(fill.price), false))
    tellOfEvent(tell, 'terms', event, `filled at once at ${fill.price}, beyond its terms.`, {
      is: fill.price,
      should: order.limit === null ? '' : writePrice(order.limit),
    });
}

/**
 * Checks that a fill has its order's size.
 * @param fill its row, trader and name in a sentence @param open shares of the position after it
 */
export function checkSize(
  { name, ...row }: Pick<Finding, 'place' | 'trader' | 'symbol'> & { name: string },
  { action, size }: WorkingOrder,
  { quantity, price }: { quantity: QuantityMicros; price: PriceE4 },
  open: QuantityMicros,
  tell: Tell,
): void {
  const should = isOpening(action)
    ? openingShares(size, price)
    : closingShares(size, price, add(open, quantity));
  if (quantity === should) return;
  tell({
    step: 'fills',
    what: 'quantity',
    ...row,
    is: writeQuantity(quantity),
    should: writeQuantity(should),
    sentence: `${name} should be of ${writeQuantity(should)} shares, as its order.`,
  });
}

/** `end`: the end of the season, epoch ms. `quoteMaxAgeMs`: the greatest age of a price when an order is placed. */
export type PathTerms = { end: number; quoteMaxAgeMs: number };

/** Compares an order's changes with the prices between them. */
export function checkPath(
  log: readonly LoggedChange[],
  tape: Tape,
  { end, quoteMaxAgeMs }: PathTerms,
  tell: Tell,
): void {
  for (const [n, event] of log.entries()) {
    const order = readOrder(event.terms);
    if (!isActive(order) || order.activeFrom === null || !tape.has(order.symbol)) continue;
    const next = log[n + 1];
    const until = next?.at.getTime() ?? end;
    const { meeting, mark } = followed(order, tape, until);
    const moved = next?.kind === 'replaced' ? readOrder(next.terms).mark : mark;
    if (event.kind === 'placed' && order.type === 'trailing_stop' && !isPriceOf(tape, event, quoteMaxAgeMs))
      tellMark(event, 'does not trail from a price of its moment.', '', tell);
    else if (order.type === 'trailing_stop' && moved !== mark)
      tellMark(next!, 'does not trail from where prices had moved it.', writePrice(mark!), tell);
    if (next && fires(next)) checkFired(next, order, meeting, { tape, end, tell });
    else if (meeting && !mayFollow(next, meeting)) tellPassed(event, meeting, tell);
  }
}

const tellMark = (event: LoggedChange, rest: string, should: string, tell: Tell) =>
  tellOfEvent(tell, 'terms', event, rest, { is: `mark ${event.terms.mark}`, should });

/** True when an event's trail extreme was the tape's newest price at some moment of the last `ageMs` before it. */
function isPriceOf(tape: Tape, { at, terms: { symbol, mark } }: LoggedChange, ageMs: number): boolean {
  const from = at.getTime() - ageMs;
  const ticks = [tape.tickAt(symbol, from), ...tape.ticksBetween(symbol, from, at.getTime())];
  return mark !== null && ticks.some((tick) => tick && priceE4(BigInt(tick.price)) === readPrice(mark));
}

const fires = ({ kind }: LoggedChange) => kind === 'filled' || kind === 'triggered' || kind === 'rejected';

/**
 * True when the next event explains why no fill followed: at the same instant another order's fill cancelled or resized
 * this order.
 */
function mayFollow(next: LoggedChange | undefined, meeting: Meeting): boolean {
  if (!next || next.at.getTime() !== meeting.at) return false;
  return next.kind === 'resized' || (next.kind === 'cancelled' && FOLLOWS.has(next.terms.reason ?? ''));
}

function checkFired(
  event: LoggedChange,
  order: WorkingOrder,
  meeting: Meeting | null,
  { tape, end, tell }: { tape: Tape; end: number; tell: Tell },
): void {
  const firedAt = (event.fill?.quoteAt ?? event.at).getTime();
  const isThen = meeting?.at === firedAt && firedAt === event.at.getTime();
  if (isThen && (!event.fill || event.fill.price === writePrice(meeting.price))) return;
  if (meeting && meeting.at < firedAt && event.kind !== 'filled') {
    tellPassed(event, meeting, tell);
    return;
  }
  const first = meeting ?? followed(order, tape, end).meeting;
  const when = first ? `first reached it at ${iso(first.at)}` : 'never reached it';
  const what = event.fill ? `filled at ${event.fill.price}` : `was ${event.kind}`;
  tellOfEvent(tell, 'early', event, `${what} at ${iso(firedAt)}, but the tape ${when}.`, {
    is: isThen ? event.fill!.price : event.kind,
    should: !first ? '' : isThen ? writePrice(first.price) : iso(first.at),
  });
}

const tellPassed = (event: LoggedChange, { at, price }: Meeting, tell: Tell) =>
  tellOfEvent(tell, 'passed', event, `was passed over: the tape was at ${writePrice(price)} at ${iso(at)}.`, {
    should: writePrice(price),
    at,
  });

const followed = (order: WorkingOrder, tape: Tape, until: number) =>
  firstMeeting(order, path(tape, order, Math.min(until, order.expiresAt ?? until)), until);

/**
 * Yields the trade prints that an order may meet from `activeFrom` on, without minutes whose prices cannot touch it.
 */
function* path(tape: Tape, order: WorkingOrder, until: number): Generator<Stretch> {
  let { mark } = order;
  const isTouched = (price: number) => isTouchedAt(order, mark, priceE4(BigInt(price)));
  const isQuiet = (low: number, high: number) => !isTouched(low) && !isTouched(high);
  for (const { price, atMs } of tape.ticksAlong(order.symbol, order.activeFrom!, until, isQuiet)) {
    const e4 = priceE4(BigInt(price));
    if (order.type === 'trailing_stop') mark = mark === null ? e4 : betterMark(order, mark, e4);
    yield { fromMs: atMs, from: e4, toMs: atMs, to: e4 };
  }
}
