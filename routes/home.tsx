import { page, redirect } from '#framework/define.ts';

/** The home of members by another address. */
export default page({
  load() {
    throw redirect('/');
  },
  head: () => ({ title: 'Paperpit' }),
  view: () => null,
});
