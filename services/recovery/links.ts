/** Mailed links, and the mail address that a link confirms. */

import type { SessionUser } from '#core/account/visitor.ts';
import type { Locale } from '#core/locale/locale.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import * as rows from '#db/queries/account/recovery.ts';
import { addresseeByEmail, addresseeById, writeEmail } from '#db/queries/account/recovery.ts';
import type { NotifyOwner } from '../account/notify-owner.ts';
import type { Proofs } from '../account/proofs.ts';
import { hashToken, isToken, newToken } from '../account/token.ts';
import type { Clock } from '../platform/clock.ts';
import type { Mail } from '../platform/mail.ts';
import { tooMany } from '../platform/rate-limit.ts';
import type { Settings } from '../platform/settings.ts';

const MINUTE_MS = 60_000;
/** `life`: ms. `path`: address of the page. `most`: mails an hour, for one person or to one address. */
const KINDS = {
  reset: { life: 30 * MINUTE_MS, path: '/auth/reset', most: 3 },
  email: { life: 24 * 60 * MINUTE_MS, path: '/auth/confirm-email', most: 5 },
} as const;

type NewLink = { link: string | null; waitMs: number };

export type MailedLinks = ReturnType<typeof createMailedLinks>;

/** Links have the host of PUBLIC_URL, never the host of a request. */
export function createMailedLinks(deps: { sql: Sql; clock: Clock; settings: Pick<Settings, 'publicUrl'> }) {
  const { sql, clock, settings } = deps;
  return {
    /**
     * Creates a link, which replaces the person's older one of the kind.
     * @param email the mail address that the link confirms
     * @returns `link`: the address; null after too many links of the kind in an hour. `waitMs`: wait for the next, ms
     */
    async make(userId: number, kind: rows.LinkKind, email: string | null = null): Promise<NewLink> {
      const token = newToken();
      const { life, path, most } = KINDS[kind];
      const now = clock.now();
      const link = { userId, kind, tokenHash: hashToken(token), email };
      const waitMs = await sql.begin((tx) => rows.insertLink(tx, link, { now, expires: now + life, most }));
      return { link: waitMs > 0 ? null : `${settings.publicUrl}${path}?token=${token}`, waitMs };
    },

    /**
     * Uses up a link. @param userId the link's owner; null for any owner
     * @returns null when the link is unknown, used or expired
     */
    async take(kind: rows.LinkKind, token: string, userId: number | null = null) {
      return isToken(token) ? await rows.takeLink(sql, kind, hashToken(token), clock.now(), userId) : null;
    },

    /** True while a link works. @param userId the link's owner; null for any owner */
    async isAlive(kind: rows.LinkKind, token: string, userId: number | null = null): Promise<boolean> {
      return isToken(token) && (await rows.isLinkAlive(sql, kind, hashToken(token), clock.now(), userId));
    },

    /** Returns the address that a live link would confirm; null without one. */
    pendingEmail: (userId: number) => rows.pendingEmail(sql, userId, clock.now()),

    endConfirmation: (userId: number) => rows.endLinks(sql, userId, 'email', clock.now()),

    /** Deletes links made more than a day ago, all of which have expired. */
    forget: () => rows.deleteOldLinks(sql, clock.now()),
  };
}

/** Returns the page of a refused form with the form's token, because a page opened by a mailed link sends no referrer. */
export const tokenPage = (path: string) => (body: unknown) => {
  const { token } = (body ?? {}) as { token?: unknown };
  return typeof token === 'string' && isToken(token) ? `${path}?token=${token}` : path;
};

/** A person's mail address: request, confirm by a link, remove. */
export function createEmail(deps: {
  sql: Sql;
  mail: Mail;
  links: MailedLinks;
  proofs: Proofs;
  tell: NotifyOwner;
}) {
  const { sql, mail, links, proofs, tell } = deps;

  /**
   * Mails a link that confirms an address. Sends nothing without a mail server or after too many links. Only that
   * mailbox learns whether another account has the address.
   * @returns the wait after too many links, ms; else 0
   */
  async function mailConfirmation(user: SessionUser, email: string, locale: Locale): Promise<number> {
    if (!mail.isOn) return 0;
    const owner = await addresseeByEmail(sql, email);
    const { link, waitMs } = await links.make(user.id, 'email', email);
    if (link === null) return waitMs;
    const to = { username: user.username, locale: user.locale, email };
    if (owner && owner.id !== user.id) mail.send(to, 'addressTaken', {}, locale);
    else mail.send(to, 'confirm', { link }, locale);
    return 0;
  }

  return {
    /**
     * Mails a link that confirms a signed-in user's address. Only the mailbox learns whether another account has the
     * address. Strangers can use up the mails that an address gets in an hour: the refusal says when it gets the next.
     * @throws PROOF_NEEDED, NOT_FOUND without a mail server, TOO_MANY
     */
    async askEmail(request: Request, user: SessionUser, email: string, locale: Locale): Promise<void> {
      if (!mail.isOn) throw fail('NOT_FOUND');
      await proofs.demand(request);
      const waitMs = await mailConfirmation(user, email, locale);
      if (waitMs > 0) throw tooMany(waitMs);
      await tell(user.id, 'addressAsked');
    },

    mailConfirmation,

    /** Confirms an address by a link of this account, and mails the previous address. @throws LINK_OVER */
    async confirmEmail(user: SessionUser, token: string): Promise<void> {
      const link = await links.take('email', token, user.id);
      const person = link && (await addresseeById(sql, link.userId));
      if (!link?.email || !person) throw fail('LINK_OVER');
      try {
        await writeEmail(sql, person.id, link.email);
      } catch (error) {
        if (isUniqueViolation(error)) throw fail('LINK_OVER');
        throw error;
      }
      if (person.email && person.email !== link.email) mail.send(person, 'addressChanged');
      await tell(person.id, 'addressConfirmed');
    },

    /** Removes the address, and ends the link that would confirm another. @throws PROOF_NEEDED */
    async removeEmail(request: Request, user: SessionUser): Promise<void> {
      await proofs.demand(request);
      const person = await addresseeById(sql, user.id);
      await links.endConfirmation(user.id);
      await writeEmail(sql, user.id, null);
      if (person) mail.send(person, 'addressChanged');
    },
  };
}
