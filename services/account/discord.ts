/** Discord as an OAuth 2 server: authorization code with state and PKCE (oauth4webapi). */

import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { JOIN_CODE_LENGTH } from '#core/account/join-links.ts';
import { addressOf } from '#core/contract/address.ts';
import type { AppError } from '#core/refusals/refusals.ts';
import { textsOf } from '#framework/failure.ts';
import { cookieCheck, type Reply, sitePath } from '#framework/http/response.ts';
import type { Settings } from '../platform/settings.ts';
import { signedCookie } from './signed-cookie.ts';

const TIMEOUT_MS = 8_000;

export type DiscordPerson = {
  id: string;
  names: string[];
  /** True with a role of community members; null when Discord did not answer; absent when the settings name no guild. */
  isMember?: boolean | null;
};

/** Values that the browser must send back: they prove that the sign-in began in this browser. */
export type Challenge = { state: string; verifier: string };

/**
 * `denied`: the person refused. `forged`: the response does not belong to a sign-in of this browser. `expired`: the
 * sign-in took too long, or `endOlderWays` ran for the account meanwhile. `other`: another Discord user than the
 * account's. `failed`: anything else.
 */
export class DiscordError extends Error {
  override name = 'DiscordError';
  readonly kind: 'denied' | 'forged' | 'expired' | 'other' | 'failed';
  constructor(kind: DiscordError['kind'], cause: unknown) {
    super(`Discord sign-in: ${kind}`, { cause });
    this.kind = kind;
  }
}

const Member = z.object({ roles: z.array(z.string()) });

// `id` is a snowflake; the display name may be missing or empty.
const Person = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string().min(1).max(200),
  global_name: z.string().max(200).nullish(),
});

/** @returns null when Discord's keys are not set */
export function createDiscord(
  settings: Pick<
    Settings,
    | 'discordClientId'
    | 'discordClientSecret'
    | 'discordBaseUrl'
    | 'discordGuildId'
    | 'discordMemberRoles'
    | 'publicUrl'
  >,
  timeoutMs = TIMEOUT_MS,
) {
  const { discordClientId, discordClientSecret, discordBaseUrl, discordGuildId, publicUrl } = settings;
  if (!discordClientId || !discordClientSecret) return null;
  const server: oauth.AuthorizationServer = {
    issuer: discordBaseUrl,
    authorization_endpoint: `${discordBaseUrl}/oauth2/authorize`,
    token_endpoint: `${discordBaseUrl}/api/oauth2/token`,
    userinfo_endpoint: `${discordBaseUrl}/api/users/@me`,
  };
  const client: oauth.Client = { client_id: discordClientId };
  // the secret goes in the body, because servers disagree about its encoding in a header
  const secret = oauth.ClientSecretPost(discordClientSecret);
  const redirectUri = `${publicUrl}/auth/discord/callback`;
  const options = () => ({
    signal: AbortSignal.timeout(timeoutMs),
    // plain http is allowed only when the settings name an http address, as tests do
    [oauth.allowInsecureRequests]: discordBaseUrl.startsWith('http:'),
  });

  return {
    /** Returns Discord's address for the browser, and the values that the browser must send back. */
    async begin(): Promise<{ url: string; begun: Challenge }> {
      const begun = { state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier() };
      const url = new URL(server.authorization_endpoint!);
      url.search = new URLSearchParams({
        client_id: client.client_id,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: discordGuildId === undefined ? 'identify' : 'identify guilds.members.read',
        state: begun.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      }).toString();
      return { url: url.href, begun };
    },

    /** Exchanges the parameters of the callback's address for the person. @throws DiscordError */
    async finish(answer: URLSearchParams, begun: Challenge): Promise<DiscordPerson> {
      const parameters = accept(answer, begun);
      try {
        const granted = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          secret,
          parameters,
          redirectUri,
          begun.verifier,
          options(),
        );
        const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, granted);
        const person = await oauth.userInfoRequest(server, client, access_token, options());
        if (!person.ok) throw new Error(`${server.userinfo_endpoint} answered ${person.status}`);
        const { id, username, global_name } = Person.parse(await person.json());
        const names = global_name ? [global_name, username] : [username];
        if (discordGuildId === undefined) return { id, names };
        const answer = oauth.protectedResourceRequest(
          access_token,
          'GET',
          new URL(`${server.userinfo_endpoint}/guilds/${discordGuildId}/member`),
          undefined,
          null,
          options(),
        );
        return { id, names, isMember: await hasRole(answer, settings.discordMemberRoles) };
      } catch (error) {
        throw new DiscordError('failed', error);
      }
    },
  };

  function accept(answer: URLSearchParams, begun: Challenge): URLSearchParams {
    try {
      const parameters = oauth.validateAuthResponse(server, client, answer, begun.state);
      if (!parameters.get('code')) throw new Error('no code');
      return parameters;
    } catch (error) {
      if (!(error instanceof oauth.AuthorizationResponseError)) throw new DiscordError('forged', error);
      throw new DiscordError(error.error === 'access_denied' ? 'denied' : 'failed', error);
    }
  }
}

