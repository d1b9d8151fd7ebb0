/** Orders that wait: what is read before one is decided on, and the part of a commit that writes them. */
import { writeRules } from '#core/contract/schemas/rules.ts';
import {
  readCents,
  readDecimal,
  readMicro,
  readPrice,
  writeCents,
  writeDecimal,
  writeMicro,
  writePrice,
} from '#core/money/money.ts';
import type { EventKind, OrderChange, Trail, WorkingOrder } from '#core/orders/order.ts';
import type { Size } from '#core/trading/order.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import { one, type Queryable } from '../client.ts';

/** The columns of an order as JSON has them: exact decimals as text, times ISO. What `order_events.terms` holds. */
export type OrderJson = {
  id: string;
  rev: number;
  symbol: string;
  action: WorkingOrder['action'];
  type: WorkingOrder['type'];
  tif: WorkingOrder['tif'];
  quantity: string | null;
  amount: string | null;
  close_all: boolean;
  limit_price: string | null;
  stop_price: string | null;
  trail_amount: string | null;
  trail_percent: string | null;
  mark: string | null;
  status: WorkingOrder['status'];
  reason: string | null;
  parent_id: string | null;
  role: WorkingOrder['role'];
  oco_id: string | null;
  hold: string;
  client_order_id: string | null;
  placed_at: string;
  active_from: string | null;
  triggered_at: string | null;
  expires_at: string | null;
  final_at: string | null;
};

/** Decimals come as text, so that JSON does not make floats of them. */
export const COLUMNS = `o.id, o.rev, o.symbol, o.action, o.type, o.tif, o.quantity::text, o.amount::text, o.close_all,
  o.limit_price::text, o.stop_price::text, o.trail_amount::text, o.trail_percent::text, o.mark::text, o.status, o.reason,
  o.parent_id, o.role, o.oco_id, o.hold::text, o.client_order_id, o.placed_at, o.active_from, o.triggered_at,
  o.expires_at, o.final_at`;

const time = (text: string | null) => (text === null ? null : Date.parse(text));
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const price = (text: string | null) => (text === null ? null : readPrice(text));
const priceText = (value: bigint | null) => (value === null ? null : writePrice(value));

function readSize(row: OrderJson): Size {
  if (row.close_all) return { kind: 'all' };
  if (row.amount !== null) return { kind: 'amount', amount: readCents(row.amount) };
  return { kind: 'quantity', quantity: readMicro(row.quantity!) };
}

function readTrail({ trail_amount, trail_percent }: OrderJson): Trail | null {
  if (trail_amount !== null) return { kind: 'amount', amount: readPrice(trail_amount) };
  return trail_percent === null ? null : { kind: 'percent', percent: readDecimal(trail_percent, 2) };
}

export function readOrder(row: OrderJson): WorkingOrder {
  const { id, rev, symbol, action, type, tif, status, reason, role } = row;
  return {
    ...{ id, rev, symbol, action, type, tif, status, reason, role },
    ...{ size: readSize(row), trail: readTrail(row) },
    ...{ limit: price(row.limit_price), stop: price(row.stop_price), mark: price(row.mark) },
    ...{ parentId: row.parent_id, ocoId: row.oco_id, clientOrderId: row.client_order_id },
    hold: readCents(row.hold),
    placedAt: Date.parse(row.placed_at),
    activeFrom: time(row.active_from),
    triggeredAt: time(row.triggered_at),
    expiresAt: time(row.expires_at),
    finalAt: time(row.final_at),
  };
}

export function writeOrder(order: WorkingOrder): OrderJson {
  const { id, rev, symbol, action, type, tif, status, reason, role, size, trail } = order;
  return {
    ...{ id, rev, symbol, action, type, tif, status, reason, role },
    quantity: size.kind === 'quantity' ? writeMicro(size.quantity) : null,
    amount: size.kind === 'amount' ? writeCents(size.amount) : null,
    close_all: size.kind === 'all',
    ...{
      limit_price: priceText(order.limit),
      stop_price: priceText(order.stop),
      mark: priceText(order.mark),
    },
    trail_amount: trail?.kind === 'amount' ? writePrice(trail.amount) : null,
    trail_percent: trail?.kind === 'percent' ? writeDecimal(trail.percent, 2) : null,
    ...{ parent_id: order.parentId, oco_id: order.ocoId, client_order_id: order.clientOrderId },
    hold: writeCents(order.hold),
    placed_at: new Date(order.placedAt).toISOString(),
    ...{ active_from: iso(order.activeFrom), triggered_at: iso(order.triggeredAt) },
    ...{ expires_at: iso(order.expiresAt), final_at: iso(order.finalAt) },
  };
}

