/** Leases, and the check of clocks that they need (docs/decisions/056-leases.md). */
import { one, type Queryable } from '../../client.ts';

/** The largest accepted difference of the clocks of server and database, ms. Beyond it no price counts as current. */
export const MOST_APART_MS = 15_000;

/**
 * Returns the condition that the server's clock agrees with the database's.
 * @param readings times of the server's clock at the decisions that the statement commits, epoch ms
 */
export const clocksAgree = (sql: Queryable, readings: readonly number[] = [Date.now()]) =>
  sql`extract(epoch from statement_timestamp()) * 1000
    between ${Math.max(...readings) - MOST_APART_MS}::float8 and ${Math.min(...readings) + MOST_APART_MS}::float8`;

/** @returns epoch ms */
export async function readDatabaseTime(sql: Queryable): Promise<number> {
  const rows = await sql<
    { now: number }[]
  >`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
  return one(rows).now;
}

/** Compares the clocks of server and database. @returns a sentence when they disagree, else undefined */
export async function compareClocks(sql: Queryable): Promise<string | undefined> {
  const ahead = Date.now() - (await readDatabaseTime(sql));
  if (Math.abs(ahead) <= MOST_APART_MS) return undefined;
  return `the clock here is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's`;
}

/**
 * Refuses a start with a wrong clock: a new seed would take effect at the wrong time, and until then prices would
 * follow the public seed.
 * @throws Error with a sentence
 */
export async function rightClock(sql: Queryable): Promise<void> {
  const problem = await compareClocks(sql);
  if (problem)
    throw new Error(`Prices cannot be given a secret seed: ${problem}. Set it right and start again.`);
}

/** An acquired lease. A write with an earlier holder's epoch changes nothing. */
export type Fence = { name: 'orders' | 'mail'; epoch: bigint };

/** How long after its last renewal a lease expires. */
const LEASE = "interval '6 seconds'";

/**
 * Acquires a free lease, or renews the lease of this process.
 * @param holder a UUID of this process @returns null while another process has it, and when the clocks disagree
 */
export async function takeLease(sql: Queryable, name: Fence['name'], holder: string): Promise<Fence | null> {
  const [row] = await sql<{ epoch: bigint }[]>`
    update leases set epoch = case when holder = ${holder} then epoch else epoch + 1 end, holder = ${holder},
      until = now() + ${sql.unsafe(LEASE)}
    where name = ${name} and (holder = ${holder} or until < now()) and ${clocksAgree(sql)}
    returning epoch`;
  return row ? { name, epoch: row.epoch } : null;
}

/** Releases a lease: the next process acquires it at once. */
export async function dropLease(sql: Queryable, { name, epoch }: Fence): Promise<void> {
  await sql`update leases set until = 'epoch' where name = ${name} and epoch = ${epoch}`;
}

/** True until another process acquires the lease. */
export async function isHeld(sql: Queryable, { name, epoch }: Fence): Promise<boolean> {
  const rows = await sql`select from leases where name = ${name} and epoch = ${epoch}`;
  return rows.length > 0;
}

/** Returns the condition that no other process has acquired the lease; empty without a fence. */
export const fenced = (sql: Queryable, fence: Fence | null | undefined) =>
  fence ? sql`and exists (select from leases where name = ${fence.name} and epoch = ${fence.epoch})` : sql``;
