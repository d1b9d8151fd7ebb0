/** Signing in by Discord, against a stand-in of its endpoints. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { totpCode, totpStep } from '#core/account/totp.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { createDiscord } from '#services/account/discord.ts';
import type { Client } from '../helpers/client.ts';
import { secretIn } from '../helpers/factor-page.ts';
import { DISCORD_KEYS, type DiscordFault, type FakeDiscord, fakeDiscord } from '../helpers/fake-discord.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let discord: FakeDiscord;
let server: TestServer;
/** Added to the wall clock, ms. */
let ahead = 0;
beforeAll(async () => {
  discord = fakeDiscord();
  server = await startServer({
    clock: { now: () => Date.now() + ahead },
    env: { ...DISCORD_KEYS, DISCORD_BASE_URL: discord.url },
  });
});
afterAll(async () => {
  await server?.stop();
  await discord?.stop();
});
beforeEach(() => {
  Object.assign(discord, { fault: null, calls: [] });
});

const PAGE = { accept: 'text/html' };
let people = 0;
/** Sets the person who consents next: a new one unless given. */
function consents(name: string | null = null, more: Partial<FakeDiscord['user']> = {}) {
  discord.user = {
    id: String(9_000_000_000 + ++people),
    username: `user${people}`,
    global_name: name,
    ...more,
  };
  return discord.user;
}

/** Presses the button and consents. Returns the path to which Discord redirects the browser. */
async function consented(client: Client, next = ''): Promise<string> {
  const start = await client.get(`/auth/discord${next && `?next=${encodeURIComponent(next)}`}`, PAGE);
  expect(start.status).toBe(303);
  const answer = await fetch(start.headers.get('location')!, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location')!);
  expect(back.origin).toBe(new URL(server.url).origin);
  return back.pathname + back.search;
}
const QUESTION = '/auth/newcomer';
/** Signs in as far as the question for newcomers. @returns the path of the last redirect */
async function arrive(client: Client, next = ''): Promise<string | null> {
  return (await client.get(await consented(client, next), PAGE)).headers.get('location');
}
const confirm = (client: Client) => client.form('/api/discord/newcomer', {});
/** Signs in and confirms the question. @returns the path of the last redirect */
async function signIn(client: Client, next = ''): Promise<string | null> {
  const end = await arrive(client, next);
  return end === QUESTION ? (await confirm(client)).headers.get('location') : end;
}
const counts = async () =>
  (
    await server.sql`select (select count(*)::int from users) as users, (select count(*)::int from sessions) as sessions`
  )[0]!;
const nameOf = async (client: Client) => (await client.get<{ username: string }>('/api/user')).json.username;

describe('a guest', () => {
  const guest = async () => {
    const client = server.visitor();
    const { json } = await client.post<{ id: number }>('/api/guest', {});
    return Object.assign(client, { userId: json.id });
  };
  const idOf = async (client: Client) => (await client.get<{ id: number }>('/api/user')).json.id;

  test('keeps the account by Discord: the same row, with a name', async () => {
    consents('Keeping Person');
    const client = await guest();
    expect(await arrive(client, '/practice')).toBe(QUESTION);
    expect((await client.get(QUESTION, PAGE)).text).toContain(nameInSentence('Keeping_Person'));
    expect((await confirm(client)).headers.get('location')).toBe('/practice');
    expect([await idOf(client), await nameOf(client)]).toEqual([client.userId, 'Keeping_Person']);
  });

  test('is asked once before a Discord account that has a trader ends theirs', async () => {
    consents('Older Person');
    const older = server.visitor();
    await signIn(older);
    const client = await guest();
    client.cookies.set('lang', 'en');
    expect(await arrive(client)).toBe('/auth');
    expect(await idOf(client)).toBe(client.userId);
    const { text } = await client.get('/auth', PAGE);
    expect(text).toContain('Your practice trades as a guest will be deleted.');
    const [, href] = /href="(\/auth\/discord\?[^"]*)"/.exec(text)!;
    expect(href).toContain('ends-guest=1');
    const start = await client.get(href!, PAGE);
    const answer = await fetch(start.headers.get('location')!, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location')!);
    await client.get(back.pathname + back.search, PAGE);
    expect(await nameOf(client)).toBe('Older_Person');
    const [row] = await server.sql`select discord_id from users where id = ${client.userId}`;
    expect(row?.discord_id ?? null).toBeNull();
  });

  test('is asked before the second step of a sign-in that began without a guest', async () => {
    const username = 'two_steps';
    const password = `pass of ${username}`;
    const owner = await server.register(username);
    const page = await owner.post('/api/second-factor/begin');
    expect(page.status).toBe(200);
    const secret = secretIn((await owner.get('/settings/factor', PAGE)).text);
    const code = () => totpCode(secret, totpStep(server.services.clock.now()));
    expect((await owner.post('/api/second-factor/confirm', { code: await code() })).status).toBe(200);
    const client = server.visitor();
    const half = await client.form('/api/login', { username, password });
    expect(half.headers.get('location')).toBe('/auth/code');
    const { json } = await client.post<{ id: number }>('/api/guest', {});
    ahead += 60_000;
    const refused = await client.post('/api/login/code', { code: await code() });
    expect(refused.json.code).toBe('GUEST_WOULD_END');
    expect(await idOf(client)).toBe(json.id);
    const agreed = await client.form('/api/login', { username, password, endsGuest: '1' });
    expect(agreed.headers.get('location')).toBe('/auth/code');
    expect((await client.post('/api/login/code', { code: await code() })).status).toBe(200);
    expect(await idOf(client)).toBe(owner.userId);
  });
});

