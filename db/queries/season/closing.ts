/** The last prices of a season, and the closing of its open positions at them. */
import { one, type Queryable } from '../../client.ts';

/** `quoteAt` and `source` describe the quote; null in seasons that are older than these columns. */
export type SeasonMark = { symbol: string; price: string; quoteAt: Date | null; source: string | null };

/** Stores the last prices. From then on they value the season's open positions. */
export async function writeSeasonMarks(
  sql: Queryable,
  seasonId: number,
  marks: readonly SeasonMark[],
  markedAt: Date,
): Promise<void> {
  if (marks.length === 0) return;
  await sql`insert into season_marks (season_id, symbol, price, marked_at, quote_at, source)
    select ${seasonId}, m.symbol, m.price, ${markedAt}, m.quote_at, m.source from unnest(
      ${marks.map((m) => m.symbol)}::text[], ${marks.map((m) => m.price)}::numeric[],
      ${marks.map((m) => m.quoteAt?.toISOString() ?? null)}::timestamptz[], ${marks.map((m) => m.source)}::text[])
      m (symbol, price, quote_at, source)`;
}

/** @returns null when no quote time is known */
export async function oldestMark(sql: Queryable, seasonId: number): Promise<Date | null> {
  const rows = await sql<{ quotedAt: Date | null }[]>`
    select min(quote_at) as "quotedAt" from season_marks where season_id = ${seasonId}`;
  return one(rows).quotedAt;
}

export async function seasonMarks(sql: Queryable, seasonId: number): Promise<SeasonMark[]> {
  return await sql<SeasonMark[]>`
    select symbol, price, quote_at as "quoteAt", source from season_marks
    where season_id = ${seasonId} order by symbol collate "C"`;
}

/**
 * Closes every open position of an ended season at its last price, in one statement: fills, closed trades (without XP),
 * one ledger row an account, cash and realised P&L. Closes with a payout come first. A cover that costs more than the
 * remaining cash takes only that cash (core/trading/position.ts `closingFill`): cash ends at 0, and fills, P&L and
 * ledger agree. A position that an admin opened after the end may lack a last price; it closes at its entry price.
 */
export async function closeAtMarks(sql: Queryable, seasonId: number, closedAt: Date): Promise<void> {
  await sql`
    with open as (
      select p.*, a.cash, coalesce(m.price, round(p.entry_price, 4)) as mark
      from positions p join accounts a on a.season_id = p.season_id and a.user_id = p.user_id
        left join season_marks m on m.season_id = p.season_id and m.symbol = p.symbol
      where p.season_id = ${seasonId} and p.closed_at is null
    ), valued as (
      -- the rounding of payout() in core/trading/pnl.ts: down, in a season of version 1 half up
      select *, case
        when exact_cost is null
          then round(case when is_short then (2 * entry_price - mark) * quantity else mark * quantity end, 2)
        else (floor((case when is_short then 2 * exact_cost - mark * quantity else mark * quantity end) * 100) * 0.01)::numeric(20,2)
        end as due
      from open
    ), summed as (
      select *, cash + sum(due) over (partition by user_id order by due desc, id) as after,
        cash + sum(greatest(due, 0)) over (partition by user_id) as most,
        row_number() over (partition by user_id order by due, id desc) = 1 as is_last
      from valued
    ), settled as (
      -- closingFloor() in core/trading/position.ts; cash below zero, by a dividend, is forgiven with the last position
      select *, case when most < 0 and is_last then due - after when most < 0 or due > 0 then due
        else greatest(after, 0) - greatest(after - due, 0) end as proceeds
      from summed
    ), closing as (
      insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
        quote_age_ms, source, reason, filled_at)
      select season_id, user_id, id, symbol, case when is_short then 'cover' else 'sell' end, quantity, mark,
        proceeds, ${closedAt}, 0, 'season_mark', 'season_reset', ${closedAt} from settled order by user_id, due desc, id
      returning id, position_id
    ), rows as (
      insert into closed_trades (position_id, fill_id, season_id, user_id, symbol, is_short, quantity, entry_price,
        exit_price, pnl, pnl_percent, close_reason, opened_at, closed_at)
      select s.id, c.id, s.season_id, s.user_id, s.symbol, s.is_short, s.quantity, s.entry_price, s.mark,
        s.proceeds - s.cost, round((case when s.is_short then s.entry_price - s.mark else s.mark - s.entry_price end)
          * 100 / s.entry_price, 2), 'season_reset', s.opened_at, ${closedAt}
      from settled s join closing c on c.position_id = s.id
    ), ended as (
      update positions p set quantity = 0, cost = 0, exact_cost = p.exact_cost * 0, closed_at = ${closedAt} from settled s where p.id = s.id
    ), totals as (
      select user_id, sum(proceeds) as proceeds, sum(proceeds - cost) as pnl from settled group by user_id
    ), paid as (
      update accounts a set cash = a.cash + t.proceeds, realised_pnl = a.realised_pnl + t.pnl,
        version = a.version + 1
      from totals t where a.season_id = ${seasonId} and a.user_id = t.user_id
    )
    insert into ledger (user_id, season_id, currency, kind, amount, at)
    select user_id, ${seasonId}, 'USD', 'season_reset', proceeds, ${closedAt} from totals`;
}
