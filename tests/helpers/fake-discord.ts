/** The part of Discord that a sign-in needs: consent, token, person. It checks requests as strictly as Discord. */

export type DiscordFault =
  /** The person refuses. */
  | 'denied'
  /** The callback carries another state. */
  | 'wrong state'
  /** The token call is refused, returns HTML, fails, or never ends. */
  | 'token refused'
  | 'token html'
  | 'token 500'
  | 'token hangs'
  /** The token has an unexpected type. */
  | 'token type'
  /** The call for the person fails, returns HTML or no person, or never ends. */
  | 'person 500'
  | 'person html'
  | 'person garbage'
  | 'person hangs'
  /** The call for the roles fails, returns garbage, or never ends. */
  | 'roles 500'
  | 'roles garbage'
  | 'roles hang';

export type DiscordUser = { id: string; username: string; global_name?: string | null };

export type FakeDiscord = {
  url: string;
  /** The person who consents next. */
  user: DiscordUser;
  /** The guild whose roles may be read; null: the scope for it is refused. */
  guild: string | null;
  /** That person's roles in the guild; null for a person outside it. */
  roles: string[] | null;
  fault: DiscordFault | null;
  /** Paths of all calls so far. */
  calls: string[];
  stop(): Promise<void>;
};

export const DISCORD_KEYS = { DISCORD_CLIENT_ID: 'client-1', DISCORD_CLIENT_SECRET: 'secret: of/1' };

type Grant = { challenge: string; redirectUri: string; user: DiscordUser; roles: string[] | null };

export function fakeDiscord(): FakeDiscord {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Pick<Grant, 'user' | 'roles'>>();
  const html = () => new Response('<!doctype html><p>Down', { headers: { 'content-type': 'text/html' } });
  const refuse = (error: string, status = 400) => Response.json({ error }, { status });
  const never = () => new Promise<Response>(() => {});

  function consent(query: URLSearchParams): Response {
    const redirectUri = query.get('redirect_uri') ?? '';
    const challenge = query.get('code_challenge') ?? '';
    const terms = ['response_type', 'client_id', 'scope', 'code_challenge_method'].map((name) =>
      query.get(name),
    );
    const scope = fake.guild === null ? 'identify' : 'identify guilds.members.read';
    const right = ['code', DISCORD_KEYS.DISCORD_CLIENT_ID, scope, 'S256'];
    if (terms.join() !== right.join() || !redirectUri || !challenge) return refuse('invalid_request');
    const back = new URL(redirectUri);
    const state = query.get('state') ?? '';
    back.searchParams.set('state', fake.fault === 'wrong state' ? `${state}x` : state);
    if (fake.fault === 'denied') back.searchParams.set('error', 'access_denied');
    else {
      const code = crypto.randomUUID();
      codes.set(code, { challenge, redirectUri, user: fake.user, roles: fake.roles });
      back.searchParams.set('code', code);
    }
    return new Response(null, { status: 302, headers: { location: back.href } });
  }

  async function token(request: Request): Promise<Response> {
    if (fake.fault === 'token refused') return refuse('invalid_grant');
    if (fake.fault === 'token html') return html();
    if (fake.fault === 'token 500') return new Response('oops', { status: 500 });
    if (fake.fault === 'token hangs') return await never();
    const form = new URLSearchParams(await request.text());
    const { DISCORD_CLIENT_ID: id, DISCORD_CLIENT_SECRET: secret } = DISCORD_KEYS;
    if (form.get('client_id') !== id || form.get('client_secret') !== secret)
      return refuse('invalid_client', 401);
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const proof = new Bun.CryptoHasher('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
    if (!grant || proof !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri)
      return refuse('invalid_grant');
    const access = crypto.randomUUID();
    tokens.set(access, grant);
    const type = fake.fault === 'token type' ? 'mac' : 'Bearer';
    return Response.json({ access_token: access, token_type: type, expires_in: 604_800, scope: 'identify' });
  }

  const grantOf = (request: Request) =>
    tokens.get((request.headers.get('authorization') ?? '').replace(/^Bearer /, ''));

  async function member(request: Request): Promise<Response> {
    if (fake.fault === 'roles 500') return new Response('oops', { status: 500 });
    if (fake.fault === 'roles garbage') return Response.json({ roles: 7 });
    if (fake.fault === 'roles hang') return await never();
    const granted = grantOf(request);
    if (!granted) return refuse('401: Unauthorized', 401);
    return granted.roles
      ? Response.json({ roles: granted.roles, nick: null })
      : Response.json({ message: 'Unknown Guild', code: 10_004 }, { status: 404 });
  }

  async function person(request: Request): Promise<Response> {
    if (fake.fault === 'person 500') return new Response('oops', { status: 500 });
    if (fake.fault === 'person html') return html();
    if (fake.fault === 'person garbage') return Response.json({ id: 7, username: ['x'] });
    if (fake.fault === 'person hangs') return await never();
    const granted = grantOf(request);
    return granted ? Response.json(granted.user) : refuse('401: Unauthorized', 401);
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url);
      fake.calls.push(url.pathname);
      if (url.pathname === '/oauth2/authorize') return consent(url.searchParams);
      if (url.pathname === '/api/oauth2/token' && request.method === 'POST') return token(request);
      if (url.pathname === '/api/users/@me') return person(request);
      if (fake.guild !== null && url.pathname === `/api/users/@me/guilds/${fake.guild}/member`)
        return member(request);
      return new Response(null, { status: 404 });
    },
  });

  const fake: FakeDiscord = {
    url: `http://127.0.0.1:${server.port}`,
    user: { id: '80351110224678912', username: 'nelly', global_name: 'Nelly' },
    guild: null,
    roles: null,
    fault: null,
    calls: [],
    stop: () => server.stop(true),
  };
  return fake;
}
