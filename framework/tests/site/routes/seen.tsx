import { page } from '#framework/define.ts';
import Seen from '../islands/Seen.tsx';

const one = { a: 1 };

export default page({
  access: 'public',
  head: () => ({ title: 'Seen' }),
  view: () => (
    <>
      <div style={{ height: 3000 }}>far above</div>
      <Seen
        at={new Date(Date.UTC(2026, 0, 2))}
        tags={new Set(['x', 'y'])}
        same={[one, one]}
        evil={'</script><script>document.title="owned"</script><!--'}
      />
    </>
  ),
});
