/** This process's clock against the database's: prices go by the first, leases and seasons of all processes by the second. */
import { one, type Queryable } from '../../client.ts';

/** A process whose clock is further off than this cannot know a current price. */
export const MOST_APART_MS = 15_000;

/**
 * A condition that is true while the two clocks agree, and a statement came soon after it was made.
 * @param readings of our clock, epoch ms, when what the statement does was decided
 */
export const clocksAgree = (sql: Queryable, readings: readonly number[] = [Date.now()]) =>
  sql`extract(epoch from statement_timestamp()) * 1000
    between ${Math.max(...readings) - MOST_APART_MS}::float8 and ${Math.min(...readings) + MOST_APART_MS}::float8`;

/** The database's time, epoch ms. */
export async function readDatabaseTime(sql: Queryable): Promise<number> {
  const rows = await sql<
    { now: number }[]
  >`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
  return one(rows).now;
}

/** Asks the database for its time. @returns what is wrong with ours */
export async function compareClocks(sql: Queryable): Promise<string | undefined> {
  const ahead = Date.now() - (await readDatabaseTime(sql));
  if (Math.abs(ahead) <= MOST_APART_MS) return undefined;
  return `the clock here is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's`;
}

/**
 * Refuses to start with a wrong clock: a new secret seed would take over at the wrong time, and until then prices would
 * follow the public one.
 * @throws Error with a sentence
 */
export async function rightClock(sql: Queryable): Promise<void> {
  const wrong = await compareClocks(sql);
  if (wrong) throw new Error(`Prices cannot be given a secret seed: ${wrong}. Set it right and start again.`);
}
