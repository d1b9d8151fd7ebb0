/** The roles of accounts. Every change first locks the admins, so that changes happen one after another. */
import type { AccountRole } from '#core/account/permissions.ts';
import type { Queryable, Transaction } from '../../client.ts';

/** `leaves`: the admin has asked for deletion. */
type AdminRow = { id: number; leaves: boolean };

export async function lockAdmins(tx: Transaction): Promise<AdminRow[]> {
  return await tx<AdminRow[]>`
    select id, leaves_at is not null as leaves from users
    where is_admin and deleted_at is null order by id for update`;
}

/** True when there is another admin who has not asked for deletion. */
export const isOtherAdminIn = (admins: readonly AdminRow[], userId: number): boolean =>
  admins.some(({ id, leaves }) => id !== userId && !leaves);

export const roleColumn = (sql: Queryable) =>
  sql`case when u.is_admin then 'admin' when u.is_moderator then 'moderator' else 'trader' end`;

type RoleRow = { id: number; username: string; role: AccountRole };

/** Locks and returns the account of a name; null for a simulated trader, a guest and a deleted account. */
export async function lockRole(tx: Transaction, usernameKey: string): Promise<RoleRow | null> {
  const [row] = await tx<RoleRow[]>`
    select u.id, u.username, ${roleColumn(tx)} as role from users u
    where u.username_key = ${usernameKey} and not u.is_simulated and not u.is_guest and u.deleted_at is null for update`;
  return row ?? null;
}

/** @returns 'trader' for an unknown account */
export async function roleOf(sql: Queryable, id: number): Promise<AccountRole> {
  const [row] = await sql<
    { role: AccountRole }[]
  >`select ${roleColumn(sql)} as role from users u where u.id = ${id}`;
  return row?.role ?? 'trader';
}

/**
 * Sets the role of an account. A former admin has no place in a season in which the account traded as an admin, and in
 * a season that ended while it was an admin.
 */
export async function setRole(tx: Transaction, { id, role: previous }: RoleRow, role: AccountRole) {
  if (previous === 'admin')
    await tx`
      update accounts a set was_admin = true from seasons s, users u
      where a.user_id = ${id} and s.id = a.season_id and s.kind = 'public' and u.id = a.user_id and not a.was_admin
        and (
          exists (select from fills f where f.season_id = a.season_id and f.user_id = a.user_id
            and f.filled_at >= coalesce(u.role_since, '-infinity'))
          or s.ended_at is not null
            and not exists (select from results r where r.season_id = a.season_id and r.user_id = a.user_id))`;
  await tx`
    update users set is_admin = ${role === 'admin'}, is_moderator = ${role === 'moderator'}, role_since = now() where id = ${id}`;
}
