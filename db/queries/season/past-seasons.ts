/** What seasons that are over left: the hall of fame, and how each trader finished. */
import type { SeasonTerms } from '#core/season/terms.ts';
import type { Queryable } from '../../client.ts';
import { resultRows, type SeasonResult } from './results.ts';

export type Podium = {
  seasonId: number;
  number: number;
  endedAt: Date;
  prizePool: string;
  terms: SeasonTerms | null;
  top: SeasonResult[];
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

/** A place in a final table, or why there is none. */
export type Finish = number | 'no trades' | 'disqualified';

/** How a trader finished. @property equity dollars, decimal string */
export type Finished = { finish: Finish; equity: string };

/** How each trader of a season finished, by user id. */
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

/** A trader's line in the final table of a season; dollars as decimal strings. */
export type PastResult = {
  number: number;
  place: number | null;
  /** Rows of the table. */
  traders: number;
  equity: string;
  startCash: string;
  prizePool: string;
  /** Traders who share the first place. */
  winners: number;
  terms: SeasonTerms | null;
};

/** The final results of a trader in the seasons before the newest one, newest first. */
export async function pastResults(
  sql: Queryable,
  userId: number,
  before: number,
  limit: number,
): Promise<PastResult[]> {
  return await sql<PastResult[]>`
    select s.number, case when r.ranked then r.place end as place, r.equity, s.start_cash as "startCash",
      s.prize_pool as "prizePool", s.terms,
      (select max(row_number) from results t where t.season_id = s.id) as traders,
      case when r.ranked and r.place = 1 then (select count(*)::integer from results t
        where t.season_id = s.id and t.ranked and t.place = 1) else 0 end as winners
    from results r join seasons s on s.id = r.season_id
    where r.user_id = ${userId} and s.number < ${before} and s.status in ('ended', 'archived')
    order by s.number desc limit ${limit}`;
}
