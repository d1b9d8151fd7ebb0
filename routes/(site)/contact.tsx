import { ContactPage, contactStrings } from '#components/site/ContactPage.tsx';
import type { ContactTexts } from '#core/contract/contact.ts';
import { newestSender, type Sender } from '#db/queries/messages.ts';
import { page } from '#framework/define.ts';
import ContactForm from '#islands/ContactForm.tsx';

/** The members' form. */
export default page({
  async load({ user, services: { settings, sql, recovery } }) {
    const [sender, safety] = await Promise.all([newestSender(sql, user.id), recovery.safetyOf(user.id)]);
    return {
      phone: settings.contactPhone,
      email: settings.contactEmail,
      sender: { ...(safety.email && { email: safety.email }), ...(sender && fieldsOf(sender)) },
    };
  },
  head: ({ t }) => ({ title: t('contact:title') }),
  view: ({ data: { phone, email, sender }, ctx, t }) => (
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
    />
  ),
});

/** Returns the form's fields of an earlier sender: the two names are stored joined by a space. */
function fieldsOf({ name, email, phone }: Sender): ContactTexts {
  const [firstName = '', ...lastNames] = name.split(' ');
  return { firstName, lastName: lastNames.join(' '), email, phone };
}
