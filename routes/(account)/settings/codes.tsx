import { CodesPage } from '#components/account/SignInPages.tsx';
import { page } from '#framework/define.ts';
import { demandProof } from '#services/account/prove-path.ts';

export default page({
  async load(ctx) {
    const newCodes = ctx.flash?.values?.codes;
    if (!newCodes) await demandProof(ctx);
    return newCodes?.split(' ') ?? null;
  },
  head: ({ t }) => ({ title: t('safety:codesTitle') }),
  view: ({ data }) => <CodesPage codes={data} />,
});
