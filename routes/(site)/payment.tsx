import { PaymentPage } from '#components/site/PaymentPage.tsx';
import { page } from '#framework/define.ts';

export default page({
  head: ({ t }) => ({ title: t('payment:title') }),
  view: () => <PaymentPage />,
});
