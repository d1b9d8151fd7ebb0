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
