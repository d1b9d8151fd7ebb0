/** The ranking pass in SQL: every account marked and put in order, for the table everybody reads and for the results. */
import { LADDER_PERCENT, RANK_PERCENT } from '#core/ranks.ts';
import { one, type Queryable } from '../client.ts';
import { hasStandings, type RawState, SCORE, type StandingsState, standingsStateOf } from './standings.ts';

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

/** What a pass marks by. */
type Scope = {
  seasonId: number;
  firstUser: number;
  lastUser: number;
  /** Literal arrays: prices by symbol number (1/10,000 $, 0: none), and the few users who are never ranked. */
  prices: string;
  /** In micro-shares: more than this many at the highest price do not fit a bigint. */
  largest: bigint;
  admins: string;
  disqualified: string;
};

/** Reads what a pass marks by. @param marks the table of prices; a position without one counts at cost */
async function scopeOf(sql: Queryable, seasonId: number, marks: string): Promise<Scope> {
  const season = Math.trunc(seasonId);
  type Raw = {
    prices: string;
    admins: string;
    disqualified: string;
    first: number | null;
    last: number | null;
  };
  const rows = await sql.unsafe<Raw[]>(`
    select (select coalesce(array_agg(coalesce((m.price * 10000)::bigint, 0) order by n.no), '{}')
        from (select generate_series(1, max(no)) as no from symbols) n
          left join symbols s on s.no = n.no left join ${marks} m on m.symbol = s.symbol)::text as prices,
      (select coalesce(array_agg(id), '{}') from users where is_admin)::text as admins,
      (select coalesce(array_agg(user_id), '{}') from disqualifications where season_id = ${season})::text as disqualified,
      (select min(user_id) from accounts where season_id = ${season}) as first,
      (select max(user_id) from accounts where season_id = ${season}) as last`);
  const { prices, admins, disqualified, first, last } = one(rows);
  const highest = prices.match(/\d+/g)?.reduce((most, price) => Math.max(most, Number(price)), 1) ?? 1;
  return {
    seasonId: season,
    firstUser: first ?? 1,
    lastUser: last ?? 0,
    prices: `'${prices}'::bigint[]`,
    largest: (2n ** 63n - 1n - HALF_CENT) / BigInt(highest),
    admins: `'${admins}'::integer[]`,
    disqualified: `'${disqualified}'::integer[]`,
  };
}

/** A micro-share at 1/10,000 $ is a 100,000,000th of a cent. */
const CENT = 100_000_000n;
const HALF_CENT = CENT / 2n;
/** An entry has 4 decimals more than a price. */
const PER_PRICE = 10_000n;
/** A product and half a cent more than it fit a bigint. */
const MOST = 9_000_000_000_000_000_000n;

/** Users of one part of the pass, at least; at most one part for each worker and their leader. */
const PART_USERS = 60_000;
const WORKERS = 3;

/**
 * Every account of a season marked to market and put in order: equity, then realised P&L, then the earliest last
 * trade, then id; ranked traders first, then who has not traded, the disqualified, admins. In the columns of `standings`.
 */
function ranking(scope: Scope): string {
  const users = scope.lastUser - scope.firstUser + 1;
  const parts = Math.min(WORKERS + 1, Math.max(1, Math.ceil(users / PART_USERS)));
  const from = (part: number) => scope.firstUser + Math.floor((users * part) / parts);
  const legs = Array.from({ length: parts }, (_, i) => accountsMarked(scope, from(i), from(i + 1) - 1));
  return `
  select user_id, trade_count, score, equity_cents, cash_cents, realised_cents, short_cents
  from (
    select *, case when user_id = any(${scope.admins}) then ${SCORE.admin}
        when user_id = any(${scope.disqualified}) then ${SCORE.disqualified}
        when trade_count > 0 then equity_cents + ${SCORE.ranked} else equity_cents end as score
    from (${legs.join(' union all ')}) marked
  ) scored
  order by score desc, realised_cents desc, last_trade_at, user_id`;
}

/**
 * Accounts of some users with their equity. A short is worth (2·entry − price)·quantity, values are rounded half up to
 * a cent once: core/pnl.ts `worth`. Whole cents in bigint, several times as fast as numeric, summed in float8, where they are
 * exact up to 90 trillion dollars.
 */
