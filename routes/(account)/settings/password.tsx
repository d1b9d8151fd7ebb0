import { PasswordPage } from '#components/account/SignInPages.tsx';
import { page } from '#framework/define.ts';
import { demandProof } from '#services/account/proofs.ts';

export default page({
  async load(ctx) {
    const { hasPassword } = await ctx.services.recovery.safetyOf(ctx.user.id);
    if (!hasPassword) await demandProof(ctx);
    return { hasPassword, issue: ctx.flash?.issues?.password };
  },
  head: ({ t }) => ({ title: t('safety:passwordTitle') }),
  view: ({ data }) => <PasswordPage {...data} />,
});
