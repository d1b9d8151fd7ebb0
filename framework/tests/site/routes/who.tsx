import { page } from '#framework/define.ts';
import { Balance } from '../parts.tsx';

/** Waits in the middle of its loader, so that the requests of many visitors overlap. */
export default page({
  load: async ({ user }) => {
    const oldName = user!.username;
    await new Promise((done) => setTimeout(done, oldName.length % 3));
    return { name: oldName };
  },
  head: ({ data }) => ({ title: data.name }),
  view: ({ data }) => <Balance of={data.name} />,
});
