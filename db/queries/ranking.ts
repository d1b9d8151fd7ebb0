/** The ranking pass in SQL: every account marked and put in order, for the table everybody reads and for the results. */
import { RANK_PERCENT } from '#core/ranks.ts';
import { one, type Queryable } from '../client.ts';
import { type RawState, type StandingsState, standingsStateOf } from './standings.ts';

const PASS_LOCK = 7_231_114_003n;

/** True when this transaction may make the pass: no other process is at it. */
export async function claimPass(sql: Queryable): Promise<boolean> {
  const rows = await sql<{ ok: boolean }[]>`select pg_try_advisory_xact_lock(${PASS_LOCK}) as ok`;
  return one(rows).ok;
}

/** Waits for a pass another process is at, so that the next one sees everything committed before this call. */
export async function awaitPass(sql: Queryable): Promise<void> {
  await sql`set local lock_timeout = '60s'`;
  await sql`select pg_advisory_xact_lock(${PASS_LOCK})`;
}

/** Positions that cost less than this many cents are valued in bigint, several times as fast as numeric. */
const SMALL = 100_000_000;

/** What a pass marks by: a season, prices as a literal array by symbol number (1/10,000 $, 0: none), its user ids. */
type Scope = { seasonId: number; prices: string; firstUser: number; lastUser: number };

/** Reads a pass's prices and user ids. @param marks the table of prices; a position without one counts at cost */
async function scopeOf(sql: Queryable, seasonId: number, marks: string): Promise<Scope> {
  const season = Math.trunc(seasonId);
  const [row] = await sql.unsafe<{ prices: string; first: number | null; last: number | null }[]>(`
    select (select coalesce(array_agg(coalesce((m.price * 10000)::bigint, 0) order by n.no), '{}')
        from (select generate_series(1, max(no)) as no from symbols) n
          left join symbols s on s.no = n.no left join ${marks} m on m.symbol = s.symbol)::text as prices,
      (select min(user_id) from accounts where season_id = ${season}) as first,
      (select max(user_id) from accounts where season_id = ${season}) as last`);
  const { prices, first, last } = one(row ? [row] : []);
  return { seasonId: season, prices: `'${prices}'::bigint[]`, firstUser: first ?? 1, lastUser: last ?? 0 };
}

/** Users of one part of the pass, at least; at most one part for each worker and their leader. */
const PART_USERS = 60_000;
const WORKERS = 3;

/**
 * Every account of a season marked to market and put in order: equity, then realised P&L, then the earliest last
 * trade, then id; ranked traders first, then who has not traded, the disqualified, admins.
 */
function ranking(scope: Scope): string {
  const users = scope.lastUser - scope.firstUser + 1;
  const parts = Math.min(WORKERS + 1, Math.max(1, Math.ceil(users / PART_USERS)));
  const from = (part: number) => scope.firstUser + Math.floor((users * part) / parts);
  const legs = Array.from({ length: parts }, (_, i) => accountsMarked(scope, from(i), from(i + 1) - 1));
  return `
  select (row_number() over place)::integer as row_number, user_id,
    case when ranked then rank() over place end::integer as place,
    case when ranked then count(*) over place end::integer as last_place, is_admin,
    equity_cents, cash_cents, realised_cents, short_cents, trade_count, username
  from (
    -- one number to sort by first: ranked before not ranked before disqualified before admins
    select *, case when is_admin then -2 when is_out then -1 when ranked then equity_cents + 1000000000000000000 else equity_cents end
      as score
    from (${legs.join(' union all ')}) scored
    order by score desc, realised_cents desc, last_trade_at, user_id
  ) keyed
  -- in the order they come in: row numbers go on inside a tie
  window place as (order by score desc)`;
}

/**
 * Accounts of some users with their equity. A short is worth 2·cost − price·quantity, values are rounded half up to a
 * cent: core/pnl.ts `worth`. Whole cents in bigint, summed in float8, where they are exact up to 90 trillion dollars;
 * `order by` tells the planner that the order of the index is of use, and keeps a figure from being computed again for
 * each place it is used in.
 */
function accountsMarked({ seasonId, prices }: Scope, first: number, last: number): string {
  const users = `between ${first} and ${last}`;
  return `(
    select a.user_id, u.username, ad.id is not null as is_admin, d.user_id is not null as is_out, a.trade_count,
      ad.id is null and d.user_id is null and a.trade_count > 0 as ranked,
      a.last_trade_at, a.cash_cents, a.realised_cents, coalesce(h.short_cents, 0) as short_cents,
      greatest(a.cash_cents + coalesce(h.worth, 0), 0) as equity_cents
    from accounts a left join (
      select user_id, sum((case when is_short then 2 * cost_cents - value else value end)::float8)::bigint as worth,
        sum(value::float8) filter (where is_short)::bigint as short_cents
      from (
        select user_id, is_short, cost_cents,
          case when price4 is null or price4 = 0 then cost_cents
            when cost_cents < ${SMALL} then (quantity_micro * price4 + 50000000) / 100000000
            else (round(quantity_micro::numeric * price4 * 0.0000000001, 2) * 100)::bigint end as value
        from (
          select user_id, is_short, cost_cents, quantity_micro, (${prices})[symbol_no] as price4
          from positions where season_id = ${seasonId} and user_id ${users} and closed_at is null
          order by user_id
        ) p order by user_id
      ) v
      group by user_id
    ) h on h.user_id = a.user_id
      join users u on u.id = a.user_id and u.id ${users}
      left join users ad on ad.id = a.user_id and ad.is_admin
      left join disqualifications d on d.season_id = ${seasonId} and d.user_id = a.user_id
    where a.season_id = ${seasonId} and a.user_id ${users}
  )`;
}

