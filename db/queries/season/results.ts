/** Final tables: writing, reading, disqualifications, and past seasons. */
import type { Rank } from '#core/leaderboard/rank.ts';
import type { FinalRow, LeaderboardRow, ResultRow, RowFigures } from '#core/leaderboard/row.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { PrizeSplit } from '#core/season/awards.ts';
import type { SeasonTerms } from '#core/season/terms.ts';
import { one, type Queryable } from '../../client.ts';
import { hasPublicPage } from '../account/preferences.ts';

export type SeasonResult = FinalRow & {
  rank: Rank;
  /** Id of the trader's present logo; null without one. */
  logo: string | null;
  isSimulated: boolean;
  /** As in LeaderboardRow. */
  hasPage: boolean;
};

const BATCH = 5_000;

const placing = (rows: readonly RowFigures[]) =>
  [
    rows.map((row) => row.userId),
    rows.map((row) => row.rowNumber),
    rows.map((row) => row.place),
    rows.map((row) => row.rank),
  ] as const;

export async function writeResults(
  sql: Queryable,
  seasonId: number,
  standings: Iterable<ResultRow>,
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

/** Replaces places and ranks of a final table; its figures stay. Notifies traders whose place changes. */
export async function replaceResults(
  sql: Queryable,
  season: { id: number; number: number; at: Date },
  standings: Iterable<RowFigures>,
): Promise<void> {
  const { id, number, at } = season;
  // row numbers are unique: old ones must not collide with new ones
  await sql`update results set row_number = -row_number where season_id = ${id}`;
  for (const rows of batches(standings)) {
    const [users, numbers, places, tiers] = placing(rows);
    await sql`
      with old as (select user_id, place, ranked from results where season_id = ${id} and user_id = any(${users}::integer[])),
        moved as (
          update results r set row_number = p.number, place = coalesce(p.place, p.number), ranked = p.place is not null,
            tier = p.tier
          from unnest(${users}::integer[], ${numbers}::integer[], ${places}::integer[], ${tiers}::text[])
            p (user_id, number, place, tier)
          where r.season_id = ${id} and r.user_id = p.user_id returning r.user_id, r.place, r.ranked)
      insert into notifications (user_id, topic, title, message, at)
      select user_id, 'season',
        jsonb_build_object('key', 'seasons:corrected', 'params', jsonb_build_object('number', ${number}::integer)),
        case when m.ranked then jsonb_build_object('key', 'seasons:overPlace', 'params',
            jsonb_build_object('place', m.place, 'total', (select count(*) from results where season_id = ${id})))
          else jsonb_build_object('key', 'seasons:overDisqualified') end,
        ${at}
      from moved m join old o using (user_id) join users u on u.id = m.user_id and not u.is_simulated
      where (case when m.ranked then m.place end) is distinct from (case when o.ranked then o.place end)`;
  }
}

function* batches<Row extends RowFigures>(standings: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const standing of standings) {
    if (batch.push(standing) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type FinalFigures = {
  userId: number;
  equity: Cents;
  realised: Cents;
  trades: number;
  /** Epoch microseconds; null without a trade. */
  lastTradeAt: number | null;
  isOut: boolean;
};

export async function finalFigures(sql: Queryable, seasonId: number): Promise<FinalFigures[]> {
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
    userId: row.user_id,
    trades: row.trades,
    isOut: row.is_out,
    equity: readCents(row.equity),
    realised: readCents(row.realised),
    lastTradeAt: row.last === null ? null : Number(row.last),
  }));
}

type RawStanding = Omit<LeaderboardRow, 'cash' | 'equity' | 'place' | 'move'> & {
  cash: string;
  equity: string;
  place: number;
  ranked: boolean;
};
const standingOf = ({ ranked, ...row }: RawStanding): LeaderboardRow => ({
  ...row,
  cash: readCents(row.cash),
  equity: readCents(row.equity),
  place: ranked ? row.place : null,
  move: null,
});

