import { z } from 'zod';
import { PricingPage } from '#components/pricing/PricingPage.tsx';
import { page } from '#framework/define.ts';

export default page({
  access: 'public',
  locales: ['en', 'he'],
  cache: { sMaxAge: 300, swr: 3600 },
  query: z.object({ tab: z.enum(['community', 'fundamentals']).catch('community') }),
  load: ({ services: { settings } }) => ({
    links: {
      annual: settings.payUrlAnnual ?? null,
      monthly: settings.payUrlMonthly ?? null,
      fundamentals: settings.payUrlFundamentals ?? null,
    },
    vatPercent: settings.vatPercent,
  }),
  head: ({ t, ctx }) => ({
    title: t('pricing:title'),
    description: t(`pricing:${ctx.query.tab}.lead`),
  }),
  view({ data, ctx }) {
    const path = ctx.locale === 'he' ? '/he/pricing' : '/pricing';
    const other = ctx.locale === 'he' ? '/pricing' : '/he/pricing';
    return (
      <PricingPage
        tab={ctx.query.tab}
        links={data.links}
        vatPercent={data.vatPercent}
        path={path}
        otherPath={ctx.query.tab === 'fundamentals' ? `${other}?tab=fundamentals` : other}
        otherLocale={ctx.locale === 'he' ? 'en' : 'he'}
      />
    );
  },
});
