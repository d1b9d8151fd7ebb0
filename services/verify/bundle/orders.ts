/** Checks the orders of a bundle: each one when it is final and its fill has been read, and then drops it. */
import { readPrice, readQuantity } from '#core/money/money.ts';
import type { QuantityMicros } from '#core/money/units.ts';
import { readOrder } from '#db/queries/orders/columns.ts';
import type { OrderEventRow } from '#db/queries/proof/verify.ts';
import type { Tape } from '#market/simulated/tape.ts';
import { nameOfOrder, SeasonDiffersError } from '../difference.ts';
import { checkOrderLog, checkPath, checkSize, Families } from '../orders.ts';
import type { BundleEvent, BundleFill } from './lines.ts';

/** A fill of an order. `open`: shares of the position after it. */
type OrderFill = { fill: BundleFill; name: string; open: QuantityMicros };

/** @param tape null where prices cannot be derived @param end of the season, epoch ms */
export function orderKeeper(tape: Tape | null, end: number, nameOf: (trader: number, row: string) => string) {
  const logs = new Map<string, OrderEventRow[]>();
  /** Fills whose order event has not been read yet, and orders whose fill has not. */
  const fills = new Map<bigint, OrderFill>();
  const orders = new Map<bigint, string>();
  const done = new Set<string>();
  const families = new Families();

  function settle(order: string, log: OrderEventRow[], filled: OrderFill | null): void {
    if (filled) {
      const { id, trader, symbol, action, quantity, price, quoteAt, order: orderId } = filled.fill;
      const facts = { id, userId: trader, orderId, symbol, action, quantity, price };
      log.at(-1)!.fill = { ...facts, quoteAt: new Date(quoteAt) };
    }
    checkOrderLog(log, tape);
    if (tape) checkPath(log, tape, end);
    if (filled) {
      const sizes = { quantity: readQuantity(filled.fill.quantity), price: readPrice(filled.fill.price) };
      checkSize(filled.name, readOrder(log.at(-1)!.terms), sizes, filled.open);
    }
    logs.delete(order);
    done.add(order);
  }

  return {
    addEvent({ id, trader, order, kind, at, fill, terms }: BundleEvent): void {
      const log = logs.get(order) ?? [];
      const row: OrderEventRow = {
        id,
        orderId: order,
        userId: trader,
        username: nameOf(trader, `Order event ${id}`),
        kind,
        at: new Date(at),
        terms,
        fill: null,
      };
      if (done.has(order))
        throw new SeasonDiffersError(`Order event ${id} is of an order that is over: ${nameOfOrder(row)}.`);
      if ((kind === 'filled') !== (fill !== null))
        throw new SeasonDiffersError(
          `Order event ${id} should name a fill if it is one: ${nameOfOrder(row)}.`,
        );
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

    /** Adds a fill. @param name of the fill @param open shares of the position after it */
    addFill(fill: BundleFill, name: string, open: QuantityMicros): void {
      if (fill.order !== null) families.addFill(fill.order, readQuantity(fill.quantity));
      const order = orders.get(fill.id);
      if (order !== undefined) {
        orders.delete(fill.id);
        settle(order, logs.get(order)!, { fill, name, open });
      } else if (fill.order !== null) fills.set(fill.id, { fill, name, open });
    },

    /** Checks that no order or fill is left over. @returns how many orders there were */
    close(): number {
      for (const fill of fills.keys())
        throw new SeasonDiffersError(`Fill ${fill} is of an order that does not know of it.`);
      for (const [fill, order] of orders)
        throw new SeasonDiffersError(
          `${nameOfOrder(logs.get(order)!.at(-1)!)} names fill ${fill}, which is missing.`,
        );
      for (const log of logs.values())
        throw new SeasonDiffersError(`${nameOfOrder(log.at(-1)!)} is not over, and the season is.`);
      families.close();
      return done.size;
    },
  };
}
