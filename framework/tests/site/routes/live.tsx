import { page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import Ticker from '../islands/Ticker.ts';

export default page({
  access: 'public',
  head: () => ({ title: 'Live' }),
  view: () => (
    <Attach behaviour={Ticker} props={{}}>
      <p data-live="ticks:times">none</p>
      <div id="later" />
      <div style={{ height: 3000 }} />
      <p id="below" data-live="ticks:below">
        below
      </p>
    </Attach>
  ),
});
