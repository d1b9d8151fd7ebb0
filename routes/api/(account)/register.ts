import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { discordStartPath } from '#services/account/discord.ts';
import { cookieHeaders, enteredPath } from '#services/account/entered-path.ts';
import { languages } from '#services/platform/say.ts';

/**
 * Registers and signs in a trader, who gets the season's start cash while its entry is open. Mails a link that confirms
 * the given address, if any. A guest keeps the account. With `isDiscord` the call only redirects to Discord.
 */
export default handle(
  endpoints.register,
  { title: 'messages:registrationFailed', fields: ['username', 'email'] },
  async ({ body, request, user, locale, services, reply }) => {
    if (body.isDiscord) return reply.go(discordStartPath(body.next, { join: body.join }));
    const { person, cookies } = await services.signIn.byRegistering(
      request,
      body,
      languages.chosen(request),
      { user, join: body.join, intent: body.intent ?? null },
    );
    // the first request of a form that is sent again may have mailed the link
    if (body.email && (await services.recovery.pendingEmail(person.id)) !== body.email)
      await services.recovery.mailConfirmation(person, body.email, locale);
    return reply.ok(await services.accounts.wire(person), {
      headers: cookieHeaders(cookies),
      form: { to: enteredPath(request, body.next ?? '/', 'register') },
    });
  },
);
