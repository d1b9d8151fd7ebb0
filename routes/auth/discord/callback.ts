import { endpoints } from '#core/contract/endpoints.ts';
import { AppError } from '#core/contract/errors.ts';
import { handle } from '#framework/endpoint.ts';
import { DiscordError } from '#services/account/discord/client.ts';
import { attemptCookie, readAttempt } from '#services/account/discord/cookie.ts';
import { refusedSignIn } from '#services/account/discord/refusal.ts';
import { meetLocale } from '#services/account/language.ts';
import { languages } from '#services/platform/languages.ts';

/** Where Discord sends the browser back to: signs the person in, with a new account the first time. */
export default handle(endpoints.discordCallback, async ({ request, services, reply }) => {
  const { discord, settings, signIn, sql, log } = services;
  // the attempt is used up whatever comes of it
  const used = attemptCookie(request, settings, null);
  if (!discord) return refusedSignIn(reply, 'off', '/', used);
  const attempt = readAttempt(request, settings);
  if (!attempt) {
    services.securityLog.discordRefused(request, 'forged');
    return refusedSignIn(reply, 'forged', '/', used);
  }
  try {
    const found = await discord.finish(new URL(request.url).searchParams, attempt);
    const { person, cookies } = await signIn.byDiscord(request, found, languages.chosen(request));
    const headers = new Headers([used, ...cookies].map((cookie) => ['set-cookie', cookie]));
    const lang = await meetLocale(sql, request, person);
    if (lang) headers.append('set-cookie', lang);
    return reply.go(attempt.next, undefined, headers);
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY') {
      services.securityLog.refused(request, error);
      return refusedSignIn(reply, error, attempt.next, used);
    }
    if (!(error instanceof DiscordError)) throw error;
    services.securityLog.discordRefused(request, error.kind);
    if (error.kind === 'failed') log.warn({ err: error.cause }, 'sign-in by Discord failed');
    return refusedSignIn(reply, error.kind, attempt.next, used);
  }
});