/**
 * For the statements of one transaction: sorting a million rows in memory, parts in parallel where there are free
 * cores (whole ones: half a part would be aggregated twice), positions by their index. What the planner would rather
 * hash does not fit a processor's cache.
 */
async function setForPass(sql: Queryable): Promise<void> {
  await sql.unsafe(`set local work_mem = '256MB'; set local maintenance_work_mem = '128MB'; set local jit = off;
    set local statement_timeout = '60s'; set local enable_hashagg = off; set local enable_hashjoin = off;
    set local enable_seqscan = off; set local enable_bitmapscan = off;
    set local parallel_tuple_cost = 0.001; set local parallel_setup_cost = 100;
    set local max_parallel_workers_per_gather = ${WORKERS}; set local min_parallel_index_scan_size = '16GB'`);
}

/** The frozen table of an ended season, in the shape of `standings`. */
function frozen(seasonId: number): string {
  const season = Math.trunc(seasonId);
  return `
  select r.row_number, r.user_id, case when r.ranked then r.place end as place,
    case when r.ranked then count(*) over (order by r.ranked desc, r.place) end::integer as last_place,
    false as is_admin, (r.equity * 100)::bigint as equity_cents, (a.cash * 100)::bigint as cash_cents,
    (r.realised_pnl * 100)::bigint as realised_cents, 0::bigint as short_cents, r.trade_count, u.username
  from results r join accounts a on a.season_id = r.season_id and a.user_id = r.user_id
    join users u on u.id = r.user_id
  where r.season_id = ${season}`;
}

/**
 * Builds the ranking anew beside the old one and swaps them; readers see the old until the commit. Run it in a
 * transaction that has the pass (`claimPass`). @param isFrozen copy the season's results instead of marking
 */
export async function rebuildStandings(
  sql: Queryable,
  seasonId: number,
  isFrozen: boolean,
): Promise<StandingsState> {
  const select = isFrozen ? frozen(seasonId) : ranking(await scopeOf(sql, seasonId, 'marks'));
  await setForPass(sql);
  await sql.unsafe(`create unlogged table standings_next as ${select}`);
  await sql`set local enable_seqscan = on`;
  await sql`create unique index standings_next_row on standings_next (row_number)`;
  await sql`create unique index standings_next_user on standings_next (user_id)`;
  await sql`drop table standings`;
  await sql`alter table standings_next rename to standings`;
  await sql`alter index standings_next_row rename to standings_row`;
  await sql`alter index standings_next_user rename to standings_user`;
  const rows = await sql<RawState[]>`
    update standings_state set generation = generation + 1, season_id = ${seasonId}, frozen = ${isFrozen},
      computed_at = clock_timestamp(),
      (ranked, traders) = (select count(place), count(*) filter (where not is_admin) from standings)
    returning generation, season_id, frozen, ranked, traders, computed_at`;
  return standingsStateOf(one(rows));
}

/** core/ranks.ts `rankOf` for a whole table with the columns place, last_place and n. */
const TIER = `case when place is null then 'CADET' when place = 1 then 'GENERAL' ${(
  ['GENERAL', 'COMMANDER', 'CAPTAIN', 'LIEUTENANT'] as const
)
  .map((rank) => `when last_place <= (n * ${RANK_PERCENT[rank]} + 99) / 100 then '${rank}'`)
  .join(' ')} else 'CADET' end`;

/** Writes the final table of a season from its frozen prices (season_marks). @returns traders in it */
export async function freezeResults(sql: Queryable, seasonId: number): Promise<number> {
  const season = Math.trunc(seasonId);
  const scope = await scopeOf(
    sql,
    season,
    `(select symbol, price from season_marks where season_id = ${season})`,
  );
  const written = await sql.unsafe(`
    insert into results (season_id, user_id, place, row_number, ranked, equity, realised_pnl, trade_count, tier)
    select ${season}, user_id, coalesce(place, row_number), row_number, place is not null, equity_cents / 100.0,
      realised_cents / 100.0, trade_count,
      ${TIER}
    from (select *, count(place) over () as n from (${ranking(scope)}) r) f
    where not is_admin`);
  return written.count;
}

/** Puts the final table of a season in order again after a disqualification: its figures stay, places and ranks move. */
export async function rerankResults(sql: Queryable, seasonId: number): Promise<void> {
  const season = Math.trunc(seasonId);
  // out of the way of the new numbers, which are unique
  await sql`update results set row_number = -row_number where season_id = ${seasonId}`;
  await sql.unsafe(`
    with scored as (
      select r.*, d.user_id is not null as is_out, a.last_trade_at,
        r.trade_count > 0 and d.user_id is null as counts
      from results r join accounts a on a.season_id = r.season_id and a.user_id = r.user_id
        left join disqualifications d on d.season_id = r.season_id and d.user_id = r.user_id
      where r.season_id = ${season}
    ), placed as (
      select user_id, counts,
        row_number() over (order by counts desc, is_out, equity desc, realised_pnl desc, last_trade_at, user_id) as line,
        case when counts then rank() over (order by counts desc, is_out, equity desc) end as place,
        case when counts then count(*) over (order by counts desc, is_out, equity desc) end as last_place,
        count(*) filter (where counts) over () as n
      from scored
    )
    update results r set row_number = p.line, place = coalesce(p.place, p.line), ranked = p.counts, tier = ${TIER.replaceAll(/\b(place|last_place|n)\b/g, 'p.$1')}
    from placed p where r.season_id = ${season} and r.user_id = p.user_id`);
}
