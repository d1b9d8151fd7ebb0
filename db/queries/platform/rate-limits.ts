/** Counts of tries in the database, as the limiter's library asks for them. */
import type { Sql } from '../../client.ts';

type Row = { points: number; expire: number | null };

/** The table its statements name. */
export const LIMITS_TABLE = 'rate_limits';

/** What the library takes for a pool of connections. */
export const limitStore = (sql: Sql) => ({
  async query({ text, values }: { text: string; values: (string | number)[] }): Promise<{ rows: Row[] }> {
    const rows = await sql.unsafe<{ points: number; expire: bigint | null }[]>(text, values);
    return {
      rows: rows.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) })),
    };
  },
});

/** Removes counts that are over. */
export async function forgetLimits(sql: Sql, now: Date): Promise<void> {
  await sql`delete from rate_limits where expire < ${now.getTime()}`;
}
