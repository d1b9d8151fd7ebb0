import { CodesPage } from '#components/account/SignInPages.tsx';
import { page } from '#framework/define.ts';
import { demandProof } from '#services/account/prove-path.ts';

export default page({
  async load(ctx) {
    const made = ctx.flash?.values?.codes;
    if (!made) await demandProof(ctx);
    return made?.split(' ') ?? null;
  },
  head: ({ t }) => ({ title: t('safety:codesTitle') }),
  view: ({ data }) => <CodesPage codes={data} />,
});
