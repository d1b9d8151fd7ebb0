import { page, redirect } from '#framework/define.ts';

/** An older address of the members' home. */
export default page({
  load() {
    throw redirect('/');
  },
  head: () => ({ title: 'Paperpit' }),
  view: () => null,
});
