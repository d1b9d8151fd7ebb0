import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { discordStartPath } from '#services/account/discord.ts';
import { answerSignIn, cookieHeaders } from '#services/account/entered-path.ts';
import { CODE_PATH } from '#services/account/sign-in.ts';

/** Opens a session, or asks for the code of the second factor. */
export default handle(
  endpoints.login,
  { title: 'messages:loginFailed', fields: ['username'] },
  async ({ body, request, user, services, reply }) => {
    if (body.isDiscord) return reply.go(discordStartPath(body.next, { endsGuest: body.endsGuest }));
    const next = body.next ?? '/';
    const { person, cookies } = await services.signIn.byPassword(request, body, user, {
      next,
      endsGuest: body.endsGuest,
    });
    return person
      ? await answerSignIn({ request, services, reply }, { person, cookies, next })
      : reply.go(CODE_PATH, undefined, cookieHeaders(cookies));
  },
);
