/** What became of a trader's orders while they were away. */
import type { Queryable } from '../../client.ts';

/**
 * How many waited and filled, and how many ended otherwise without their trader's doing. `symbol`: of one of them; `first`
 * and `last`: when, as the history says it.
 */
export type OrderNews = { filled: number; ended: number; symbol: string; first: Date; last: Date };

/** Only so many of the newest orders are read: a trader who placed more finds the rest in the history. */
const LOOKED_AT = 500;

/** @returns null when there is nothing to tell */
export async function orderNews(sql: Queryable, userId: number, since: Date): Promise<OrderNews | null> {
  const [row] = await sql<OrderNews[]>`
    select count(*) filter (where o.status = 'filled')::integer as filled,
      count(*) filter (where o.status <> 'filled')::integer as ended, min(o.symbol) as symbol,
      min(coalesce(f.filled_at, o.final_at)) as first, max(coalesce(f.filled_at, o.final_at)) as last
    from (select * from orders where user_id = ${userId} and season_id = (select max(id) from seasons)
      order by id desc limit ${LOOKED_AT}) o left join fills f on f.id = o.fill_id
    where o.final_at is not null and o.active_from is not null and o.changed_at > ${since}
      and (o.status <> 'cancelled' or o.reason in ('forced_cover', 'season_end', 'split', 'symbol_gone', 'suspended'))
    having count(*) > 0`;
  return row ?? null;
}
