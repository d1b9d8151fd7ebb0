import { Credentials } from '#core/contract/schemas/account.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';
import { discordStart } from '#services/account/discord/start.ts';
import { languages } from '#services/platform/languages.ts';

/** Makes a trader with this season's start cash, and signs them in. */
export default api((app) =>
  app.post(
    '',
    async ({ body, request, services, reply }) => {
      if (body.isDiscord) return reply.go(discordStart(body.next));
      const { person, cookies } = await services.signIn.byRegistering(
        request,
        body,
        languages.chosen(request),
      );
      return reply.ok(await services.accounts.wire(person), {
        headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
        form: { to: body.next ?? '/' },
      });
    },
    {
      access: 'public',
      limit: 'register',
      body: Credentials,
      form: { title: MESSAGES.registrationFailed.title },
    },
  ),
);
