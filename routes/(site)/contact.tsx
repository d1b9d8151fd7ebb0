import { ContactPage, contactStrings } from '#components/site/ContactPage.tsx';
import { page } from '#framework/define.ts';
import ContactForm from '#islands/ContactForm.tsx';

/** The members' form. */
export default page({
  load: ({ services: { settings } }) => ({ phone: settings.contactPhone, email: settings.contactEmail }),
  head: ({ t }) => ({ title: t('contact:title') }),
  view: ({ data, ctx, t }) => (
    <ContactPage
      kind="member"
      {...data}
      form={
        <ContactForm
          kind="member"
          userId={ctx.user?.id ?? null}
          strings={contactStrings('member', t)}
          values={ctx.flash?.values ?? {}}
          issues={ctx.flash?.issues ?? {}}
        />
      }
    />
  ),
});
