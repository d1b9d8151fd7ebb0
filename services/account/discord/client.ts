/** Discord as an OAuth 2 server: authorization code with state and PKCE (oauth4webapi). */
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Settings } from '../../platform/settings/settings.ts';

const TIMEOUT_MS = 8_000;

/** Who Discord says it is. */
export type DiscordPerson = { id: string; names: string[] };

/** What a browser has to bring back: proof that the sign-in was begun in it. */
export type Challenge = { state: string; verifier: string };

/**
 * `denied`: the person refused. `forged`: the answer does not belong to a sign-in of this browser. `expired`: it took
 * too long, or the account ended all older ways in. `other`: not the Discord user of the account. `failed`: anything else.
 */
export class DiscordError extends Error {
  override name = 'DiscordError';
  readonly kind: 'denied' | 'forged' | 'expired' | 'other' | 'failed';
  constructor(kind: DiscordError['kind'], cause: unknown) {
    super(`Discord sign-in: ${kind}`, { cause });
    this.kind = kind;
  }
}

// A snowflake; the display name may be missing or empty.
const Person = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string().min(1).max(200),
  global_name: z.string().max(200).nullish(),
});

/** @returns null when Discord's keys are not set */
export function createDiscord(
  settings: Pick<Settings, 'discordClientId' | 'discordClientSecret' | 'discordBaseUrl' | 'publicUrl'>,
  timeoutMs = TIMEOUT_MS,
) {
  const { discordClientId, discordClientSecret, discordBaseUrl, publicUrl } = settings;
  if (!discordClientId || !discordClientSecret) return null;
  const server: oauth.AuthorizationServer = {
    issuer: discordBaseUrl,
    authorization_endpoint: `${discordBaseUrl}/oauth2/authorize`,
    token_endpoint: `${discordBaseUrl}/api/oauth2/token`,
    userinfo_endpoint: `${discordBaseUrl}/api/users/@me`,
  };
  const client: oauth.Client = { client_id: discordClientId };
  // in the body: servers disagree about the encoding of the same in a header
  const secret = oauth.ClientSecretPost(discordClientSecret);
  const redirectUri = `${publicUrl}/auth/discord/callback`;
  const options = () => ({
    signal: AbortSignal.timeout(timeoutMs),
    // only where the settings themselves name an http address: a stand-in
    [oauth.allowInsecureRequests]: discordBaseUrl.startsWith('http:'),
  });

  return {
    /** Where to send the browser, and what it must bring back. */
    async begin(): Promise<{ url: string; begun: Challenge }> {
      const begun = { state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier() };
      const url = new URL(server.authorization_endpoint!);
      url.search = new URLSearchParams({
        client_id: client.client_id,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'identify',
        state: begun.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      }).toString();
      return { url: url.href, begun };
    },

    /**
     * Trades the answer in the callback's address for the person.
     * @throws DiscordError
     */
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
        return { id, names: global_name ? [global_name, username] : [username] };
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
