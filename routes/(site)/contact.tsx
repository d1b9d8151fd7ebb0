import { z } from 'zod';
import { ContactPage, contactStrings } from '#components/site/ContactPage.tsx';
import { ContactThread } from '#components/site/ContactThread.tsx';
import type { ContactTexts } from '#core/contract/contact.ts';
import { formatDateTime } from '#core/locale/format.ts';
import { messagesOf, newestSender, type Sender } from '#db/queries/messages.ts';
import { repliesTo } from '#db/queries/replies.ts';
import { page } from '#framework/define.ts';
import ContactForm from '#islands/ContactForm.tsx';

const PAGE_SIZE = 10;

/** The members' form, and below it their messages with the answers. */
export default page({
  query: z.object({ page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1) }),
  async load({ user, services: { settings, sql, recovery }, query: { page: number }, locale, zone }) {
    // one row too many means that there is a next page
    const messages = messagesOf(sql, user.id, { offset: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 });
    const [sender, safety, rows] = await Promise.all([
      newestSender(sql, user.id),
      recovery.safetyOf(user.id),
      messages,
    ]);
    const listed = rows.slice(0, PAGE_SIZE);
    const replies =
      listed.length > 0
        ? await repliesTo(
            sql,
            listed.map(({ id }) => id),
          )
        : [];
    const written = (date: Date) => formatDateTime(date, { locale, zone });
    return {
      phone: settings.contactPhone,
      email: settings.contactEmail,
      sender: { ...(safety.email && { email: safety.email }), ...(sender && fieldsOf(sender)) },
      page: number,
      pages: rows.length > PAGE_SIZE ? number + 1 : number,
      threads: listed.map(({ id, subject, message, createdAt }) => ({
        id,
        subject,
        message,
        sent: written(createdAt),
        replies: replies
          .filter(({ messageId }) => messageId === id)
          .map((reply) => ({ id: reply.id, text: reply.text, when: written(reply.at) })),
      })),
    };
  },
  head: ({ t }) => ({ title: t('contact:title') }),
  view: ({ data: { phone, email, sender, threads, page: number, pages }, ctx, t }) => (
    <ContactPage
      kind="member"
      phone={phone}
      email={email}
      form={
        <ContactForm
          kind="member"
          userId={ctx.user?.id ?? null}
          strings={contactStrings('member', t)}
          values={ctx.flash?.values ?? sender}
          issues={ctx.flash?.issues ?? {}}
        />
      }
    >
      <ContactThread threads={threads} page={number} pages={pages} />
    </ContactPage>
  ),
});

/** Returns the form's fields for an earlier sender, whose two names are stored joined by a space. */
function fieldsOf({ name, email, phone }: Sender): ContactTexts {
  const [firstName = '', ...lastNames] = name.split(' ');
  return { firstName, lastName: lastNames.join(' '), email, phone };
}
