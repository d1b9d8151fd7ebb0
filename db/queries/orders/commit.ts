/** SQL for writing orders, and commits that write only orders. */
import { writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { OrderChange } from '#core/orders/order.ts';
import { writeOrder } from '#core/orders/order-json.ts';
import { utcDay } from '#core/trading/day-limits.ts';
import type { Queryable } from '../../client.ts';
import { notificationsWritten } from '../account/notifications.ts';
import { answersStored, type Guard, guarded, reasonsWritten } from '../trading/guard.ts';

/**
 * The orders part of a commit. `held`, `live`: the held cash and the number of working orders afterwards. `fill` of a
 * change: the index of its fill among the commit's fills.
 */
export type OrdersWrite = { changes: readonly OrderChange[]; held: Cents; live: number };

/** Assignments for an `update` of `accounts` from rows `c`; empty when the commit has no orders. */
export const heldColumns = (sql: Queryable, orders: OrdersWrite | null) =>
  orders ? sql`, held = c.held, live_orders = c.live` : sql``;

/** Assignments of day counts for an `update` of `accounts` from rows `c` with day, fills, events and XP. */
export function countColumns(sql: Queryable) {
  const dayXp = sql`case when c.day > a.counted_day then 0 else a.day_xp end + c.xp`;
  return sql`, counted_day = greatest(a.counted_day, c.day),
        day_fills = case when c.day > a.counted_day then 0 else a.day_fills end + c.fills,
        day_events = case when c.day > a.counted_day then 0 else a.day_events end + c.events,
        day_xp = ${dayXp}, best_day_xp = greatest(a.best_day_xp, ${dayXp}),
        best_day = case when ${dayXp} > a.best_day_xp then greatest(a.counted_day, c.day) else a.best_day end`;
}

type AccountOrders = { userId: number; orders: OrdersWrite | null };

/**
 * Returns parts of a `with` query that store the last state of each order and an event for each change. The query
 * already has a part `account` and, if `hasFills`, a part `new_fills`. Empty without orders.
 */
export function ordersWritten(sql: Queryable, accounts: readonly AccountOrders[], hasFills: boolean) {
  if (!accounts[0]?.orders) return sql``;
  const changes = accounts.flatMap(({ userId, orders }) =>
    (orders?.changes ?? []).map((change) => ({ ...change, userId })),
  );
  const last = new Map(changes.map(({ order }, n) => [order.id, n]));
  const rows = changes.map(({ userId, kind, at, order, fill }, n) => ({
    user_id: userId,
    n,
    kind,
    fill,
    at: new Date(at).toISOString(),
    is_last: last.get(order.id) === n,
    terms: writeOrder(order),
  }));
  const fill = hasFills
    ? sql`left join new_fills l on l.user_id = h.user_id and l.n = h.fill`
    : sql`left join (select null::bigint as fill_id) l on true`;
  return sql`, change as (
      select account.season_id, h.*, t.*, l.fill_id
      from account join jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as h (
        user_id integer, n integer, kind text, at timestamptz, fill integer, is_last boolean, terms jsonb)
        on h.user_id = account.user_id ${fill},
      jsonb_to_record(h.terms) as t (
        id uuid, rev integer, symbol text, action text, type text, tif text, quantity numeric, amount numeric,
        close_all boolean, limit_price numeric, stop_price numeric, trail_amount numeric, trail_percent numeric,
        mark numeric, mark_from timestamptz, status text, reason text, parent_id uuid, role text, oco_id uuid, hold numeric, client_order_id text,
        placed_at timestamptz, active_from timestamptz, triggered_at timestamptz, expires_at timestamptz,
        final_at timestamptz)
    ), ordered as (
      insert into orders (id, season_id, user_id, rev, symbol, action, type, tif, quantity, amount, close_all,
        limit_price, stop_price, trail_amount, trail_percent, mark, mark_from, status, reason, parent_id, role, oco_id, hold,
        client_order_id, placed_at, active_from, triggered_at, expires_at, final_at, fill_id)
      select id, season_id, user_id, rev, symbol, action, type, tif, quantity, amount, close_all,
        limit_price, stop_price, trail_amount, trail_percent, mark, mark_from, status, reason, parent_id, role, oco_id, hold,
        client_order_id, placed_at, active_from, triggered_at, expires_at, final_at, fill_id
      from change where is_last
      on conflict (id) do update set rev = excluded.rev, symbol = excluded.symbol, tif = excluded.tif, quantity = excluded.quantity,
        amount = excluded.amount, close_all = excluded.close_all, limit_price = excluded.limit_price,
        stop_price = excluded.stop_price, trail_amount = excluded.trail_amount,
        trail_percent = excluded.trail_percent, mark = excluded.mark, mark_from = excluded.mark_from, status = excluded.status,
        reason = excluded.reason, oco_id = excluded.oco_id, hold = excluded.hold, active_from = excluded.active_from,
        triggered_at = excluded.triggered_at, expires_at = excluded.expires_at, final_at = excluded.final_at,
        changed_at = now(), fill_id = excluded.fill_id
    ), logged as (
      insert into order_events (order_id, season_id, user_id, rev, kind, at, terms, reason, fill_id)
      select id, season_id, user_id, rev, kind, at, terms, reason, fill_id from change order by n
    )`;
}

export type OrdersCommit = Guard & { orders: OrdersWrite };

const heldRow = ({ userId, at, orders }: OrdersCommit) => ({
  user_id: userId,
  day: utcDay(at.getTime()),
  fills: 0,
  events: orders.changes.length,
  xp: '0',
  held: writeCents(orders.held),
  live: orders.live,
});

/**
 * Commits order changes without fills for several accounts, each account whole or not at all, if the conditions of
 * `guarded` hold.
 * @param commits with equal guards except for account and version
 * @param skipsLocked skips accounts that another transaction has locked @returns ids of the committed accounts
 * @throws a unique violation when a concurrent request used a key or clientOrderId first
 */
export async function commitOrders(
  sql: Queryable,
  commits: readonly [OrdersCommit, ...OrdersCommit[]],
  skipsLocked = false,
): Promise<Set<number>> {
  const [first] = commits;
  const rows = await sql<{ user_id: number }[]>`
    with ${guarded(sql, first, commits, skipsLocked)}, account as (
      update accounts a set version = a.version + 1 ${heldColumns(sql, first.orders)} ${countColumns(sql)}
      from timely l join jsonb_to_recordset(${JSON.stringify(commits.map(heldRow))}::text::jsonb) as c (
        user_id integer, held numeric, live integer, day date, fills integer, events integer,
        xp numeric) using (user_id)
      where a.season_id = l.season_id and a.user_id = l.user_id
      returning a.season_id, a.user_id
    ) ${ordersWritten(sql, commits, false)} ${answersStored(sql, commits)}
    ${reasonsWritten(sql, commits)} ${notificationsWritten(sql, commits)}
    select user_id from account`;
  return new Set(rows.map((row) => row.user_id));
}
