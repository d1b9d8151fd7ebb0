import { LoginCodePage } from '#components/account/SecondFactorPages.tsx';
import { page, redirect } from '#framework/define.ts';

export default page({
  access: 'public',
  load({ request, services }) {
    if (!services.signIn.waitsForCode(request)) throw redirect('/auth');
  },
  head: ({ t }) => ({ title: t('safety:factorTitle') }),
  view: () => <LoginCodePage />,
});
