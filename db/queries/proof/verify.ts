/** The rows that the proof of a season checks. Decimals as stored. */
import type { LoggedChange, NamedFill, OrderJson } from '#core/orders/order-json.ts';
import type { Action, CloseReason } from '#core/trading/position.ts';
import type { Queryable } from '../../client.ts';
import { readMatched } from '../orders/engine.ts';
import { COLUMNS } from '../orders/read.ts';

export type FillRow = {
  id: bigint;
  userId: number;
  username: string;
  positionId: bigint;
  symbol: string;
  action: Action;
  quantity: string;
  price: string;
  cashDelta: string;
  quoteAt: Date;
  source: string;
  reason: CloseReason | null;
  /** The working order that it executed; null for an immediate order. */
  orderId: string | null;
  filledAt: Date;
};

/** Returns fills of a season with ids above `after`, by id. */
export async function seasonFills(
  sql: Queryable,
  seasonId: number,
  after: bigint,
  limit: number,
): Promise<FillRow[]> {
  return await sql<FillRow[]>`
    select f.id, f.user_id as "userId", u.username, f.position_id as "positionId", f.symbol, f.action, f.quantity, f.price,
      f.cash_delta as "cashDelta", f.quote_at as "quoteAt", f.source, f.reason, f.order_id as "orderId",
      f.filled_at as "filledAt"
    from fills f join users u on u.id = f.user_id
    where f.season_id = ${seasonId} and f.id > ${after} order by f.id limit ${limit}`;
}

export type ClosedRow = {
  id: bigint;
  fillId: bigint | null;
  userId: number;
  symbol: string;
  isShort: boolean;
  quantity: string;
  entry: string;
  exit: string;
  pnl: string;
  pnlPercent: string;
  xp: string;
  reason: CloseReason;
  openedAt: Date;
  closedAt: Date;
};

export async function seasonClosed(sql: Queryable, seasonId: number): Promise<ClosedRow[]> {
  return await sql<ClosedRow[]>`
    select id, fill_id as "fillId", user_id as "userId", symbol, is_short as "isShort", quantity,
      entry_price as entry, exit_price as exit, pnl, pnl_percent as "pnlPercent", xp, close_reason as reason,
      opened_at as "openedAt", closed_at as "closedAt"
    from closed_trades where season_id = ${seasonId} order by id`;
}

export type LedgerRow = { id: bigint; userId: number; kind: string; amount: string; ref: string | null };

export async function seasonLedger(sql: Queryable, seasonId: number): Promise<LedgerRow[]> {
  return await sql<LedgerRow[]>`
    select id, user_id as "userId", kind, amount, ref from ledger
    where season_id = ${seasonId} and currency = 'USD' order by id`;
}

export type AccountRow = {
  userId: number;
  username: string;
  /** True for an admin, and for an account that was an admin during the season. The final table has no row for them. */
  isAdmin: boolean;
  /** Null without a grant in the ledger. */
  openedAt: Date | null;
  cash: string;
  realised: string;
  trades: number;
};

export async function seasonAccounts(sql: Queryable, seasonId: number): Promise<AccountRow[]> {
  return await sql<AccountRow[]>`
    select a.user_id as "userId", u.username, u.is_admin or a.was_admin as "isAdmin", a.cash, a.realised_pnl as realised,
      a.trade_count as trades, (select min(l.at) from ledger l where l.user_id = a.user_id and l.currency = 'USD'
        and l.season_id = a.season_id and l.kind = 'season_grant') as "openedAt"
    from accounts a join users u on u.id = a.user_id where a.season_id = ${seasonId} order by a.user_id`;
}

export type PositionRow = {
  id: bigint;
  userId: number;
  symbol: string;
  isShort: boolean;
  isOpen: boolean;
  quantity: string;
  opened: string;
  entry: string;
  cost: string;
  exactCost: string | null;
};

export async function seasonPositions(sql: Queryable, seasonId: number): Promise<PositionRow[]> {
  return await sql<PositionRow[]>`
    select id, user_id as "userId", symbol, is_short as "isShort", closed_at is null as "isOpen", quantity,
      opened_quantity as opened, entry_price as entry, cost, exact_cost as "exactCost"
    from positions where season_id = ${seasonId} order by id`;
}

/**
 * `earned`: XP of all closed trades, with a simulated trader's career XP. `tkf`: balance. `rewards`, `purchases`:
 * from the ledger. `spent`: price of the owned items.
 */
export type SeasonProgress = {
  username: string;
  xp: string;
  level: number;
  earned: string;
  tkf: number;
  rewards: number;
  purchases: number;
  spent: number;
};

