/** The frozen side of a season: the prices it ended at, its final table, its open rows closed. */

import type { Rank } from '#core/leaderboard/rank.ts';
import type { FinalStanding, OwnStanding, Standing } from '#core/leaderboard/standing.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import type { SeasonTerms } from '#core/season/terms.ts';
import { one, type Queryable } from '../../client.ts';

/** When its quote was made, and by what source; null in seasons from before that was kept. */
export type SeasonMark = { symbol: string; price: string; quoteAt: Date | null; source: string | null };
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
  /** Id of the logo the trader wears today. */
  logo: string | null;
};

/** The price every open position of the season is marked at, for ever. */
export async function writeSeasonMarks(
  sql: Queryable,
  seasonId: number,
  marks: readonly SeasonMark[],
  at: Date,
): Promise<void> {
  if (marks.length === 0) return;
  await sql`insert into season_marks (season_id, symbol, price, marked_at, quote_at, source)
    select ${seasonId}, m.symbol, m.price, ${at}, m.quote_at, m.source from unnest(
      ${marks.map((m) => m.symbol)}::text[], ${marks.map((m) => m.price)}::numeric[],
      ${marks.map((m) => m.quoteAt?.toISOString() ?? null)}::timestamptz[], ${marks.map((m) => m.source)}::text[])
      m (symbol, price, quote_at, source)`;
}

/** When the oldest of a season's last prices was made; null where that is not known. */
export async function oldestMark(sql: Queryable, seasonId: number): Promise<Date | null> {
  const rows = await sql<{ at: Date | null }[]>`
    select min(quote_at) as at from season_marks where season_id = ${seasonId}`;
  return one(rows).at;
}

export async function seasonMarks(sql: Queryable, seasonId: number): Promise<SeasonMark[]> {
  return await sql<SeasonMark[]>`
    select symbol, price, quote_at as "quoteAt", source from season_marks
    where season_id = ${seasonId} order by symbol`;
}

/**
 * Closes every open row of an ended season at its frozen mark: fills, closed trades (no XP), one ledger row per
 * account, cash and realised P&L, in one statement. Of each account what pays is closed first, and a cover that costs
 * more than there is takes what there is (core/trading/position.ts `closeLeg`): cash ends at 0, and fills, P&L and ledger say
 * the same. What an admin opened after the end may have no mark and is closed at its own entry price.
 */
export async function closeAtMarks(sql: Queryable, seasonId: number, at: Date): Promise<void> {
  await sql`
    with open as (
      select p.*, a.cash, coalesce(m.price, round(p.entry_price, 4)) as mark
      from positions p join accounts a on a.season_id = p.season_id and a.user_id = p.user_id
        left join season_marks m on m.season_id = p.season_id and m.symbol = p.symbol
      where p.season_id = ${seasonId} and p.closed_at is null
    ), valued as (
      select *, round(case when is_short then (2 * entry_price - mark) * quantity else mark * quantity end, 2) as due
      from open
    ), summed as (
      select *, cash + sum(due) over (partition by user_id order by due desc, id) as after from valued
    ), settled as (
      select *, greatest(after, 0) - greatest(after - due, 0) as proceeds from summed
    ), closing as (
      insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
        quote_age_ms, source, reason, filled_at)
      select season_id, user_id, id, symbol, case when is_short then 'cover' else 'sell' end, quantity, mark,
        proceeds, ${at}, 0, 'season_mark', 'season_reset', ${at} from settled order by user_id, due desc, id
      returning id, position_id
    ), rows as (
      insert into closed_trades (position_id, fill_id, season_id, user_id, symbol, is_short, quantity, entry_price,
        exit_price, pnl, pnl_percent, close_reason, opened_at, closed_at)
      select s.id, c.id, s.season_id, s.user_id, s.symbol, s.is_short, s.quantity, s.entry_price, s.mark,
        s.proceeds - s.cost, round((case when s.is_short then s.entry_price - s.mark else s.mark - s.entry_price end)
          * 100 / s.entry_price, 2), 'season_reset', s.opened_at, ${at}
      from settled s join closing c on c.position_id = s.id
    ), ended as (
      update positions p set quantity = 0, cost = 0, closed_at = ${at} from settled s where p.id = s.id
    ), totals as (
      select user_id, sum(proceeds) as proceeds, sum(proceeds - cost) as pnl from settled group by user_id
    ), paid as (
      update accounts a set cash = a.cash + t.proceeds, realised_pnl = a.realised_pnl + t.pnl,
        version = a.version + 1
      from totals t where a.season_id = ${seasonId} and a.user_id = t.user_id
    )
    insert into ledger (user_id, season_id, currency, kind, amount, at)
    select user_id, ${seasonId}, 'USD', 'season_reset', proceeds, ${at} from totals`;
}

/** Rows written by one statement. */
const BATCH = 5_000;

/** What a row of the final table has beside its figures. */
const placing = (rows: readonly OwnStanding[]) =>
  [
    rows.map((row) => row.userId),
    rows.map((row) => row.rowNumber),
    rows.map((row) => row.place),
    rows.map((row) => row.rank),
  ] as const;

