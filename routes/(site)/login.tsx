import { page, redirect } from '#framework/define.ts';
import { sitePath } from '#framework/http/response.ts';

/** The address some pages and old links send to. */
export default page({
  access: 'public',
  load({ url }) {
    const to = sitePath(`/auth${url.search}`);
    throw redirect(to === '/' ? '/auth' : to);
  },
  head: () => ({ title: 'Paperpit' }),
  view: () => null,
});
