import { page, redirect } from '#framework/define.ts';
import { sitePath } from '#framework/http/response.ts';

/** Redirects old links to the sign-in page. */
export default page({
  access: 'public',
  load({ url }) {
    const to = sitePath(`/auth${url.search}`);
    throw redirect(to === '/' ? '/auth' : to);
  },
  head: () => ({ title: 'Paperpit' }),
  view: () => null,
});
