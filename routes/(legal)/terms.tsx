import { LegalPage } from '#components/site/LegalPage.tsx';
import { page } from '#framework/define.ts';
import { SAME_FOR_ALL } from '#framework/shared-document.ts';
import { READABLE, responsible } from '#services/platform/public-pages.ts';

export default page({
  ...READABLE,
  load: ({ services }) => responsible(services.settings),
  head: ({ t }) => ({ title: t('legal:terms.title'), description: t('legal:terms.lead') }),
  view: ({ data }) => <LegalPage name="terms" who={data} />,
  shared: SAME_FOR_ALL,
});
