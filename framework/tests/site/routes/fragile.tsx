import { page } from '#framework/define.ts';
import { CrashBox } from '../crash-box.tsx';
import Counter from '../islands/Counter.tsx';
import Fragile from '../islands/Fragile.tsx';

export default page({
  access: 'public',
  head: () => ({ title: 'Fragile' }),
  view: ({ ctx }) => (
    <>
      <div id="hydrating">
        <Fragile when="hydrating" />
      </div>
      <div id="clicked">
        <Fragile when="clicked" />
      </div>
      <Counter name="neighbour" />
      <CrashBox isAdmin={ctx.user?.isAdmin ?? false} />
    </>
  ),
});
