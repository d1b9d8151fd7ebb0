/** Orders that waited: the tape is walked along their log, so that none was passed over and none filled early. */
import { writePrice } from '#core/money/money.ts';
import { priceE4 } from '#core/money/units.ts';
import { firstMeeting, type Meeting, type Stretch } from '#core/orders/meeting.ts';
import { isActive, type WorkingOrder } from '#core/orders/order.ts';
import type { Sql } from '#db/client.ts';
import { type OrderJson, readOrder, writeOrder } from '#db/queries/orders/columns.ts';
import { type OrderEventRow, orderFault, seasonOrderEvents, seasonOrders } from '#db/queries/proof/verify.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { Tape } from '#market/simulated/tape.ts';
import { compare, SeasonDiffersError } from './difference.ts';

/** The tape is read in pieces of this length, ms. */
const PIECE_MS = 600_000;
/** Cancellations that follow from a fill, which may be at the same price. */
const FOLLOWS = new Set(['oco', 'position_closed', 'parent', 'forced_cover']);

/**
 * @param tape null: of a market whose prices cannot be derived again, where only terms and holds are proved
 * @returns how many orders were checked @throws SeasonDiffersError
 */
export async function checkOrders(sql: Sql, season: SeasonRow, tape: Tape | null): Promise<number> {
  const events = Map.groupBy(await seasonOrderEvents(sql, season.id), (event) => event.orderId);
  const { orders, matchedTo } = await seasonOrders(sql, season.id);
  const end = season.endedAt?.getTime() ?? matchedTo;
  for (const [id, log] of events) {
    checkRow(id, log, orders.get(id));
    if (tape) checkPath(log, tape, end);
  }
  const unlogged = [...orders.keys()].find((id) => !events.has(id));
  if (unlogged) throw new SeasonDiffersError(`Order ${unlogged} was never placed.`);
  const fault = await orderFault(sql, season.id);
  if (fault) throw new SeasonDiffersError(fault);
  return orders.size;
}

/** An order says what its log said last. */
function checkRow(id: string, log: readonly OrderEventRow[], row: OrderJson | undefined): void {
  if (!row) throw new SeasonDiffersError(`Order ${id} is missing.`);
  compare(
    nameOfOrder(log.at(-1)!),
    { ...writeOrder(readOrder(row)) },
    { ...writeOrder(readOrder(log.at(-1)!.terms)) },
  );
}

/** Walks the tape along an order's changes. @param end of the season, epoch ms @throws SeasonDiffersError */
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

/** Whether an event at the very price that made an order due came first: another order's fill ended or cut it. */
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
  const at = (event.quoteAt ?? event.at).getTime();
  const isThen = meeting?.at === at && at === event.at.getTime();
  if (isThen && (event.price === null || event.price === writePrice(meeting.price))) {
    checkFill(event, order);
    return;
  }
  if (meeting && meeting.at < at && event.kind !== 'filled') throw passedOver(event, meeting);
  const first = meeting ?? meetingBy(order, tape, end);
  const when = first ? `first reached it at ${iso(first.at)}` : 'never reached it';
  const what = event.price === null ? `was ${event.kind}` : `filled at ${event.price}`;
  throw new SeasonDiffersError(`${nameOfOrder(event)} ${what} at ${iso(at)}, but the tape ${when}.`);
}

/** A fill is the order's own, and no larger. */
function checkFill(event: OrderEventRow, { size }: WorkingOrder): void {
  if (event.kind !== 'filled') return;
  const isOwn = event.fillOrder === event.orderId;
  const isLarger =
    size.kind === 'quantity' && BigInt((event.quantity ?? '0').replace('.', '')) > size.quantity;
  if (!isOwn || isLarger) throw new SeasonDiffersError(`${nameOfOrder(event)} has another order's fill.`);
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

export function nameOfOrder({ orderId, username, terms }: OrderEventRow): string {
  const { action, quantity, amount, symbol, type, limit_price, stop_price } = terms;
  const size = quantity ?? (amount === null ? 'all' : `$${amount} of`);
  const levels = [stop_price, limit_price].filter((level) => level !== null).join(' limit ');
  return `Order ${orderId} (${username}: ${action} ${size} ${symbol} ${type} ${levels})`;
}

const passedOver = (event: OrderEventRow, { at, price }: Meeting) =>
  new SeasonDiffersError(
    `${nameOfOrder(event)} was passed over: the tape was at ${writePrice(price)} at ${iso(at)}.`,
  );
