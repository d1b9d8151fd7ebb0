/** What became of a trader's orders while they were away. */
import type { Queryable } from '../../client.ts';

/** How many waited and filled, and how many ended otherwise without their trader's doing. `symbol`: of one of them. */
export type OrderNews = { filled: number; ended: number; symbol: string };

/** Orders that are looked at, the newest: who has placed more since may read the history. */
const LOOKED_AT = 500;

/** @returns null when there is nothing to tell */
export async function orderNews(sql: Queryable, userId: number, since: Date): Promise<OrderNews | null> {
  const [row] = await sql<OrderNews[]>`
    select count(*) filter (where status = 'filled')::integer as filled,
      count(*) filter (where status <> 'filled')::integer as ended, min(symbol) as symbol
    from (select * from orders where user_id = ${userId} and season_id = (select max(id) from seasons)
      order by id desc limit ${LOOKED_AT}) o
    where final_at is not null and active_from is not null and changed_at > ${since}
      and (status <> 'cancelled' or reason in ('forced_cover', 'season_end', 'split', 'suspended'))
    having count(*) > 0`;
  return row ?? null;
}