describe('the question before an account is made', () => {
  const users = async () => (await counts()).users;

  test('names the Discord user in a browser that nobody has logged in from', async () => {
    consents('Only Person');
    const client = server.visitor();
    const usersBefore = await users();
    expect(await arrive(client, '/portfolio')).toBe(QUESTION);
    const { text } = await client.get(QUESTION, PAGE);
    for (const part of ['Make your trader?', 'Only Person', nameInSentence('Only_Person')])
      expect(text).toContain(part);
    expect(text).not.toContain('Make a second trader?');
    expect(await users()).toBe(usersBefore);
    expect((await confirm(client)).headers.get('location')).toBe('/portfolio');
    expect(await nameOf(client)).toBe('Only_Person');
    expect(await users()).toBe(usersBefore + 1);
  });

  test('a second trader is made only after a question that names it', async () => {
    consents('First Person');
    const client = server.visitor();
    await signIn(client);
    await client.post('/api/logout');
    const usersBefore = await users();
    consents('Second Person');
    expect(await arrive(client, '/leaderboards')).toBe(QUESTION);
    expect([await users(), (await client.get('/api/user')).status]).toEqual([usersBefore, 401]);
    const { text } = await client.get(QUESTION, PAGE);
    expect(text).toContain('Second Person');
    expect(text).toContain('Make a second trader?');
    expect(text).toContain(`Make the trader ${nameInSentence('Second_Person')}`);
    const answer = await confirm(client);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/leaderboards']);
    expect(await nameOf(client)).toBe('Second_Person');
    expect(await users()).toBe(usersBefore + 1);
    // both accounts are connected from here on: no further question
    await client.post('/api/logout');
    expect(await arrive(client)).toBe('/');
    expect(await nameOf(client)).toBe('Second_Person');
    expect(await users()).toBe(usersBefore + 1);
  });

  test('also where the other account has a password; the answer is good once and ten minutes', async () => {
    const client = await server.register('has-a-password');
    await client.post('/api/logout');
    const usersBefore = await users();
    consents('Third Person');
    expect(await arrive(client)).toBe(QUESTION);
    ahead += 11 * 60_000;
    expect((await client.get(QUESTION, PAGE)).headers.get('location')).toBe('/auth');
    expect((await confirm(client)).headers.get('location')).toBe('/auth');
    expect(await users()).toBe(usersBefore);
    expect(await arrive(client)).toBe(QUESTION);
    expect((await confirm(client)).headers.get('location')).toBe('/');
    await client.post('/api/logout');
    expect((await confirm(client)).headers.get('location')).toBe('/auth');
    expect(await users()).toBe(usersBefore + 1);
  });

  test('nobody else makes a trader with it, and who is signed in goes on as who they are', async () => {
    const client = await server.register('goes-on');
    await client.post('/api/logout');
    consents('Fourth Person');
    expect(await arrive(client, '/profile')).toBe(QUESTION);
    const usersBefore = await users();
    expect((await confirm(server.visitor())).headers.get('location')).toBe('/auth');
    await client.post('/api/login', { username: 'goes-on', password: client.password });
    expect((await client.get(QUESTION, PAGE)).headers.get('location')).toBe('/profile');
    expect((await confirm(client)).headers.get('location')).toBe('/profile');
    expect(await nameOf(client)).toBe('goes-on');
    expect(await users()).toBe(usersBefore);
  });
});

