import { CodesPage } from '#components/account/SignInPages.tsx';
import { page } from '#framework/define.ts';
import { demandProof } from '#services/account/proofs.ts';

/** Makes and shows recovery codes; a reader with a password proves the identity in the same form. */
export default page({
  async load(ctx) {
    const newCodes = ctx.flash?.values?.codes;
    if (newCodes) return { codes: newCodes.split(' '), needsPassword: false };
    const { proofs, recovery } = ctx.services;
    const isProved = await proofs.isFresh(ctx.request);
    const { hasPassword } = await recovery.safetyOf(ctx.user.id);
    if (!hasPassword) await demandProof(ctx);
    return { codes: null, needsPassword: !isProved };
  },
  head: ({ data, t }) => ({ title: t(data.needsPassword ? 'safety:codesPassword' : 'safety:codesTitle') }),
  view: ({ data }) => <CodesPage {...data} />,
});
