import { page } from '#framework/define.ts';
import Ids from '../islands/Ids.tsx';
import Nest from '../islands/Nest.tsx';

export default page({
  access: 'public',
  head: () => ({ title: 'Ids' }),
  view: () => (
    <>
      <Ids label="a" />
      <Ids label="b" />
      <Nest label="c" />
    </>
  ),
});
