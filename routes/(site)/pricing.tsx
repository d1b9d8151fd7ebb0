import { z } from 'zod';
import { PricingPage } from '#components/site/PricingPage.tsx';
import { page } from '#framework/define.ts';
import { SAME_FOR_ALL } from '#framework/shared-document.ts';
import { READABLE } from '#services/platform/public-pages.ts';

export default page({
  ...READABLE,
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
  view: ({ data, ctx }) => (
    <PricingPage tab={ctx.query.tab} links={data.links} vatPercent={data.vatPercent} />
  ),
  shared: SAME_FOR_ALL,
});
