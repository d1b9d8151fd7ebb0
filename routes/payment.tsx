import { PaymentPage } from '#components/payment/PaymentPage.tsx';
import { page } from '#server/define.ts';

export default page({
  head: ({ t }) => ({ title: t('payment:title') }),
  view: () => <PaymentPage />,
});
