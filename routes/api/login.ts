import { MESSAGES } from '#core/messages.ts';
import { usernameKey } from '#core/username.ts';
import { Credentials } from '#core/wire/account.ts';
import { api } from '#server/define.ts';
import { discordStart } from '#server/discord/start.ts';
import { meetLocale } from '#server/language.ts';
import { clientAddress } from '#server/ratelimit.ts';

/** Opens a session. Only a failed try counts, and never against the account's owner who is signed in already. */
export default api((app) =>
  app.post(
    '',
    async ({ body, request, server, user, services, reply }) => {
      if (body.isDiscord) return reply.go(discordStart(body.next));
      const { settings, limits, accounts, sessions } = services;
      const claimed = usernameKey(body.username);
      const own = user && usernameKey(user.username) === claimed;
      const peer = server?.requestIP(request)?.address;
      const attempt = await limits.count('login', {
        account: own ? undefined : claimed,
        address: clientAddress(request.headers, peer, settings.trustProxy),
      });
      const person = await accounts.authenticate(body);
      await attempt.forgive();
      const cookies = [
        await sessions.open(request, person.id),
        await meetLocale(services.sql, request, person),
      ];
      return reply.ok(await accounts.wire(person), {
        headers: cookies.flatMap((cookie): [string, string][] => (cookie ? [['set-cookie', cookie]] : [])),
        form: { to: body.next ?? '/' },
      });
    },
    { access: 'public', body: Credentials, form: { title: MESSAGES.loginFailed.title } },
  ),
);
