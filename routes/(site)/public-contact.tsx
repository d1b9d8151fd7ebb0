import { z } from 'zod';
import { ContactPage, contactStrings } from '#components/site/ContactPage.tsx';
import { PLANS } from '#core/numbers/figures.ts';
import { page } from '#framework/define.ts';
import ContactForm from '#islands/ContactForm.tsx';

export default page({
  access: 'public',
  cache: { sMaxAge: 300, swr: 3600 },
  query: z.object({ plan: z.enum(PLANS).optional() }),
  load: ({ services: { settings } }) => ({ phone: settings.contactPhone, email: settings.contactEmail }),
  head: ({ t }) => ({ title: t('contact:title'), description: t('contact:lead') }),
  view: ({ data, ctx, t }) => (
    <ContactPage
      kind="public"
      {...data}
      form={
        <ContactForm
          kind="public"
          userId={ctx.user?.id ?? null}
          strings={contactStrings('public', t)}
          values={
            ctx.flash?.values ?? (ctx.query.plan ? { message: t(`contact:tellMe.${ctx.query.plan}`) } : {})
          }
          issues={ctx.flash?.issues ?? {}}
        />
      }
    />
  ),
});
