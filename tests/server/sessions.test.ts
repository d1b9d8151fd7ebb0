import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { LIFE_MS, SESSION_IDLE_MS } from '#services/account/sessions.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { openSocket } from '../helpers/socket.ts';
import { until } from '../helpers/until.ts';

const HOUR = 3_600_000;
let server: TestServer;
/** Ms added to the wall clock. */
let ahead = 0;
beforeAll(async () => {
  server = await startServer({ clock: { now: () => Date.now() + ahead } });
});
afterAll(() => server.stop());

const status = async (client: Client) => (await client.get('/api/user')).status;
const tokenHash = (token: string) => new Bun.CryptoHasher('sha256').update(token).digest();
const withCookie = (cookie: string) => ({ headers: { cookie } });

describe('the cookie', () => {
  test('is random, HttpOnly, SameSite=Lax, and only its SHA-256 is stored', async () => {
    const client = server.visitor();
    const answer = await client.post('/api/register', { username: 'cookie_one', password: 'a pass phrase' });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^sid=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const token = client.cookies.get('sid')!;
    const rows =
      await server.sql`select token_hash from sessions where user_id = ${answer.json.id as number}`;
    expect(rows.map((r) => Buffer.from(r.token_hash).toString('hex'))).toEqual([
      Buffer.from(tokenHash(token)).toString('hex'),
    ]);
    const other = await server.login('cookie_one', 'a pass phrase');
    expect(other.cookies.get('sid')).not.toBe(token);
  });

  test('is __Host- and Secure where the site is https', async () => {
    const secure = await startServer({ env: { PUBLIC_URL: 'https://paper.example', TRUST_PROXY: '1' } });
    try {
      const answer = await secure
        .visitor()
        .post(
          '/api/register',
          { username: 'secure_one', password: 'a pass phrase' },
          { origin: 'https://paper.example' },
        );
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(
        /^__Host-sid=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
      );
      const pair = cookie.split(';')[0]!;
      expect((await secure.visitor().request('/api/user', withCookie(pair))).status).toBe(200);
      // a neighbouring host could set the plain name, so it is not accepted
      const plain = pair.replace('__Host-', '');
      expect((await secure.visitor().request('/api/user', withCookie(plain))).status).toBe(401);
    } finally {
      await secure.stop();
    }
  });

  test('follows what a trusted proxy says, and nobody else', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    const trusting = await startServer({ env: { TRUST_PROXY: '1' } });
    try {
      for (const [at, name] of [
        [trusting, '__Host-sid'],
        [server, 'sid'],
      ] as const) {
        const credentials = { username: 'behind_proxy', password: 'a pass phrase' };
        const answer = await at.visitor().post('/api/register', credentials, https);
        expect(answer.headers.getSetCookie()[0]).toStartWith(`${name}=`);
      }
    } finally {
      await trusting.stop();
    }
  });

  test.each([
    'sid=',
    'sid=abc',
    `sid=${'A'.repeat(43)}`,
    `sid=${'A'.repeat(5000)}`,
    'sid=%00',
    `sid=${'א'.length}`,
  ])('a made-up one is nobody: %p', async (cookie) => {
    expect((await server.visitor().request('/api/user', withCookie(cookie))).status).toBe(401);
  });
});

