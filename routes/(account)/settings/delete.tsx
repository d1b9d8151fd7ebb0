import { DeletePage } from '#components/account/DataPages.tsx';
import { page } from '#framework/define.ts';
import { demandProof } from '#services/account/proofs.ts';

export default page({
  async load(ctx) {
    const { hasPassword } = await ctx.services.recovery.safetyOf(ctx.user.id);
    if (!hasPassword) await demandProof(ctx);
    const { values, issues } = ctx.flash ?? {};
    return { hasPassword, typed: values?.username ?? '', issue: issues?.username };
  },
  head: ({ t }) => ({ title: t('safety:deleteTitle') }),
  view: ({ data }) => <DeletePage {...data} />,
});
