import { HelpPage } from '#components/site/HelpPage.tsx';
import { page } from '#framework/define.ts';
import { SAME_FOR_ALL } from '#framework/shared-document.ts';
import { READABLE } from '#services/platform/public-pages.ts';

export default page({
  ...READABLE,
  head: ({ t }) => ({ title: t('help:title'), description: t('help:lead') }),
  view: () => <HelpPage />,
  shared: SAME_FOR_ALL,
});
