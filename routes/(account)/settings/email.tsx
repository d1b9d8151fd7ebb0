import { EmailPage } from '#components/account/SignInPages.tsx';
import { page, redirect } from '#framework/define.ts';
import { demandProof } from '#services/account/proofs.ts';

export default page({
  async load(ctx) {
    const { services, user, flash } = ctx;
    if (!services.recovery.isMailOn) throw redirect('/settings');
    await demandProof(ctx);
    const { email } = await services.recovery.safetyOf(user.id);
    return { email, typed: flash?.values?.email ?? '', issue: flash?.issues?.email };
  },
  head: ({ t }) => ({ title: t('safety:emailTitle') }),
  view: ({ data }) => <EmailPage {...data} />,
});
