import { page, redirect } from '#framework/define.ts';

/** Where password managers ask for the page that changes a password. */
export default page({
  access: 'public',
  load() {
    throw redirect('/settings/password');
  },
  head: () => ({ title: 'Paperpit' }),
  view: () => null,
});
