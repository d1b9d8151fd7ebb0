/** The two contact forms: check, store, mail; and the answers. */
import type { SessionUser } from '#core/account/visitor.ts';
import { ContactCall, ContactForm, type ContactMessage } from '#core/contract/contact.ts';
import type { Locale } from '#core/locale/locale.ts';
import { issueOf } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { forgetMessages, insertMessage } from '#db/queries/messages.ts';
import { sitePath } from '#framework/http/response.ts';
import type { Mail } from '../platform/mail.ts';
import { createReplies } from './replies.ts';

/** A checked message, and the form it came from. */
type Incoming = ContactMessage & { purpose: 'member' | 'public' };

type Deps = Parameters<typeof createReplies>[0] & { mail: Pick<Mail, 'contact'> };

export function createContact(deps: Deps) {
  const { sql, clock, mail } = deps;
  const replies = createReplies(deps);
  return {
    ...replies,

    /** Deletes messages whose retention time is over, and gives up replies that no process sends any more. */
    async forget(): Promise<void> {
      await replies.giveUpSending();
      await forgetMessages(sql, clock.now());
    },

    /**
     * Checks a message from either form, or from a script that sends one `name`.
     * @returns the next page of a form, and the message; null when the hidden field was filled in: the sender sees
     * no difference and nothing is stored
     * @throws AppError INVALID with one issue a field; SIGNED_OUT for the member form without a session, KEEP_FIRST for a guest's
     */
    read(body: unknown, user: SessionUser | null): { incoming: Incoming | null; next: string } {
      const { website, next, purpose = 'member', email, phone, subject, message, ...names } = parse(body);
      if (purpose === 'member' && !user) throw fail('SIGNED_OUT');
      if (purpose === 'member' && user?.isGuest) throw fail('KEEP_FIRST');
      const to = sitePath(next ?? '/contact');
      if (website) return { incoming: null, next: to };
      const name = 'name' in names ? names.name : `${names.firstName} ${names.lastName}`;
      return { incoming: { name, email, phone, subject, message, purpose }, next: to };
    },

    /** Stores a message and mails it to the operator. @param locale the language the form was read in */
    async take({ purpose, ...message }: Incoming, user: SessionUser | null, locale: Locale): Promise<void> {
      const id = await insertMessage(
        sql,
        purpose,
        { userId: user && !user.isGuest ? user.id : null, locale },
        message,
      );
      mail.contact(id, message);
    },
  };
}

function parse(body: unknown) {
  const isSingle = typeof body === 'object' && body !== null && 'name' in body;
  const result = isSingle ? ContactCall.safeParse(body) : ContactForm.safeParse(body);
  if (result.success) return result.data;
  const issues = result.error.issues.map(issueOf);
  throw fail('INVALID', { issues, saying: issues.slice(0, 1) });
}
