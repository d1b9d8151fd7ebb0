/** Recordings: everyone reads them; admins add, edit, delete and restore them, by call and by form. */
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
  url: string | null;
  createdAt: string;
  user: { username: string } | null;
  heldOn: string | null;
  series: string | null;
  language: string | null;
  minutes: number | null;
  note: string | null;
  audience: string;
};
const list = async () => (await trader.get<RecordingJson[]>('/api/recordings')).json;
const html = { accept: 'text/html' };
const text = (page: string) =>
  page
    .replace(/<script.*?<\/script>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
/** Posts a form and returns the page it leads to. */
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

test('deleting a recording deletes its notifications and no others', async () => {
  const notifications = async () =>
    text((await trader.get('/notifications', html)).text).match(/(First|Second) bell/g);
  const add = async (title: string) =>
    (await admin.post<RecordingJson>('/api/recordings', { title, url: 'https://video.example/a' })).json.id;
  const [first, second] = [await add('First bell'), await add('Second bell')];
  expect(await notifications()).toEqual(['Second bell', 'First bell']);
  await admin.post(`/api/recordings/${first}/delete`, {});
  expect(await notifications()).toEqual(['Second bell']);
  await admin.post(`/api/recordings/${second}/delete`, {});
  expect(await notifications()).toBeNull();
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
    heldOn: null,
    series: null,
    language: null,
    minutes: null,
    note: null,
    audience: 'everyone',
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
  expect(page).toContain(`href="/go/recording/${created.json.id}" target="_blank" rel="noopener noreferrer"`);
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

const DETAILS = {
  heldOn: '2026-11-03',
  series: 'Opening week',
  language: 'he',
  minutes: 45,
  note: 'From minute 12: questions.',
  audience: 'members',
} as const;
const BARE = { title: 'Title', url: 'https://a.example' };
const add = async (more: object = {}) =>
  (await admin.post<RecordingJson>('/api/recordings', { ...BARE, ...more })).json;
const newestAudit = async () =>
  (await server.sql`select user_id, action, before, after from audit order by id desc limit 1`)[0];

test.each([
  [{ heldOn: '2026-02-30' }, 'heldOn', 'heldOnRule'],
  [{ heldOn: 'yesterday' }, 'heldOn', 'heldOnRule'],
  [{ series: 'x'.repeat(41) }, 'series', 'mostCharacters'],
  [{ series: 'a\u0007b' }, 'series', 'charactersRefused'],
  [{ language: 'fr' }, 'language', 'language'],
  [{ minutes: 0 }, 'minutes', 'wholeNumber'],
  [{ minutes: '1.5' }, 'minutes', 'wholeNumber'],
  [{ minutes: 1441 }, 'minutes', 'wholeNumber'],
  [{ note: 'x'.repeat(301) }, 'note', 'mostCharacters'],
  [{ audience: 'admins' }, 'audience', 'audienceRule'],
])('%p is refused', async (more, path, code) => {
  const { status, json } = await admin.post('/api/recordings', { ...BARE, ...more });
  expect([status, json.issues]).toMatchObject([422, [{ path, code }]]);
  expect(await list()).toEqual([]);
});

describe('the library', () => {
  beforeAll(async () => {
    await add({ title: 'Added last', heldOn: '2026-01-05' });
    await add({ title: 'Week 2', heldOn: '2026-11-10', series: 'Opening week' });
    await add({ title: 'Week 1', heldOn: '2026-11-03', series: 'Opening week', note: '100% about % and _' });
    await add({ title: 'Alone', heldOn: '2026-11-05' });
  });
  afterAll(async () => {
    await server.sql`delete from recordings`;
  });

  test('newest by the day it was held on', async () => {
    expect((await list()).map(({ title }) => title)).toEqual(['Week 2', 'Alone', 'Week 1', 'Added last']);
  });

  test('series are sections, the one with the newest first', async () => {
    const page = text((await trader.get('/recordings', html)).text);
    expect(page).toMatch(/Opening week.*Week 2.*Week 1.*Other recordings.*Alone.*Added last/);
    expect(page).toContain('Held on 10 Nov');
  });

  test('a search finds parts of titles, series and notes, letter for letter', async () => {
    const titles = async (q: string) =>
      [
        ...(await trader.get(`/recordings?q=${encodeURIComponent(q)}`, html)).text.matchAll(
          /Open ([^"]+) in/g,
        ),
      ].map(([, title]) => title);
    expect(await titles('week 1')).toEqual(['Week 1']);
    expect(await titles('OPENING')).toEqual(['Week 2', 'Week 1']);
    expect(await titles('% and _')).toEqual(['Week 1']);
    expect(await titles('%%')).toEqual([]);
    expect(text((await trader.get('/recordings?q=%25%25', html)).text)).toContain('No recording matches.');
  });

  test('a hundred a page', async () => {
    await server.sql`insert into recordings (title, url, held_on)
      select 'Old ' || n, 'https://a.example', '2020-01-01' from generate_series(1, 100) n`;
    const count = async (query: string) =>
      (await trader.get(`/recordings${query}`, html)).text.split('rel="noopener noreferrer"').length - 1;
    expect([await count(''), await count('?page=2'), await count('?page=3')]).toEqual([100, 4, 0]);
    await server.sql`delete from recordings where title like 'Old %'`;
  });
});

test('edited, with what it was in the log', async () => {
  const { id } = await add(DETAILS);
  expect(await list()).toMatchObject([{ id, url: null }]);
  const edit = (fields: object) => admin.post(`/api/recordings/${id}`, fields);
  expect((await edit({ ...BARE, title: 'Other', minutes: '50', audience: 'everyone' })).json).toEqual({
    message: 'Recording changed.',
  });
  const empty = { heldOn: null, series: null, language: null, note: null };
  expect(await list()).toMatchObject([
    { ...BARE, title: 'Other', ...empty, minutes: 50, audience: 'everyone' },
  ]);
  expect(await newestAudit()).toEqual({
    user_id: admin.userId,
    action: 'recording_edit',
    before: { ...BARE, ...DETAILS },
    after: { ...BARE, title: 'Other', ...empty, minutes: 50, audience: 'everyone' },
  });
  expect((await edit({ title: '', url: 'x' })).status).toBe(422);
  expect((await admin.post('/api/recordings/999999', BARE)).status).toBe(404);
  const dialog = (await admin.get(`/recordings?edit=${id}`, html)).text;
  expect(dialog).toContain(`action="/api/recordings/${id}"`);
  expect((await trader.get(`/recordings?edit=${id}`, html)).text).not.toContain(
    `action="/api/recordings/${id}"`,
  );
  // the dialog opens from any view of the list, and leads back to it
  const elsewhere = (await admin.get(`/recordings?q=nothing&page=2&edit=${id}`, html)).text;
  expect(elsewhere).toContain(`action="/api/recordings/${id}"`);
  expect(elsewhere).toContain('href="/recordings?q=nothing&amp;page=2"');
  expect((await admin.get(`/recordings?q=nothing&delete=${id}`, html)).text).toContain(
    `action="/api/recordings/${id}/delete"`,
  );
  expect((await admin.get('/recordings?edit=99999999999', html)).status).toBe(200);
  const listed = (await admin.get('/recordings?q=t', html)).text;
  expect(listed).toContain(`href="/recordings?q=t&amp;edit=${id}"`);
  const refused = await admin.form(
    `/api/recordings/${id}`,
    { ...BARE, title: 'Third', minutes: 'long' },
    { referer: `${server.url}/recordings?edit=${id}` },
  );
  expect(refused.headers.get('location')).toBe(`/recordings?edit=${id}`);
  const again = (await admin.get(`/recordings?edit=${id}`, html)).text;
  expect(again).toContain('value="Third"');
  expect(text(again)).toContain('A whole number from 1 to 1440');
  await server.sql`delete from recordings`;
});

test('a deletion is undone within 7 days, and final after them', async () => {
  const { id } = await add();
  const remove = () => admin.request(`/api/recordings/${id}`, { method: 'DELETE' });
  const restore = () => admin.post(`/api/recordings/${id}/restore`, {});
  const deletedAgo = (age: string) =>
    server.sql`update recordings set deleted_at = now() - ${age}::interval where deleted_at is not null`;
  expect((await restore()).status).toBe(404);
  await remove();
  expect(await newestAudit()).toMatchObject({ action: 'recording_delete', after: { title: 'Title' } });
  expect((await admin.post(`/api/recordings/${id}`, BARE)).status).toBe(404);
  expect((await admin.get('/recordings', html)).text).toContain(`action="/api/recordings/${id}/restore"`);
  expect((await trader.get('/recordings', html)).text).not.toContain('Deleted recordings');
  await server.services.tidy();
  await deletedAgo('6 days 23:59');
  expect((await restore()).json).toEqual({ message: 'The recording is back.' });
  expect(await newestAudit()).toMatchObject({ action: 'recording_restore', after: { title: 'Title' } });
  expect(await list()).toMatchObject([{ id }]);
  await remove();
  await deletedAgo('7 days 00:01');
  expect((await restore()).status).toBe(404);
  await server.services.tidy();
  expect(Number((await server.sql`select count(*) from recordings`)[0]!.count)).toBe(0);
});

test('the address of a members’ recording is nowhere but for staff', async () => {
  const secret = 'https://secret.example/members';
  await add({ title: 'For the few', url: secret, audience: 'members' });
  const [{ id } = { id: 0 }] = await list();
  const way = `/go/recording/${id}`;
  for (const path of ['/', '/recordings', '/recordings?q=few', '/api/recordings']) {
    const answer = await trader.get(path, path.startsWith('/api') ? {} : html);
    const has = ['For the few', 'secret.example', way].map((part) => answer.text.includes(part));
    expect([path, ...has]).toEqual([path, true, false, false]);
  }
  const page = (await trader.get('/recordings', html)).text;
  expect(page).toMatch(/href="\/pricing" aria-label="For members: For the few"/);
  expect((await trader.get(way, html)).headers.get('location')).toBe('/pricing');
  expect((await admin.get('/recordings', html)).text).toContain(`href="${way}"`);
  expect((await admin.get(way, html)).headers.get('location')).toBe(secret);
  await server.sql`delete from recordings`;
});

test('only admins change the list', async () => {
  const body = { title: 'Mine', url: 'https://a.example' };
  expect((await trader.post('/api/recordings', body)).status).toBe(403);
  expect((await server.visitor().post('/api/recordings', body)).status).toBe(401);
  expect((await trader.request('/api/recordings/1', { method: 'DELETE' })).status).toBe(403);
  expect((await trader.post('/api/recordings/1', body)).status).toBe(403);
  expect((await trader.post('/api/recordings/1/restore', {})).status).toBe(403);
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

  test('a second press of the form adds nothing, and the next page has another key', async () => {
    const keyOn = async () =>
      /name="intent" value="([^"]+)"/.exec((await admin.get('/recordings', html)).text)?.[1] ?? '';
    const fields = { ...BARE, intent: await keyOn() };
    const count = async () =>
      (
        await server.sql`select (select count(*)::integer from recordings) as recordings,
        (select count(*)::integer from announcements where kind = 'recording') as announcements`
      )[0]!;
    const previous = await count();
    await Promise.all([after('/api/recordings', fields), after('/api/recordings', fields)]);
    await after('/api/recordings', fields);
    const expected = { recordings: previous.recordings + 1, announcements: previous.announcements + 1 };
    expect(await count()).toEqual(expected);
    expect(text(await after('/api/recordings', { ...fields, title: 'Another' }))).toContain('Error');
    expect(await count()).toEqual(expected);
    const next = { ...fields, title: 'Another', intent: await keyOn() };
    expect(next.intent).not.toBe(fields.intent);
    expect(text(await after('/api/recordings', next))).toContain('Success New recording added.');
    await server.sql`delete from recordings`;
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

test('an id is plain digits: another spelling of the number names no recording', async () => {
  const { id } = (await admin.post<RecordingJson>('/api/recordings', { title: 'Kept', url: 'video.example' }))
    .json;
  for (const spelling of [`0x${id.toString(16)}`, `${id}e0`, `%20${id}`, `${id}.0`, `+${id}`, `0${id}`]) {
    const refused = await admin.request<{ issues?: { path: string }[] }>(`/api/recordings/${spelling}`, {
      method: 'DELETE',
    });
    expect([spelling, refused.status, refused.json.issues?.[0]?.path]).toEqual([spelling, 422, 'id']);
  }
  expect((await list()).some((each) => each.id === id)).toBe(true);
});
