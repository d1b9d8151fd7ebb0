/** Which process does what one may do at a time (docs/decisions/056-leases.md). */

import { one, type Queryable } from '../../client.ts';

/** This process's clock against the database's: prices go by the first, leases and seasons of all processes by the second. */

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

/** A lease as its holder has it. A write that names an epoch which is over changes nothing. */
export type Fence = { name: 'orders'; epoch: bigint };

/** How long a lease lasts after its holder last renewed it. */
const LEASE = "interval '6 seconds'";

/**
 * Takes a lease if it is free, or keeps one's own for another while.
 * @param holder a UUID of this process @returns null while another process has it, or our clock is not the database's
 */
export async function takeLease(sql: Queryable, name: Fence['name'], holder: string): Promise<Fence | null> {
  const [row] = await sql<{ epoch: bigint }[]>`
    update leases set epoch = case when holder = ${holder} then epoch else epoch + 1 end, holder = ${holder},
      until = now() + ${sql.unsafe(LEASE)}
    where name = ${name} and (holder = ${holder} or until < now()) and ${clocksAgree(sql)}
    returning epoch`;
  return row ? { name, epoch: row.epoch } : null;
}

/** Lets the next process take over at once. */
export async function dropLease(sql: Queryable, { name, epoch }: Fence): Promise<void> {
  await sql`update leases set until = 'epoch' where name = ${name} and epoch = ${epoch}`;
}

/** Whether nobody has taken the lease over. */
export async function isHeld(sql: Queryable, { name, epoch }: Fence): Promise<boolean> {
  const rows = await sql`select from leases where name = ${name} and epoch = ${epoch}`;
  return rows.length > 0;
}

/** A condition that is true while nobody has taken the lease over; without a fence nothing is asked. */
export const fenced = (sql: Queryable, fence: Fence | null | undefined) =>
  fence ? sql`and exists (select from leases where name = ${fence.name} and epoch = ${fence.epoch})` : sql``;
