/** What an order reads before it is decided, and the one statement that commits what was decided. */

import { readRules, writeRules } from '#core/contract/schemas/rules.ts';
import {
  readCents,
  readDecimal,
  readEntry,
  readMicro,
  writeCents,
  writeDecimal,
  writeEntry,
  writeMicro,
  writePrice,
} from '#core/money/money.ts';
import { type Progress, XP_CARRY_DIGITS, XP_GAIN_DIGITS } from '#core/progress/xp.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { Leg, Position } from '#core/trading/position.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Queryable } from '../client.ts';
import { heldColumns, type OrdersWrite, ordersWritten } from './orders.ts';

/** Columns of `positions` that make a Position, as `readPosition` takes them. */
export const POSITION_COLUMNS = `p.id, p.symbol, p.is_short, p.quantity, p.opened_quantity, p.entry_price, p.cost,
  p.xp_carry, p.xp_gain, p.opened_at, p.last_increased_at`;
export type RawPosition = {
  id: bigint;
  symbol: string;
  is_short: boolean;
  quantity: string;
  opened_quantity: string;
  entry_price: string;
  cost: string;
  xp_carry: string;
  xp_gain: string;
  opened_at: Date;
  last_increased_at: Date | null;
};

export function readPosition(row: RawPosition): Position {
  return {
    id: row.id,
    symbol: row.symbol,
    isShort: row.is_short,
    quantity: readMicro(row.quantity),
    opened: readMicro(row.opened_quantity),
    entry: readEntry(row.entry_price),
    cost: readCents(row.cost),
    xp: {
      carry: readDecimal(row.xp_carry, XP_CARRY_DIGITS),
      gain: readDecimal(row.xp_gain, XP_GAIN_DIGITS),
    },
    lastIncreasedAt: (row.last_increased_at ?? row.opened_at).getTime(),
  };
}

/** Everything one order is decided on, as of one moment. */
export type TradeState = {
  seasonId: number;
  status: SeasonStatus;
  startCash: bigint;
  rules: Rules;
  /** null when the user has no account in the season yet. */
  account: { cash: bigint; version: bigint; liveOrders: number } | null;
  /** The open position in the order's symbol. */
  held: Position | null;
  /** Open positions in all symbols. */
  openCount: number;
  progress: Progress;
};

/** @returns null when there is no season at all */
export async function readTradeState(
  sql: Queryable,
  userId: number,
  symbol: string,
): Promise<TradeState | null> {
  type Raw = RawPosition & {
    season_id: number;
    status: SeasonStatus;
    start_cash: string;
    rules: unknown;
    cash: string | null;
    version: bigint;
    live_orders: number;
    open_count: number;
    xp: string;
    level: number;
  };
  const [row] = await sql<Raw[]>`
    select s.id as season_id, s.status, s.start_cash, s.rules, a.cash, a.version, a.live_orders, ${sql.unsafe(POSITION_COLUMNS)},
      (select count(*)::integer from positions o
        where o.season_id = s.id and o.user_id = ${userId} and o.closed_at is null) as open_count,
      coalesce(g.xp, 0)::numeric(14,2) as xp, coalesce(g.level, 0) as level
    from (select id, status, start_cash, rules from seasons order by number desc limit 1) s
      left join accounts a on a.season_id = s.id and a.user_id = ${userId}
      left join positions p on p.season_id = s.id and p.user_id = ${userId} and p.symbol = ${symbol}
        and p.closed_at is null
      left join progress g on g.user_id = ${userId}`;
  if (!row) return null;
  return {
    seasonId: row.season_id,
    status: row.status,
    startCash: readCents(row.start_cash),
    rules: readRules(row.rules),
    account:
      row.cash === null
        ? null
        : { cash: readCents(row.cash), version: row.version, liveOrders: row.live_orders },
    held: row.id === null ? null : readPosition(row),
    openCount: row.open_count,
    progress: { xp: readDecimal(row.xp, 2), level: row.level },
  };
}

/** The price of each leg's fill and where it came from; times in epoch ms of the market's clock. */
export type FillQuote = { quotedPrice: bigint | null; asOfMs: number; ageMs: number; source: string };

