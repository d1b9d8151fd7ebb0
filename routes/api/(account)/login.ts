import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';
import { discordStartPath } from '#services/account/discord.ts';
import { enteredPath } from '#services/account/entered-path.ts';
import { meetLocale } from '#services/account/language.ts';

/** Opens a session. */
export default handle(
  endpoints.login,
  { title: MESSAGES.loginFailed.title, fields: ['username'] },
  async ({ body, request, user, services, reply }) => {
    if (body.isDiscord) return reply.go(discordStartPath(body.next));
    const { person, cookies } = await services.signIn.byPassword(request, body, user);
    const lang = await meetLocale(services.sql, request, person);
    return reply.ok(await services.accounts.wire(person), {
      headers: [...cookies, ...(lang ? [lang] : [])].map((cookie): [string, string] => [
        'set-cookie',
        cookie,
      ]),
      // the settings page explains the restriction of the account
      form: {
        to: enteredPath(
          request,
          (await services.accounts.isRestricted(person.id)) ? '/settings' : (body.next ?? '/'),
        ),
      },
    });
  },
);
