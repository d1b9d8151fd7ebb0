import { HomePage } from '#components/home/HomePage.tsx';
import { TIP_COUNT, TIP_SECONDS } from '#components/home/Tips.tsx';
import { page } from '#framework/define.ts';

export default page({
  // Everybody who looks at the same time reads the same tip.
  load: ({ services }) => Math.floor(services.clock.now() / 1000 / TIP_SECONDS) % TIP_COUNT,
  head: () => ({ title: 'Paperpit' }),
  view: ({ data }) => <HomePage tip={data} />,
});