/** True when the person has one of `memberRoles` in the guild; null when Discord is unreachable, limits requests or fails. */
async function hasRole(answer: Promise<Response>, memberRoles: readonly string[]): Promise<boolean | null> {
  try {
    const response = await answer;
    // 404: not in that guild; 401 and 403: the person removed the scope
    if (!response.ok) return response.status === 429 || response.status >= 500 ? null : false;
    const { roles } = Member.parse(await response.json());
    return roles.some((role) => memberRoles.includes(role));
  } catch (error) {
    return error instanceof oauth.WWWAuthenticateChallengeError ? false : null;
  }
}

/**
 * The short-lived cookies of a sign-in by Discord: one binds the sign-in to its browser, one remembers a newcomer
 * until they consent.
 */

/** How long an attempt is valid, ms. */
const ATTEMPT_MS = 10 * 60_000;
/** How long the browser keeps the cookie, s. From an expired attempt the server still reads the page to return to. */
const COOKIE_S = 24 * 3600;
/** Most characters of a path in the cookie. */
export const MAX_NEXT = 1500;

const Attempt = z.object({
  state: z.string().min(20).max(100),
  verifier: z.string().min(43).max(128),
  next: z.string().transform((to) => sitePath(to, MAX_NEXT)),
  /** Epoch ms. */
  begunAt: z.number(),
  /** Id of the signed-in user who proves their identity again; absent for a sign-in. */
  prover: z.number().optional(),
  /** Id of the signed-in user who refreshes the membership; absent for a sign-in. */
  member: z.number().optional(),
  /** Code of the person's join link. */
  join: z.string().max(JOIN_CODE_LENGTH).nullable().optional(),
  endsGuest: z.boolean().optional(),
});
export type Attempt = z.output<typeof Attempt>;

/** A person from Discord without an account here. The site asks for consent before it creates the account. */
const Newcomer = z.object({
  id: z.string().max(20),
  names: z.array(z.string().max(200)).max(2),
  isMember: z.boolean().nullable().optional(),
  next: z.string().transform((to) => sitePath(to, MAX_NEXT)),
  /** When the sign-in began, epoch ms. */
  begunAt: z.number(),
  /** Code of the person's join link. */
  join: z.string().max(JOIN_CODE_LENGTH).nullable().optional(),
});
export type Newcomer = z.output<typeof Newcomer>;

/** True when an attempt has expired. @param now epoch ms */
export const isOver = ({ begunAt }: { begunAt: number }, now: number) => now - begunAt > ATTEMPT_MS;

const attempts = signedCookie('discord', 'paperpit discord attempt', Attempt, COOKIE_S);
export const attemptCookie = attempts.write;
export const readAttempt = attempts.read;

const newcomers = signedCookie('newcomer', 'paperpit discord newcomer', Newcomer, ATTEMPT_MS / 1000);
export const newcomerCookie = newcomers.write;
export const readNewcomer = newcomers.read;

/**
 * Returns the address at which a sign-in by Discord begins.
 * @param next page after the sign-in; ignored unless it is on this site
 * @param more.isProof a signed-in user proves their identity again
 * @param more.isMember a signed-in user refreshes the membership @param more.join code of a new person's join link
 * @param more.endsGuest a guest agreed that signing in ends their account
 */
export function discordStartPath(
  next: string | null | undefined,
  {
    isProof,
    isMember,
    join,
    endsGuest,
  }: { isProof?: boolean; isMember?: boolean; join?: string | null; endsGuest?: boolean } = {},
): string {
  const to = sitePath(next);
  const fields = { next: to !== '/' && to, prove: isProof && 1, member: isMember && 1, join };
  return addressOf('/auth/discord', { ...fields, 'ends-guest': endsGuest && 1 });
}

const REASONS = {
  off: 'messages:discordOff',
  denied: 'messages:discordDenied',
  forged: 'messages:discordForged',
  expired: 'messages:discordExpired',
  other: 'messages:discordOther',
  failed: 'messages:discordFailed',
} as const;

/**
 * Redirects to the sign-in page, which leads on to `next`, with a flash.
 * @param why a reason, or a refusal with its own text @param cookie a Set-Cookie header
 * @param back replaces the sign-in page for a signed-in reader
 */
export function refusedSignIn(
  request: Request,
  reply: Reply,
  why: keyof typeof REASONS | AppError,
  next: string,
  cookie?: string,
  back?: string,
): Response {
  const entrance = next === '/' ? '/auth' : `/auth?next=${encodeURIComponent(next)}`;
  const to = back ?? cookieCheck(request, entrance);
  const message = typeof why === 'string' ? { key: REASONS[why] } : textsOf(why);
  const flash = { kind: 'error' as const, title: { key: 'messages:loginFailed' as const }, message };
  return reply.go(to, flash, cookie ? { 'set-cookie': cookie } : {});
}
