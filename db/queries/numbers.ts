/** Counts and figures by day, without simulated traders. A day is "2026-11-28", in the contest's zone. */
import type { ComputedName } from '#core/numbers/figures.ts';
import { one, type Queryable, type Sql, type Transaction } from '../client.ts';

/** Event whose row marks a day with stored figures. */
const CLOSED = 'closed';

type Count = { day: string; event: string; n: number };

export async function addCounts(sql: Queryable, added: readonly Count[]): Promise<void> {
  if (added.length === 0) return;
  // all processes lock the rows in the same sequence, so that there is no deadlock
  const rows = added.toSorted((a, b) => (`${a.day} ${a.event}` < `${b.day} ${b.event}` ? -1 : 1));
  await sql`
    insert into counts as c (day, event, n)
    select * from unnest(${rows.map(({ day }) => day)}::date[], ${rows.map(({ event }) => event)}::text[],
      ${rows.map(({ n }) => n)}::bigint[])
    on conflict (day, event) do update set n = c.n + excluded.n`;
}

/** @returns counts of the days from `first` on */
export async function readCounts(sql: Queryable, first: string): Promise<Count[]> {
  return await sql<Count[]>`
    select day::text, event, n::float8 as n from counts where day >= ${first}::date`;
}

/** Returns the days from `first` on that have stored figures. */
export async function readClosedDays(sql: Queryable, first: string): Promise<Set<string>> {
  const rows = await sql<{ day: string }[]>`
    select day::text from counts where event = ${CLOSED} and day >= ${first}::date`;
  return new Set(rows.map(({ day }) => day));
}

/** Claims a day for this process to compute. @returns false, after waiting, when another process has claimed it */
export async function claimDay(tx: Transaction, day: string): Promise<boolean> {
  const rows = await tx`
    insert into counts (day, event, n) values (${day}::date, ${CLOSED}, 1) on conflict do nothing returning day`;
  return rows.length > 0;
}

/** @returns null without any account */
export async function firstAccountAt(sql: Queryable): Promise<Date | null> {
  return one(await sql<{ at: Date | null }[]>`select min(created_at) as at from users`).at;
}

/** Adds the newest rows to the BRIN indexes by time. */
export async function summarize(sql: Sql): Promise<void> {
  await sql`select brin_summarize_new_values('fills_recorded'), brin_summarize_new_values('order_events_recorded')`;
}

/** `from` is inside the range, `to` is not. `isNewest`: nothing has happened at `to` or later. */
type Range = { from: Date; to: Date; isNewest: boolean };

export type PartNumbers = Partial<Record<ComputedName, number>>;

/** The statements that read the figures of a range. */
export const PARTS: readonly ((sql: Queryable, range: Range) => Promise<PartNumbers>)[] = [
  async (sql, { from, to }) =>
    one(
      await sql<{ accounts: number }[]>`
        select count(*)::integer as accounts from users
        where created_at >= ${from} and created_at < ${to} and not is_simulated and not is_guest`,
    ),
  // a trader enters a running season by registering, a waiting season at its start
  async (sql, { from, to }) =>
    one(
      await sql<{ joined: number }[]>`
        select (
          select count(*) from users u join accounts a on a.user_id = u.id join seasons s on s.id = a.season_id
          where u.created_at >= ${from} and u.created_at < ${to} and not u.is_simulated and not u.is_admin
            and s.kind = 'public' and s.started_at <= u.created_at
        )::integer + (
          select count(*) from seasons s join accounts a on a.season_id = s.id join users u on u.id = a.user_id
          where s.kind = 'public' and s.started_at >= ${from} and s.started_at < ${to} and not u.is_simulated and not u.is_admin
            and u.created_at < s.started_at
        )::integer as joined`,
    ),
  // first_trades: accounts without earlier trades. In the newest range such an account's trade_count equals the trades
  // of the range; in an older range a subquery looks for earlier fills
  async (sql, { from, to, isNewest }) =>
    one(
      await sql<{ trades: number; active: number; covers: number; first_trades: number }[]>`
        with day as materialized (
          select f.season_id, f.user_id, count(*) as fills, min(f.id) as first,
            count(*) filter (where f.reason = 'forced_cover') as covers,
            count(*) filter (where coalesce(f.reason, 'reverse') = 'reverse') as trades
          from fills f
          where f.season_id > 0 and f.recorded_at >= ${from} and f.recorded_at < ${to} and f.reason is distinct from 'season_reset'
          group by f.season_id, f.user_id
        )
        select coalesce(sum(d.fills), 0)::integer as trades, count(distinct d.user_id)::integer as active,
          coalesce(sum(d.covers), 0)::integer as covers,
          count(*) filter (where case when ${isNewest}::boolean then a.trade_count = d.trades else not exists (
            select from fills f where f.user_id = d.user_id and f.season_id = d.season_id and f.id < d.first
          ) end)::integer as first_trades
        from day d join users u on u.id = d.user_id
          join accounts a on a.season_id = d.season_id and a.user_id = d.user_id
        where not u.is_simulated and not u.is_admin`,
    ),
  async (sql, { from, to }) =>
    one(
      await sql<{ orders: number }[]>`
        select count(*)::integer as orders from order_events e join users u on u.id = e.user_id
        where e.season_id > 0 and e.recorded_at >= ${from} and e.recorded_at < ${to} and e.kind = 'placed'
          and not u.is_simulated and not u.is_admin`,
    ),
  async (sql, { from, to }) =>
    one(
      await sql<{ messages: number }[]>`
        select count(*)::integer as messages from contact_messages where created_at >= ${from} and created_at < ${to}`,
    ),
  async (sql, { from, to }) =>
    one(
      await sql<{ reports: number }[]>`
        select count(*)::integer as reports from reports where created_at >= ${from} and created_at < ${to}`,
    ),
];

/** Returns the two newest seasons that have started, newest first. */
export async function newestSeasons(
  sql: Queryable,
): Promise<{ number: number; startedAt: Date; endedAt: Date | null }[]> {
  return await sql<{ number: number; startedAt: Date; endedAt: Date | null }[]>`
    select number, started_at as "startedAt", ended_at as "endedAt" from seasons
    where started_at is not null and kind = 'public' order by number desc limit 2`;
}
