/** The beginning of each replay, in wall-clock time. */
import { one, type Queryable } from '../../client.ts';

/** When `replay` began, epoch ms: `now` if it begins now. Processes that start together agree. */
export async function replayStart(sql: Queryable, replay: string, now: number): Promise<number> {
  await sql`insert into file_market_starts (market, started_at) values (${replay}, ${new Date(now)})
    on conflict do nothing`;
  const rows = await sql<{ started_at: Date }[]>`
    select started_at from file_market_starts where market = ${replay}`;
  return one(rows).started_at.getTime();
}
