/** The frozen side of a season: the prices it ended at, its final table, its open rows closed. */
import type { Rank } from '#core/ranks.ts';
import { one, type Queryable } from '../client.ts';

export type SeasonMark = { symbol: string; price: string };
export type Result = {
  userId: number;
  username: string;
  place: number;
  rowNumber: number;
  ranked: boolean;
  /** Dollars, decimal strings. */
  equity: string;
  realised: string;
  trades: number;
  rank: Rank;
  /** Why the trader was taken out of the ranking; null for everybody else. */
  disqualified: string | null;
};

/** The price every open position of the season is marked at, for ever. */
export async function writeSeasonMarks(
  sql: Queryable,
  seasonId: number,
  marks: readonly SeasonMark[],
  at: Date,
): Promise<void> {
  if (marks.length === 0) return;
  await sql`insert into season_marks (season_id, symbol, price, marked_at)
    select ${seasonId}, m.symbol, m.price, ${at} from unnest(
      ${marks.map((m) => m.symbol)}::text[], ${marks.map((m) => m.price)}::numeric[]) m (symbol, price)`;
}

export async function seasonMarks(sql: Queryable, seasonId: number): Promise<SeasonMark[]> {
  return await sql<SeasonMark[]>`
    select symbol, price from season_marks where season_id = ${seasonId} order by symbol`;
}

/**
 * Closes every open row of an ended season at its frozen mark: fills, closed trades (no XP), one ledger row per
 * account, cash and realised P&L, in one statement. An account never falls below zero. What an admin opened after
 * the end has no mark and is closed at cost.
 */
export async function closeAtMarks(sql: Queryable, seasonId: number, at: Date): Promise<void> {
  await sql`
    with open as (
      select p.*, coalesce(m.price, round(p.entry_price, 4)) as mark,
        coalesce(round(m.price * p.quantity, 2), p.cost) as value
      from positions p left join season_marks m on m.season_id = p.season_id and m.symbol = p.symbol
      where p.season_id = ${seasonId} and p.closed_at is null
    ), settled as (
      select *, case when is_short then 2 * cost - value else value end as proceeds,
        case when is_short then cost - value else value - cost end as pnl
      from open
    ), closing as (
      insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
        quote_age_ms, source, reason, filled_at)
      select season_id, user_id, id, symbol, case when is_short then 'cover' else 'sell' end, quantity, mark,
        proceeds, ${at}, 0, 'season_mark', 'season_reset', ${at} from settled
      returning id, position_id
    ), rows as (
      insert into closed_trades (position_id, fill_id, season_id, user_id, symbol, is_short, quantity, entry_price,
        exit_price, pnl, pnl_percent, close_reason, opened_at, closed_at)
      select s.id, c.id, s.season_id, s.user_id, s.symbol, s.is_short, s.quantity, s.entry_price, s.mark, s.pnl,
        round((case when s.is_short then s.entry_price - s.mark else s.mark - s.entry_price end)
          * 100 / s.entry_price, 2), 'season_reset', s.opened_at, ${at}
      from settled s join closing c on c.position_id = s.id
    ), ended as (
      update positions p set quantity = 0, cost = 0, closed_at = ${at} from settled s where p.id = s.id
    ), totals as (
      select user_id, sum(proceeds) as proceeds, sum(pnl) as pnl from settled group by user_id
    ), paid as (
      update accounts a set cash = greatest(a.cash + t.proceeds, 0), realised_pnl = a.realised_pnl + t.pnl,
        version = a.version + 1
      from totals t join accounts old on old.season_id = ${seasonId} and old.user_id = t.user_id
      where a.season_id = ${seasonId} and a.user_id = t.user_id
      returning a.user_id, a.cash - old.cash as delta
    )
    insert into ledger (user_id, season_id, currency, kind, amount, at)
    select user_id, ${seasonId}, 'USD', 'season_reset', delta, ${at} from paid`;
}

/** Rows of a season's final table from `from` (1-based), in order. */
export async function resultRows(
  sql: Queryable,
  seasonId: number,
  from: number,
  limit: number,
): Promise<Result[]> {
  return await sql<Result[]>`
    select r.user_id as "userId", u.username, r.place, r.row_number as "rowNumber", r.ranked, r.equity,
      r.realised_pnl as realised, r.trade_count as trades, r.tier as rank,
      d.reason as disqualified
    from results r join users u on u.id = r.user_id
      left join disqualifications d on d.season_id = r.season_id and d.user_id = r.user_id
    where r.season_id = ${seasonId} and r.row_number >= ${from} order by r.row_number limit ${limit}`;
}

/** How many traders stand in a season's final table, and how many share its first place. */
export async function resultCounts(
  sql: Queryable,
  seasonId: number,
): Promise<{ traders: number; ranked: number; winners: number }> {
  return one(
    await sql<{ traders: number; ranked: number; winners: number }[]>`
      select count(*)::integer as traders, count(*) filter (where ranked)::integer as ranked,
        count(*) filter (where ranked and place = 1)::integer as winners
      from results where season_id = ${seasonId}`,
  );
}

export type Podium = { seasonId: number; number: number; endedAt: Date; prizePool: string; top: Result[] };

/** The first three of every season that is over, newest season first. */
export async function hallOfFame(sql: Queryable, limit: number): Promise<Podium[]> {
  const seasons = await sql<{ id: number; number: number; endedAt: Date; prizePool: string }[]>`
    select id, number, ended_at as "endedAt", prize_pool as "prizePool" from seasons
    where status in ('ended', 'archived') order by number desc limit ${limit}`;
  return await Promise.all(
    seasons.map(async ({ id, ...season }) => ({
      ...season,
      seasonId: id,
      top: (await resultRows(sql, id, 1, 3)).filter((row) => row.ranked),
    })),
  );
}

/** Takes a trader out of a season's ranking. @returns false when they are out already */
export async function disqualify(
  sql: Queryable,
  row: { seasonId: number; userId: number; reason: string; adminId: number },
): Promise<boolean> {
  const done = await sql`
    insert into disqualifications (season_id, user_id, reason, admin_id)
    values (${row.seasonId}, ${row.userId}, ${row.reason}, ${row.adminId}) on conflict do nothing`;
  return done.count > 0;
}

/** Who was taken out of a season's ranking. */
export async function disqualifiedUsers(sql: Queryable, seasonId: number): Promise<Set<number>> {
  const rows = await sql<{ user_id: number }[]>`
    select user_id from disqualifications where season_id = ${seasonId}`;
  return new Set(rows.map((row) => row.user_id));
}
