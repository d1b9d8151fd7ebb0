/** The orders of a bundle: each is checked once it is over and its fill is there, and then forgotten. */
import { readQuantity, writeQuantity } from '#core/money/money.ts';
import type { OrderEventRow } from '#db/queries/proof/verify.ts';
import type { Tape } from '#market/simulated/tape.ts';
import { SeasonDiffersError } from '../difference.ts';
import { checkPath, nameOfOrder } from '../orders.ts';
import type { BundleEvent, BundleFill } from './lines.ts';

type Log = { trader: number; rows: OrderEventRow[] };

/** @param tape null where prices cannot be derived again @param end of the season, epoch ms */
export function orderKeeper(tape: Tape | null, end: number, nameOf: (trader: number, row: string) => string) {
  const logs = new Map<string, Log>();
  /** Fills of orders whose event is still to come, and orders whose fill is. */
  const fills = new Map<bigint, BundleFill>();
  const orders = new Map<bigint, string>();
  const done = new Set<string>();

  function settle(id: string, log: Log, fill: BundleFill | null): void {
    const last = log.rows.at(-1)!;
    if (fill) {
      const { quantity } = last.terms;
      const isLarger = quantity !== null && readQuantity(fill.quantity) > readQuantity(quantity);
      if (fill.order !== id || fill.trader !== log.trader || isLarger)
        throw new SeasonDiffersError(`${nameOfOrder(last)} has another order's fill, ${fill.id}.`);
      const { price, quoteAt } = fill;
      Object.assign(last, { price, quoteAt: new Date(quoteAt), fillOrder: fill.order });
      last.quantity = writeQuantity(readQuantity(fill.quantity));
    }
    if (tape) checkPath(log.rows, tape, end);
    logs.delete(id);
    done.add(id);
  }

  return {
    addEvent({ id, trader, order, kind, at, fill, terms }: BundleEvent): void {
      const log = logs.get(order) ?? { trader, rows: [] };
      const row: OrderEventRow = {
        ...{ orderId: order, username: nameOf(trader, `Order event ${id}`), kind, at: new Date(at), terms },
        ...{ price: null, quantity: null, quoteAt: null, fillOrder: null },
      };
      if (done.has(order))
        throw new SeasonDiffersError(`Order event ${id} is of an order that is over: ${nameOfOrder(row)}.`);
      if (log.trader !== trader || (log.rows.length === 0) !== (kind === 'placed'))
        throw new SeasonDiffersError(
          `Order event ${id} does not follow from those before: ${nameOfOrder(row)}.`,
        );
      if ((kind === 'filled') !== (fill !== null))
        throw new SeasonDiffersError(
          `Order event ${id} should name a fill if it is one: ${nameOfOrder(row)}.`,
        );
      logs.set(order, log);
      log.rows.push(row);
      if (terms.final_at === null) return;
      const its = fill === null ? null : fills.get(fill);
      if (fill !== null && !its) {
        orders.set(fill, order);
        return;
      }
      if (its) fills.delete(its.id);
      settle(order, log, its ?? null);
    },

    addFill(fill: BundleFill): void {
      const waiting = orders.get(fill.id);
      if (waiting !== undefined) {
        orders.delete(fill.id);
        settle(waiting, logs.get(waiting)!, fill);
      } else if (fill.order !== null) fills.set(fill.id, fill);
    },

    /** @returns how many orders there were */
    close(): number {
      for (const fill of fills.keys())
        throw new SeasonDiffersError(`Fill ${fill} is of an order that does not know of it.`);
      for (const [fill, order] of orders)
        throw new SeasonDiffersError(
          `${nameOfOrder(logs.get(order)!.rows.at(-1)!)} names fill ${fill}, which is missing.`,
        );
      for (const { rows } of logs.values())
        throw new SeasonDiffersError(`${nameOfOrder(rows.at(-1)!)} is not over, and the season is.`);
      return done.size;
    },
  };
}
