import { page } from '#framework/define.ts';
import Counter from '../islands/Counter.tsx';
import Draft from '../islands/Draft.tsx';

export default page({
  access: 'public',
  head: () => ({ title: 'Clicks' }),
  view: () => (
    <>
      <Counter name="first" />
      <Counter name="second" />
      <Draft />
      <a href="/plain">leave for the plain page</a>
    </>
  ),
});