/** Returns XP and TKF, over all seasons, of every user with an account in a season. */
export async function seasonProgress(sql: Queryable, seasonId: number): Promise<SeasonProgress[]> {
  return await sql<SeasonProgress[]>`
    select u.username, coalesce(g.xp, 0)::numeric(20,2) as xp, coalesce(g.level, 0) as level,
      (coalesce(c.xp, 0) + case when u.is_simulated then coalesce(g.career_xp, 0) else 0 end)::numeric(20,2) as earned,
      coalesce(g.tkf, 0) as tkf, coalesce(l.rewards, 0)::integer as rewards, coalesce(l.purchases, 0)::integer as purchases,
      coalesce(i.spent, 0)::integer as spent
    from accounts a join users u on u.id = a.user_id
      left join progress g on g.user_id = a.user_id
      left join (select user_id, sum(xp) as xp from closed_trades group by user_id) c on c.user_id = a.user_id
      left join (select user_id, sum(amount) filter (where kind = 'level_reward') as rewards,
        sum(amount) filter (where kind <> 'level_reward') as purchases
        from ledger where currency = 'TKF' group by user_id) l on l.user_id = a.user_id
      left join (select user_id, sum(price) as spent from owned_items group by user_id) i on i.user_id = a.user_id
    where a.season_id = ${seasonId} order by a.user_id`;
}

type RawEvent = Omit<LoggedChange, 'fill'> & { fill_id: bigint | null } & Omit<
    NamedFill,
    'id' | 'userId' | 'orderId'
  > & {
    fill_user: number;
    fill_order: string | null;
  };

/** @returns changes in the sequence of logging */
export async function seasonOrderEvents(sql: Queryable, seasonId: number): Promise<LoggedChange[]> {
  const rows = await sql<RawEvent[]>`
    select e.id, e.order_id as "orderId", e.user_id as "userId", u.username, e.kind, e.at, e.terms, f.id as fill_id,
      f.user_id as fill_user, f.symbol, f.action, f.quantity, f.price, f.quote_at as "quoteAt", f.order_id as fill_order
    from order_events e join users u on u.id = e.user_id left join fills f on f.id = e.fill_id
    where e.season_id = ${seasonId} order by e.id`;
  return rows.map(
    ({ id, orderId, userId, username, kind, at, terms, fill_id, fill_user, fill_order, ...fill }) => ({
      id,
      orderId,
      userId,
      username,
      kind,
      at,
      terms,
      fill: fill_id === null ? null : { ...fill, id: fill_id, userId: fill_user, orderId: fill_order },
    }),
  );
}

/** Returns a season's orders by id. `matchedTo`: epoch ms of the market's clock. */
export async function seasonOrders(
  sql: Queryable,
  seasonId: number,
): Promise<{ orders: Map<string, OrderJson>; matchedTo: number }> {
  const rows = await sql<{ id: string; row: OrderJson }[]>`
    select o.id, to_jsonb(r) as row from orders o, lateral (select ${sql.unsafe(COLUMNS)}) r
    where o.season_id = ${seasonId}`;
  return { orders: new Map(rows.map(({ id, row }) => [id, row])), matchedTo: await readMatched(sql) };
}

/**
 * Returns a sentence about a wrong hold, a wrong number of working orders or a fill without an order's log; null
 * without any.
 */
export async function orderFault(sql: Queryable, seasonId: number): Promise<string | null> {
  type Raw = { username: string; held: string; hold: string; liveOrders: number; orders: number };
  const [account] = await sql<Raw[]>`
    select u.username, a.held, coalesce(sum(o.hold), 0)::numeric(20,2) as hold, a.live_orders as "liveOrders",
      count(o.id)::integer as orders
    from accounts a join users u on u.id = a.user_id
      left join orders o on o.season_id = a.season_id and o.user_id = a.user_id and o.final_at is null
    where a.season_id = ${seasonId}
    group by u.username, a.held, a.live_orders
    having a.held <> coalesce(sum(o.hold), 0) or a.live_orders <> count(o.id) limit 1`;
  if (account) {
    const { username, held, hold, liveOrders, orders } = account;
    return held === hold
      ? `The account of ${username} counts ${liveOrders} working orders; it has ${orders}.`
      : `The account of ${username} holds ${held}; its working orders hold ${hold}.`;
  }
  const [fill] = await sql<{ id: bigint }[]>`
    select f.id from fills f
    where f.season_id = ${seasonId} and f.order_id is not null and not exists (
      select from order_events e where e.fill_id = f.id and e.order_id = f.order_id and e.kind = 'filled') limit 1`;
  return fill ? `Fill ${fill.id} is of an order that does not know of it.` : null;
}