describe('its life', () => {
  test('a login ends the session the browser came with', async () => {
    const client = await server.register('moves_on');
    const old = client.cookies.get('sid')!;
    await client.post('/api/login', { username: 'moves_on', password: 'pass of moves_on' });
    expect(client.cookies.get('sid')).not.toBe(old);
    expect(await status(client)).toBe(200);
    expect((await server.visitor().request('/api/user', withCookie(`sid=${old}`))).status).toBe(401);
  });

  test('a login with the old password does not outlive a new password', async () => {
    const client = await server.register('new_lock');
    const thief = server.visitor();
    const logins = await server.sql.begin(async (tx) => {
      // holds the login between the check of its password and its session
      await tx`lock table browser_marks in exclusive mode`;
      const login = thief.post('/api/login', { username: 'new_lock', password: 'pass of new_lock' });
      await until(
        async () =>
          (
            await server.sql`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%browser_marks%'`
          ).length > 0,
      );
      const passwords = { currentPassword: 'pass of new_lock', password: 'another pass phrase' };
      expect((await client.post('/api/password', passwords)).status).toBe(200);
      return [login];
    });
    const [login] = await Promise.all(logins);
    expect([login!.status, login!.json.code]).toEqual([401, 'SIGN_IN_OVER']);
    expect(await status(thief)).toBe(401);
    expect(await status(client)).toBe(200);
  });

  test('a failed login leaves it alone', async () => {
    const client = await server.register('stays_in');
    await client.post('/api/login', { username: 'stays_in', password: 'wrong' });
    expect(await status(client)).toBe(200);
  });

  test('logout ends it on the server, other browsers stay in', async () => {
    const client = await server.register('walks_out');
    const elsewhere = await server.login('walks_out', 'pass of walks_out');
    const token = client.cookies.get('sid')!;
    const answer = await client.post('/api/logout');
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toStartWith('sid=; Path=/; Max-Age=0;');
    expect((await server.visitor().request('/api/user', withCookie(`sid=${token}`))).status).toBe(401);
    expect(await status(elsewhere)).toBe(200);
    expect((await client.post('/api/logout')).status).toBe(200);
  });

  test('a form logs out too', async () => {
    const client = await server.register();
    const answer = await client.form('/api/logout', {});
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth']);
    expect(await status(client)).toBe(401);
  });

  test('logout closes the sockets of that session only', async () => {
    const client = await server.register('socket_man');
    const elsewhere = await server.login('socket_man', 'pass of socket_man');
    const open = async (who: Client) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
        headers: { cookie: `sid=${who.cookies.get('sid')}`, origin: server.url },
      } as unknown as string[]);
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = reject;
      });
      return socket;
    };
    const socket = await open(client);
    const lasting = await open(elsewhere);
    const closed = new Promise<number>((resolve) => {
      socket.onclose = ({ code }) => resolve(code);
    });
    await client.post('/api/logout');
    expect(await closed).toBe(1008);
    expect(lasting.readyState).toBe(WebSocket.OPEN);
    lasting.close();
  });

  test('ends after seven idle days, not before', async () => {
    const client = await server.register('idler');
    ahead = SESSION_IDLE_MS - HOUR;
    expect(await status(client)).toBe(200);
    // that visit renewed the session: seven days from here
    ahead = 2 * SESSION_IDLE_MS - 2 * HOUR;
    expect(await status(client)).toBe(200);
    ahead = 3 * SESSION_IDLE_MS;
    expect(await status(client)).toBe(401);
    ahead = 0;
  });

  test('ends after thirty days however busy', async () => {
    const client = await server.register('daily');
    for (let day = 1; day < 30; day++) {
      ahead = day * 24 * HOUR;
      expect(await status(client)).toBe(200);
    }
    ahead = LIFE_MS + 1000;
    expect(await status(client)).toBe(401);
    ahead = 0;
  });

  test('reading a page is not a write each time', async () => {
    const client = await server.register('reader');
    const lastSeen = async () =>
      (await server.sql`select last_seen_at from sessions where user_id = ${client.userId}`)[0]!.last_seen_at;
    const first = await lastSeen();
    await status(client);
    expect(await lastSeen()).toEqual(first);
    ahead = HOUR;
    await status(client);
    expect((await lastSeen()).getTime()).toBeGreaterThan(first.getTime());
    ahead = 0;
  });

  test('expired rows are removed by later logins', async () => {
    const client = await server.register('swept');
    const rows = async () =>
      (await server.sql`select 1 from sessions where user_id = ${client.userId}`).length;
    expect(await rows()).toBe(1);
    ahead = LIFE_MS + HOUR;
    await server.register('sweeper');
    expect(await rows()).toBe(0);
    ahead = 0;
  });

  test('a new password ends every session of the account', async () => {
    const client = await server.register('forgetful');
    const elsewhere = await server.login('forgetful', 'pass of forgetful');
    const bystander = await server.register();
    await server.services.accounts.setPassword({ username: 'forgetful', password: 'a new pass phrase' });
    expect([await status(client), await status(elsewhere), await status(bystander)]).toEqual([401, 401, 200]);
    expect(await status(await server.login('forgetful', 'a new pass phrase'))).toBe(200);
  });

  test('losing admin rights counts at once', async () => {
    const admin = await server.admin();
    expect((await admin.get('/api/user')).json).toMatchObject({ isAdmin: true });
    await server.sql`update users set is_admin = false where id = ${admin.userId}`;
    expect((await admin.get('/api/user')).json).toMatchObject({ isAdmin: false });
  });
});

