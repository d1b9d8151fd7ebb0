/** Recordings: everybody reads, admins add and delete, by call and by form. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { flashOf } from '../helpers/flash.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let admin: Client;
let trader: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  trader = await server.register();
});
afterAll(() => server?.stop());

type RecordingJson = {
  id: number;
  title: string;
  url: string;
  createdAt: string;
  user: { username: string } | null;
};
const list = async () => (await trader.get<RecordingJson[]>('/api/recordings')).json;
const html = { accept: 'text/html' };
const text = (page: string) =>
  page
    .replace(/<script.*?<\/script>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
/** What the page a form leads to says. */
async function after(path: string, fields: Record<string, string>, client = admin): Promise<string> {
  const answer = await client.form(path, fields, { referer: `${server.url}/recordings` });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/recordings']);
  return (await client.get('/recordings', html)).text;
}

test('an empty list says so', async () => {
  const page = text((await trader.get('/recordings', html)).text);
  expect(page).toContain('No recordings available');
  expect(page).not.toContain('URL');
  expect(text((await admin.get('/recordings', html)).text)).toContain('URL');
});

test('added by an admin, read by all, deleted', async () => {
  const created = await admin.post<RecordingJson>('/api/recordings', {
    title: ' Opening bell ',
    url: 'https://video.example/a?b=1',
  });
  expect(created.status).toBe(201);
  expect(created.json).toEqual({
    id: expect.any(Number),
    title: 'Opening bell',
    url: 'https://video.example/a?b=1',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    user: { username: admin.username },
  });
  expect(await list()).toEqual([created.json]);
  const page = (
    await trader.get('/recordings', {
      ...html,
      cookie: `${[...trader.cookies].map((c) => c.join('=')).join('; ')}; tz=Asia%2FJerusalem`,
    })
  ).text;
  for (const said of ['Title', 'Added By', 'Date', 'Actions', 'Opening bell', admin.username])
    expect(text(page)).toContain(said);
  expect(page).toMatch(/href="https:\/\/video\.example\/a\?b=1" target="_blank" rel="noopener noreferrer"/);
  expect(page).not.toContain('/delete"');
  expect((await admin.request(`/api/recordings/${created.json.id}`, { method: 'DELETE' })).json).toEqual({
    success: true,
  });
  expect(await list()).toEqual([]);
  expect((await admin.request(`/api/recordings/${created.json.id}`, { method: 'DELETE' })).status).toBe(404);
});

test.each([
  ['', 'https://a.example', 'Please provide both title and URL'],
  ['Title', '', 'Please provide both title and URL'],
  ['  ', '  ', 'Please provide both title and URL'],
  ['Title', 'javascript:alert(1)', 'The URL must start with http:// or https://'],
  ['Title', '//host.example/a', 'The URL must start with http:// or https://'],
  ['Title', 'data:text/html,x', 'The URL must start with http:// or https://'],
  ['Title', 'ftp://a.example', 'The URL must start with http:// or https://'],
  ['Title', 'https://user:secret@a.example', 'The URL must start with http:// or https://'],
  ['x'.repeat(201), 'https://a.example', 'At most 200 characters'],
])('%p at %p is refused', async (title, url, sentence) => {
  const { status, json } = await admin.post('/api/recordings', { title, url });
  expect([status, json.code]).toEqual([422, 'INVALID']);
  expect(JSON.stringify(json.issues)).toContain(sentence);
  expect(await list()).toEqual([]);
});

test.each([
  ['a.example/talk?v=1', 'https://a.example/talk?v=1'],
  ['a.example:8080', 'https://a.example:8080'],
  ['HTTP://a.example', 'http://a.example'],
])('%p is kept as %p', async (url, stored) => {
  const { json } = await admin.post<{ id: number; url: string }>('/api/recordings', { title: 'Title', url });
  expect(json.url).toBe(stored);
  await admin.request(`/api/recordings/${json.id}`, { method: 'DELETE' });
});

test('only admins change the list', async () => {
  const body = { title: 'Mine', url: 'https://a.example' };
  expect((await trader.post('/api/recordings', body)).status).toBe(403);
  expect((await server.visitor().post('/api/recordings', body)).status).toBe(401);
  expect((await trader.request('/api/recordings/1', { method: 'DELETE' })).status).toBe(403);
  expect((await trader.form('/api/recordings/1/delete', {})).status).toBe(303);
  expect(await list()).toEqual([]);
});

describe('without scripts', () => {
  test('added, refused with what was typed, deleted: in the fixed words', async () => {
    const added = await after('/api/recordings', { title: '<i>Review</i>', url: 'https://video.example/r' });
    expect(text(added)).toContain('Success New recording added.');
    expect(added).toContain('&lt;i&gt;Review&lt;/i&gt;');
    const refused = await after('/api/recordings', { title: 'Kept', url: '' });
    expect(text(refused)).toContain('Error Please provide both title and URL');
    expect(refused).toContain('value="Kept"');
    const [{ id } = { id: 0 }] = await list();
    expect(text(await after(`/api/recordings/${id}/delete`, {}))).toContain(
      'Deleted Recording link removed.',
    );
    expect(await list()).toEqual([]);
  });

  test('our own failures too', async () => {
    await server.sql`alter table recordings rename to recordings_away`;
    const messages: (string | undefined)[] = [];
    for (const [path, fields] of [
      ['/api/recordings', { title: 'A', url: 'https://a.example' }],
      ['/api/recordings/1/delete', {}],
    ] as const) {
      await admin.form(path, fields);
      messages.push(flashOf(server.services, admin.cookies)?.message);
    }
    const page = await trader.get('/recordings', { accept: 'text/html' });
    await server.sql`alter table recordings_away rename to recordings`;
    admin.cookies.delete('flash');
    expect(page.status).toBe(200);
    expect(text(page.text)).toContain('Failed to fetch recordings');
    expect(messages).toEqual(['Failed to add the recording', 'Failed to delete the recording']);
  });
});

test('whose account is gone is Unknown', async () => {
  await server.sql`insert into recordings (title, url, user_id) values ('Old', 'https://a.example', null)`;
  expect(text((await trader.get('/recordings', html)).text)).toContain('Unknown');
  await server.sql`delete from recordings`;
});
