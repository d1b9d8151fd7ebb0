/** Links with which a class or an office can register from one network. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { DISCORD_KEYS, type FakeDiscord, fakeDiscord } from '../helpers/fake-discord.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const PASSWORD = 'a fine pass phrase';
const OVER = 'This link has ended, is full, or never existed. Ask whoever sent it for another one.';

let server: TestServer;
let admin: Client;
let discord: FakeDiscord;
beforeAll(async () => {
  discord = fakeDiscord();
  const env = { RATE_LIMIT: 'on', TRUST_PROXY: '1', ...DISCORD_KEYS, DISCORD_BASE_URL: discord.url };
  server = await startServer({ env });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(async () => {
  await server?.stop();
  await discord?.stop();
});

let people = 0;
const from = (address: string) => ({ 'x-forwarded-for': address });
const make = async (uses: number, days = 7): Promise<{ id: number; code: string }> =>
  (await admin.post('/api/join-links', { label: 'Class 10b', uses, days })).json as never;
const register = (join: string | undefined, address: string) =>
  server
    .visitor()
    .post('/api/register', { username: `pupil${++people}`, password: PASSWORD, join }, from(address));
const usesOf = async (id: number) =>
  (await server.sql`select uses from join_links where id = ${id}`)[0]!.uses;

/** Uses up the new accounts an address may make without a link. */
const fill = async (address: string) => {
  await register(undefined, address);
  for (;;) {
    const isFull = await server.services.limits.count('newAccount', { address }).then(
      () => false,
      () => true,
    );
    if (isFull) return;
  }
};

test('thirty at one address that may make no more accounts get in by a link, each once', async () => {
  await fill('10.9.0.1');
  expect((await register(undefined, '10.9.0.1')).status).toBe(429);
  const { id, code } = await make(40);
  const answers = await Promise.all(Array.from({ length: 30 }, () => register(code, '10.9.0.1')));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect(await usesOf(id)).toBe(30);
});