/**
 * What a commit writes of orders: the changes in their order, and what the account holds after them. `leg` of a change is
 * the place of its fill among the commit's legs.
 */
export type OrdersWrite = { changes: readonly OrderChange[]; held: bigint; live: number };

/** The columns of `accounts` that orders own. */
export const heldColumns = (sql: Queryable, orders: OrdersWrite | null) =>
  orders ? sql`, held = ${writeCents(orders.held)}::numeric, live_orders = ${orders.live}::integer` : sql``;

/**
 * The statements that write orders, as further parts of a `with` that has `account`, and `legs` if `hasLegs`. Of an order
 * that changes twice the last state stays; each change is an event.
 */
export function ordersWritten(sql: Queryable, orders: OrdersWrite | null, hasLegs: boolean) {
  if (!orders) return sql``;
  const last = new Map(orders.changes.map(({ order }, n) => [order.id, n]));
  const rows = orders.changes.map(({ kind, at, order, leg }, n) => ({
    ...writeOrder(order),
    ...{
      n,
      kind,
      at: new Date(at).toISOString(),
      leg,
      is_last: last.get(order.id) === n,
      terms: writeOrder(order),
    },
  }));
  const fill = hasLegs
    ? sql`left join legs l on l.n = c.leg`
    : sql`left join (select null::bigint as fill_id) l on true`;
  return sql`, change as (
      select account.season_id, account.user_id, c.*, l.fill_id
      from account, jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c (
        n integer, kind text, at timestamptz, leg integer, is_last boolean, terms jsonb,
        id uuid, rev integer, symbol text, action text, type text, tif text, quantity numeric, amount numeric,
        close_all boolean, limit_price numeric, stop_price numeric, trail_amount numeric, trail_percent numeric,
        mark numeric, status text, reason text, parent_id uuid, role text, oco_id uuid, hold numeric, client_order_id text,
        placed_at timestamptz, active_from timestamptz, triggered_at timestamptz, expires_at timestamptz,
        final_at timestamptz) ${fill}
    ), ordered as (
      insert into orders (id, season_id, user_id, rev, symbol, action, type, tif, quantity, amount, close_all,
        limit_price, stop_price, trail_amount, trail_percent, mark, status, reason, parent_id, role, oco_id, hold,
        client_order_id, placed_at, active_from, triggered_at, expires_at, final_at, fill_id)
      select id, season_id, user_id, rev, symbol, action, type, tif, quantity, amount, close_all,
        limit_price, stop_price, trail_amount, trail_percent, mark, status, reason, parent_id, role, oco_id, hold,
        client_order_id, placed_at, active_from, triggered_at, expires_at, final_at, fill_id
      from change where is_last
      on conflict (id) do update set rev = excluded.rev, tif = excluded.tif, quantity = excluded.quantity,
        amount = excluded.amount, close_all = excluded.close_all, limit_price = excluded.limit_price,
        stop_price = excluded.stop_price, trail_amount = excluded.trail_amount,
        trail_percent = excluded.trail_percent, mark = excluded.mark, status = excluded.status,
        reason = excluded.reason, oco_id = excluded.oco_id, hold = excluded.hold, active_from = excluded.active_from,
        triggered_at = excluded.triggered_at, expires_at = excluded.expires_at, final_at = excluded.final_at,
        changed_at = now(), fill_id = excluded.fill_id
    ), logged as (
      insert into order_events (order_id, season_id, user_id, rev, kind, at, terms, reason, fill_id)
      select id, season_id, user_id, rev, kind, at, terms, reason, fill_id from change order by n
    )`;
}

/** What a change of orders without a fill is decided on, and what it writes. */
export type OrdersCommit = {
  seasonId: number;
  userId: number;
  version: bigint;
  rules: Rules;
  /** Also in a season that waits or has ended (admins). */
  anyStatus: boolean;
  orders: OrdersWrite;
  /** The statement does nothing when it had to wait longer than this, ms. */
  patienceMs: number;
  at: Date;
  idempotency: { key: Uint8Array; hash: Uint8Array; response: string } | null;
};

/**
 * Commits changes of orders that fill nothing, whole or not at all, guarded as `commitTrade` is.
 * @returns false when nothing was done @throws a unique violation for a key or clientOrderId that was used meanwhile
 */
