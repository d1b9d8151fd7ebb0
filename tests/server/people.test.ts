/** The admins' list of people, and the page of a person. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
let server: TestServer;
let admin: Client;
let dana: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  dana = await server.register('dana_c');
  await server.register('danny');
  await server.register('percent_x');
  await server.sql`update users set email = 'dana@mail.example', discord_id = '80351110224678912' where id = ${dana.userId}`;
  await server.sql`insert into former_names (user_id, username, username_key) values (${dana.userId}, 'oldname', 'oldname')`;
});
afterAll(() => server?.stop());

const pageOf = async (path: string) => (await admin.get(path, PAGE)).text;
/** The names in the list, in their order. */
const names = async (query: string) =>
  [...(await pageOf(`/admin/people${query}`)).matchAll(/href="\/admin\/people\/\d+"><bdi>(.*?)<\/bdi>/g)].map(
    ([, name]) => name,
  );

test('both pages are for admins', async () => {
  for (const path of ['/admin/people', `/admin/people/${dana.userId}`]) {
    expect((await dana.get(path, PAGE)).status).toBe(403);
    expect((await server.visitor().get(path, PAGE)).status).toBe(303);
  }
});

test('people are found by the beginning of a name, a former name, number, address and Discord number', async () => {
  expect(await names('?q=dan')).toEqual(['danny', 'dana_c']);
  expect(await names('?q=DANA_')).toEqual(['dana_c']);
  expect(await names('?q=oldn')).toEqual(['dana_c']);
  expect(await names(`?q=${dana.userId}`)).toEqual(['dana_c']);
  expect(await names('?q=Dana%40mail.example')).toEqual(['dana_c']);
  expect(await names('?q=80351110224678912')).toEqual(['dana_c']);
  for (const none of ['%25', '_', 'dana%40', 'zzz', `${'9'.repeat(12)}`])
    expect(await names(`?q=${none}`)).toEqual([]);
  expect(textOf(await pageOf('/admin/people?q=zzz'))).toContain('Nobody is called that');
});

test('the lists: newest first, the suspended, the staff', async () => {
  expect((await names('')).slice(0, 3)).toEqual(['percent_x', 'danny', 'dana_c']);
  expect(await names('?show=suspended')).toEqual([]);
  await admin.post('/api/measures', { username: 'danny', action: 'suspend_7', reason: 'Two accounts' });
  expect(await names('?show=suspended')).toEqual(['danny']);
  expect(await names('?show=staff')).toEqual([admin.username]);
  expect(await names('?show=nonsense&page=x')).toHaveLength(4);
});

test('fifty are on a page, and the next page is offered where there is one', async () => {
  await server.sql`
    insert into users (username, username_key, password_hash)
    select 'crowd' || n, 'crowd' || n, 'x' from generate_series(1, 60) n`;
  expect(await names('?q=crowd')).toHaveLength(50);
  expect(await pageOf('/admin/people?q=crowd')).toContain('?q=crowd&amp;page=2');
  expect(await names('?q=crowd&page=2')).toHaveLength(10);
  expect(await pageOf('/admin/people?q=crowd&page=2')).not.toContain('page=3');
});

