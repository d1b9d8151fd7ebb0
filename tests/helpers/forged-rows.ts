/** Stores the fills and orders that a forger added to a bundle in the database, as the product would have. */
import { readBundleLine } from '#core/season/bundle-lines.ts';
import type { Transaction } from '#db/client.ts';
import { type BundleEvent, readEvent, readFill } from '#proof/lines.ts';
import type { Line } from './tampered-lines.ts';

/** Inserts the rows that `lines` has beyond `original` into the last block. */
export async function insertForged(
  tx: Transaction,
  seasonId: number,
  original: readonly Line[],
  lines: readonly Line[],
): Promise<void> {
  const keyOf = ([kind, id]: Line) => `${kind} ${id}`;
  const originalKeys = new Set(original.map(keyOf));
  for (const line of lines) {
    const row = originalKeys.has(keyOf(line)) ? null : readBundleLine(JSON.stringify(line));
    if (row?.kind === 'fill') await insertFill(tx, seasonId, readFill(row.values));
    if (row?.kind === 'event') await insertEvent(tx, seasonId, readEvent(row.values));
  }
  await tx`
    update season_chain c set
      first_fill = coalesce(first_fill, (select min(id) from fills where season_id = c.season_id and id > c.last_fill)),
      last_fill = (select max(id) from fills where season_id = c.season_id),
      first_event = coalesce(first_event, (select min(id) from order_events where season_id = c.season_id and id > c.last_event)),
      last_event = (select max(id) from order_events where season_id = c.season_id)
    where season_id = ${seasonId} and seq = (select max(seq) from season_chain where season_id = ${seasonId})`;
}

/** Stores a fill that opens a long position. */
async function insertFill(
  tx: Transaction,
  seasonId: number,
  fill: ReturnType<typeof readFill>,
): Promise<void> {
  const { id, trader, symbol, action, quantity, price, cash, source, order } = fill;
  const [filledAt, quoteAt] = [new Date(fill.filledAt), new Date(fill.quoteAt)];
  await tx`
    with position as (
      insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost, exact_cost, opened_at)
      values (${seasonId}, ${trader}, ${symbol}, false, ${quantity}, ${quantity}, ${price}, -${cash}::numeric,
        ${price}::numeric * ${quantity}::numeric, ${filledAt})
      on conflict (season_id, user_id, symbol) where closed_at is null do update set
        quantity = positions.quantity + excluded.quantity,
        opened_quantity = positions.opened_quantity + excluded.quantity,
        cost = positions.cost + excluded.cost,
        exact_cost = positions.exact_cost + excluded.exact_cost,
        entry_price = (positions.exact_cost + excluded.exact_cost) / (positions.quantity + excluded.quantity)
      returning id
    ), entered as (
      insert into ledger (user_id, season_id, currency, kind, amount, ref, at)
      values (${trader}, ${seasonId}, 'USD', 'trade', ${cash}, ${`fill:${id}`}, ${filledAt})
    ), paid as (
      update accounts set cash = cash + ${cash}::numeric, trade_count = trade_count + 1, last_trade_at = ${filledAt}
      where season_id = ${seasonId} and user_id = ${trader}
    )
    insert into fills (id, season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at, quote_age_ms,
      source, filled_at, order_id) overriding system value
    select ${id}, ${seasonId}, ${trader}, id, ${symbol}, ${action}, ${quantity}, ${price}, ${cash}, ${quoteAt}, 0, ${source},
      ${filledAt}, ${order} from position`;
}

/** Stores an event of an order, and the order's resulting state. */
async function insertEvent(tx: Transaction, seasonId: number, event: BundleEvent): Promise<void> {
  const { id, trader, order, kind, at, fill, terms } = event;
  await tx`
    insert into order_events (id, order_id, season_id, user_id, rev, kind, at, terms, reason, fill_id) overriding system value
    values (${id}, ${order}, ${seasonId}, ${trader}, ${terms.rev}, ${kind}, ${new Date(at)},
      ${JSON.stringify(terms)}::text::jsonb, ${terms.reason}, ${fill})`;
  const row = { ...terms, season_id: seasonId, user_id: trader, changed_at: new Date(at).toISOString() };
  await tx`delete from orders where id = ${order}`;
  await tx`insert into orders select * from jsonb_populate_record(null::orders, ${JSON.stringify(row)}::text::jsonb)`;
}
