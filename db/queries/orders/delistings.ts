/** Tickers that their source says it does not list, and how often in a row it has said so. */
import type { Queryable } from '../../client.ts';

/** Notes that a source does not list a ticker; looks within an hour count once. @returns how many have said so in a row */
export async function noteUnlisted(sql: Queryable, symbol: string): Promise<number> {
  const [row] = await sql<{ looks: number }[]>`
    insert into unlisted_symbols as u (symbol, looks, looked_at) values (${symbol}, 1, now())
    on conflict (symbol) do update set
      looks = u.looks + (u.looked_at <= now() - interval '1 hour')::integer,
      looked_at = case when u.looked_at <= now() - interval '1 hour' then now() else u.looked_at end
    returning looks`;
  return row!.looks;
}

/** Forgets all tickers but these. */
export async function forgetListed(sql: Queryable, unlisted: readonly string[]): Promise<void> {
  await sql`delete from unlisted_symbols where symbol <> all(${unlisted as string[]}::text[])`;
}
