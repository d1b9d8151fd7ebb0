/** What a season can be checked from: fills in order, and everything that was written because of them. Decimals as stored. */
import type { Action, CloseReason } from '#core/trading/position.ts';
import type { Queryable } from '../client.ts';

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
  filledAt: Date;
};

/** Fills of a season after the fill `after`, in the order they happened. */
export async function seasonFills(
  sql: Queryable,
  seasonId: number,
  after: bigint,
  limit: number,
): Promise<FillRow[]> {
  return await sql<FillRow[]>`
    select f.id, f.user_id as "userId", u.username, f.position_id as "positionId", f.symbol, f.action, f.quantity, f.price,
      f.cash_delta as "cashDelta", f.quote_at as "quoteAt", f.source, f.reason, f.filled_at as "filledAt"
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

/** Every closed trade of a season. */
export async function seasonClosed(sql: Queryable, seasonId: number): Promise<ClosedRow[]> {
  return await sql<ClosedRow[]>`
    select id, fill_id as "fillId", user_id as "userId", symbol, is_short as "isShort", quantity,
      entry_price as entry, exit_price as exit, pnl, pnl_percent as "pnlPercent", xp, close_reason as reason,
      opened_at as "openedAt", closed_at as "closedAt"
    from closed_trades where season_id = ${seasonId} order by id`;
}

export type LedgerRow = { id: bigint; userId: number; kind: string; amount: string; ref: string | null };

/** Every movement of dollars in a season. */
export async function seasonLedger(sql: Queryable, seasonId: number): Promise<LedgerRow[]> {
  return await sql<LedgerRow[]>`
    select id, user_id as "userId", kind, amount, ref from ledger
    where season_id = ${seasonId} and currency = 'USD' order by id`;
}

export type AccountRow = {
  userId: number;
  username: string;
  isAdmin: boolean;
  cash: string;
  realised: string;
  trades: number;
};

/** Every account of a season. */
export async function seasonAccounts(sql: Queryable, seasonId: number): Promise<AccountRow[]> {
  return await sql<AccountRow[]>`
    select a.user_id as "userId", u.username, u.is_admin as "isAdmin", a.cash, a.realised_pnl as realised,
      a.trade_count as trades
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
};

/** Every position of a season. */
export async function seasonPositions(sql: Queryable, seasonId: number): Promise<PositionRow[]> {
  return await sql<PositionRow[]>`
    select id, user_id as "userId", symbol, is_short as "isShort", closed_at is null as "isOpen", quantity,
      opened_quantity as opened, entry_price as entry, cost
    from positions where season_id = ${seasonId} order by id`;
}

/** `earned`: XP of all closed trades, with what a simulated trader brought along. */
export type SeasonProgress = { username: string; xp: string; level: number; earned: string };

/** The XP of everybody with an account in a season, of their whole life. */
export async function seasonProgress(sql: Queryable, seasonId: number): Promise<SeasonProgress[]> {
  return await sql<SeasonProgress[]>`
    select u.username, coalesce(g.xp, 0)::numeric(14,2) as xp, coalesce(g.level, 0) as level,
      (coalesce(c.xp, 0) + case when u.is_simulated then coalesce(g.career_xp, 0) else 0 end)::numeric(16,2) as earned
    from accounts a join users u on u.id = a.user_id
      left join progress g on g.user_id = a.user_id
      left join (select user_id, sum(xp) as xp from closed_trades group by user_id) c on c.user_id = a.user_id
    where a.season_id = ${seasonId} order by a.user_id`;
}
