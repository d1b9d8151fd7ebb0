import { z } from 'zod';
import { ConfirmEmailPage } from '#components/recovery/ConfirmEmailPage.tsx';
import { page } from '#framework/define.ts';

export default page({
  access: 'public',
  query: z.object({ token: z.string().catch('').default('') }),
  load: async ({ query: { token }, services }) => ({
    token: (await services.recovery.linkWorks('email', token)) ? token : null,
  }),
  head: ({ t }) => ({ title: t('safety:confirmTitle') }),
  view: ({ data }) => <ConfirmEmailPage {...data} />,
});