describe('the list of devices', () => {
  const PAGE = { accept: 'text/html' };
  const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

  test('shows all, with a way to end each; nothing in it is a token or its hash', async () => {
    const here = await server.register('devices_one');
    const there = server.visitor();
    const names = { username: 'devices_one', password: here.password };
    await there.post('/api/login', names, { 'user-agent': FIREFOX });
    const cookie = [...there.cookies].map((pair) => pair.join('=')).join('; ');
    const socket = await openSocket(server.url, { cookie, origin: server.url });
    const page = (await here.get('/settings', PAGE)).text;
    expect(page).toContain('Firefox on Ubuntu');
    expect(page.match(/This device/g)).toHaveLength(1);
    expect(page).toContain('127.0.0.x');
    for (const client of [here, there]) {
      const token = client.cookies.get('sid')!;
      const hash = new Bun.CryptoHasher('sha256').update(token).digest('hex');
      for (const secret of [token, hash]) expect(page).not.toContain(secret);
    }
    const [, id] = /action="\/api\/sessions\/([\da-f-]{36})\/end"/.exec(page)!;
    const stranger = await server.register('devices_two');
    expect((await stranger.post(`/api/sessions/${id}/end`)).status).toBe(404);
    expect((await here.post(`/api/sessions/${id}/end`)).status).toBe(200);
    // the sweep that could also close it runs only every five minutes
    expect(await socket.closed).toBe(1008);
    const next = await there.get('/portfolio', PAGE);
    expect([next.status, next.headers.get('location')]).toEqual([303, '/auth?next=%2Fportfolio']);
    expect((await here.get('/settings', PAGE)).text).toContain('Only this device is logged in.');
  });

  test('all others at once', async () => {
    const here = await server.register('devices_three');
    const others = await Promise.all([1, 2].map(() => server.login('devices_three', here.password)));
    expect((await here.form('/api/sessions/end-others', {})).headers.get('location')).toBe('/settings');
    expect(await Promise.all([here, ...others].map(status))).toEqual([200, 401, 401]);
  });
});

test('what was typed into a form when the session is over is there after the login, and no password', async () => {
  const typist = await server.register('typist');
  const next = '/settings/name';
  const referer = { referer: server.url + next };
  typist.cookies.delete('sid');
  const fields = { username: 'another_name', password: 'never kept' };
  const refused = await typist.form('/api/account/username', fields, referer);
  expect(refused.headers.get('location')).toBe(`/auth?next=${encodeURIComponent(next)}`);
  expect(decodeURIComponent(JSON.stringify([...typist.cookies]))).not.toContain('never kept');
  const login = await typist.get(`/auth?next=${encodeURIComponent(next)}`, { accept: 'text/html' });
  expect(login.text).toContain('Please log in. What you typed is kept.');
  const { username, password } = typist;
  await typist.form('/api/login', { username, password, next });
  const back = () => typist.get(next, { accept: 'text/html' });
  const page = (await back()).text;
  expect(page).toContain('value="another_name"');
  expect(page).toContain('What you typed is back');
  expect((await back()).text).not.toContain('another_name');
});
