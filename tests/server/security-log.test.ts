/** What the log says about sign-ins and refusals, and what it leaves out. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createLog } from '#services/platform/log.ts';
import { LINES } from '#services/platform/security-log.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

type Line = { level: string; event?: string; [name: string]: unknown };

let server: TestServer;
let text = '';
let now = Date.now();
beforeAll(async () => {
  const log = createLog(
    { logLevel: 'info' },
    {
      write(line: string) {
        text += line;
      },
    },
  );
  server = await startServer({
    log,
    clock: { now: () => now },
    env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' },
  });
});
afterAll(() => server?.stop());
beforeEach(() => {
  // so that the tests do not share minutes
  now += 10 * 60_000;
  text = '';
});

/** The security lines; a slow machine logs slow statements between them. */
const securityLines = (): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.event !== undefined);
const lines = (event: string): Line[] => securityLines().filter((line) => line.event === event);
const from = (address: string) => ({ 'x-forwarded-for': address });
const HASH = expect.stringMatching(/^[0-9a-f]{12}$/);

test('who signs in, by which way', async () => {
  const ann = await server.register('logged_ann');
  await server.login('logged_ann', ann.password);
  const common = { level: 'info', event: 'sign-in', outcome: 'ok', userId: ann.userId, address: HASH };
  expect(lines('sign-in')).toEqual([
    expect.objectContaining({ ...common, way: 'new account' }),
    expect.objectContaining({ ...common, way: 'password' }),
  ]);
  expect(text).not.toContain(ann.password);
});

test('who does not, without the name, the password or the address', async () => {
  for (const [username, address] of [
    ['claimed_name', '203.0.113.77'],
    ['claimed_name', '203.0.113.78'],
    ['other_name', '203.0.113.77'],
  ] as const) {
    const credentials = { username, password: 'my secret guess' };
    expect((await server.visitor().post('/api/login', credentials, from(address))).status).toBe(401);
  }
  const signIns = lines('sign-in');
  const common = { level: 'info', outcome: 'failed', name: HASH, address: HASH };
  expect(signIns).toEqual([1, 2, 3].map(() => expect.objectContaining(common)));
  expect(signIns[0]!.name).toBe(signIns[1]!.name);
  expect(signIns[0]!.name).not.toBe(signIns[2]!.name);
  expect(signIns[0]!.address).toBe(signIns[2]!.address);
  expect(signIns[0]!.address).not.toBe(signIns[1]!.address);
  for (const secret of ['claimed_name', 'my secret guess', '203.0.113']) expect(text).not.toContain(secret);
  expect(lines('refused')).toEqual([]);
});

test('fifty wrong passwords leave their mark, and the limit too', async () => {
  for (let n = 0; n < 50; n++)
    await server.visitor().post('/api/login', { username: 'target', password: 'x' }, from('203.0.113.79'));
  expect(lines('sign-in').filter(({ outcome }) => outcome === 'failed')).toHaveLength(10);
  expect(lines('sign-in').filter(({ outcome }) => outcome === 'limited')).toHaveLength(LINES.refusal);
  const limited = lines('refused').filter(({ code }) => code === 'TOO_MANY');
  expect(limited).toHaveLength(LINES.refusal);
  expect(limited[0]).toMatchObject({ level: 'warn', status: 429, method: 'POST', path: '/api/login' });
});

test('refusals of rights: nobody, a trader, a foreign page, a socket', async () => {
  const bob = await server.services.accounts.register({
    username: 'logged_bob',
    password: 'a fine pass phrase',
  });
  const client = await server.login('logged_bob', 'a fine pass phrase');
  text = '';
  await server.visitor().get('/api/portfolio');
  await client.post('/api/reset-competition');
  await client.get('/admin/audit', { accept: 'text/html' });
  await client.post('/api/logout', undefined, { origin: 'https://evil.example' });
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  expect((await server.visitor().get('/ws', upgrade)).status).toBe(401);
  expect(lines('refused').map(({ level, code, path, userId }) => [level, code, path, userId])).toEqual([
    ['info', 'SIGNED_OUT', '/api/portfolio', undefined],
    ['warn', 'FORBIDDEN', '/api/reset-competition', bob.id],
    ['warn', 'FORBIDDEN', '/admin/audit', bob.id],
    ['warn', 'BAD_ORIGIN', '/api/logout', undefined],
    ['info', 'SIGNED_OUT', '/ws', undefined],
  ]);
  text = '';
  await client.get('/portfolio', { accept: 'text/html' });
  await server.visitor().get('/portfolio', { accept: 'text/html' });
  await client.post('/api/shop/purchase', { itemId: 'badge_1' });
  expect(securityLines()).toEqual([]);
});

test('new passwords, by what, and sign-outs', async () => {
  const ann = await server.register('changing_ann');
  const other = await server.login('changing_ann', ann.password);
  const password = 'an even better phrase';
  text = '';
  const changed = await ann.post('/api/password', { currentPassword: ann.password, password });
  expect(changed.status).toBe(200);
  // the old codes ended with the old password
  const { codes } = (await ann.post<{ codes: string[] }>('/api/recovery-codes')).json;
  const recovered = { username: 'changing_ann', code: codes[0], password: 'a phrase by a code' };
  expect((await server.visitor().post('/api/recover', recovered)).status).toBe(200);
  const common = { level: 'info', userId: ann.userId, address: HASH };
  expect(lines('password')).toEqual([
    expect.objectContaining({ ...common, by: 'password' }),
    expect.objectContaining({ ...common, by: 'code' }),
  ]);
  const back = await server.login('changing_ann', 'a phrase by a code');
  await server.login('changing_ann', 'a phrase by a code');
  await back.post('/api/sessions/end-others');
  await back.post('/api/logout');
  // the other session had ended already: its sign-out logs nothing
  await other.post('/api/logout');
  expect(lines('sign-out').map(({ sessions, userId }) => [sessions, userId])).toEqual([
    ['all others', ann.userId],
    ['this', ann.userId],
  ]);
  for (const secret of [password, 'a phrase by a code', codes[0]!]) expect(text).not.toContain(secret);
});

test('what no page of ours sends', async () => {
  const post = (body: string, type = 'application/json') =>
    server.visitor().request('/api/login', { method: 'POST', body, headers: { 'content-type': type } });
  const statuses = [
    (await post('{')).status,
    (await post('{}')).status,
    (await post('x', 'text/plain')).status,
    (await post(JSON.stringify({ username: 'x'.repeat(70_000) }))).status,
  ];
  expect(statuses).toEqual([400, 422, 415, 413]);
  expect(lines('refused').map(({ level, code, path }) => [level, code, path])).toEqual([
    ['info', 'BAD_JSON', '/api/login'],
    ['info', 'INVALID', '/api/login'],
    ['info', 'UNSUPPORTED_TYPE', '/api/login'],
    ['info', 'TOO_LARGE', '/api/login'],
  ]);
});

test('a flood is a few lines and its number', async () => {
  for (let n = 0; n < 500; n++) await server.visitor().get(`/api/portfolio?${n}`);
  expect(lines('refused')).toHaveLength(LINES.refusal);
  const bytes = text.length;
  now += 60_000;
  await server.visitor().get('/api/portfolio');
  expect(lines('left out')).toEqual([
    expect.objectContaining({ level: 'info', kind: 'refused SIGNED_OUT', count: 500 - LINES.refusal }),
  ]);
  expect(lines('refused')).toHaveLength(LINES.refusal + 1);
  expect(bytes).toBeLessThan(10_000);
});
