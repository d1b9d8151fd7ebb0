/** Checks working orders: follows prices along each order's log, so that none was missed and none filled early. */
import { readPrice, readQuantity, writePrice, writeQuantity } from '#core/money/money.ts';
import { add, type PriceE4, priceE4, type QuantityMicros } from '#core/money/units.ts';
import { logFault } from '#core/orders/log.ts';
import { firstMeeting, type Meeting, type Stretch } from '#core/orders/meeting.ts';
import { isActive, isOpening, type WorkingOrder } from '#core/orders/order.ts';
import { isMarketable } from '#core/orders/place.ts';
import { closingShares, openingShares } from '#core/trading/order.ts';
import type { Sql } from '#db/client.ts';
import { type OrderJson, readOrder, writeOrder } from '#db/queries/orders/columns.ts';
import {
  type NamedFill,
  type OrderEventRow,
  orderFault,
  seasonOrderEvents,
  seasonOrders,
} from '#db/queries/proof/verify.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { dayEnd } from '#market/calendar.ts';
import type { Tape } from '#market/simulated/tape.ts';
import { compare, nameOfOrder, SeasonDiffersError } from './difference.ts';

type Event = Pick<OrderEventRow, 'orderId' | 'userId' | 'username' | 'kind' | 'at' | 'terms'>;

const CLOSING = { buy: 'sell', short: 'cover', sell: null, cover: null } as const;

/**
 * Checks related orders: only one of a group fills, and a child works from its entry's fill on, over the filled shares.
 * Takes the events of a season in order, and each order's fill before or after its event.
 */
export class Families {
  readonly #filledGroups = new Set<string>();
  readonly #filled = new Map<string, Event>();
  readonly #quantities = new Map<string, QuantityMicros>();
  readonly #activated: Event[] = [];

  /** Checks an event against those before it. @throws SeasonDiffersError naming the order */
  addEvent(event: Event): void {
    if (event.kind === 'filled') this.#fill(event);
    else if (event.kind === 'activated') this.#activate(event);
  }

  addFill(orderId: string, quantity: QuantityMicros): void {
    this.#quantities.set(orderId, quantity);
  }

  /** Checks the children once all fills are known. @throws SeasonDiffersError naming the order */
  close(): void {
    for (const child of this.#activated) {
      const { quantity, parent_id } = child.terms;
      if (quantity === null || readQuantity(quantity) !== this.#quantities.get(parent_id!))
        throw new SeasonDiffersError(`${nameOfOrder(child)} is not over what its entry filled.`);
    }
  }

  #fill(event: Event): void {
    const { oco_id: group } = event.terms;
    if (group !== null && this.#filledGroups.has(group))
      throw new SeasonDiffersError(`${nameOfOrder(event)} is the second of its group to be filled.`);
    if (group !== null) this.#filledGroups.add(group);
    this.#filled.set(event.orderId, event);
  }

  #activate(child: Event): void {
    const entry = this.#filled.get(child.terms.parent_id!);
    const isOwn =
      entry?.userId === child.userId &&
      entry.terms.symbol === child.terms.symbol &&
      CLOSING[entry.terms.action] === child.terms.action;
    if (!isOwn || entry.at.getTime() !== child.at.getTime())
      throw new SeasonDiffersError(`${nameOfOrder(child)} works without a fill of its entry.`);
    this.#activated.push(child);
  }
}

/** Prices are read in pieces of this length, ms. */
const PIECE_MS = 600_000;
/** Reasons of cancellations that a fill causes, possibly at the same price. */
const FOLLOWS = new Set(['oco', 'position_closed', 'parent', 'forced_cover']);

/**
 * Checks all orders of a stored season.
 * @param tape null for a market whose prices cannot be derived: then only terms and holds are checked
 * @returns how many orders were checked, and the terms behind each order's fill
 * @throws SeasonDiffersError
 */
export async function checkOrders(
  sql: Sql,
  season: SeasonRow,
  tape: Tape | null,
): Promise<{ count: number; filled: Map<bigint, WorkingOrder> }> {
  const rows = await seasonOrderEvents(sql, season.id);
  const logs = Map.groupBy(rows, (event) => event.orderId);
  const { orders, matchedTo } = await seasonOrders(sql, season.id);
  const end = season.endedAt?.getTime() ?? matchedTo;
  const filled = new Map<bigint, WorkingOrder>();
  for (const [id, log] of logs) {
    checkRow(id, log, orders.get(id));
    checkOrderLog(log, tape);
    if (tape) checkPath(log, tape, end);
    const { fill, terms } = log.at(-1)!;
    if (fill) filled.set(fill.id, readOrder(terms));
  }
  const families = new Families();
  for (const row of rows) {
    families.addEvent(row);
    if (row.fill) families.addFill(row.orderId, readQuantity(row.fill.quantity));
  }
  families.close();
  const unlogged = [...orders.keys()].find((id) => !logs.has(id));
  if (unlogged) throw new SeasonDiffersError(`Order ${unlogged} was never placed.`);
  const fault = await orderFault(sql, season.id);
  if (fault) throw new SeasonDiffersError(fault);
  return { count: orders.size, filled };
}

/** Checks that an order equals the last entry of its log. */
function checkRow(id: string, log: readonly OrderEventRow[], row: OrderJson | undefined): void {
  if (!row) throw new SeasonDiffersError(`Order ${id} is missing.`);
  compare(
    nameOfOrder(log.at(-1)!),
    { ...writeOrder(readOrder(row)) },
    { ...writeOrder(readOrder(log.at(-1)!.terms)) },
  );
}