export type Commit = {
  seasonId: number;
  userId: number;
  /** The account's version the decision was made on. */
  version: bigint;
  /** The season's rules the decision was made on. */
  rules: Rules;
  /** Also in a season that waits or has ended (admins). */
  anyStatus: boolean;
  cash: bigint;
  pnl: bigint;
  /** `orderId`: the order that waited for it. */
  legs: { leg: Leg; quote: FillQuote; orderId?: string }[];
  /** What becomes of the trader's orders that wait; null: they have none. */
  orders: OrdersWrite | null;
  /** Orders of the trader count as trades; forced covers do not. */
  isOrder: boolean;
  gain: { xp: bigint; levelBefore: number; level: number; tkf: number; tkfPerLevel: number };
  at: Date;
  /** The statement does nothing when it had to wait longer than this: the quote would be too old. */
  patienceMs: number;
  /** Of the browser the order came from (marks.ts). */
  markId: bigint | null;
  idempotency: { key: Uint8Array; hash: Uint8Array; response: string } | null;
};

/** The legs as `jsonb_to_recordset` takes them; decimals stay exact as text. */
function legRows({ legs }: Commit) {
  const last = new Map(legs.map(({ leg }, n) => [leg.position.id ?? `new ${n}`, n]));
  return legs.map(({ leg, quote, orderId }, n) => {
    const { position: p, closed } = leg;
    return {
      n,
      order_id: orderId ?? null,
      position_id: p.id === null ? null : String(p.id),
      is_last: last.get(p.id ?? `new ${n}`) === n,
      symbol: leg.symbol,
      is_short: p.isShort,
      action: leg.action,
      quantity: writeMicro(leg.quantity),
      price: writePrice(leg.price),
      cash_delta: writeCents(leg.cash),
      reason: leg.reason === 'order' ? null : leg.reason,
      close_reason: leg.reason,
      quoted_price: quote.quotedPrice === null ? null : writePrice(quote.quotedPrice),
      quote_at: new Date(quote.asOfMs).toISOString(),
      quote_age_ms: quote.ageMs,
      source: quote.source,
      left_quantity: writeMicro(p.quantity),
      opened_quantity: writeMicro(p.opened),
      entry_price: writeEntry(p.entry),
      cost: writeCents(p.cost),
      last_increased_at: new Date(p.lastIncreasedAt).toISOString(),
      xp_carry: writeDecimal(p.xp.carry, XP_CARRY_DIGITS),
      xp_gain: writeDecimal(p.xp.gain, XP_GAIN_DIGITS),
      closed_entry: closed ? writeEntry(closed.entry) : null,
      pnl: closed ? writeCents(closed.pnl) : null,
      pnl_percent: closed ? writeDecimal(closed.pnlPercent, 2) : null,
      xp: closed ? writeDecimal(closed.xp, 2) : null,
    };
  });
}

/**
 * Commits a decision whole or not at all: account, positions, fills, closed trades, ledger, XP, level rewards and
 * the answer for repeats, in one statement. The season's row is share-locked first, so Start, End and Reset wait
 * for it and it for them; then everything hangs on the season's rules and the account's version.
 * @returns false when nothing was done: version or rules moved on, the season is over, or it waited too long
 * @throws a unique violation (isUniqueViolation) when the Idempotency-Key was used in the meantime
 */
