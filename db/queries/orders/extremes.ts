/** Highs and lows that trailing stops are measured from where a feed never repeats a price: for the process that takes over. */
import type { Queryable } from '../../client.ts';
import { type Fence, fenced } from '../platform/leases.ts';

/** Epoch ms of the market's clock and 1/10,000 $, oldest first. */
export type StoredExtremes = { symbol: string; prices: [at: number, price: string][] };

/** Symbols that trailing stops follow, each with the time of its oldest mark, epoch ms of the market's clock. */
export async function trailingSymbols(sql: Queryable): Promise<Map<string, number>> {
  const rows = await sql<{ symbol: string; since: Date }[]>`
    select symbol, min(coalesce(mark_from, active_from)) as since from orders
    where final_at is null and type = 'trailing_stop' and active_from is not null group by symbol`;
  return new Map(rows.map(({ symbol, since }) => [symbol, since.getTime()]));
}

export async function saveExtremes(
  sql: Queryable,
  fence: Fence,
  extremes: readonly StoredExtremes[],
): Promise<void> {
  await sql`
    insert into order_extremes (symbol, prices)
    select symbol, prices from jsonb_to_recordset(${JSON.stringify(extremes)}::text::jsonb) as r (symbol text, prices jsonb)
    where true ${fenced(sql, fence)}
    on conflict (symbol) do update set prices = excluded.prices`;
}

export async function readExtremes(sql: Queryable): Promise<StoredExtremes[]> {
  return await sql<StoredExtremes[]>`select symbol, prices from order_extremes`;
}
