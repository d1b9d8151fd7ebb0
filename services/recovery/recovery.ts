/** The ways back into an account, by a mailed link or a recovery code, and how they are set up. */
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { Locale } from '#core/locale/locale.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import {
  addresseeByEmail,
  addresseeById,
  addresseeByKey,
  isLosable,
  readSafety,
  removeDiscord,
  setPasswordHash,
} from '#db/queries/account/recovery.ts';
import type { Addresses } from '#framework/http/address.ts';
import type { Guesses } from '../account/guesses.ts';
import type { NotifyOwner } from '../account/notify-owner.ts';
import { hashPassword, refusePassword } from '../account/passwords.ts';
import type { Proofs } from '../account/proofs.ts';
import type { Sessions } from '../account/sessions.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Mail } from '../platform/mail.ts';
import type { Proof, SecurityLog } from '../platform/security-log.ts';
import type { createRecoveryCodes } from './codes.ts';
import { createEmail, type MailedLinks } from './links.ts';

/** Every response to a forgotten password takes this long, ms, and so reveals nothing. */
const FORGOT_MS = 400;

type Deps = {
  sql: Sql;
  clock: Clock;
  log: Pick<Log, 'error'>;
  mail: Mail;
  links: MailedLinks;
  codes: ReturnType<typeof createRecoveryCodes>;
  sessions: Sessions;
  proofs: Proofs;
  guesses: Guesses;
  addresses: Addresses;
  securityLog: Pick<SecurityLog, 'passwordSet'>;
  tell: NotifyOwner;
};

export function createRecovery(deps: Deps) {
  const { sql, clock, log, mail, links, codes, sessions, proofs, guesses, addresses, securityLog, tell } =
    deps;

  async function mailResetLink(name: string, locale: Locale): Promise<void> {
    const find = name.includes('@') ? addresseeByEmail(sql, name) : addresseeByKey(sql, usernameKey(name));
    const person = await find;
    if (!person?.email) return;
    const { link } = await links.make(person.id, 'reset');
    if (link) mail.send(person, 'reset', { link }, locale);
  }

  /**
   * Stores a new password and ends the account's sessions. The request's own session stays when its user gave the old
   * password or a proof.
   */
  async function setPassword(request: Request, userId: number, password: string, by: Proof): Promise<void> {
    const passwordHash = await hashPassword(password);
    await sessions.endOlderWays(userId, by === 'password' ? request : null, (tx) =>
      setPasswordHash(tx, userId, passwordHash, clock.now()),
    );
    securityLog.passwordSet(request, userId, by);
    await tell(userId, 'passwordChanged');
  }

  return {
    isMailOn: mail.isOn,
    linkWorks: links.isAlive,
    /** True when the account has traded and has no way back after a lost password. */
    isLosable: (userId: number) => isLosable(sql, userId, mail.isOn),
    safetyOf: (userId: number) => readSafety(sql, userId),
    pendingEmail: (userId: number) => links.pendingEmail(userId),

    /**
     * Mails a link to the person with this name or confirmed address, at most three an hour. Response and time are
     * the same for everybody.
     */
    async forgot(name: string, locale: Locale): Promise<void> {
      // not awaited: with a busy database, existing names would take longer
      void mailResetLink(name.trim(), locale).catch((err: unknown) =>
        log.error({ err }, 'a link to reset a password could not be made'),
      );
      await Bun.sleep(FORGOT_MS);
    },

    /** Sets a new password by a mailed link, and ends all sessions. @throws INVALID, LINK_OVER */
    async reset(request: Request, { token, password }: { token: string; password: string }): Promise<void> {
      refusePassword(password);
      const link = await links.take('reset', token);
      if (!link) throw fail('LINK_OVER');
      await setPassword(request, link.userId, password, 'link');
    },

    /** Sets a new password by a recovery code, and ends all sessions. @throws INVALID, WRONG_CODE, TOO_MANY */
    async recover(
      request: Request,
      { username, code, password }: { username: string; code: string; password: string },
    ): Promise<void> {
      refusePassword(password);
      const name = usernameKey(username);
      const attempt = await guesses.count({ name, address: addresses.of(request) });
      const person = await addresseeByKey(sql, name);
      if (!(await codes.take(person?.id ?? null, code, clock.now())) || !person) throw fail('WRONG_CODE');
      await attempt.forgive();
      await setPassword(request, person.id, password, 'code');
      await tell(person.id, 'codeUsed');
    },

    /**
     * Changes the password and ends all other sessions. A user without a password needs a fresh proof instead.
     * @throws INVALID, WRONG_PASSWORD, PROOF_NEEDED, TOO_MANY
     */
    async changePassword(
      request: Request,
      user: SessionUser,
      { currentPassword, password }: { currentPassword: string; password: string },
    ): Promise<void> {
      refusePassword(password);
      if ((await readSafety(sql, user.id)).hasPassword) await proofs.prove(request, user, currentPassword);
      else await proofs.demand(request);
      await setPassword(request, user.id, password, 'password');
    },

    ...createCodeMaking(deps),
    ...createEmail(deps),
    ...createDisconnection(deps),
  };
}

function createCodeMaking({ codes, proofs, tell }: Deps) {
  return {
    /** Creates recovery codes, which nobody can read again, and notifies the trader. @throws PROOF_NEEDED */
    async makeCodes(request: Request, userId: number): Promise<string[]> {
      await proofs.demand(request);
      const newCodes = await codes.make(userId, () => proofs.demand(request));
      await tell(userId, 'codesMade');
      return newCodes;
    },
  };
}

function createDisconnection({ sql, mail, proofs }: { sql: Sql; mail: Mail; proofs: Proofs }) {
  return {
    /** @throws PROOF_NEEDED, PASSWORD_NEEDED when the account has no other sign-in */
    async disconnectDiscord(request: Request, user: SessionUser): Promise<void> {
      await proofs.demand(request);
      if (!(await removeDiscord(sql, user.id))) throw fail('PASSWORD_NEEDED');
      const person = await addresseeById(sql, user.id);
      if (person) mail.send(person, 'discordRemoved');
    },
  };
}
