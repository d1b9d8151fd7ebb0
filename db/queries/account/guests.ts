/** Guests whose time is over, and their rows. Times are epoch ms of the caller's clock. */
import type { Queryable, Transaction } from '../../client.ts';

/** How long a guest without a session stays, so that one who is being made is not removed. */
const GRACE = '1 minute';

/** Returns up to 100 guests without a session that was used since `idleSince`. @param now epoch ms */
export async function idleGuests(sql: Queryable, now: number, idleSince: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from users u
    where is_guest and created_at < ${new Date(now)}::timestamptz - ${GRACE}::interval and not exists (
      select from sessions s where s.user_id = u.id and s.expires_at > ${new Date(now)} and s.last_seen_at > ${new Date(idleSince)})
    order by id limit 100`;
  return rows.map(({ id }) => id);
}

/** True when an account has orders that wait. */
export async function hasWorkingOrders(sql: Queryable, userId: number): Promise<boolean> {
  return (await sql`select from accounts where user_id = ${userId} and live_orders > 0`).length > 0;
}

/**
 * Deletes a guest with all rows. Practice is in no table and no proof, so nothing of anybody else refers to them.
 * @returns false when the account was kept or removed meanwhile, or has working orders
 */
export async function deleteGuest(tx: Transaction, userId: number): Promise<boolean> {
  const guest = await tx`select from users where id = ${userId} and is_guest for update`;
  if (guest.length === 0) return false;
  await tx`select from accounts where user_id = ${userId} for update`;
  if (await hasWorkingOrders(tx, userId)) return false;
  await tx`delete from closed_trades where user_id = ${userId}`;
  await tx`delete from order_reasons where user_id = ${userId}`;
  await tx`delete from orders where user_id = ${userId}`;
  await tx`delete from order_events where user_id = ${userId}`;
  await tx`delete from fills where user_id = ${userId}`;
  await tx`delete from position_splits where user_id = ${userId}`;
  await tx`delete from position_dividends where user_id = ${userId}`;
  await tx`delete from positions where user_id = ${userId}`;
  await tx`delete from ledger where user_id = ${userId}`;
  await tx`delete from accounts where user_id = ${userId}`;
  await tx`delete from idempotency_keys where user_id = ${userId}`;
  await tx`delete from notifications where user_id = ${userId}`;
  await tx`delete from first_steps where user_id = ${userId}`;
  await tx`delete from progress where user_id = ${userId}`;
  // sessions, browser marks and charts go with the account
  await tx`delete from users where id = ${userId}`;
  return true;
}
