import { page, redirect } from '#framework/define.ts';

/** The well-known address at which password managers look for the page that changes a password. */
export default page({
  access: 'public',
  load() {
    throw redirect('/settings/password');
  },
  head: () => ({ title: 'Paperpit' }),
  view: () => null,
});
