/** Checks each order of a bundle as soon as it is final and its fill has been read, and then forgets the order. */
import { readPrice, readQuantity } from '#core/money/money.ts';
import type { QuantityMicros } from '#core/money/units.ts';
import { type LoggedChange, readOrder } from '#core/orders/order-json.ts';
import type { Tape } from '#market/simulated/tape.ts';
import type { Tell } from './difference.ts';
import type { BundleEvent, BundleFill } from './lines.ts';
import { checkOrderLog, checkPath, checkSize, Families, type PathTerms, tellOfEvent } from './orders.ts';

/** A fill of an order. `open`: shares of the position after it; null for a fill that fits no position. */
type OrderFill = { fill: BundleFill; name: string; username: string; open: QuantityMicros | null };

/** @param tape null when the season's prices cannot be derived */
export function orderKeeper(tape: Tape | null, season: PathTerms, tell: Tell) {
  const logs = new Map<string, LoggedChange[]>();
  /** Fills whose `filled` event has not been read yet. */
  const fills = new Map<bigint, OrderFill>();
  /** Filled orders whose fill has not been read yet, by the id of the fill. */
  const orders = new Map<bigint, string>();
  const done = new Set<string>();
  const families = new Families(tell);

  function settle(order: string, log: LoggedChange[], filled: OrderFill | null): void {
    if (filled) {
      const { id, trader, symbol, action, quantity, price, quoteAt, order: orderId } = filled.fill;
      const facts = { id, userId: trader, orderId, symbol, action, quantity, price };
      log.at(-1)!.fill = { ...facts, quoteAt: new Date(quoteAt) };
    }
    checkOrderLog(log, tape, tell);
    if (tape) checkPath(log, tape, season, tell);
    if (filled && filled.open !== null) {
      const { fill, name, username: trader, open } = filled;
      const row = { place: { kind: 'fill', id: `${fill.id}` } as const, trader, symbol: fill.symbol, name };
      const sizes = { quantity: readQuantity(fill.quantity), price: readPrice(fill.price) };
      checkSize(row, readOrder(log.at(-1)!.terms), sizes, open, tell);
    }
    logs.delete(order);
    done.add(order);
  }

  return {
    addEvent({ id, trader, order, kind, at, fill, terms }: BundleEvent, username: string): void {
      const log = logs.get(order) ?? [];
      const row: LoggedChange = {
        id,
        orderId: order,
        userId: trader,
        username,
        kind,
        at: new Date(at),
        terms,
        fill: null,
      };
      if (done.has(order)) {
        tellOfEvent(tell, 'terms', row, 'is over, and changed again.', { is: kind });
        return;
      }
      const isNamed = (kind === 'filled') === (fill !== null);
      if (!isNamed) tellOfEvent(tell, 'order', row, 'should name a fill if it is one.', { is: `${fill}` });
      logs.set(order, log);
      log.push(row);
      families.addEvent(row);
      if (terms.final_at === null) return;
      const filled = fill === null ? null : (fills.get(fill) ?? null);
      if (fill !== null && !filled) {
        orders.set(fill, order);
        return;
      }
      if (filled) fills.delete(filled.fill.id);
      settle(order, log, filled);
    },

    addFill(filled: OrderFill): void {
      const { fill } = filled;
      if (fill.order !== null) families.addFill(fill.order, fill);
      const order = orders.get(fill.id);
      if (order !== undefined) {
        orders.delete(fill.id);
        const log = logs.get(order);
        if (log) settle(order, log, filled);
      } else if (fill.order !== null) fills.set(fill.id, filled);
    },

    /**
     * Reports fills that no order names, missing fills, and orders that are not final.
     * @returns how many orders were checked
     */
    close(): number {
      tellLeft(fills, orders, logs, tell);
      families.close();
      return done.size;
    },
  };
}

function tellLeft(
  fills: ReadonlyMap<bigint, OrderFill>,
  orders: ReadonlyMap<bigint, string>,
  logs: Map<string, LoggedChange[]>,
  tell: Tell,
): void {
  for (const { fill, username } of fills.values())
    tell({
      step: 'fills',
      what: 'order',
      place: { kind: 'fill', id: `${fill.id}` },
      trader: username,
      symbol: fill.symbol,
      at: fill.filledAt,
      is: fill.order!,
      sentence: `Fill ${fill.id} is of an order that does not know of it.`,
    });
  for (const [fill, order] of orders) {
    const last = logs.get(order)?.at(-1);
    if (last) tellOfEvent(tell, 'order', last, `names fill ${fill}, which is missing.`, { is: `${fill}` });
    logs.delete(order);
  }
  for (const log of logs.values())
    tellOfEvent(tell, 'open', log.at(-1)!, 'is not over, and the season is.', {
      is: log.at(-1)!.terms.status,
    });
}
