import { page } from '#framework/define.ts';
import Idle from '../islands/Idle.tsx';

export default page({
  access: 'public',
  head: () => ({ title: 'Pressed' }),
  view: () => (
    <>
      <nav>
        <a href="/plain?from=nav">elsewhere</a>
      </nav>
      <a href="/plain">not a place</a>
      <Idle />
    </>
  ),
});
