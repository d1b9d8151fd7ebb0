/** What a trader drew on the chart of a symbol, and the averages and indicators chosen there. */
import type { KeptChart } from '#core/contract/market.ts';
import { MOST_CHARTS } from '#core/market/drawings.ts';
import type { Queryable } from '../client.ts';

/** @returns null while nothing was ever changed there */
export async function findChart(sql: Queryable, userId: number, symbol: string): Promise<KeptChart | null> {
  const [row] = await sql<KeptChart[]>`
    select drawings, averages, studies from kept_charts where user_id = ${userId} and symbol = ${symbol}`;
  return row ?? null;
}

/** Keeps a chart; of more than `MOST_CHARTS` those changed longest ago go. */
export async function storeChart(
  sql: Queryable,
  { userId, symbol, at }: { userId: number; symbol: string; at: Date },
  { drawings, averages, studies }: KeptChart,
): Promise<void> {
  await sql`
    with kept as (
      insert into kept_charts (user_id, symbol, drawings, averages, studies, changed_at)
      values (${userId}, ${symbol}, ${JSON.stringify(drawings)}::text::jsonb, ${averages}, ${studies}, ${at})
      on conflict (user_id, symbol) do update set drawings = excluded.drawings, averages = excluded.averages,
        studies = excluded.studies, changed_at = excluded.changed_at)
    delete from kept_charts where user_id = ${userId} and symbol <> ${symbol} and symbol not in (
      select symbol from kept_charts where user_id = ${userId} and symbol <> ${symbol}
      order by changed_at desc, symbol limit ${MOST_CHARTS - 1})`;
}