function accountsMarked(scope: Scope, first: number, last: number): string {
  const users = `season_id = ${scope.seasonId} and user_id between ${first} and ${last}`;
  const price = `nullif((${scope.prices})[symbol_no], 0)`;
  // of a share: 2·entry − price, in the units of an entry
  const perShare = `(2 * entry_units - ${price} * ${PER_PRICE})`;
  const value = `coalesce(case
      when quantity_micro <= ${scope.largest} then (quantity_micro * ${price} + ${HALF_CENT}) / ${CENT}
      else round(quantity_micro::numeric * ${price} / ${CENT})::bigint
    end, cost_cents)`;
  const short = `coalesce(case
      when ${perShare} >= 0 and quantity_micro <= ${MOST} / greatest(${perShare} / ${PER_PRICE} + 1, ${PER_PRICE})
      then (${perShare} / ${PER_PRICE} * quantity_micro + ${perShare} % ${PER_PRICE} * quantity_micro / ${PER_PRICE} + ${HALF_CENT}) / ${CENT}
      else round(${perShare}::numeric * quantity_micro * 0.000000000001)::bigint
    end, cost_cents)`;
  return `(
    select a.user_id, a.trade_count, a.last_trade_at, a.cash_cents, a.realised_cents,
      coalesce(h.short_cents, 0) as short_cents, greatest(a.cash_cents + coalesce(h.worth, 0), 0) as equity_cents
    from (select * from accounts where ${users}) a left join (
      select user_id,
        sum((case when is_short then ${short} else ${value} end)::float8)::bigint as worth,
        sum(${value}::float8) filter (where is_short)::bigint as short_cents
      from positions where ${users} and closed_at is null
      group by user_id
    ) h on h.user_id = a.user_id
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

/** The frozen table of an ended season, in the columns and the order of `standings`. */
function frozen(seasonId: number): string {
  const season = Math.trunc(seasonId);
  return `
  select r.user_id, r.trade_count, case when r.ranked then (r.equity * 100)::bigint + ${SCORE.ranked}
      when d.user_id is not null then ${SCORE.disqualified} else 0 end as score,
    (r.equity * 100)::bigint as equity_cents, (a.cash * 100)::bigint as cash_cents,
    (r.realised_pnl * 100)::bigint as realised_cents, 0::bigint as short_cents
  from results r join accounts a on a.season_id = r.season_id and a.user_id = r.user_id
    left join disqualifications d on d.season_id = r.season_id and d.user_id = r.user_id
  where r.season_id = ${season}
  order by r.row_number`;
}

/**
 * Builds the ranking anew beside the old one and swaps them; readers see the old until the commit. Run it in a
 * transaction that has the pass (`claimPass`). Throws when the rows do not lie where their numbers say.
 * @param isFrozen copy the season's results instead of marking
 */
export async function rebuildStandings(
  sql: Queryable,
  seasonId: number,
  isFrozen: boolean,
): Promise<StandingsState> {
  const select = isFrozen ? frozen(seasonId) : ranking(await scopeOf(sql, seasonId, 'marks'));
  await setForPass(sql);
  const { count } = await sql.unsafe(`create unlogged table standings_next as ${select}`);
  await sql`set local enable_seqscan = on`;
  await sql`create unique index standings_next_user on standings_next (user_id)`;
  await sql`drop table standings`;
  await sql`alter table standings_next rename to standings`;
  await sql`alter index standings_next_user rename to standings_user`;
  await sql`
    update standings_state set row_count = ${count},
      rows_per_block = (select greatest(count(*), 1) from standings where ctid < '(1,0)')`;
  if (count > 0 && !(await hasStandings(sql)))
    throw new Error('the rows of the ranking are not of one width');
  const rows = await sql<RawState[]>`
    update standings_state set generation = generation + 1, season_id = ${seasonId}, frozen = ${isFrozen},
      computed_at = clock_timestamp(), ranked = c.ranked, traders = c.traders,
      -- before the group that holds the first row beyond a rank's share: core/ranks.ts rankAt
      rank_ends = array(
        select coalesce((
          select standings_above(score) from standings
          where ctid = standings_address(share.last + 1, rows_per_block) and score >= ${SCORE.ranked}
        ), share.last)
        from unnest(${LADDER_PERCENT}::bigint[]) with ordinality ladder (percent, no),
          lateral (select ((c.ranked * percent + 99) / 100)::integer as last) share
        order by no)
    from (
      select standings_above(${SCORE.ranked - 1n}) as ranked, standings_above(${SCORE.admin}) as traders
    ) c
    returning generation, season_id, frozen, c.ranked, c.traders, rank_ends, computed_at`;
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
    from (
      select *, count(place) over () as n, place + count(*) over (partition by place) - 1 as last_place
      from (
        -- in the order they come in: row numbers go on inside a tie
        select *, row_number() over in_order as row_number,
          case when score >= ${SCORE.ranked} then rank() over in_order end as place
        from (${ranking(scope)}) r where score <> ${SCORE.admin}
        window in_order as (order by score desc)
      ) placed
    ) f`);
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
