import type { AccountRole } from '#core/account/permissions.ts';
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { isOtherAdminIn, lockAdmins, lockRole, roleOf, setRole } from '#db/queries/account/roles.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Bus, Notice } from '../realtime/bus.ts';
import { storeNotices } from './notifications.ts';

/** Refuses a moderator's action against a moderator or an admin. @throws FORBIDDEN */
export async function demandPower(sql: Sql, staff: SessionUser, userId: number): Promise<void> {
  if (!staff.isAdmin && (await roleOf(sql, userId)) !== 'trader') throw fail('FORBIDDEN.staff');
}

const roleNotice = (userId: number, role: AccountRole): Notice => ({
  type: 'notice',
  userId,
  topic: 'security',
  kind: role === 'trader' ? 'error' : 'success',
  title: { key: 'messages:roleTitle' },
  message: { key: `messages:role.${role}` },
});

/**
 * Gives somebody a role, notifies them, closes their sockets, and records it in the audit log. The role counts from
 * the person's next request.
 * @returns the person's id
 * @throws UNKNOWN_TRADER, also for a former name; LAST_ADMIN, OWN_ACCOUNT; FORBIDDEN when the admin has lost the role
 * meanwhile
 */
export async function giveRole(
  { sql, bus, databaseClock }: { sql: Sql; bus: Bus; databaseClock: Clock },
  admin: SessionUser,
  { username, role, reason }: { username: string; role: AccountRole; reason: string },
): Promise<number> {
  const { person, notice } = await sql.begin(async (tx) => {
    const admins = await lockAdmins(tx);
    const person = await lockRole(tx, usernameKey(username));
    if (!person) throw fail('UNKNOWN_TRADER');
    const isDemoted = person.role === 'admin' && role !== 'admin';
    if (isDemoted && !isOtherAdminIn(admins, person.id)) throw fail('LAST_ADMIN');
    if (person.id === admin.id) throw fail('OWN_ACCOUNT');
    // two admins may demote each other at once: the second one is no admin by now
    if (!admins.some(({ id }) => id === admin.id)) throw fail('FORBIDDEN');
    if (person.role === role) return { person, notice: null };
    await setRole(tx, person, role);
    await writeAudit(tx, {
      userId: admin.id,
      action: 'role',
      before: { username: person.username, role: person.role },
      after: { username: person.username, role, reason },
    });
    const notice = roleNotice(person.id, role);
    await storeNotices(tx, [notice], new Date(databaseClock.now()));
    return { person, notice };
  });
  if (notice) {
    bus.publish({ ...notice, isStored: true });
    bus.publish({ type: 'role', userId: person.id });
  }
  return person.id;
}