export async function commitOrders(sql: Queryable, c: OrdersCommit): Promise<boolean> {
  const { idempotency } = c;
  const rows = await sql<{ done: boolean }[]>`
    with season as (
      select id from seasons where id = ${c.seasonId} and rules = ${JSON.stringify(writeRules(c.rules))}::text::jsonb
        and (status = 'active' or (${c.anyStatus} and status <> 'archived'))
      for share
    ), locked as (
      select a.season_id, a.user_id from accounts a join season s on s.id = a.season_id
      where a.user_id = ${c.userId} and a.version = ${c.version}
      for update of a
    ), account as (
      update accounts a set version = a.version + 1 ${heldColumns(sql, c.orders)}
      from (select * from locked
        where clock_timestamp() - statement_timestamp() <= ${c.patienceMs}::integer * interval '1 ms') l
      where a.season_id = l.season_id and a.user_id = l.user_id
      returning a.season_id, a.user_id
    ) ${ordersWritten(sql, c.orders, false)}, answered as (
      insert into idempotency_keys (user_id, key_hash, body_hash, response, created_at)
      select user_id, ${idempotency?.key ?? new Uint8Array()}::bytea, ${idempotency?.hash ?? new Uint8Array()}::bytea,
        ${idempotency?.response ?? ''}, ${c.at}::timestamptz
      from account where ${idempotency !== null}
    )
    select exists (select from account) as done`;
  return rows[0]?.done === true;
}

/**
 * A trader's live orders of a season, until when (epoch ms of the market's clock) all orders were matched, and the trader's
 * name. Read them after the account whose version guards the commit.
 */
export async function liveOrders(
  sql: Queryable,
  seasonId: number,
  userId: number,
): Promise<{ orders: WorkingOrder[]; matchedTo: number; username: string }> {
  const row = one(
    await sql<{ orders: OrderJson[]; matched_to: Date; username: string }[]>`
      select e.matched_to, u.username, coalesce((select jsonb_agg(to_jsonb(o) order by o.id) from (
        select ${sql.unsafe(COLUMNS)} from orders o
        where o.season_id = ${seasonId} and o.user_id = ${userId} and o.final_at is null) o), '[]') as orders
      from order_engine e, users u where u.id = ${userId}`,
  );
  return { orders: row.orders.map(readOrder), matchedTo: row.matched_to.getTime(), username: row.username };
}

/** An order with the fill it came to, and when it was placed in the trader's list. */
export type OrderRow = {
  order: WorkingOrder;
  fill: { price: string; quantity: string; source: string } | null;
};

type Listed = { row: OrderJson; price: string | null; filled: string | null; source: string | null };
const listed = ({ row, price: at, filled, source }: Listed): OrderRow => ({
  order: readOrder(row),
  fill: at === null ? null : { price: at, quantity: filled!, source: source! },
});

export type OrderFilter = {
  status: 'live' | 'final' | 'all';
  symbol: string | null;
  before: string | null;
  limit: number;
};

/** A trader's orders that are no children, newest first, each followed by its children. */
export async function listOrders(
  sql: Queryable,
  seasonId: number,
  userId: number,
  { status, symbol, before, limit }: OrderFilter,
): Promise<OrderRow[]> {
  const rows = await sql<Listed[]>`
    with page as (
      select id from orders
      where user_id = ${userId} and season_id = ${seasonId} and parent_id is null
        and (${symbol}::text is null or symbol = ${symbol}) and (${before}::uuid is null or id < ${before}::uuid)
        and (${status} = 'all' or ((final_at is null) = (${status} = 'live'))
          or (${status} = 'live' and exists (
            select from orders c where c.parent_id = orders.id and c.final_at is null)))
      order by id desc limit ${limit}
    )
    select to_jsonb(r) as row, f.price, f.quantity as filled, f.source
    from (select ${sql.unsafe(COLUMNS)}, o.fill_id from orders o
        where o.id in (select id from page) or o.parent_id in (select id from page)) r
      left join fills f on f.id = r.fill_id
    order by coalesce(r.parent_id, r.id) desc, r.parent_id is not null, r.id`;
  return rows.map(listed);
}

/** @returns null when the trader has no such order */
export async function findOrder(sql: Queryable, userId: number, id: string): Promise<OrderRow | null> {
  const [row] = await sql<Listed[]>`
    select to_jsonb(r) as row, f.price, f.quantity as filled, f.source
    from (select ${sql.unsafe(COLUMNS)}, o.fill_id from orders o where o.id = ${id} and o.user_id = ${userId}) r
      left join fills f on f.id = r.fill_id`;
  return row ? listed(row) : null;
}

export type OrderEventRow = {
  kind: EventKind;
  at: Date;
  recordedAt: Date;
  rev: number;
  reason: string | null;
};

export async function eventsOf(sql: Queryable, orderId: string): Promise<OrderEventRow[]> {
  return await sql<OrderEventRow[]>`
    select kind, at, recorded_at as "recordedAt", rev, reason from order_events where order_id = ${orderId} order by id`;
}
