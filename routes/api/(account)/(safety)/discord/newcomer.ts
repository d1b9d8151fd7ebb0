import { endpoints } from '#core/contract/endpoints.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { handle } from '#framework/endpoint.ts';
import {
  DiscordError,
  isOver,
  newcomerCookie,
  readNewcomer,
  refusedSignIn,
} from '#services/account/discord.ts';
import { cookieHeaders } from '#services/account/entered-path.ts';
import { CODE_PATH } from '#services/account/sign-in.ts';

/** Registers a person from Discord who has agreed to it. */
export default handle(
  endpoints.discordNewcomer,
  { title: 'messages:loginFailed', back: '/auth' },
  async ({ request, user, services, reply }) => {
    const used = newcomerCookie(request, services, null);
    const newcomer = readNewcomer(request, services);
    if (user && !user.isGuest) return reply.go(newcomer?.next ?? '/', undefined, { 'set-cookie': used });
    if (!newcomer || isOver(newcomer, services.clock.now()))
      return refusedSignIn(request, reply, 'expired', newcomer?.next ?? '/', used);
    const { next } = newcomer;
    try {
      const { person, cookies } = await services.signIn.byDiscord(request, newcomer, user, newcomer);
      return reply.go(person ? next : CODE_PATH, undefined, cookieHeaders([used, ...cookies]));
    } catch (error) {
      if (error instanceof DiscordError) return refusedSignIn(request, reply, error.kind, next, used);
      if (!(error instanceof AppError)) throw error;
      services.securityLog.refused(request, error);
      return refusedSignIn(request, reply, error, next, used);
    }
  },
);
