import { page, redirect } from '#framework/define.ts';

/** The address some pages and old links send to. */
export default page({
  access: 'public',
  load({ url }) {
    throw redirect(`/auth${url.search}`);
  },
  head: () => ({ title: 'Paperpit' }),
  view: () => null,
});