/** Returns rows `from` to `to` (both included, from 1) of a final table. */
export async function resultStandings(
  sql: Queryable,
  seasonId: number,
  from: number,
  to: number,
): Promise<LeaderboardRow[]> {
  return (
    await sql<RawStanding[]>`${standingColumns(sql)} where r.season_id = ${seasonId}
    and r.row_number between ${from} and ${to} order by r.row_number`
  ).map(standingOf);
}

/** @returns the rows, unsorted; omits traders without a row */
export async function resultStandingsOf(
  sql: Queryable,
  seasonId: number,
  userIds: readonly number[],
): Promise<LeaderboardRow[]> {
  return (
    await sql<RawStanding[]>`${standingColumns(sql)} where r.season_id = ${seasonId}
    and r.user_id = any(${userIds as number[]})`
  ).map(standingOf);
}

/** @returns null for a trader who is not in the table */
export async function resultOf(sql: Queryable, seasonId: number, userId: number): Promise<RowFigures | null> {
  const [row] = await sql<RawStanding[]>`${standingColumns(sql)} where r.season_id = ${seasonId}
    and r.user_id = ${userId}`;
  if (!row) return null;
  const { username, logo, hasPage, isSimulated, move, ...standing } = standingOf(row);
  return standing;
}

const standingColumns = (sql: Queryable) => sql`
  select r.user_id as "userId", u.username, r.row_number as "rowNumber", r.place, r.ranked, r.tier as rank, a.cash,
    r.equity, r.trade_count as trades, d.user_id is not null as "isDisqualified", u.is_simulated as "isSimulated",
    (select item_id from active_items w where w.user_id = r.user_id and w.type = 'logo') as logo,
    ${hasPublicPage(sql)} as "hasPage"
  from results r join users u on u.id = r.user_id
    join accounts a on a.season_id = r.season_id and a.user_id = r.user_id
    left join disqualifications d on d.season_id = r.season_id and d.user_id = r.user_id`;

/** Returns `limit` rows of a final table from row `from` (1 is the first) on. */
export async function resultRows(
  sql: Queryable,
  seasonId: number,
  from: number,
  limit: number,
): Promise<SeasonResult[]> {
  return await sql<SeasonResult[]>`
    select r.user_id as "userId", u.username, r.place, r.row_number as "rowNumber", r.ranked, r.equity,
      r.realised_pnl as realised, r.trade_count as trades, r.tier as rank,
      d.reason as disqualified, u.is_simulated as "isSimulated",
      -- a subquery forces an index look-up for each row
      (select item_id from active_items w where w.user_id = r.user_id and w.type = 'logo') as logo,
      ${hasPublicPage(sql)} as "hasPage"
    from results r join users u on u.id = r.user_id
      left join disqualifications d on d.season_id = r.season_id and d.user_id = r.user_id
    where r.season_id = ${seasonId} and r.row_number >= ${from} order by r.row_number limit ${limit}`;
}

export type ResultCounts = { traders: number; ranked: number; best: number };

/** Counts the traders of a final table: all, with a place (`ranked`), with one of the places 1 to 3 (`best`). */
export async function resultCounts(sql: Queryable, seasonId: number): Promise<ResultCounts> {
  return one(
    await sql<ResultCounts[]>`
      select count(*)::integer as traders, count(*) filter (where ranked)::integer as ranked,
        count(*) filter (where ranked and place <= 3)::integer as best
      from results where season_id = ${seasonId}`,
  );
}

/** @returns false when the trader was disqualified already */
export async function addDisqualification(
  sql: Queryable,
  row: { seasonId: number; userId: number; reason: string; adminId: number },
): Promise<boolean> {
  const inserted = await sql`
    insert into disqualifications (season_id, user_id, reason, admin_id)
    values (${row.seasonId}, ${row.userId}, ${row.reason}, ${row.adminId}) on conflict do nothing`;
  return inserted.count > 0;
}

