/** The two contact forms: check, store, mail. */
import { fail, type Issue } from '#core/errors.ts';
import type { SessionUser } from '#core/visitor.ts';
import { ContactCall, ContactForm, type ContactMessage } from '#core/wire/contact.ts';
import type { Sql } from '#db/client.ts';
import { insertMessage } from '#db/queries/messages.ts';
import type { Mail } from './mail.ts';

export type Contact = ReturnType<typeof createContact>;

export function createContact({ sql, mail }: { sql: Sql; mail: Mail }) {
  return {
    /**
     * Takes a message from either form, or from a script that sends one `name`.
     * @returns false when the hidden field was filled in: the sender is told nothing, nothing is stored
     * @throws AppError INVALID with one issue a field; SIGNED_OUT for the member form without a session
     */
    async submit(body: unknown, user: SessionUser | null): Promise<boolean> {
      const parsed = parse(body);
      const { website, purpose } = parsed;
      if (purpose !== 'public' && !user) throw fail('SIGNED_OUT');
      if (website) return false;
      const message: ContactMessage = {
        name: 'name' in parsed ? parsed.name : `${parsed.firstName} ${parsed.lastName}`,
        email: parsed.email,
        phone: parsed.phone,
        subject: parsed.subject,
        message: parsed.message,
      };
      const id = await insertMessage(sql, purpose ?? 'member', user?.id ?? null, message);
      void mail.contact(id, message);
      return true;
    },
  };
}

function parse(body: unknown) {
  const single = typeof body === 'object' && body !== null && 'name' in body;
  const result = single ? ContactCall.safeParse(body) : ContactForm.safeParse(body);
  if (result.success) return result.data;
  const issues: Issue[] = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw fail('INVALID', { message: issues[0]?.message, issues });
}