describe('signing in', () => {
  test('the first time makes a trader with start cash, the second time finds the same one', async () => {
    consents('Dana Levi');
    const client = server.visitor();
    expect(await signIn(client)).toBe('/');
    const user = (await client.get('/api/user')).json;
    expect(user).toMatchObject({ username: 'Dana_Levi', isAdmin: false, balance: '100000.00' });
    const [row] = await server.sql`
      select u.discord_id, u.password_hash, p.xp, (select sum(amount) from ledger l where l.user_id = u.id) as cash
      from users u join progress p on p.user_id = u.id where u.id = ${user.id as number}`;
    expect(row).toEqual({ discord_id: discord.user.id, password_hash: null, xp: '0.00', cash: '100000.00' });

    discord.user = { ...discord.user, global_name: 'Renamed since' };
    const other = server.visitor();
    expect(await signIn(other)).toBe('/');
    expect((await other.get('/api/user')).json.id).toBe(user.id);
  });

  test('two people of one name are two traders, with look-alikes of taken names numbered too', async () => {
    await server.register('Twins');
    const names: string[] = [];
    for (const name of ['Twins', 'Twins', 'Ｔwins']) {
      consents(name);
      const client = server.visitor();
      await signIn(client);
      names.push(await nameOf(client));
    }
    expect(names).toEqual(['Twins_2', 'Twins_3', 'Twins_4']);
  });

  test('a name in any script is kept, one that cannot be is replaced', async () => {
    for (const [name, username, expected] of [
      ['דנה לוי', 'dana', 'דנה_לוי'],
      ['🔥', 'flame_on', 'flame_on'],
      ['🔥', '..', 'trader'],
    ] as const) {
      consents(name, { username });
      const client = server.visitor();
      await signIn(client);
      expect(await nameOf(client)).toBe(expected);
    }
  });

  test('the same person from ten browsers at once is one trader', async () => {
    consents('Racer');
    const clients = Array.from({ length: 10 }, () => server.visitor());
    const backs = await Promise.all(clients.map((client) => consented(client)));
    await Promise.all(clients.map((client, i) => client.get(backs[i]!, PAGE)));
    await Promise.all(clients.map((client) => confirm(client)));
    const ids = await Promise.all(clients.map(async (client) => (await client.get('/api/user')).json.id));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toEqual(expect.any(Number));
  });

  test('leads to the page one came for, never off the site', async () => {
    for (const [next, end] of [
      ['/portfolio?x=1', '/portfolio?x=1'],
      ['//evil.example', '/'],
      ['https://evil.example/', '/'],
    ] as const) {
      consents();
      expect(await signIn(server.visitor(), next)).toBe(end);
    }
  });

  test('opens a new session and ends the one the browser came with', async () => {
    const client = await server.register('was_here_first');
    const old = client.cookies.get('sid')!;
    client.cookies.delete('sid');
    consents('Somebody Else');
    await signIn(server.visitor());
    const back = await consented(client);
    client.cookies.set('sid', old);
    await client.get(back, PAGE);
    expect(client.cookies.get('sid')).not.toBe(old);
    expect(await nameOf(client)).toBe('Somebody_Else');
    const stale = server.visitor();
    stale.cookies.set('sid', old);
    expect((await stale.get('/api/user')).status).toBe(401);
  });

  test('is taken away from who has a password, who then enters by it alone', async () => {
    consents('Leaves Discord');
    const client = server.visitor();
    await signIn(client);
    const disconnect = () => client.post('/api/discord/disconnect');
    const refused = await disconnect();
    expect([refused.status, refused.json.code]).toEqual([409, 'PASSWORD_NEEDED']);
    const settings = async () => (await client.get('/settings', PAGE)).text;
    expect(await settings()).not.toContain('href="/settings/discord"');
    expect((await client.post('/api/password', { password: 'a pass phrase' })).status).toBe(200);
    expect(await settings()).toContain('href="/settings/discord"');
    expect((await client.get('/settings/discord', PAGE)).status).toBe(200);
    expect((await disconnect()).status).toBe(200);
    expect(await settings()).not.toContain('href="/settings/discord"');
    expect(await nameOf(await server.login('Leaves_Discord', 'a pass phrase'))).toBe('Leaves_Discord');
    const again = server.visitor();
    await signIn(again);
    expect(await nameOf(again)).toBe('Leaves_Discord_2');
  });

  test('takes the language chosen in the browser', async () => {
    consents('Hebrew Reader');
    const client = server.visitor();
    client.cookies.set('lang', 'he');
    await signIn(client);
    const [row] = await server.sql`select locale from users where discord_id = ${discord.user.id}`;
    expect(row).toEqual({ locale: 'he' });
  });

  test('nobody signs in with a password to an account that has none', async () => {
    consents('No Password');
    await signIn(server.visitor());
    for (const password of ['', 'null', 'undefined'])
      expect((await server.visitor().post('/api/login', { username: 'No_Password', password })).status).toBe(
        401,
      );
  });

  test('who is signed in already goes on without asking Discord', async () => {
    const client = await server.register();
    const answer = await client.get('/auth/discord?next=%2Fportfolio', PAGE);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/portfolio']);
  });
});

