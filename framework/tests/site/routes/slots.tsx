import { page } from '#framework/define.ts';
import Counter from '../islands/Counter.tsx';
import Tabs from '../islands/Tabs.tsx';

export default page({
  access: 'public',
  head: () => ({ title: 'Slots' }),
  view: () => (
    <>
      <div id="open">
        <Tabs>
          <p>drawn by the server</p>
          <Counter name="inside" />
        </Tabs>
      </div>
      <div id="closed">
        <Tabs closed>
          <p>not shown at first</p>
          <Counter name="hidden" />
        </Tabs>
      </div>
    </>
  ),
});