/** Writes the final table of a season. */
export async function writeResults(
  sql: Queryable,
  seasonId: number,
  standings: Iterable<FinalStanding>,
): Promise<void> {
  for (const rows of batches(standings)) {
    const [users, numbers, places, tiers] = placing(rows);
    await sql`
      insert into results (season_id, user_id, row_number, place, ranked, tier, equity, realised_pnl, trade_count)
      select ${seasonId}, user_id, number, coalesce(place, number), place is not null, tier, equity, realised, trades
      from unnest(${users}::integer[], ${numbers}::integer[], ${places}::integer[], ${tiers}::text[],
        ${rows.map((row) => writeCents(row.equity))}::numeric[],
        ${rows.map((row) => writeCents(row.realised))}::numeric[], ${rows.map((row) => row.trades)}::integer[])
        p (user_id, number, place, tier, equity, realised, trades)`;
  }
}

/** Writes new places and ranks into a final table; its figures stay. */
export async function replaceResults(
  sql: Queryable,
  seasonId: number,
  standings: Iterable<OwnStanding>,
): Promise<void> {
  // out of the way of the new numbers, which are unique
  await sql`update results set row_number = -row_number where season_id = ${seasonId}`;
  for (const rows of batches(standings)) {
    const [users, numbers, places, tiers] = placing(rows);
    await sql`
      update results r set row_number = p.number, place = coalesce(p.place, p.number), ranked = p.place is not null,
        tier = p.tier
      from unnest(${users}::integer[], ${numbers}::integer[], ${places}::integer[], ${tiers}::text[])
        p (user_id, number, place, tier)
      where r.season_id = ${seasonId} and r.user_id = p.user_id`;
  }
}

function* batches<Row extends OwnStanding>(standings: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const standing of standings) {
    if (batch.push(standing) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What a final table is put in order by. */
export type Finish = {
  userId: number;
  equity: bigint;
  realised: bigint;
  trades: number;
  /** Epoch microseconds. */
  lastTradeAt: number | null;
  isOut: boolean;
};

export async function finishes(sql: Queryable, seasonId: number): Promise<Finish[]> {
  type Raw = {
    user_id: number;
    equity: string;
    realised: string;
    trades: number;
    last: string | null;
    is_out: boolean;
  };
  const rows = await sql<Raw[]>`
    select r.user_id, r.equity, r.realised_pnl as realised, r.trade_count as trades,
      (extract(epoch from a.last_trade_at) * 1000000)::bigint::text as last, d.user_id is not null as is_out
    from results r join accounts a on a.season_id = r.season_id and a.user_id = r.user_id
      left join disqualifications d on d.season_id = r.season_id and d.user_id = r.user_id
    where r.season_id = ${seasonId} order by r.user_id`;
  return rows.map((row) => ({
    ...{ userId: row.user_id, trades: row.trades, isOut: row.is_out },
    ...{ equity: readCents(row.equity), realised: readCents(row.realised) },
    lastTradeAt: row.last === null ? null : Number(row.last),
  }));
}

type RawStanding = Omit<Standing, 'cash' | 'equity' | 'place'> & {
  cash: string;
  equity: string;
  place: number;
  ranked: boolean;
};
const standingOf = ({ ranked, ...row }: RawStanding): Standing => ({
  ...row,
  ...{ cash: readCents(row.cash), equity: readCents(row.equity) },
  place: ranked ? row.place : null,
});

/** Rows of a final table as the leaderboard shows them, `from` to `to` (1-based, both included). */
export async function resultStandings(
  sql: Queryable,
  seasonId: number,
  from: number,
  to: number,
): Promise<Standing[]> {
  return (
    await sql<RawStanding[]>`${standingColumns(sql)} where r.season_id = ${seasonId}
    and r.row_number between ${from} and ${to} order by r.row_number`
  ).map(standingOf);
}

/** A trader's own row of a final table; null for who is not in it. */
export async function resultOf(
  sql: Queryable,
  seasonId: number,
  userId: number,
): Promise<OwnStanding | null> {
  const [row] = await sql<RawStanding[]>`${standingColumns(sql)} where r.season_id = ${seasonId}
    and r.user_id = ${userId}`;
  if (!row) return null;
  const { username, logo, ...own } = standingOf(row);
  return own;
}

const standingColumns = (sql: Queryable) => sql`
  select r.user_id as "userId", u.username, r.row_number as "rowNumber", r.place, r.ranked, r.tier as rank, a.cash,
    r.equity, d.user_id is not null as "isDisqualified",
    (select item_id from active_items w where w.user_id = r.user_id and w.type = 'logo') as logo
  from results r join users u on u.id = r.user_id
    join accounts a on a.season_id = r.season_id and a.user_id = r.user_id
    left join disqualifications d on d.season_id = r.season_id and d.user_id = r.user_id`;

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
      d.reason as disqualified,
      -- a look-up for each row, whatever the planner believes of the table
      (select item_id from active_items w where w.user_id = r.user_id and w.type = 'logo') as logo
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

export type Podium = {
  seasonId: number;
  number: number;
  endedAt: Date;
  prizePool: string;
  terms: SeasonTerms | null;
  top: Result[];
};

/** The first three of every season that is over, newest season first. */
export async function hallOfFame(sql: Queryable, limit: number): Promise<Podium[]> {
  const seasons = await sql<(Omit<Podium, 'seasonId' | 'top'> & { id: number })[]>`
    select id, number, ended_at as "endedAt", prize_pool as "prizePool", terms from seasons
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

/** Why a trader was taken out of a season's ranking; null for everybody else. */
export async function whyDisqualified(
  sql: Queryable,
  seasonId: number,
  userId: number,
): Promise<string | null> {
  const [row] = await sql<{ reason: string }[]>`
    select reason from disqualifications where season_id = ${seasonId} and user_id = ${userId}`;
  return row?.reason ?? null;
}
