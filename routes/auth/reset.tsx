import { z } from 'zod';
import { ResetPage } from '#components/account/RecoveryPages.tsx';
import { page } from '#framework/define.ts';

export default page({
  access: 'public',
  query: z.object({ token: z.string().catch('').default('') }),
  load: async ({ query: { token }, services, flash }) => ({
    token: (await services.recovery.linkWorks('reset', token)) ? token : null,
    issue: flash?.issues?.password,
  }),
  head: ({ t }) => ({ title: t('safety:resetTitle') }),
  view: ({ data }) => <ResetPage {...data} />,
});
