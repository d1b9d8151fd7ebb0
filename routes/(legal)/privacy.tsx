import { LegalPage } from '#components/site/LegalPage.tsx';
import { page } from '#framework/define.ts';
import { SAME_FOR_ALL } from '#framework/shared-document.ts';
import { READABLE, responsible } from '#services/platform/public-pages.ts';

export default page({
  ...READABLE,
  load: ({ services }) => responsible(services.settings),
  head: ({ t }) => ({ title: t('legal:privacy.title'), description: t('legal:privacy.lead') }),
  view: ({ data }) => <LegalPage name="privacy" who={data} />,
  shared: SAME_FOR_ALL,
});
