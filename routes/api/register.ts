import { MESSAGES } from '#core/messages.ts';
import { usernameKey } from '#core/username.ts';
import { Credentials } from '#core/wire/account.ts';
import { api } from '#server/define.ts';
import { discordStart } from '#server/discord/start.ts';
import { chosenLocale } from '#server/language.ts';
import { clientAddress } from '#server/ratelimit.ts';

/** Makes a trader with this season's start cash, and signs them in. */
export default api((app) =>
  app.post(
    '',
    async ({ body, request, server, services, reply }) => {
      if (body.isDiscord) return reply.go(discordStart(body.next));
      const { settings, limits, accounts, sessions } = services;
      const peer = server?.requestIP(request)?.address;
      await limits.count('register', {
        account: usernameKey(body.username),
        address: clientAddress(request.headers, peer, settings.trustProxy),
      });
      const person = await accounts.register(body, chosenLocale(request));
      const cookie = await sessions.open(request, person.id);
      return reply.ok(await accounts.wire(person), {
        headers: { 'set-cookie': cookie },
        form: { to: body.next ?? '/' },
      });
    },
    { access: 'public', body: Credentials, form: { title: MESSAGES.registrationFailed.title } },
  ),
);
