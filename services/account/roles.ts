/** The roles that admins give to traders. */
import type { AccountRole } from '#core/account/permissions.ts';
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { setModerator } from '#db/queries/account/users.ts';
import { findTrader } from '#db/queries/leaderboard/traders.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';

/**
 * Gives a trader a role, and writes it into the log. It counts from the trader's next request on.
 * @throws UNKNOWN_TRADER, also for an admin
 */
export async function giveRole(
  sql: Sql,
  admin: SessionUser,
  { username, role, reason }: { username: string; role: AccountRole; reason: string },
): Promise<void> {
  const trader = await findTrader(sql, usernameKey(username));
  if (!trader || trader.isAdmin) throw fail('UNKNOWN_TRADER');
  await sql.begin(async (tx) => {
    if (!(await setModerator(tx, trader.id, role === 'moderator'))) return;
    const after = { username: trader.username, role, reason };
    await writeAudit(tx, { userId: admin.id, action: 'role', before: null, after });
  });
}
