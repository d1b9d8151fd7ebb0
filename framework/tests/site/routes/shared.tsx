import { page } from '#framework/define.ts';
import Shared from '../islands/Shared.tsx';
import Writer from '../islands/Writer.tsx';

export default page({
  access: 'public',
  head: () => ({ title: 'Shared' }),
  view: () => (
    <>
      <Writer start="100" />
      <Shared start="100" />
    </>
  ),
});
