import { page } from '#framework/define.ts';
import Idle from '../islands/Idle.tsx';

/** A block inside a paragraph: the parser closes the paragraph before the block. */
export default page({
  access: 'public',
  head: () => ({ title: 'Nesting' }),
  view: () => (
    <p>
      before <Idle /> after
    </p>
  ),
});
