/** The organizer's desk: open work, the season's next step, and the day's figures. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startOfDay } from '#core/locale/zone.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
let server: TestServer;
let admin: Client;
let trader: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  trader = await server.register('dana');
});
afterAll(() => server?.stop());

const desk = async () => textOf((await admin.get('/admin', PAGE)).text);
const write = () =>
  server.visitor().post('/api/contact', {
    purpose: 'public',
    name: 'Noa',
    email: 'noa@mail.example',
    phone: '050-000-0000',
    subject: 'Question',
    message: 'How?',
  });

test('it is for admins, and admins find it in both menus', async () => {
  expect((await trader.get('/admin', PAGE)).status).toBe(403);
  expect((await server.visitor().get('/admin', PAGE)).headers.get('location')).toBe('/auth?next=%2Fadmin');
  const links = async (client: Client) =>
    (await client.get('/', PAGE)).text.split('href="/admin"').length - 1;
  expect([await links(admin), await links(trader)]).toEqual([2, 0]);
});

test('its sections are on each of its pages, for admins alone', async () => {
  const sections = ['/admin', '/competitions', '/recordings', '/admin/messages', '/admin/audit'];
  for (const path of sections)
    for (const href of sections) expect((await admin.get(path, PAGE)).text).toContain(`href="${href}"`);
  for (const path of ['/competitions', '/recordings'])
    expect((await trader.get(path, PAGE)).text).not.toContain('/admin');
});

test('what waits is listed and counted in the menu until somebody has looked at it', async () => {
  expect(await desk()).toContain('Nothing waits for you.');
  expect((await admin.get('/', PAGE)).text).not.toContain('things wait');
  await write();
  await write();
  await server.register('accused');
  for (const from of [trader, await server.register('second')])
    await from.post('/api/reports', { username: 'accused', reason: 'other', message: 'Look' });
  const full = await desk();
  for (const line of ['2 unread messages', '1 reported trader', '3 things wait'])
    expect(full).toContain(line);
  expect(textOf((await trader.get('/', PAGE)).text)).not.toContain('things wait');

  await server.sql`update contact_messages set read_at = now()`;
  await admin.post('/api/measures', { username: 'accused', action: 'dismiss', reason: 'Nothing found' });
  const empty = await desk();
  expect(empty).toContain('Nothing waits for you.');
  expect(empty).not.toContain('things wait');
});

test('the next step follows the season and its plan', async () => {
  const step = async () => /Next step (.*?\.) (?:Plan|Open) /.exec(await desk())?.[1];
  const inDays = (days: number) =>
    new Date(server.services.databaseClock.now() + days * 86_400_000).toISOString();
  expect(await step()).toBe('No season is running, and none is planned.');
  await admin.post('/api/update-competition', { startsAt: inDays(2) });
  expect(await step()).toStartWith('The next season starts on ');
  await admin.post('/api/update-competition', { startsAt: '' });
  await admin.post('/api/toggle-competition', { active: true });
  expect(await step()).toBe('Season 1 is running. No end is planned.');
  await admin.post('/api/update-competition', { endsAt: inDays(3) });
  expect(await step()).toStartWith('Season 1 is running and ends on ');
});

test('a reset asks for a typed word while there is something to lose', async () => {
  expect((await admin.get('/competitions?dialog=reset', PAGE)).text).toMatch(/<input[^>]*pattern="RESET"/);
});

test('the day’s figures are those of the database, since midnight in the contest’s zone', async () => {
  const zone = server.services.settings.contestZone;
  const midnight = startOfDay(server.services.databaseClock.now(), zone);
  for (const [username, afterMs] of [
    ['accused', -1_000],
    ['second', 1_000],
  ] as const)
    await server.sql`
      update users set created_at = ${new Date(midnight + afterMs)} where username = ${username}`;
  const buy = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
  for (let i = 0; i < 3; i++) await trader.post('/api/trade', buy);
  expect((await admin.post('/api/trade', { ...buy, user_id: admin.userId })).status).toBe(200);
  const [{ accounts, fills }] = await server.sql<[{ accounts: number; fills: number }]>`
    select (select count(*)::integer from users where not is_simulated and created_at >= ${new Date(midnight)}) as accounts,
      (select count(*)::integer from fills where user_id = ${trader.userId}) as fills`;
  const figures = `New accounts ${accounts} Traders who traded 1 Fills ${fills}`;
  expect(await desk()).toContain(`Today (${zone}) ${figures}`);
});

test('an admin reads how large the database is and when it was backed up, and is asked for a backup after a week', async () => {
  expect(await desk()).toMatch(/Database \d+ MB .*Last backup None yet/);
  expect(await desk()).not.toContain('No backup was made');
  await server.sql`update users set created_at = created_at - interval '8 days'`;
  expect(await desk()).toContain('Last backup None yet No backup was made');
  await server.sql`insert into backups (made_at, bytes) values (now() - interval '6 days', 1)`;
  expect(await desk()).not.toContain('No backup was made');
  await server.sql`update backups set made_at = made_at - interval '2 days'`;
  expect(await desk()).toMatch(/Last backup \d.* No backup was made/);
});