test('of two at the last use one gets in, and the other one makes no account', async () => {
  const { id, code } = await make(1);
  const answers = await Promise.all([register(code, '10.9.1.1'), register(code, '10.9.1.2')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(answers.find(({ status }) => status === 404)!.json).toMatchObject({
    code: 'JOIN_OVER',
    message: OVER,
  });
  expect(await usesOf(id)).toBe(1);
  const rows =
    await server.sql`select from users where username in (${`pupil${people - 1}`}, ${`pupil${people}`})`;
  expect(rows).toHaveLength(1);
});

test('a refused registration uses nothing up', async () => {
  const { id, code } = await make(1);
  const body = { username: 'pupil_again', password: 'short', join: code };
  expect((await server.visitor().post('/api/register', body)).status).toBe(422);
  const taken = { ...body, username: 'pupil1', password: PASSWORD };
  expect((await server.visitor().post('/api/register', taken)).status).toBe(409);
  expect(await usesOf(id)).toBe(0);
});

test('ended, full, expired and made up read alike, on the page and in the form', async () => {
  const [ended, full, expired] = [await make(5), await make(1), await make(5, 1)];
  await admin.post(`/api/join-links/${ended.id}/end`, {});
  await register(full.code, '10.9.3.1');
  await server.sql`update join_links set ends_at = now() - interval '1 second' where id = ${expired.id}`;
  for (const code of [ended.code, full.code, expired.code, 'ABCD2345', 'nonsense']) {
    const page = await server.visitor().get(`/join/${code}`, { ...PAGE, ...from('10.9.3.2') });
    expect([code, page.status, textOf(page.text).includes(OVER)]).toEqual([code, 404, true]);
  }
  expect((await register(ended.code, '10.9.3.3')).json).toMatchObject({ code: 'JOIN_OVER' });
});

test('the page tells what is played, may not be indexed, and leads to both ways in with the code', async () => {
  const { id, code } = await make(5);
  const { status, text } = await server.visitor().get(`/join/${code.toLowerCase()}`, PAGE);
  expect(status).toBe(200);
  expect(text).toContain('<meta name="robots" content="noindex"');
  expect(text).toContain(`href="/auth?tab=register&amp;join=${code}"`);
  expect(textOf(text)).toContain('Everyone starts with $100,000.');
  const form = await server.visitor().get(`/auth?tab=register&join=${code}`, PAGE);
  expect(form.text).toContain(`<input type="hidden" name="join" value="${code}"/>`);
  expect(await usesOf(id)).toBe(0);
});

test('by Discord the link counts too, and one that is full makes no account', async () => {
  const { id, code } = await make(1);
  await fill('10.9.6.1');
  const arrive = async (person: string) => {
    const client = server.visitor();
    discord.user = { id: person, username: `cord${person}`, global_name: null };
    const start = await client.get(`/auth/discord?join=${code}`);
    const consent = await fetch(start.headers.get('location')!, { redirect: 'manual' });
    const back = new URL(consent.headers.get('location')!);
    await client.get(back.pathname + back.search, from('10.9.6.1'));
    await client.form('/api/discord/newcomer', {}, from('10.9.6.1'));
    return { client, rows: await server.sql`select from users where discord_id = ${person}` };
  };
  expect((await arrive('8000000001')).rows).toHaveLength(1);
  expect(await usesOf(id)).toBe(1);
  const { client, rows } = await arrive('8000000002');
  expect(rows).toHaveLength(0);
  expect(textOf((await client.get('/auth', PAGE)).text)).toContain(OVER);
});

test('who tries made-up codes waits after twenty', async () => {
  const tries = Array.from({ length: 20 }, () => server.visitor().get('/join/ABCD2345', from('10.9.5.1')));
  expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([404]));
  const refused = await server.visitor().get('/join/ABCD2345', from('10.9.5.1'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  const { code } = await make(1);
  expect((await server.visitor().get(`/join/${code}`, from('10.9.5.1'))).status).toBe(200);
});

test('admins alone make and end links; what is wrong is said beside its field, and the log has both', async () => {
  const trader = await server.register('plain_trader');
  expect((await trader.post('/api/join-links', { label: 'x', uses: 5, days: 5 })).status).toBe(403);
  expect((await trader.get('/admin/people/joins', PAGE)).status).toBe(403);
  for (const [body, field] of [
    [{ label: '', uses: 5, days: 5 }, 'label'],
    [{ label: 'x'.repeat(61), uses: 5, days: 5 }, 'label'],
    [{ label: 'x', uses: 0, days: 5 }, 'uses'],
    [{ label: 'x', uses: 5_001, days: 5 }, 'uses'],
    [{ label: 'x', uses: '1e3', days: 5 }, 'uses'],
    [{ label: 'x', uses: 5, days: 31 }, 'days'],
    [{ label: 'x', uses: 5, days: 1.5 }, 'days'],
  ] as const) {
    const { status, json } = await admin.post('/api/join-links', body);
    expect([body, status, (json.issues as { path: string }[] | undefined)?.[0]?.path]).toEqual([
      body,
      422,
      field,
    ]);
  }
  const { id, code } = await make(3);
  const page = await admin.get('/admin/people/joins', PAGE);
  expect(page.text).toContain(`/join/${code}`);
  expect(textOf(page.text)).toContain('0 of 3 used');
  expect((await admin.post(`/api/join-links/${id}/end`, {})).status).toBe(200);
  expect((await admin.post(`/api/join-links/${id}/end`, {})).status).toBe(404);
  expect(textOf((await admin.get('/admin/audit', PAGE)).text)).toMatch(
    /Accounts: 3, Label: [^,]*, Ends: \d+ \w+ \d\d:\d\d/,
  );
  const log = await server.sql`select action from audit order by id desc limit 2`;
  expect(log.map(({ action }) => action)).toEqual(['end-join-link', 'join-link']);
});
