import { endpoints } from '#core/contract/endpoints.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { handle } from '#framework/endpoint.ts';
import {
  attemptCookie,
  DiscordError,
  type DiscordPerson,
  isOver,
  newcomerCookie,
  readAttempt,
  refusedSignIn,
} from '#services/account/discord.ts';
import { cookieHeaders, meetLocale } from '#services/account/entered-path.ts';
import { provePath } from '#services/account/proofs.ts';
import { CODE_PATH } from '#services/account/sign-in.ts';
import { successText } from '#services/platform/acknowledge.ts';

/**
 * The address to which Discord redirects the browser. Signs the person in, or asks before an account is made. For a
 * signed-in user it proves the identity or refreshes the membership.
 */
export default handle(endpoints.discordCallback, async ({ request, user, services, reply }) => {
  const { discord, signIn, sql, log } = services;
  // the attempt counts as used even when the sign-in fails
  const used = attemptCookie(request, services, null);
  if (!discord) return refusedSignIn(request, reply, 'off', '/', used);
  const attempt = readAttempt(request, services);
  if (!attempt) {
    services.securityLog.discordRefused(request, 'forged');
    return refusedSignIn(request, reply, 'forged', '/', used);
  }
  const isProof = attempt.prover !== undefined;
  const isMembership = attempt.member !== undefined;
  const back = isProof ? provePath(attempt.next) : isMembership ? attempt.next : undefined;
  // a person who took too long is no attack, so nothing is logged
  if (isOver(attempt, services.clock.now()))
    return refusedSignIn(request, reply, 'expired', attempt.next, used, back);
  try {
    const discordUser = await discord.finish(new URL(request.url).searchParams, attempt);
    if (isProof) {
      await services.proofs.proveByDiscord(
        request,
        attempt.prover === user?.id ? user : null,
        discordUser.id,
      );
      return reply.go(attempt.next, undefined, { 'set-cookie': used });
    }
    if (isMembership) {
      await services.membership.refresh(attempt.member === user?.id ? user : null, discordUser);
      return reply.go(attempt.next, successText(membershipText(discordUser)), { 'set-cookie': used });
    }
    // the browser may be logged in to Discord as somebody else, so a question names the person before an account is
    // made
    if (!(await services.accounts.isKnownByDiscord(discordUser.id))) {
      const { next, begunAt, join } = attempt;
      const headers = new Headers([['set-cookie', used]]);
      headers.append(
        'set-cookie',
        newcomerCookie(request, services, { ...discordUser, next, begunAt, join }),
      );
      return reply.go('/auth/newcomer', undefined, headers);
    }
    const { person, cookies } = await signIn.byDiscord(request, discordUser, user, attempt);
    const headers = new Headers(cookieHeaders([used, ...cookies]));
    if (!person) return reply.go(CODE_PATH, undefined, headers);
    const lang = await meetLocale(sql, request, person);
    if (lang) headers.append('set-cookie', lang);
    return reply.go(attempt.next, undefined, headers);
  } catch (error) {
    if (error instanceof AppError) return refusedSignIn(request, reply, error, attempt.next, used, back);
    if (!(error instanceof DiscordError)) throw error;
    services.securityLog.discordRefused(request, error.kind);
    if (error.kind === 'failed' && user && attempt.member === user.id)
      await services.membership.note(user.id, null);
    if (error.kind === 'failed') log.warn({ err: error.cause }, 'sign-in by Discord failed');
    return refusedSignIn(request, reply, error.kind, attempt.next, used, back);
  }
});

const membershipText = ({ isMember }: DiscordPerson) =>
  isMember === null
    ? 'settings:membershipAway'
    : isMember
      ? 'settings:membershipYes'
      : 'settings:membershipNo';
