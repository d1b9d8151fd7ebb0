/** Checks the stored orders of a season against their logs and the tape. */
import type { WorkingOrder } from '#core/orders/order.ts';
import { type OrderJson, readOrder, writeOrder } from '#core/orders/order-json.ts';
import type { Sql } from '#db/client.ts';
import { type OrderEventRow, orderFault, seasonOrderEvents, seasonOrders } from '#db/queries/proof/verify.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { Tape } from '#market/simulated/tape.ts';
import { compare, SeasonDiffersError, stopAtFirst } from '#proof/difference.ts';
import { checkOrderLog, checkPath, Families, nameOfOrder } from '#proof/orders.ts';

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
    checkOrderLog(log, tape, stopAtFirst);
    if (tape) checkPath(log, tape, { end, quoteMaxAgeMs: season.terms!.quoteMaxAgeMs }, stopAtFirst);
    const { fill, terms } = log.at(-1)!;
    if (fill) filled.set(fill.id, readOrder(terms));
  }
  const families = new Families(stopAtFirst);
  for (const row of rows) {
    families.addEvent(row);
    if (row.fill) families.addFill(row.orderId, row.fill);
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