/** @returns false without a disqualification, and for a deleted account */
export async function removeDisqualification(
  sql: Queryable,
  seasonId: number,
  userId: number,
): Promise<boolean> {
  const deleted = await sql`
    delete from disqualifications where season_id = ${seasonId} and user_id = ${userId} and kind <> 'deleted'`;
  return deleted.count > 0;
}

/** Returns why a trader was disqualified in a season; null without a disqualification. */
export async function whyDisqualified(
  sql: Queryable,
  seasonId: number,
  userId: number,
): Promise<string | null> {
  const [row] = await sql<{ reason: string }[]>`
    select reason from disqualifications where season_id = ${seasonId} and user_id = ${userId}`;
  return row?.reason ?? null;
}

/** The data that decide the prizes of a finished season. */
export type SeasonPrizes = {
  number: number;
  endedAt: Date;
  /** "2500.00" */
  prizePool: string;
  prizeSplit: PrizeSplit;
  terms: SeasonTerms | null;
  reviewHours: number;
  confirmedAt: Date | null;
  correctedAt: Date | null;
};

export const prizeColumns = (sql: Queryable) => sql`
  s.number, s.ended_at as "endedAt", s.prize_pool as "prizePool", s.prize_split as "prizeSplit", s.terms,
  s.review_hours as "reviewHours", s.confirmed_at as "confirmedAt", s.corrected_at as "correctedAt"`;

type Podium = SeasonPrizes & { seasonId: number; top: SeasonResult[] };

/** Returns the newest ended seasons, newest first. `top`: the first three rows, without rows that have no place. */
export async function hallOfFame(sql: Queryable, limit: number): Promise<Podium[]> {
  const seasons = await sql<(SeasonPrizes & { id: number })[]>`
    select s.id, ${prizeColumns(sql)} from seasons s
    where s.status in ('ended', 'archived') and s.kind = 'public' order by s.number desc limit ${limit}`;
  return await Promise.all(
    seasons.map(async ({ id, ...season }) => ({
      ...season,
      seasonId: id,
      top: (await resultRows(sql, id, 1, 3)).filter((row) => row.ranked),
    })),
  );
}

type Finish = number | 'no trades' | 'disqualified';

/** `equity`: dollars as a decimal string. */
export type Finished = { finish: Finish; equity: string };

/** @returns a map by user id */
export async function finishesOf(sql: Queryable, seasonId: number): Promise<Map<number, Finished>> {
  const rows = await sql<{ userId: number; place: number | null; trades: number; equity: string }[]>`
    select user_id as "userId", case when ranked then place end as place, trade_count as trades, equity from results
    where season_id = ${seasonId}`;
  return new Map(
    rows.map(({ userId, place, trades, equity }) => [
      userId,
      { finish: place ?? (trades > 0 ? 'disqualified' : 'no trades'), equity },
    ]),
  );
}

/** A trader's row in a final table. Dollars as decimal strings. */
export type PastResult = {
  number: number;
  place: number | null;
  traders: number;
  equity: string;
  startCash: string;
  isProvisional: boolean;
  /** Shekels; null without a prize. */
  prize: string | null;
};

/** Returns a trader's results in seasons with numbers below `beforeNumber`, newest first. */
export async function pastResults(
  sql: Queryable,
  userId: number,
  beforeNumber: number,
  limit: number,
): Promise<PastResult[]> {
  return await sql<PastResult[]>`
    select s.number, case when r.ranked then r.place end as place, r.equity, s.start_cash as "startCash",
      (select max(row_number) from results t where t.season_id = s.id) as traders,
      s.confirmed_at is null as "isProvisional",
      (select amount from season_awards w where w.season_id = s.id and w.user_id = r.user_id
        and w.status in ('provisional', 'offered', 'claimed', 'paid')) as prize
    from results r join seasons s on s.id = r.season_id
    where r.user_id = ${userId} and s.number < ${beforeNumber} and s.status in ('ended', 'archived')
    order by s.number desc limit ${limit}`;
}
