/** Access to every restricted page and call, for a visitor, a trader, a moderator and an admin. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { endpoints } from '#core/contract/endpoints.ts';
import { one } from '#db/client.ts';
import type { RouteManifest } from '#framework/define.ts';
import { verifySeason } from '#services/verify/verify.ts';
import { addressesIn } from '../helpers/addresses.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { startServer, type TestServer } from '../helpers/server.ts';
import { asBrowser, openSocket } from '../helpers/socket.ts';
import { until } from '../helpers/until.ts';

const PAGE = { accept: 'text/html' };
const STAFF_PAGES = [
  '/admin',
  '/admin/accounts',
  '/admin/messages',
  '/admin/messages/:id',
  '/admin/messages/replies',
  '/admin/people',
  '/admin/people/:id',
  '/admin/people/:id/beside/:other',
  '/admin/reports',
];
const STAFF_CALLS = [
  'addPersonNote',
  'addRecording',
  'addSavedReply',
  'assignMessage',
  'changeRecording',
  'changeSavedReply',
  'deleteRecording',
  'deleteRecordingForm',
  'deleteSavedReply',
  'doneMessages',
  'endPersonSessions',
  'markSpam',
  'message',
  'personFills',
  'replyToMessage',
  'restoreRecording',
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

const give = (client: Client, body: object) => client.post('/api/role', body);

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
      if (access !== 'staff' && access !== 'admin') continue;
      const { status } = await clients[role].get(path, PAGE);
      if (status !== (mayOpen(access) ? 200 : refused)) wrong.push(`${path}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test('calls', async () => {
    const wrong: string[] = [];
    for (const [name, { method, path, access }] of Object.entries(endpoints)) {
      if (access !== 'staff' && access !== 'admin') continue;
      // access is checked before the body: any refusal but one for rights shows that the call is open
      const address = path.replace(/:\w+/g, 'x');
      const { get, post, send } = clients[role];
      const { status } = await (method === 'GET'
        ? get(address)
        : method === 'POST'
          ? post(address, {})
          : send(method as 'DELETE', address, {}));
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
  for (const path of ['/admin/audit', '/admin/numbers', '/admin/people/joins'])
    expect(desk).not.toContain(`href="${path}"`);
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
  const second = await server.register('second');
  await admin.post('/api/role', { username: 'second', role: 'moderator', reason: 'Helps too' });
  const refusal = {
    code: 'FORBIDDEN',
    reason: 'staff',
    message: 'Only admins may do that to somebody of the staff.',
  };
  const measure = (username: string, client = moderator) =>
    client.post('/api/measures', { username, action: 'warn', reason: 'One account a person.' });
  for (const { userId, username } of [second, admin]) {
    const reason = { reason: 'Hm' };
    for (const { status, json } of [
      await measure(username),
      await moderator.post(`/api/people/${userId}/sessions/end`, reason),
    ])
      expect({ username, status, json }).toMatchObject({ username, status: 403, json: refusal });
  }
  const note = await moderator.post(`/api/people/${admin.userId}/notes`, { note: 'Hm' });
  expect(note.json).toMatchObject(refusal);
  expect((await measure('plain')).status).toBe(200);
  // an admin has to be demoted before a measure
  await server.register('deputy');
  await give(admin, { username: 'deputy', role: 'admin', reason: 'Helps' });
  for (const username of ['deputy', admin.username]) {
    const { status, json } = await measure(username, admin);
    expect([status, json.code, json.reason]).toEqual([403, 'FORBIDDEN', 'admin']);
  }
  await give(admin, { username: 'deputy', role: 'trader', reason: 'Out' });
  expect((await measure('deputy', admin)).status).toBe(200);
});

test('whoever gets or loses a role is notified, in the language of the page', async () => {
  const { admin } = clients;
  const person = await server.register('told-so');
  const rows = async () => textOf((await person.get('/notifications', PAGE)).text);
  await give(admin, { username: 'told-so', role: 'moderator', reason: 'Secret reason' });
  await give(admin, { username: 'told-so', role: 'moderator', reason: 'Secret reason' });
  expect((await rows()).split('You are a moderator now').length - 1).toBe(1);
  await give(admin, { username: 'told-so', role: 'admin', reason: 'Secret reason' });
  await give(admin, { username: 'told-so', role: 'trader', reason: 'Secret reason' });
  person.cookies.set('lang', 'he');
  const text = await rows();
  for (const part of ['התפקיד שלך הסתיים', 'מונית למנהל', 'מונית למנחה']) expect(text).toContain(part);
  expect(text).not.toContain('Secret reason');
  const topics = await server.sql<{ topic: string }[]>`
    select topic from notifications where user_id = ${person.userId}`;
  expect(topics.map(({ topic }) => topic)).toEqual(Array(3).fill('security'));
});

test('the end of a role acts at the next request, and both are in the log with their reason', async () => {
  const { moderator, admin } = clients;
  expect((await moderator.get('/admin', PAGE)).status).toBe(200);
  await admin.post('/api/role', { username: 'HELPER', role: 'trader', reason: 'Went home' });
  expect((await moderator.get('/admin', PAGE)).status).toBe(403);
  const log =
    await server.sql`select before, after from audit where action = 'role' order by id desc limit 1`;
  expect(log[0]).toEqual({
    before: { username: 'helper', role: 'moderator' },
    after: { username: 'helper', role: 'trader', reason: 'Went home' },
  });
  // saying it again changes nothing
  await admin.post('/api/role', { username: 'helper', role: 'trader', reason: 'Again' });
  expect(
    await server.sql`select from audit where action = 'role' and after->>'username' = 'helper'`,
  ).toHaveLength(2);
});

test('a role is refused for nobody, for one’s own account, and without a reason', async () => {
  const { admin } = clients;
  const choice = { username: 'plain', role: 'moderator', reason: 'Helps' };
  expect((await give(admin, { ...choice, username: 'nobody-here' })).json).toMatchObject({
    code: 'UNKNOWN_TRADER',
  });
  for (const [body, path] of [
    [{ ...choice, reason: ' ' }, 'reason'],
    [{ ...choice, role: 'owner' }, 'role'],
  ] as const) {
    const { status, json } = await give(admin, body);
    expect([status, (json.issues as { path: string }[])[0]!.path]).toEqual([422, path]);
  }
  const page = textOf((await admin.get(`/admin/people?show=staff`, PAGE)).text);
  expect(page).toContain('second');
  expect(page).not.toContain('plain');
  const last = await give(admin, { ...choice, username: admin.username, role: 'trader' });
  expect([last.status, last.json.code]).toEqual([409, 'LAST_ADMIN']);
  const same = await give(admin, { ...choice, username: admin.username, role: 'admin' });
  expect([same.status, same.json.code]).toEqual([409, 'OWN_ACCOUNT']);
});

test('the page of a person asks before it gives a role', async () => {
  const { admin } = clients;
  const person = await server.register('promoted');
  const path = `/admin/people/${person.userId}`;
  const form = (await admin.get(path, PAGE)).text;
  expect(form).toContain(`action="${path}"`);
  expect(form).not.toContain('action="/api/role"');
  const question = (await admin.get(`${path}?role=admin&reason=Runs+it+with+us`, PAGE)).text;
  expect(question).toContain('action="/api/role"');
  for (const part of ['promoted trader → admin', 'Has no place in the table', 'Runs it with us'])
    expect(textOf(question)).toContain(part);
  const answer = await admin.form('/api/role', {
    username: 'promoted',
    role: 'admin',
    reason: 'Runs it with us',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  expect((await person.get('/admin/audit', PAGE)).status).toBe(200);
  // no admin can change their own role, and a role one has cannot be given again
  expect((await admin.get(`/admin/people/${admin.userId}`, PAGE)).text).not.toContain('id="role-reason"');
  const again = (await admin.get(`${path}?role=admin&reason=Again`, PAGE)).text;
  expect(again).not.toContain('action="/api/role"');
  expect(again).toContain('value="Again"');

  // a refused reason is in its question again, also one that is too long for an address
  const fields = { role: 'trader', reason: 'א'.repeat(400) };
  const referer = `${server.url}${path}?${new URLSearchParams(fields)}`;
  const refused = await admin.form('/api/role', { username: 'nobody-here', ...fields }, { referer });
  expect(refused.headers.get('location')).toBe(`${path}?role=trader`);
  expect((await admin.get(`${path}?role=trader`, PAGE)).text).toContain(
    `name="reason" value="${fields.reason}"`,
  );
});

test('an admin is demoted by another one: at the next request, with closed sockets', async () => {
  const { admin } = clients;
  const person = await server.register('demoted');
  await give(admin, { username: 'demoted', role: 'admin', reason: 'Helps' });
  expect((await person.get('/admin/audit', PAGE)).status).toBe(200);
  const socket = await openSocket(server.url, asBrowser(server.url, person));
  await give(admin, { username: 'demoted', role: 'trader', reason: 'Went home' });
  expect((await person.get('/admin/audit', PAGE)).status).toBe(403);
  expect((await person.post('/api/toggle-competition', { active: true })).status).toBe(403);
  expect(await socket.closed).toBe(1008);
  // the session continues as a trader's
  expect((await person.get('/portfolio', PAGE)).status).toBe(200);
});

test('two admins who demote each other at once leave one', async () => {
  const pit = await startServer();
  try {
    const first = await pit.admin();
    const second = await pit.register('deputy');
    await give(first, { username: 'deputy', role: 'admin', reason: 'Helps' });
    for (let n = 0; n < 5; n++) {
      const answers = await Promise.all([
        give(first, { username: 'deputy', role: 'trader', reason: 'Out' }),
        give(second, { username: first.username, role: 'trader', reason: 'Out' }),
      ]);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      expect([403, 409]).toContain(statuses[1]!);
      const admins = await pit.sql<{ id: number }[]>`select id from users where is_admin`;
      expect(admins).toHaveLength(1);
      const stays = admins[0]!.id === first.userId ? first : second;
      const other = stays === first ? second.username : first.username;
      expect((await give(stays, { username: other, role: 'admin', reason: 'Again' })).status).toBe(200);
    }
  } finally {
    await pit.stop();
  }
});

test('an admin who traded in the running season has no place in it after the role', async () => {
  const { admin } = clients;
  const [person, newcomer] = [await server.register('traded-as'), await server.register('never-traded')];
  const isListed = async ({ userId }: Client) => {
    await server.sql`update leaderboard_passes set made_at = made_at - interval '5 s'`;
    await server.services.leaderboard.pass();
    return (await server.services.leaderboard.mine(userId)) !== null;
  };
  for (const username of ['traded-as', 'never-traded'])
    await give(admin, { username, role: 'admin', reason: 'Helps' });
  const order = { user_id: person.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
  expect((await person.post('/api/trade', order)).status).toBe(200);
  for (const username of ['traded-as', 'never-traded'])
    await give(admin, { username, role: 'trader', reason: 'Went home' });
  await until(() => isListed(newcomer));
  expect(await isListed(person)).toBe(false);
  // an admin trades on after the end, and the season's proof still holds
  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  await give(admin, { username: 'never-traded', role: 'admin', reason: 'Helps' });
  const after = { ...order, user_id: newcomer.userId };
  expect((await newcomer.post('/api/trade', after)).status).toBe(200);
  await give(admin, { username: 'never-traded', role: 'trader', reason: 'Went home' });
  const { number } = one(
    await server.sql<{ number: number }[]>`select number from seasons order by id desc limit 1`,
  );
  await verifySeason(server.services, number);
});

test('everything under /admin demands a role', () => {
  const open = manifest.routes
    .filter(({ path, route }) => path.startsWith('/admin') && route.kind === 'page')
    .filter(({ route }) => !['staff', 'admin'].includes((route as { access: string }).access));
  expect(open.map(({ path }) => path)).toEqual([]);
});
