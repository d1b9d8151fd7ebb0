/** A person's mail address: requested, confirmed by a link, removed. */
import type { SessionUser } from '#core/account/visitor.ts';
import type { Locale } from '#core/locale/locale.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { addresseeByEmail, addresseeById, writeEmail } from '#db/queries/account/recovery.ts';
import type { NotifyOwner } from '../account/notify-owner.ts';
import type { Proofs } from '../account/proofs.ts';
import type { Mail } from '../platform/mail.ts';
import type { MailedLinks } from './links.ts';

export function createEmail(deps: {
  sql: Sql;
  mail: Mail;
  links: MailedLinks;
  proofs: Proofs;
  tell: NotifyOwner;
}) {
  const { sql, mail, links, proofs, tell } = deps;

  /** Mails a link that confirms an address. Only a mail to that address says whether another account has it. */
  async function mailConfirmation(user: SessionUser, email: string, locale: Locale): Promise<void> {
    if (!mail.isOn) return;
    const owner = await addresseeByEmail(sql, email);
    const link = await links.make(user.id, 'email', email);
    if (!link) return;
    const to = { username: user.username, locale: user.locale, email };
    if (owner && owner.id !== user.id) mail.send(to, 'addressTaken', {}, locale);
    else mail.send(to, 'confirm', { link }, locale);
  }

  return {
    /** Mails a link for the address of a signed-in user. @throws PROOF_NEEDED, NOT_FOUND without mail */
    async askEmail(request: Request, user: SessionUser, email: string, locale: Locale): Promise<void> {
      if (!mail.isOn) throw fail('NOT_FOUND');
      await proofs.demand(request);
      await mailConfirmation(user, email, locale);
      await tell(user.id, 'addressAsked');
    },

    mailConfirmation,

    /** Confirms an address by a link of this account and mails the previous address. @throws LINK_OVER */
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

    /** Removes the address, and one that waits for its confirmation. @throws PROOF_NEEDED */
    async removeEmail(request: Request, user: SessionUser): Promise<void> {
      await proofs.demand(request);
      const person = await addresseeById(sql, user.id);
      await links.endConfirmation(user.id);
      await writeEmail(sql, user.id, null);
      if (person) mail.send(person, 'addressChanged');
    },
  };
}
