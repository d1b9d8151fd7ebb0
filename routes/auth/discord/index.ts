import { api } from '#server/define.ts';
import { keepCookie } from '#server/discord/cookie.ts';
import { refusedSignIn } from '#server/discord/refusal.ts';
import { seeOther, sitePath } from '#server/reply.ts';

/** Sends the browser to Discord, with what it needs to come back. */
export default api((app) =>
  app.get(
    '',
    async ({ request, user, services }) => {
      const next = sitePath(new URL(request.url).searchParams.get('next')).slice(0, 1500);
      if (user) return seeOther(next);
      const { discord, settings } = services;
      if (!discord) return refusedSignIn('off', next);
      const { url, begun } = await discord.begin();
      const headers = new Headers({ location: url, 'cache-control': 'private, no-store' });
      headers.append('set-cookie', keepCookie(request, settings, { ...begun, next }));
      return new Response(null, { status: 303, headers });
    },
    { access: 'public' },
  ),
);
