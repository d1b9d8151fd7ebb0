import { api } from '#server/define.ts';
import { DiscordError } from '#server/discord/client.ts';
import { keepCookie, readKept } from '#server/discord/cookie.ts';
import { refusedSignIn } from '#server/discord/refusal.ts';
import { chosenLocale, meetLocale } from '#server/language.ts';
import { clientAddress } from '#server/ratelimit.ts';

/** Where Discord sends the browser back to: signs the person in, with a new account the first time. */
export default api((app) =>
  app.get(
    '',
    async ({ request, server, services, reply }) => {
      const { discord, settings, limits, accounts, sessions, sql, log } = services;
      // whatever comes of it, an answer counts once
      const used = keepCookie(request, settings, null);
      if (!discord) return refusedSignIn(reply, 'off', '/', used);
      const kept = readKept(request, settings);
      if (!kept) return refusedSignIn(reply, 'forged', '/', used);
      try {
        const peer = server?.requestIP(request)?.address;
        const address = clientAddress(request.headers, peer, settings.trustProxy);
        const attempt = await limits.count('login', { address });
        const found = await discord.finish(new URL(request.url).searchParams, kept);
        const person = await accounts.byDiscord(found, chosenLocale(request));
        await attempt.forgive();
        const headers = new Headers([
          ['set-cookie', used],
          ['set-cookie', await sessions.open(request, person.id)],
        ]);
        const lang = await meetLocale(sql, request, person);
        if (lang) headers.append('set-cookie', lang);
        return reply.go(kept.next, undefined, headers);
      } catch (error) {
        if (!(error instanceof DiscordError)) throw error;
        if (error.kind === 'failed') log.warn({ err: error.cause }, 'sign-in by Discord failed');
        return refusedSignIn(reply, error.kind, kept.next, used);
      }
    },
    { access: 'public' },
  ),
);
