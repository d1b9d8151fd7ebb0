import { HelpPage } from '#components/help/HelpPage.tsx';
import { page } from '#framework/define.ts';

export default page({
  head: ({ t }) => ({ title: t('help:title') }),
  view: () => <HelpPage />,
});
