import { z } from 'zod';
import { page, redirect } from '#framework/define.ts';

/** Redirects from a typed code to the page of its invitation. */
export default page({
  access: 'public',
  query: z.object({ code: z.string().trim().max(100).catch('').default('') }),
  load({ query: { code } }): undefined {
    throw redirect(code ? `/leagues/join/${encodeURIComponent(code)}` : '/leagues');
  },
  head: ({ t }) => ({ title: t('leagues:join.title'), robots: 'noindex' }),
  view: () => null,
});
