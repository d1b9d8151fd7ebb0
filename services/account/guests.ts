/** Guests: accounts that trade in practice alone and cannot sign in, until the guest registers to keep the account. */

import { usernameKey } from '#core/account/username.ts';
import { keepPath, type SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { deleteGuest, hasWorkingOrders, idleGuests, insertUser } from '#db/queries/account/users.ts';
import { redirect } from '#framework/define.ts';
import type { Addresses } from '#framework/http/address.ts';
import type { Access } from '#framework/register.ts';
import type { OrderService } from '../orders/change-orders.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { RateLimits } from '../platform/rate-limit.ts';
import type { SecurityLog } from '../platform/security-log.ts';
import type { Settings } from '../platform/settings.ts';
import { sixDigits } from './accounts.ts';
import type { Sessions } from './sessions.ts';

const DAY_MS = 24 * 60 * 60_000;
const IDLE_MS = 14 * DAY_MS;
const LIFE_MS = 400 * DAY_MS;
const NAME_TRIES = 50;

/**
 * Refuses a guest's call that needs a member. Redirects a guest's request for a member's page to the page where guests
 * keep their account.
 * @param page the address of a page; null for a call @throws KEEP_FIRST, Redirect
 */
export function demandAccount(access: Access, user: Pick<SessionUser, 'isGuest'>, page: URL | null): void {
  if (!user.isGuest || access !== 'member') return;
  throw page ? redirect(keepPath(page.pathname + page.search)) : fail('KEEP_FIRST');
}

/** Demands a guest's consent to a sign-in to another account, which ends the guest account. @throws GUEST_WOULD_END */
export function demandConsent(user: Pick<SessionUser, 'isGuest'> | null, isAgreed: boolean): void {
  if (user?.isGuest && !isAgreed) throw fail('GUEST_WOULD_END');
}

type Deps = {
  sql: Sql;
  clock: Clock;
  settings: Pick<Settings, 'guests'>;
  limits: RateLimits;
  addresses: Addresses;
  sessions: Pick<Sessions, 'open' | 'closeAll'>;
  securityLog: Pick<SecurityLog, 'signedIn'>;
  orders: Pick<OrderService, 'cancelAll'>;
  log: Pick<Log, 'warn'>;
};

export function createGuests(deps: Deps) {
  const { sql, clock, settings, limits, addresses, sessions, securityLog, orders, log } = deps;

  async function insertGuest(locale: SessionUser['locale']): Promise<SessionUser> {
    for (let n = 0; n < NAME_TRIES; n++) {
      const username = `guest-${sixDigits()}`;
      const name = { username, usernameKey: usernameKey(username) };
      const row = await insertUser(sql, {
        ...name,
        passwordHash: null,
        discordId: null,
        isAdmin: false,
        isGuest: true,
        locale,
      });
      if (row) return { id: row.id, username, isAdmin: false, locale, isGuest: true };
    }
    throw fail('UNAVAILABLE');
  }

  async function remove(id: number): Promise<void> {
    if (await hasWorkingOrders(sql, id))
      await orders.cancelAll({ id, username: '', isAdmin: false, game: 'practice' }, null);
    await sessions.closeAll(id);
    await sql.begin((tx) => deleteGuest(tx, id));
  }

  return {
    /**
     * Creates a guest and opens a session.
     * @param locale the language chosen in this browser
     * @throws NOT_FOUND where the operator has switched guests off, TOO_MANY.guests, UNAVAILABLE when no name was free
     */
    async begin(
      request: Request,
      locale: SessionUser['locale'],
    ): Promise<{ person: SessionUser; cookies: string[] }> {
      if (!settings.guests) throw fail('NOT_FOUND');
      const address = addresses.of(request);
      await limits.count('newGuest', { address });
      await limits.count('newGuestToday', { address });
      const person = await insertGuest(locale);
      const cookie = await sessions.open(request, person.id, null, LIFE_MS);
      securityLog.signedIn(request, person, 'guest');
      return { person, cookies: [cookie] };
    },

    /** Removes up to 100 guests who were idle for 14 days, signed out, or signed in to another account. */
    async removeIdle(): Promise<void> {
      const now = clock.now();
      for (const id of await idleGuests(sql, now, now - IDLE_MS))
        await remove(id).catch((err: unknown) =>
          log.warn({ err, userId: id }, 'a guest could not be removed yet'),
        );
    },
  };
}
