import { PaymentPage } from '#components/payment/PaymentPage.tsx';
import { page } from '#framework/define.ts';

export default page({
  head: ({ t }) => ({ title: t('payment:title') }),
  view: () => <PaymentPage />,
});
