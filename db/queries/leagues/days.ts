/** The equity of the members of private games at the end of each day. Days are UTC, "2026-11-29". */
import { readCents, writeCents } from '#core/money/money.ts';
import { type BasisPoints, basisPoints, type Cents } from '#core/money/units.ts';
import type { LeagueGame } from '#core/season/game.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { reasonOfFill } from '../trading/trades.ts';

/**
 * Returns up to `most` running games that ran on `day` and have no stored equity of that day, in random order, so that
 * games that fail in each run do not take every place. The list of statuses makes the planner use the index
 * `seasons_private_open`.
 */
export async function gamesWithoutDay(sql: Queryable, day: string, most: number): Promise<LeagueGame[]> {
  const rows = await sql<{ id: LeagueGame }[]>`
    select l.id from seasons s join leagues l on l.season_id = s.id
    where s.id < -1 and s.status in ('waiting', 'active') and s.status = 'active' and l.archived_at is null
      and (s.started_at at time zone 'UTC')::date <= ${day}::date
      and (l.day_stored is null or l.day_stored < ${day}::date)
    order by random() limit ${most}`;
  return rows.map(({ id }) => id);
}

/** Claims a day of a game, which the caller has locked. @returns false when the day is stored already */
export async function claimGameDay(tx: Transaction, leagueId: string, day: string): Promise<boolean> {
  const claimed = await tx`update leagues set day_stored = ${day}::date
    where id = ${leagueId} and (day_stored is null or day_stored < ${day}::date)`;
  return claimed.count > 0;
}

/** Stores the equity of members at the end of a day or of their game. */
export async function storeDay(
  tx: Transaction,
  leagueId: string,
  day: string,
  members: readonly { userId: number; equity: Cents }[],
): Promise<void> {
  await tx`
    insert into league_days (league_id, user_id, day, equity)
    select ${leagueId}, m.user_id, ${day}::date, m.equity from unnest(
      ${members.map(({ userId }) => userId)}::integer[],
      ${members.map(({ equity }) => writeCents(equity))}::numeric[]) m (user_id, equity)
    on conflict (league_id, user_id, day) do update set equity = excluded.equity`;
}

/**
 * `high`: the highest equity at the end of a day, at least the start cash. `deepest`: the deepest fall from the highest
 * equity so far, as a share of that equity.
 */
export type DayFall = { high: Cents; deepest: BasisPoints };

/** Returns a map by member id; omits members without a stored day. @param startCash above 0 */
export async function dayFalls(
  sql: Queryable,
  leagueId: string,
  startCash: Cents,
): Promise<Map<number, DayFall>> {
  const start = writeCents(startCash);
  const rows = await sql<{ userId: number; high: string; deepest: string }[]>`
    select user_id as "userId", max(high)::text as high, round(max((high - equity) / high) * 10000)::text as deepest
    from (select user_id, equity,
        greatest(${start}::numeric, max(equity) over (partition by user_id order by day)) as high
      from league_days where league_id = ${leagueId}) days
    group by user_id`;
  return new Map(
    rows.map(({ userId, high, deepest }) => [
      userId,
      { high: readCents(high), deepest: basisPoints(BigInt(deepest)) },
    ]),
  );
}

export type MemberDay = { userId: number; day: string; equity: string };

/** Returns up to `limit` rows after `last`, sorted by member and day. */
export async function memberDays(
  sql: Queryable,
  leagueId: string,
  limit: number,
  last: MemberDay | null,
): Promise<MemberDay[]> {
  return await sql<MemberDay[]>`
    select user_id as "userId", day::text, equity from league_days
    where league_id = ${leagueId} and (user_id, day) > (${last?.userId ?? 0}, ${last?.day ?? '0001-01-01'}::date)
    order by user_id, day limit ${limit}`;
}

export type GameFill = {
  id: bigint;
  userId: number;
  at: Date;
  symbol: string;
  action: string;
  quantity: string;
  price: string;
  cash: string;
  /** Cause of a fill that is no plain order, such as `forced_cover` or `settlement`; null for a plain order. */
  reason: string | null;
  orderReason: string | null;
};

/** @returns fills after `last`, sorted by id */
export async function gameFills(
  sql: Queryable,
  seasonId: number,
  limit: number,
  last: bigint,
): Promise<GameFill[]> {
  return await sql<GameFill[]>`
    select id, user_id as "userId", filled_at as at, symbol, action, quantity, price, cash_delta as cash, reason,
      ${reasonOfFill(sql)} as "orderReason"
    from fills f where season_id = ${seasonId} and id > ${last} order by id limit ${limit}`;
}

/** Counts by trader the fills of a game that opened or added to a position, and how many of them have a reason. */
export async function reasonsGiven(
  sql: Queryable,
  seasonId: number,
): Promise<Map<number, { given: number; fills: number }>> {
  const rows = await sql<{ userId: number; given: number; fills: number }[]>`
    select f.user_id as "userId", count(*)::integer as fills, count(coalesce(a.id, b.id))::integer as given
    from fills f left join order_reasons a on a.fill_id = f.id left join order_reasons b on b.order_id = f.order_id
    where f.season_id = ${seasonId} and f.action in ('buy', 'short') group by 1`;
  return new Map(rows.map(({ userId, ...counts }) => [userId, counts]));
}