/** Checks the log of an order: terms, states and the fill it names. @throws SeasonDiffersError */
export function checkOrderLog(log: readonly OrderEventRow[], tape: Tape | null): void {
  const entries = log.map(({ kind, at, terms }) => ({ kind, at: at.getTime(), order: readOrder(terms) }));
  const stranger = log.find(({ userId }) => userId !== log[0]!.userId);
  if (stranger) throw new SeasonDiffersError(`${nameOfOrder(stranger)} is of two traders.`);
  const fault = logFault(entries, tape && ((ms) => dayEnd(tape.calendar, ms)));
  if (fault) throw new SeasonDiffersError(`${nameOfOrder(log[fault.entry]!)} ${fault.what}.`);
  const last = log.at(-1)!;
  if ((last.kind === 'filled') !== (last.fill !== null))
    throw new SeasonDiffersError(`${nameOfOrder(last)} should name a fill if it is one.`);
  if (last.fill) checkNamed(last, last.fill, entries.at(-2)!.order);
}

/** Checks that the fill an event names belongs to its order. @param order as it was filled */
function checkNamed(event: OrderEventRow, fill: NamedFill, order: WorkingOrder): void {
  const { symbol, action } = order;
  const isOwn = fill.orderId === event.orderId && fill.userId === event.userId;
  if (!isOwn || fill.symbol !== symbol || fill.action !== action)
    throw new SeasonDiffersError(`${nameOfOrder(event)} has another order's fill, ${fill.id}.`);
  const isAtOnce = order.activeFrom === null;
  if (isAtOnce && !isMarketable(order, readPrice(fill.price), false))
    throw new SeasonDiffersError(`${nameOfOrder(event)} filled at once at ${fill.price}, beyond its terms.`);
}

/**
 * Checks that a fill has its order's size.
 * @param open shares of the position after it
 * @throws SeasonDiffersError; `name` is the fill's
 */
export function checkSize(
  name: string,
  { action, size }: WorkingOrder,
  { quantity, price }: { quantity: QuantityMicros; price: PriceE4 },
  open: QuantityMicros,
): void {
  const should = isOpening(action)
    ? openingShares(size, price)
    : closingShares(size, price, add(open, quantity));
  if (quantity !== should)
    throw new SeasonDiffersError(`${name} should be of ${writeQuantity(should)} shares, as its order.`);
}

/** Follows prices along an order's changes. @param end of the season, epoch ms @throws SeasonDiffersError */
export function checkPath(log: readonly OrderEventRow[], tape: Tape, end: number): void {
  for (const [n, event] of log.entries()) {
    const order = readOrder(event.terms);
    if (!isActive(order) || order.activeFrom === null) continue;
    const next = log[n + 1];
    const until = next?.at.getTime() ?? end;
    const meeting = meetingBy(order, tape, until);
    if (next && fires(next)) checkFired(next, order, meeting, tape, end);
    else if (meeting && !mayFollow(next, meeting)) throw passedOver(event, meeting);
  }
}

const fires = ({ kind }: OrderEventRow) => kind === 'filled' || kind === 'triggered' || kind === 'rejected';

/** True when an event at the same price came first: another order's fill cancelled or resized this one. */
function mayFollow(next: OrderEventRow | undefined, meeting: Meeting): boolean {
  if (!next || next.at.getTime() !== meeting.at) return false;
  return next.kind === 'resized' || (next.kind === 'cancelled' && FOLLOWS.has(next.terms.reason ?? ''));
}

function checkFired(
  event: OrderEventRow,
  order: WorkingOrder,
  meeting: Meeting | null,
  tape: Tape,
  end: number,
): void {
  const firedAt = (event.fill?.quoteAt ?? event.at).getTime();
  const isThen = meeting?.at === firedAt && firedAt === event.at.getTime();
  if (isThen && (!event.fill || event.fill.price === writePrice(meeting.price))) return;
  if (meeting && meeting.at < firedAt && event.kind !== 'filled') throw passedOver(event, meeting);
  const first = meeting ?? meetingBy(order, tape, end);
  const when = first ? `first reached it at ${iso(first.at)}` : 'never reached it';
  const what = event.fill ? `filled at ${event.fill.price}` : `was ${event.kind}`;
  throw new SeasonDiffersError(`${nameOfOrder(event)} ${what} at ${iso(firedAt)}, but the tape ${when}.`);
}

function meetingBy(order: WorkingOrder, tape: Tape, until: number): Meeting | null {
  return firstMeeting(order, path(tape, order.symbol, order.activeFrom!, until), until).meeting;
}

function* path(tape: Tape, symbol: string, afterMs: number, upToMs: number): Generator<Stretch> {
  for (let from = afterMs; from < upToMs; from += PIECE_MS)
    for (const { price, atMs } of tape.ticksBetween(symbol, from, Math.min(from + PIECE_MS, upToMs)))
      yield { fromMs: atMs, from: priceE4(BigInt(price)), toMs: atMs, to: priceE4(BigInt(price)) };
}

const iso = (ms: number) => new Date(ms).toISOString();

const passedOver = (event: OrderEventRow, { at, price }: Meeting) =>
  new SeasonDiffersError(
    `${nameOfOrder(event)} was passed over: the tape was at ${writePrice(price)} at ${iso(at)}.`,
  );
