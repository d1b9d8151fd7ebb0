/** This process's clock against the database's: prices go by the first, leases and seasons of all processes by the second. */
import { one, type Queryable } from '../../client.ts';

/** Further apart, a process knows no price of now. */
const MOST_APART_MS = 15_000;

/** A condition that is true while the two clocks agree, and a statement came soon after it was made. */
export const clocksAgree = (sql: Queryable) =>
  sql`abs(extract(epoch from statement_timestamp()) * 1000 - ${Date.now()}::float8) <= ${MOST_APART_MS}::integer`;

/** Asks the database for its time. @returns what is wrong with ours */
export async function compareClocks(sql: Queryable): Promise<string | undefined> {
  const rows = await sql<
    { now: number }[]
  >`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
  const ahead = Date.now() - one(rows).now;
  if (Math.abs(ahead) <= MOST_APART_MS) return undefined;
  return `the clock here is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's`;
}
