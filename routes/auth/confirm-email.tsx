import { z } from 'zod';
import { ConfirmEmailPage } from '#components/account/RecoveryPages.tsx';
import { page } from '#framework/define.ts';

export default page({
  query: z.object({ token: z.string().catch('').default('') }),
  load: async ({ query: { token }, services, user }) => ({
    token: (await services.recovery.linkWorks('email', token, user.id)) ? token : null,
  }),
  head: ({ t }) => ({ title: t('safety:confirmTitle') }),
  view: ({ data }) => <ConfirmEmailPage {...data} />,
});
