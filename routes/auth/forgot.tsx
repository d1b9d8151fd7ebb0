import { ForgotPage } from '#components/account/RecoveryPages.tsx';
import { page } from '#framework/define.ts';

export default page({
  access: 'public',
  load: ({ services, flash }) => ({
    isMailOn: services.recovery.isMailOn,
    typed: flash?.values ?? {},
    issues: flash?.issues ?? {},
  }),
  head: ({ t }) => ({ title: t('safety:forgotTitle') }),
  view: ({ data }) => <ForgotPage {...data} />,
});
