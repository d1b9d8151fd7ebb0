/** The two contact forms: check, store, mail. */
import type { SessionUser } from '#core/account/visitor.ts';
import { ContactCall, ContactForm, type ContactMessage } from '#core/contract/contact.ts';
import { issueOf } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { forgetMessages, insertMessage } from '#db/queries/messages.ts';
import { sitePath } from '#framework/http/response.ts';
import type { Clock } from '../platform/clock.ts';
import type { Mail } from '../platform/mail.ts';

/** A checked message, and the form it came from. */
type Incoming = ContactMessage & { purpose: 'member' | 'public' };

type Deps = { sql: Sql; clock: Clock; mail: Pick<Mail, 'contact'> };

export function createContact({ sql, clock, mail }: Deps) {
  return {
    /** Deletes messages whose retention time is over. */
    forget: () => forgetMessages(sql, clock.now()),

    /**
     * Checks a message from either form, or from a script that sends one `name`.
     * @returns the page a form goes on to, and the message; null when the hidden field was filled in: the sender sees
     * no difference and nothing is stored
     * @throws AppError INVALID with one issue a field; SIGNED_OUT for the member form without a session
     */
    read(body: unknown, user: SessionUser | null): { incoming: Incoming | null; next: string } {
      const { website, next, purpose = 'member', email, phone, subject, message, ...names } = parse(body);
      if (purpose === 'member' && !user) throw fail('SIGNED_OUT');
      const to = sitePath(next ?? '/contact');
      if (website) return { incoming: null, next: to };
      const name = 'name' in names ? names.name : `${names.firstName} ${names.lastName}`;
      return { incoming: { name, email, phone, subject, message, purpose }, next: to };
    },

    /** Stores a message and mails it to the operator. */
    async take({ purpose, ...message }: Incoming, user: SessionUser | null): Promise<void> {
      const id = await insertMessage(sql, purpose, user?.id ?? null, message);
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
