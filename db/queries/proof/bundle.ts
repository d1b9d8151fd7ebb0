/**
 * The lines of a season's bundle. The database makes those of the record, byte by byte, because the chain commits to them
 * (docs/rules/14-season-bundle.md 11-13). Decimals as stored.
 */
import type { Rank } from '#core/leaderboard/rank.ts';
import { one, type Queryable, type Sql, type Transaction } from '../../client.ts';

/** Numbers of lines of an ended season's bundle. */
export type BundleCounts = { traders: number; fills: number; events: number; links: number };

type Covered = { fill: bigint; event: bigint };

export async function bundleCounts(sql: Queryable, seasonId: number, upTo: Covered): Promise<BundleCounts> {
  return one(
    await sql<BundleCounts[]>`
      select (select count(*) from fills where season_id = ${seasonId} and id <= ${upTo.fill})::integer as fills,
        (select count(*) from order_events where season_id = ${seasonId} and id <= ${upTo.event})::integer as events,
        (select count(*) from season_chain where season_id = ${seasonId})::integer as links,
        (select count(*) from (${takers(sql, seasonId, upTo)}) t)::integer as traders`,
  );
}

/** Selects the users of the final table and those with a fill or an order before the end. */
const takers = (sql: Queryable, seasonId: number, { fill, event }: Covered) => sql`
  select user_id from results where season_id = ${seasonId}
  union select user_id from fills where season_id = ${seasonId} and id <= ${fill}
  union select user_id from order_events where season_id = ${seasonId} and id <= ${event}`;

/** `isAdmin`: has no row in the final table. A trader who becomes an admin after the end keeps the row. */
type BundleTrader = { id: number; username: string; isAdmin: boolean };

/** Returns traders with ids above `after`, in the order of ids. */
export async function bundleTraders(
  sql: Queryable,
  seasonId: number,
  upTo: Covered,
  after: number,
  limit: number,
): Promise<BundleTrader[]> {
  return await sql<BundleTrader[]>`
    select id, username, id not in (select user_id from results where season_id = ${seasonId}) as "isAdmin" from users
    where id > ${after} and id in (${takers(sql, seasonId, upTo)}) order by id limit ${limit}`;
}

export type BundleStanding = {
  row: number;
  trader: number;
  place: number | null;
  rank: Rank;
  equity: string;
  realised: string;
  trades: number;
  /** Cash at the end of the season, without the payouts of Reset. */
  cash: string;
  isOut: boolean;
};

/** Rows of the final table after row `after`, in order. */
export async function bundleStandings(
  sql: Queryable,
  seasonId: number,
  after: number,
  limit: number,
): Promise<BundleStanding[]> {
  return await sql<BundleStanding[]>`
    select r.row_number as row, r.user_id as trader, case when r.ranked then r.place end as place, r.tier as rank, r.equity,
      r.realised_pnl as realised, r.trade_count as trades, d.user_id is not null as "isOut",
      (a.cash - coalesce((select sum(l.amount) from ledger l where l.user_id = r.user_id and l.currency = 'USD'
        and l.season_id = r.season_id and l.kind = 'season_reset'), 0))::numeric(20,2) as cash
    from results r join accounts a on a.season_id = r.season_id and a.user_id = r.user_id
      left join disqualifications d on d.season_id = r.season_id and d.user_id = r.user_id
    where r.season_id = ${seasonId} and r.row_number > ${after} order by r.row_number limit ${limit}`;
}

/** A line without its newline; lines of a kind ascend by `id`. */
export type RecordLine = { id: bigint; line: string };

type Source = Sql | Transaction;

const text = (value: string) => `coalesce(to_json(${value})::text, 'null')`;
const number = (value: string) => `coalesce(${value}::text, 'null')`;
const ms = (value: string) => number(`floor(extract(epoch from ${value}) * 1000)::bigint`);
const term = (name: string) => `(e.terms->'${name}')::text`;
const termMs = (name: string) => ms(`(e.terms->>'${name}')::timestamptz`);
const line = (kind: string, values: readonly string[]) =>
  `'["${kind}",' || ${values.join(" || ',' || ")} || ']' as line`;

const FILL = line('fill', [
  number('f.id'),
  number('f.user_id'),
  text('f.action'),
  text('f.symbol'),
  text('f.quantity::text'),
  text('f.price::text'),
  text('f.cash_delta::text'),
  ms('f.quote_at'),
  text('f.source'),
  ms('f.filled_at'),
  text('f.reason'),
  text('f.order_id::text'),
]);

const EVENT = line('event', [
  number('e.id'),
  number('e.user_id'),
  text('e.order_id::text'),
  text('e.kind'),
  ms('e.at'),
  number('e.fill_id'),
  number('e.rev'),
  ...['symbol', 'action', 'type', 'tif', 'quantity', 'amount', 'close_all', 'limit_price', 'stop_price'].map(
    term,
  ),
  ...['trail_amount', 'trail_percent', 'mark', 'status'].map(term),
  text('e.reason'),
  ...['parent_id', 'role', 'oco_id', 'hold'].map(term),
  ...['placed_at', 'active_from', 'triggered_at', 'expires_at', 'final_at'].map(termMs),
]);

const RULE = line('rules', [
  number('r.first_fill'),
  ms('r.at'),
  "(r.rules->'minPrice')::text",
  "(r.rules->'maxShare')::text",
  "(r.rules->'minHoldMinutes')::text",
  "(r.rules->'hideOpen')::text",
]);

/** Returns up to `limit` fills of a season with ids above `after` and up to `upTo`. */
export async function fillLines(sql: Source, season: number, after: bigint, upTo: bigint, limit: number) {
  return await sql<RecordLine[]>`
    select f.id, ${sql.unsafe(FILL)} from fills f
    where f.season_id = ${season} and f.id > ${after} and f.id <= ${upTo} order by f.id limit ${limit}`;
}

/** Returns order events likewise. */
export async function eventLines(sql: Source, season: number, after: bigint, upTo: bigint, limit: number) {
  return await sql<RecordLine[]>`
    select e.id, ${sql.unsafe(EVENT)} from order_events e
    where e.season_id = ${season} and e.id > ${after} and e.id <= ${upTo} order by e.id limit ${limit}`;
}

/** Returns the rules whose first fill is above `after` and at most `upTo`. */
export async function ruleLines(sql: Source, season: number, after: bigint, upTo: bigint) {
  return await sql<RecordLine[]>`
    select r.first_fill as id, ${sql.unsafe(RULE)} from season_rules r
    where r.season_id = ${season} and r.first_fill > ${after} and r.first_fill <= ${upTo} order by r.first_fill`;
}
