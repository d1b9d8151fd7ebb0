/** Which process does what one may do at a time (docs/decisions/056-leases.md). */
import type { Queryable } from '../../client.ts';
import { clocksAgree } from './clocks.ts';

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
