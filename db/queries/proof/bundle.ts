/** What a season's bundle has beside its record. Decimals as stored. */
import type { Rank } from '#core/leaderboard/rank.ts';
import { one, type Queryable } from '../../client.ts';

/** How many lines of each kind the bundle of an ended season has. */
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

/** Who stands in the final table, or did something before the end. */
const takers = (sql: Queryable, seasonId: number, { fill, event }: Covered) => sql`
  select user_id from results where season_id = ${seasonId}
  union select user_id from fills where season_id = ${seasonId} and id <= ${fill}
  union select user_id from order_events where season_id = ${seasonId} and id <= ${event}`;

/** `isAdmin`: has no place in the final table. Who becomes an admin after the end keeps theirs. */
export type BundleTrader = { id: number; username: string; isAdmin: boolean };

/** In the order of their ids, after `after`. */
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
  /** When the season ended: without what Reset paid out. */
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
