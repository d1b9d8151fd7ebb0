/** Queries about the prizes of finished seasons. Queries about single awards are in awards.ts. */

import { TOO_FEW_TRADES } from '#core/season/awards.ts';
import type { Queryable } from '../../client.ts';
import { prizeColumns, type SeasonPrizes } from './results.ts';

/**
 * Returns the public reasons for which traders with a place have no prize, by user id. Omits TOO_FEW_TRADES below the
 * last place with a prize.
 */
export async function publicReasons(sql: Queryable, seasonId: number): Promise<Map<number, string>> {
  const rows = await sql<{ userId: number; reason: string }[]>`
    select "userId", reason from (
      select distinct on (user_id) user_id as "userId", kind, reason, is_public from season_decisions
      where season_id = ${seasonId} and kind in ('no_prize', 'lift') order by user_id, id desc) newest
    where kind = 'no_prize' and is_public and reason is not null
      and (reason <> ${TOO_FEW_TRADES} or "userId" in (
        select user_id from results where season_id = ${seasonId} and place <= coalesce((
          select max(r.place) from season_awards w join results r on r.season_id = w.season_id and r.user_id = w.user_id
          where w.season_id = ${seasonId}), 1)))`;
  return new Map(rows.map(({ userId, reason }) => [userId, reason]));
}

export type PrizeSeason = SeasonPrizes & {
  offered: number;
  claimed: number;
  paid: number;
};

/** Returns finished seasons: those that need an admin's decision first, then the newest. */
export async function prizeSeasons(sql: Queryable, limit: number): Promise<PrizeSeason[]> {
  return await sql<PrizeSeason[]>`
    select ${prizeColumns(sql)},
      count(*) filter (where w.status = 'offered')::integer as offered,
      count(*) filter (where w.status = 'claimed')::integer as claimed,
      count(*) filter (where w.status = 'paid')::integer as paid
    from seasons s left join season_awards w on w.season_id = s.id
    where s.ended_at is not null and s.kind = 'public' group by s.id
    order by count(*) filter (where w.status = 'provisional') = 0, count(*) filter (where w.status = 'claimed') = 0, s.number desc limit ${limit}`;
}

/** Returns the oldest season with unconfirmed winners, and the number of open reports about them; null without one. */
export async function seasonToConfirm(
  sql: Queryable,
): Promise<{ number: number; endedAt: Date; reports: number } | null> {
  const [row] = await sql<{ number: number; endedAt: Date; reports: number }[]>`
    select s.number, s.ended_at as "endedAt", (
      select count(*)::integer from season_awards w join reports r on r.target_id = w.user_id and r.closed_at is null
      where w.season_id = s.id and w.status = 'provisional') as reports
    from seasons s where s.id in (select season_id from season_awards where status = 'provisional')
    order by s.number limit 1`;
  return row ?? null;
}
