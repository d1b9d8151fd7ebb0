/** Which symbols are held, and the newest known price of each. */
import type { Queryable } from '../client.ts';

export type PriceMark = { symbol: string; price: string; asOfMs: number; source: string };
/** `asOfMs`: null where the source does not say. */
export type NewMark = Omit<PriceMark, 'asOfMs'> & { asOfMs: number | null };

/**
 * Symbols with an open position in the season, by hopping through the index: as cheap as there are symbols. `id > 0` is
 * true of all and says that `positions_held` is meant.
 */
export async function heldSymbols(sql: Queryable, seasonId: number): Promise<string[]> {
  const rows = await sql<{ symbol: string }[]>`
    with recursive held as (
      (select symbol from positions where season_id = ${seasonId} and closed_at is null and id > 0 order by symbol limit 1)
      union all
      select (select p.symbol from positions p
        where p.season_id = ${seasonId} and p.closed_at is null and p.id > 0 and p.symbol > held.symbol
        order by p.symbol limit 1)
      from held where held.symbol is not null)
    select symbol from held where symbol is not null`;
  return rows.map((r) => r.symbol);
}

/** Writes the newest prices; an older one never replaces a newer one. @param now epoch ms: when those of unknown time are of */
export async function writeMarks(sql: Queryable, marks: readonly NewMark[], now: number): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    insert into marks (symbol, price, as_of, source)
    select * from unnest(${marks.map((m) => m.symbol)}::text[], ${marks.map((m) => m.price)}::numeric[],
      ${marks.map((m) => new Date(m.asOfMs ?? now).toISOString())}::timestamptz[], ${marks.map((m) => m.source)}::text[])
    on conflict (symbol) do update set price = excluded.price, as_of = excluded.as_of, source = excluded.source
    where marks.as_of <= excluded.as_of`;
}

/** Newest known prices of the symbols that have one. */
export async function readMarks(sql: Queryable, symbols: readonly string[]): Promise<PriceMark[]> {
  const rows = await sql<{ symbol: string; price: string; as_of: Date; source: string }[]>`
    select symbol, price, as_of, source from marks where symbol = any(${symbols as string[]})`;
  return rows.map((r) => ({
    symbol: r.symbol,
    price: r.price,
    asOfMs: r.as_of.getTime(),
    source: r.source,
  }));
}
