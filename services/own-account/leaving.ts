/** Deletes accounts by anonymising them, after a week in which the owner can cancel. */
import { normalizeUsername, usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail, invalidInput } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { anonymise, dueToLeave, setLeaving } from '#db/queries/account/leaving.ts';
import { addresseeById, readSafety } from '#db/queries/account/recovery.ts';
import { isOtherAdminIn, lockAdmins } from '#db/queries/account/roles.ts';
import { gamesWaiting } from '#db/queries/orders/read.ts';
import { openAwardStatus } from '#db/queries/season/awards.ts';
import { sixDigits } from '../account/accounts.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Proofs } from '../account/proofs.ts';
import type { Sessions } from '../account/sessions.ts';
import { leagueNotice, publishStored, tellUndecided } from '../leagues/notices.ts';
import type { OrderService } from '../orders/change-orders.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Mail } from '../platform/mail.ts';
import type { Bus } from '../realtime/bus.ts';

/** How long the owner can cancel a deletion, ms. */
const RETURN_MS = 7 * 86_400_000;
const NAME_TRIES = 50;

type Deps = {
  sql: Sql;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  mail: Mail;
  bus: Pick<Bus, 'publish'>;
  sessions: Sessions;
  proofs: Proofs;
  orders: Pick<OrderService, 'cancelAll'>;
};

export function createLeaving({ sql, clock, log, mail, bus, sessions, proofs, orders }: Deps) {
  /** Deletes an account unless its owner has kept it meanwhile, or another process was first. */
  async function carryOutFor(person: { id: number; username: string }): Promise<void> {
    for (const game of await gamesWaiting(sql, person.id))
      await orders.cancelAll({ ...person, isAdmin: false, game }, null);
    for (let n = 0; ; n++) {
      const username = `deleted-${sixDigits()}`;
      const name = { username, usernameKey: usernameKey(username) };
      try {
        const notices = await sql.begin(async (tx) => {
          const inherited = await anonymise(tx, person.id, name, clock.now());
          if (!inherited) return null;
          const news = inherited.map((league) => leagueNotice(league.ownerId, league, 'owner'));
          await storeNotices(tx, news, new Date(clock.now()));
          // `anonymise` has archived the leagues that no member inherited
          return [...news, ...(await tellUndecided(tx, { ownerId: person.id }, new Date(clock.now())))];
        });
        if (!notices) return;
        publishStored(bus, notices);
        await sessions.closeAll(person.id);
        return;
      } catch (error) {
        if (!isUniqueViolation(error) || n >= NAME_TRIES) throw error;
      }
    }
  }

  return {
    /**
     * Schedules the deletion of the account and ends its sessions.
     * @throws INVALID when the typed name is not the user's, WRONG_PASSWORD, PROOF_NEEDED, LAST_ADMIN, OPEN_CLAIM
     * while a prize is open, TOO_MANY
     */
    async ask(
      request: Request,
      user: SessionUser,
      { username, password }: { username: string; password: string },
    ): Promise<void> {
      if (normalizeUsername(username) !== user.username)
        throw invalidInput([issueAt('username', 'nameMismatch')]);
      if ((await readSafety(sql, user.id)).hasPassword) await proofs.prove(request, user, password);
      else await proofs.demand(request);
      const award = await openAwardStatus(sql, user.id);
      if (award) throw fail(award === 'provisional' ? 'OPEN_CLAIM.provisional' : 'OPEN_CLAIM');
      await sql.begin(async (tx) => {
        // the role of the session may be a second old
        const admins = await lockAdmins(tx);
        if (admins.some(({ id }) => id === user.id) && !isOtherAdminIn(admins, user.id))
          throw fail('LAST_ADMIN');
        await setLeaving(tx, user.id, clock.now() + RETURN_MS);
      });
      await sessions.closeAll(user.id);
      const person = await addresseeById(sql, user.id);
      if (person) mail.send(person, 'leaving');
    },

    keep: (user: SessionUser): Promise<void> => setLeaving(sql, user.id, null),

    /** Anonymises accounts whose deletion is due, after cancelling their orders, and ends their sessions. */
    async carryOut(): Promise<void> {
      for (const person of await dueToLeave(sql, clock.now()))
        await carryOutFor(person).catch((err: unknown) =>
          log.warn({ err, userId: person.id }, 'an account could not be deleted yet'),
        );
    },
  };
}