test('a person’s page has seasons, reports, measures and what can be done; nobody else’s secrets', async () => {
  await dana.post('/api/trade', { user_id: dana.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
  const other = await server.register('reporter');
  await other.post('/api/reports', { username: 'dana_c', reason: 'cheating', message: 'Two of them' });
  await admin.post('/api/measures', { username: 'dana_c', action: 'warn', reason: 'Please stop' });
  await other.post('/api/reports', { username: 'dana_c', reason: 'other', message: 'Again' });
  const html = await pageOf(`/admin/people/${dana.userId}`);
  const text = textOf(html);
  for (const part of ['dana_c', 'Names before: oldname', 'Disqualify in season 1', 'Again', 'Please stop'])
    expect(text).toContain(part);
  expect(text).not.toContain('Two of them');
  expect(html).not.toContain('dana@mail.example');
  expect(html).not.toContain('80351110224678912');
  expect(html).toContain(`name="username" value="dana_c"`);
  expect(html).toContain('/competitions/1?username=dana_c');
});

test('nothing can be done about an admin or a deleted account; an unknown one is not found', async () => {
  expect(await pageOf(`/admin/people/${admin.userId}`)).not.toContain('name="action"');
  await server.sql`update users set deleted_at = now() where username = 'percent_x'`;
  const [gone] = await server.sql<{ id: number }[]>`select id from users where username = 'percent_x'`;
  const html = await pageOf(`/admin/people/${gone!.id}`);
  expect(html).not.toContain('name="action"');
  expect(textOf(html)).toContain('deleted');
  for (const id of ['0', '999999', 'x', '99999999999'])
    expect((await admin.get(`/admin/people/${id}`, PAGE)).status).toBe(404);
});

const auditOf = async (action: string) => [
  ...(await server.sql`select user_id, after from audit where action = ${action} order by id`),
];

test('an address is masked until somebody asks for it, and each look is in the log', async () => {
  const path = `/admin/people/${dana.userId}`;
  expect(await pageOf(path)).toContain('da***@mail.example');
  const { status, json } = await admin.post(`/api/people/${dana.userId}/email`, {});
  expect([status, json]).toEqual([200, { email: 'dana@mail.example' }]);
  const answer = await admin.form(`/api/people/${dana.userId}/email`, {});
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  // the address is on the next page only, and not on the page of another person
  const html = await pageOf(path);
  expect(html).toContain('dana@mail.example');
  expect(html).not.toContain(`action="/api/people/${dana.userId}/email"`);
  expect(await pageOf(path)).not.toContain('dana@mail.example');
  await admin.form(`/api/people/${dana.userId}/email`, {});
  expect(await pageOf(`/admin/people/${admin.userId}`)).not.toContain('dana@mail.example');
  const look = { user_id: admin.userId, after: { username: 'dana_c' } };
  expect(await auditOf('email_shown')).toEqual([look, look, look]);
  expect(textOf(await pageOf('/admin/audit'))).toContain('Looked at an e-mail address');
});

test('who has no address shows none; a moderator does not see an admin’s', async () => {
  const helper = await server.register('watchful');
  await admin.post('/api/role', { username: 'watchful', role: 'moderator', reason: 'Helps' });
  await server.sql`update users set email = 'boss@mail.example' where id = ${admin.userId}`;
  const looks = (await auditOf('email_shown')).length;
  const show = (id: number) => helper.post(`/api/people/${id}/email`, {});
  expect((await show(admin.userId)).json).toMatchObject({ code: 'FORBIDDEN' });
  expect((await helper.get(`/admin/people/${admin.userId}`, PAGE)).text).not.toContain('/email"');
  expect((await show(helper.userId)).json).toEqual({ email: null });
  expect((await show(999_999)).status).toBe(404);
  expect(await auditOf('email_shown')).toHaveLength(looks);
  expect((await show(dana.userId)).json).toEqual({ email: 'dana@mail.example' });
  expect(await auditOf('email_shown')).toHaveLength(looks + 1);
});

test('the staff writes notes of up to 2,000 characters about a person, which go with the account', async () => {
  const path = `/admin/people/${dana.userId}`;
  const add = (note: string, id = dana.userId) => admin.form(`/api/people/${id}/notes`, { note });
  expect((await add('First of two')).headers.get('location')).toBe(path);
  expect((await admin.post(`/api/people/${dana.userId}/notes`, { note: 'n'.repeat(2000) })).status).toBe(200);
  const text = textOf(await pageOf(path));
  expect(text.indexOf('nnn')).toBeGreaterThan(0);
  expect(text.indexOf('First of two')).toBeGreaterThan(text.indexOf('nnn'));
  expect(text).toMatch(/by \u2068admin-\u20601x\u2069 First of two/);
  for (const [note, sentence] of [
    [' ', 'Write a note.'],
    ['m'.repeat(2001), 'At most 2000 characters.'],
  ] as const) {
    const { status, json } = await admin.post(`/api/people/${dana.userId}/notes`, { note });
    expect([status, (json.issues as { message: string }[])[0]!.message]).toEqual([422, sentence]);
  }
  // the page shows the refused text in its field again
  expect((await add('m'.repeat(2001))).status).toBe(303);
  const again = await pageOf(path);
  expect(again).toContain(`${'m'.repeat(2001)}</textarea>`);
  expect(textOf(again)).toContain('At most 2000 characters.');
  expect(await auditOf('note')).toHaveLength(2);
  const [gone] = await server.sql<{ id: number }[]>`select id from users where deleted_at is not null`;
  expect((await admin.post(`/api/people/${gone!.id}/notes`, { note: 'Too late' })).status).toBe(404);
});
