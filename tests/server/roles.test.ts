/** Who may see and do what: every page and call that is not everybody's, for a visitor, a trader, a moderator and an admin. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { endpoints } from '#core/contract/endpoints.ts';
import type { RouteManifest } from '#framework/define.ts';
import { addressesIn } from '../helpers/addresses.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const STAFF_PAGES = [
  '/admin',
  '/admin/accounts',
  '/admin/messages',
  '/admin/messages/:id',
  '/admin/people',
  '/admin/people/:id',
  '/admin/reports',
];
const STAFF_CALLS = [
  'addPersonNote',
  'addRecording',
  'deleteRecording',
  'deleteRecordingForm',
  'message',
  'showEmail',
  'takeMeasure',
];

let server: TestServer;
let clients: Record<'visitor' | 'trader' | 'moderator' | 'admin', Client>;
let manifest: RouteManifest;
beforeAll(async () => {
  server = await startServer();
  ({ manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest });
  const [admin, trader, moderator] = [
    await server.admin(),
    await server.register('plain'),
    await server.register('helper'),
  ];
  clients = { visitor: server.visitor(), trader, moderator, admin };
  await admin.post('/api/toggle-competition', { active: true });
  const contact = {
    name: 'A B',
    email: 'a@mail.example',
    phone: '050-000-0000',
    subject: 'Question',
    message: 'How?',
  };
  await trader.post('/api/contact', contact);
  const answer = await admin.post('/api/role', { username: 'helper', role: 'moderator', reason: 'Helps' });
  expect(answer.status).toBe(200);
});
afterAll(() => server?.stop());

test('the pages and calls of staff are these', () => {
  const pages = manifest.routes.filter(({ route }) => route.kind === 'page' && route.access === 'staff');
  expect(pages.map(({ path }) => path).toSorted()).toEqual(STAFF_PAGES);
  const calls = Object.entries(endpoints).filter(([, { access }]) => access === 'staff');
  expect(calls.map(([name]) => name).toSorted()).toEqual(STAFF_CALLS);
});

describe.each(['visitor', 'trader', 'moderator', 'admin'] as const)('%s', (role) => {
  const mayOpen = (access: string) =>
    ({
      visitor: ['public'],
      trader: ['public', 'member'],
      moderator: ['public', 'member', 'staff'],
      admin: ['public', 'member', 'staff', 'admin'],
    })[role].includes(access);

  test('pages', async () => {
    const refused = role === 'visitor' ? 303 : 403;
    const wrong: string[] = [];
    for (const { path, access } of addressesIn(manifest, 'en', 'plain')) {
      if (access === 'public' || access === 'member') continue;
      const { status } = await clients[role].get(path, PAGE);
      if (status !== (mayOpen(access) ? 200 : refused)) wrong.push(`${path}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test('calls', async () => {
    const wrong: string[] = [];
    for (const [name, { method, path, access }] of Object.entries(endpoints)) {
      if (access !== 'staff' && access !== 'admin') continue;
      // access is looked at before the body, so that every refusal but for rights tells that the call is open
      const address = path.replace(/:\w+/g, 'x');
      const { status } =
        method === 'POST'
          ? await clients[role].post(address, {})
          : await clients[role].send(method as 'DELETE', address, {});
      const isRefused = status === (role === 'visitor' ? 401 : 403);
      if (isRefused === mayOpen(access)) wrong.push(`${name}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('a moderator sees the desk’s own sections, and nothing of the season, the log, roles and links', async () => {
  const { moderator } = clients;
  const desk = (await moderator.get('/admin', PAGE)).text;
  for (const path of ['/admin/people', '/admin/messages', '/admin/reports', '/recordings'])
    expect(desk).toContain(`href="${path}"`);
  for (const path of ['/admin/audit', '/admin/people/joins']) expect(desk).not.toContain(`href="${path}"`);
  const person = (await moderator.get(`/admin/people/${clients.trader.userId}`, PAGE)).text;
  expect(person).not.toContain('action="/api/role"');
  expect(person).not.toContain('Disqualify');
  expect((await moderator.get('/', PAGE)).text.split('href="/admin"').length - 1).toBe(2);
  expect((await clients.trader.get('/', PAGE)).text).not.toContain('href="/admin"');
  expect((await moderator.get('/recordings', PAGE)).text).toContain('action="/api/recordings"');
});

test('a moderator trades like everybody, and rules on traders alone', async () => {
  const { moderator, admin } = clients;
  const order = { user_id: moderator.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
  expect((await moderator.post('/api/trade', order)).status).toBe(200);
  await server.register('second');
  await admin.post('/api/role', { username: 'second', role: 'moderator', reason: 'Helps too' });
  const measure = (username: string) =>
    moderator.post('/api/measures', { username, action: 'warn', reason: 'One account a person.' });
  expect((await measure('second')).json).toMatchObject({ code: 'FORBIDDEN' });
  expect((await measure(admin.username)).json).toMatchObject({ code: 'UNKNOWN_TRADER' });
  expect((await measure('plain')).status).toBe(200);
});

test('the end of a role acts at the next request, and both are in the log with their reason', async () => {
  const { moderator, admin } = clients;
  expect((await moderator.get('/admin', PAGE)).status).toBe(200);
  await admin.post('/api/role', { username: 'HELPER', role: 'trader', reason: 'Went home' });
  expect((await moderator.get('/admin', PAGE)).status).toBe(403);
  const log = await server.sql`select after from audit where action = 'role' order by id desc limit 1`;
  expect(log[0]!.after).toEqual({ username: 'helper', role: 'trader', reason: 'Went home' });
  // said again it changes nothing
  await admin.post('/api/role', { username: 'helper', role: 'trader', reason: 'Again' });
  expect(await server.sql`select from audit where action = 'role'`).toHaveLength(3);
});

test('a role is refused for an admin, for nobody, and without a reason', async () => {
  const { admin } = clients;
  const give = (body: object) => admin.post('/api/role', body);
  const choice = { username: 'plain', role: 'moderator', reason: 'Helps' };
  expect((await give({ ...choice, username: admin.username })).json).toMatchObject({
    code: 'UNKNOWN_TRADER',
  });
  expect((await give({ ...choice, username: 'nobody-here' })).json).toMatchObject({ code: 'UNKNOWN_TRADER' });
  for (const [body, path] of [
    [{ ...choice, reason: ' ' }, 'reason'],
    [{ ...choice, role: 'admin' }, 'role'],
  ] as const) {
    const { status, json } = await give(body);
    expect([status, (json.issues as { path: string }[])[0]!.path]).toEqual([422, path]);
  }
  const page = textOf((await admin.get(`/admin/people?show=staff`, PAGE)).text);
  expect(page).toContain('second');
  expect(page).not.toContain('plain');
});
