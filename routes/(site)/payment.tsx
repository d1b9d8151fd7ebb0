import { PaymentPage } from '#components/site/PricingPage.tsx';
import { page } from '#framework/define.ts';

export default page({
  head: ({ t }) => ({ title: t('payment:title') }),
  view: () => <PaymentPage />,
});
