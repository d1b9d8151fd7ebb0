import { z } from 'zod';
import { AuthPage } from '#components/account/AuthPage.tsx';
import { page, redirect } from '#framework/define.ts';
import { sitePath } from '#framework/http/response.ts';
import { Attach } from '#framework/islands/island.tsx';
import SignUp from '#islands/SignUp.ts';

const Query = z.object({
  // `keep` shows a guest the registration form, which then keeps the guest's account
  tab: z.enum(['login', 'register', 'keep']).catch('login'),
  next: z.string().optional().catch(undefined),
  join: z.string().max(20).nullable().catch(null).default(null),
  cookies: z.literal('off').optional().catch(undefined),
});

export default page({
  access: 'public',
  query: Query,
  load({ request, user, query, services, flash }) {
    // a session on an address with `cookies=off` (`cookieCheck`) proves that the browser accepts cookies: a guest is
    // redirected too
    if (user && (!user.isGuest || query.cookies === 'off')) throw redirect(sitePath(query.next));
    const next = sitePath(query.next);
    return {
      tab: query.tab === 'login' ? ('login' as const) : ('register' as const),
      isGuest: user !== null,
      next: next === '/' ? null : next,
      join: query.join,
      intent: crypto.randomUUID(),
      username: flash?.values?.username ?? '',
      email: flash?.values?.email ?? '',
      issues: flash?.issues ?? {},
      // a lack of cookies alone proves nothing, because this may be the browser's first request
      hasCookies: query.cookies !== 'off' || Boolean(request.headers.get('cookie')),
      isMailOn: services.recovery.isMailOn,
      discord: services.settings.discordClientId !== undefined,
    };
  },
  head: ({ data: { tab, isGuest }, t }) => ({
    title: t(tab === 'login' ? 'auth:login' : isGuest ? 'auth:keep' : 'auth:register'),
  }),
  view: ({ data, t }) => (
    <AuthPage
      {...data}
      around={(form) => (
        <Attach behaviour={SignUp} props={{ show: t('auth:show'), hide: t('auth:hide') }}>
          {form}
        </Attach>
      )}
    />
  ),
});