export async function commitTrade(sql: Queryable, c: Commit): Promise<boolean> {
  const { gain, idempotency } = c;
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
      update accounts a set cash = ${writeCents(c.cash)}, version = a.version + 1,
        realised_pnl = a.realised_pnl + ${writeCents(c.pnl)}::numeric,
        trade_count = a.trade_count + ${c.isOrder ? c.legs.length : 0}::integer,
        last_trade_at = case when ${c.isOrder} then ${c.at} else a.last_trade_at end
        ${heldColumns(sql, c.orders)}
      -- looks at the clock once the row is locked, however long that took
      from (select * from locked
        where clock_timestamp() - statement_timestamp() <= ${c.patienceMs}::integer * interval '1 ms') l
      where a.season_id = l.season_id and a.user_id = l.user_id
      returning a.season_id, a.user_id
    ), legs as (
      select account.season_id, account.user_id, l.*, l.position_id is null as is_new,
        coalesce(l.position_id, nextval('positions_id_seq')) as at_position, nextval('fills_id_seq') as fill_id
      from account, jsonb_to_recordset(${JSON.stringify(legRows(c))}::text::jsonb) as l (
        n integer, order_id uuid, position_id bigint, is_last boolean, symbol text, is_short boolean, action text, quantity numeric,
        price numeric, cash_delta numeric, reason text, close_reason text, quoted_price numeric,
        quote_at timestamptz, quote_age_ms integer, source text, left_quantity numeric, opened_quantity numeric,
        entry_price numeric, cost numeric, last_increased_at timestamptz, xp_carry numeric, xp_gain numeric, closed_entry numeric, pnl numeric,
        pnl_percent numeric, xp numeric)
    ), changed as (
      update positions p set quantity = l.left_quantity, opened_quantity = l.opened_quantity,
        entry_price = l.entry_price, cost = l.cost, last_increased_at = l.last_increased_at, xp_carry = l.xp_carry, xp_gain = l.xp_gain,
        closed_at = case when l.left_quantity = 0 then ${c.at}::timestamptz end
      from legs l where p.id = l.position_id and l.is_last
      returning p.id, p.opened_at
    ), opened as (
      -- reads "changed" first: a reverse closes the old position before the new one takes its place
      insert into positions (id, season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost,
        opened_at, last_increased_at)
      overriding system value
      select l.at_position, l.season_id, l.user_id, l.symbol, l.is_short, l.left_quantity, l.opened_quantity,
        l.entry_price, l.cost, ${c.at}::timestamptz, l.last_increased_at
      from legs l, (select count(*) from changed) as before where l.is_new
    ), filled as (
      insert into fills (id, season_id, user_id, position_id, symbol, action, quantity, price, cash_delta,
        quoted_price, quote_at, quote_age_ms, source, reason, filled_at, mark_id, order_id)
      overriding system value
      select l.fill_id, l.season_id, l.user_id, l.at_position, l.symbol, l.action, l.quantity, l.price, l.cash_delta,
        l.quoted_price, l.quote_at, l.quote_age_ms, l.source, l.reason, ${c.at}::timestamptz,
        ${c.markId}::bigint, l.order_id
      from legs l
    ), closed as (
      insert into closed_trades (position_id, fill_id, season_id, user_id, symbol, is_short, quantity, entry_price,
        exit_price, pnl, pnl_percent, xp, close_reason, opened_at, closed_at)
      select l.position_id, l.fill_id, l.season_id, l.user_id, l.symbol, l.is_short, l.quantity, l.closed_entry,
        l.price, l.pnl, l.pnl_percent, l.xp, l.close_reason, p.opened_at, ${c.at}::timestamptz
      from legs l join changed p on p.id = l.position_id where l.pnl is not null
    ), moved as (
      insert into ledger (user_id, season_id, currency, kind, amount, ref, at)
      select l.user_id, l.season_id, 'USD', case when l.reason = 'forced_cover' then l.reason else 'trade' end,
        l.cash_delta, 'fill:' || l.fill_id, ${c.at}::timestamptz
      from legs l
    ), progressed as (
      insert into progress (user_id, xp, level, tkf)
      select user_id, ${writeDecimal(gain.xp, 2)}::numeric, ${gain.level}::integer, ${gain.tkf}::integer
      from account where ${gain.xp > 0n}
      on conflict (user_id) do update set xp = progress.xp + excluded.xp, level = excluded.level,
        tkf = progress.tkf + excluded.tkf, version = progress.version + 1
    ), rewarded as (
      insert into level_rewards (user_id, level)
      select user_id, generate_series(${gain.levelBefore}::integer + 1, ${gain.level}::integer) from account
      returning user_id, level
    ), paid as (
      insert into ledger (user_id, currency, kind, amount, ref, at)
      select user_id, 'TKF', 'level_reward', ${gain.tkfPerLevel}::integer, 'level:' || level, ${c.at}::timestamptz from rewarded
    ), answered as (
      insert into idempotency_keys (user_id, key_hash, body_hash, response, created_at)
      select user_id, ${idempotency?.key ?? new Uint8Array()}::bytea, ${idempotency?.hash ?? new Uint8Array()}::bytea,
        ${idempotency?.response ?? ''}, ${c.at}::timestamptz
      from account where ${idempotency !== null}
    ) ${ordersWritten(sql, c.orders, true)}
    select exists (select from account) as done`;
  return rows[0]?.done === true;
}