describe('the way there', () => {
  test('carries state and an S256 challenge; what proves them stays in an HttpOnly cookie', async () => {
    const answer = await server.visitor().get('/auth/discord', PAGE);
    const url = new URL(answer.headers.get('location')!);
    const query = Object.fromEntries(url.searchParams);
    expect(url.origin + url.pathname).toBe(`${discord.url}/oauth2/authorize`);
    expect(query).toMatchObject({
      client_id: DISCORD_KEYS.DISCORD_CLIENT_ID,
      response_type: 'code',
      redirect_uri: `${server.url}/auth/discord/callback`,
      scope: 'identify',
      code_challenge_method: 'S256',
    });
    expect(query.state!.length).toBeGreaterThan(40);
    const cookie = answer.headers.getSetCookie()[0]!;
    expect(cookie).toMatch(/^discord=[\w-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(url.search).not.toContain(DISCORD_KEYS.DISCORD_CLIENT_SECRET);
  });

  test('the flag isDiscord leads there without a sign-in, with the page to go on to', async () => {
    const client = server.visitor();
    const answer = await client.form('/api/login', { isDiscord: 'true', next: '/portfolio' });
    expect(answer.headers.get('location')).toBe('/auth/discord?next=%2Fportfolio');
    expect(answer.headers.getSetCookie()).toEqual([]);
    const call = await client.post('/api/login', { isDiscord: true, username: 'x', password: 'y' });
    expect([call.status, call.headers.get('location')]).toEqual([303, '/auth/discord']);
  });

  test('the button is there with Discord’s keys, and leads to the page one came for', async () => {
    const { text } = await server.visitor().get('/auth?next=%2Fportfolio', PAGE);
    expect(text).toContain('href="/auth/discord?next=%2Fportfolio"');
  });

  test('over https the cookie is bound to the host', async () => {
    const { attemptCookie, readAttempt } = await import('#services/account/discord.ts');
    const settings = { publicUrl: 'https://paperpit.example', trustProxy: 0 };
    const rules = { settings, secret: new Uint8Array(32) };
    const attempt = { state: 's'.repeat(43), verifier: 'v'.repeat(43), next: '/', begunAt: 5 };
    const request = new Request('http://inside/');
    const cookie = attemptCookie(request, rules, attempt);
    expect(cookie).toMatch(/^__Host-discord=.*; Path=\/; .*Secure; HttpOnly; SameSite=Lax$/);
    const back = new Request('http://inside/', { headers: { cookie: cookie.split(';')[0]! } });
    expect(readAttempt(back, rules)).toEqual(attempt);
    expect(
      readAttempt(new Request('http://inside/', { headers: { cookie: 'discord=e30' } }), rules),
    ).toBeNull();
  });
});

/** Follows a refused `path` and returns the message of the sign-in page. */
async function follow(client: Client, path: string) {
  const answer = await client.get(path, PAGE);
  const location = answer.headers.get('location') ?? '';
  expect(answer.status).toBe(303);
  expect(location).toStartWith('/auth');
  const page = await client.get(location, PAGE);
  const alert = /role="alert">([\s\S]*?)<\/div><\/div>/.exec(page.text)?.[1]?.replace(/<[^>]+>/g, ' ') ?? '';
  return { location, alert: alert.replace(/\s+/g, ' ').trim() };
}

const FORGED = 'Login failed This login was not started in this browser. Please try again.';
const FAILED = 'Login failed Discord did not respond as expected. Please try again later.';

describe('refused, with nothing made', () => {
  let rowBefore: unknown;
  beforeEach(async () => {
    rowBefore = await counts();
  });
  const nothingMade = async (client: Client) => {
    expect(await counts()).toEqual(rowBefore as never);
    expect(client.cookies.has('sid')).toBe(false);
    expect(client.cookies.has('discord')).toBe(false);
  };

  test.each<[DiscordFault, string]>([
    ['denied', 'Login failed Logging in with Discord was not approved.'],
    ['wrong state', FORGED],
    ['token refused', FAILED],
    ['token html', FAILED],
    ['token 500', FAILED],
    ['token type', FAILED],
    ['person 500', FAILED],
    ['person html', FAILED],
    ['person garbage', FAILED],
  ])('%s', async (fault, sentence) => {
    consents();
    discord.fault = fault;
    const client = server.visitor();
    const result = await follow(client, await consented(client, '/portfolio'));
    expect(result).toEqual({ location: '/auth?next=%2Fportfolio', alert: sentence });
    await nothingMade(client);
  });

  test('an answer no browser of ours began, one from another browser, one without a code', async () => {
    consents();
    const mine = server.visitor();
    const back = await consented(mine);
    const other = server.visitor();
    expect((await follow(other, back)).alert).toBe(FORGED);
    await consented(other);
    expect((await follow(other, back)).alert).toBe(FORGED);
    for (const query of [
      '',
      '?code=x',
      '?code=x&state=',
      `?state=${new URLSearchParams(back.split('?')[1]).get('state')}`,
    ]) {
      await consented(mine);
      expect((await follow(mine, `/auth/discord/callback${query}`)).alert).toBe(FORGED);
    }
    await nothingMade(mine);
    await nothingMade(other);
    expect(discord.calls).not.toContain('/api/oauth2/token');
  });

  test('a cookie that is not one of ours', async () => {
    for (const cookie of [
      'x',
      'e30',
      Buffer.from('{"state":"a","verifier":"b","next":"/"}').toString('base64url'),
    ]) {
      const client = server.visitor();
      client.cookies.set('discord', cookie);
      expect((await follow(client, '/auth/discord/callback?code=x&state=a')).alert).toBe(FORGED);
      await nothingMade(client);
    }
  });
});

test('eleven minutes at Discord: expired, with the page one came for, and no line about an attack', async () => {
  consents();
  const client = server.visitor();
  const back = await consented(client, '/portfolio');
  ahead += 11 * 60_000;
  expect(await follow(client, back)).toEqual({
    location: '/auth?next=%2Fportfolio',
    alert:
      'Login failed The login with Discord took more than ten minutes and has expired. Please try again.',
  });
});

describe('who has Discord alone', () => {
  const PROVE = '/auth/discord?next=%2Fsettings%2Fdelete&prove=1';
  /** Returns a trader whose proof of identity has expired. */
  async function unproved(name: string) {
    const user = consents(name);
    const client = server.visitor();
    await signIn(client);
    ahead += 11 * 60_000;
    return { user, client };
  }
  /** Goes through Discord from our `path`, as the person who consents there. */
  async function passed(client: Client, path: string) {
    const start = await client.get(path, PAGE);
    const answer = await fetch(start.headers.get('location')!, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location')!);
    return (await client.get(back.pathname + back.search, PAGE)).headers.get('location');
  }
  const proof = async (client: Client) =>
    (await client.get('/settings/delete', PAGE)).headers.get('location');

  test('proves it is them by Discord, in the same session', async () => {
    const { client } = await unproved('Proves Alone');
    const sid = client.cookies.get('sid');
    const page = '/settings/prove?next=%2Fsettings%2Fdelete';
    expect(await proof(client)).toBe(page);
    expect((await client.get(page, PAGE)).text).toContain(`href="${PROVE.replace('&', '&amp;')}"`);
    expect(await passed(client, PROVE)).toBe('/settings/delete');
    expect(await proof(client)).toBeNull();
    expect(client.cookies.get('sid')).toBe(sid);
    expect((await client.post('/api/recovery-codes')).status).toBe(200);
  });

  test('another Discord user proves nothing, and makes and opens nothing', async () => {
    const { client } = await unproved('Proves Not');
    const counted = await counts();
    const sid = client.cookies.get('sid');
    consents('Somebody New');
    expect(await passed(client, PROVE)).toBe('/settings/prove?next=%2Fsettings%2Fdelete');
    expect(await proof(client)).toBe('/settings/prove?next=%2Fsettings%2Fdelete');
    expect([await counts(), client.cookies.get('sid')]).toEqual([counted, sid]);
  });
});

test('an answer counts once', async () => {
  consents('Only Once');
  const client = server.visitor();
  const back = await consented(client);
  await client.get(back, PAGE);
  const countsBefore = await counts();
  client.cookies.delete('sid');
  expect((await follow(client, back)).alert).toBe(FORGED);
  expect(await counts()).toEqual(countsBefore);
});

test('a stolen code is worth nothing without the verifier of the browser it was given to', async () => {
  consents();
  const stolen = new URLSearchParams((await consented(server.visitor())).split('?')[1]).get('code')!;
  const thief = server.visitor();
  const thiefQuery = new URLSearchParams((await consented(thief)).split('?')[1]);
  thiefQuery.set('code', stolen);
  expect((await follow(thief, `/auth/discord/callback?${thiefQuery}`)).alert).toBe(FAILED);
});

test('who has a second factor gives its code after Discord, and goes on to the page one came for', async () => {
  const client = server.visitor();
  consents('Careful');
  await signIn(client);
  const username = await nameOf(client);
  expect((await client.post('/api/second-factor/begin')).status).toBe(200);
  const secret = secretIn((await client.get('/settings/factor', PAGE)).text);
  const code = (steps = 0) => totpCode(secret, totpStep(Date.now() + ahead) + steps);
  expect((await client.post('/api/second-factor/confirm', { code: await code() })).status).toBe(200);
  expect((await client.form('/api/logout', {})).status).toBe(303);
  // in the next minute, because a code works once
  ahead += 60_000;

  const isIn = async () => (await client.get('/api/user')).status === 200;
  expect(await signIn(client, '/shop')).toBe('/auth/code');
  expect(await isIn()).toBe(false);
  expect((await client.get('/shop', PAGE)).headers.get('location')).toStartWith('/auth?next=');
  const wrong = await client.post('/api/login/code', { code: 'wrong' });
  expect([wrong.status, wrong.json.code]).toEqual([401, 'WRONG_FACTOR_CODE']);
  expect(await isIn()).toBe(false);
  const entered = await client.form('/api/login/code', { code: await code() });
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/shop']);
  expect(await nameOf(client)).toBe(username);

  // only the browser that began a sign-in can finish it, and no second trader is created
  const { users } = await counts();
  const other = server.visitor();
  expect((await other.post('/api/login/code', { code: await code() })).json.code).toBe('SIGN_IN_OVER');
  expect((await counts()).users).toBe(users);
});

test('in Hebrew too', async () => {
  discord.fault = 'denied';
  const client = server.visitor();
  client.cookies.set('lang', 'he');
  expect((await follow(client, await consented(client))).alert).toBe(
    'ההתחברות נכשלה ההתחברות דרך Discord לא אושרה.',
  );
});

test.each<DiscordFault>(['token hangs', 'person hangs'])('%s: it is given up', async (fault) => {
  const client = createDiscord({ ...server.services.settings }, 50)!;
  const { url, begun } = await client.begin();
  const answer = await fetch(url, { redirect: 'manual' });
  discord.fault = fault;
  const work = client.finish(new URL(answer.headers.get('location')!).searchParams, begun);
  expect(await work.catch((error) => error.kind)).toBe('failed');
});

test('without Discord’s keys there is no button, and the address says so', async () => {
  const plain = await startServer();
  try {
    expect((await plain.visitor().get('/auth', PAGE)).text).not.toContain('/auth/discord');
    for (const path of ['/auth/discord?next=%2Fportfolio', '/auth/discord/callback?code=x&state=y']) {
      const { alert } = await follow(plain.visitor(), path);
      expect(alert).toBe('Login failed Logging in with Discord is not available here.');
    }
  } finally {
    await plain.stop();
  }
});
