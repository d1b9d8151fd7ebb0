/** Announcements in Discord, received by a stand-in for its webhook: once, whichever process posts them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createLog } from '#services/platform/log.ts';
import type { Client } from '../helpers/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { textOf } from '../helpers/draw.tsx';
import { type FakeWebhook, fakeWebhook } from '../helpers/fake-webhook.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const PAGE = { accept: 'text/html' };
let webhook: FakeWebhook;
let database: TestDatabase;
let servers: TestServer[];
let server: TestServer;
let admin: Client;
/** Ms added to the wall clock. */
let ahead = 0;
const logged: string[] = [];
const log = createLog({ logLevel: 'trace' }, { write: (line: string) => void logged.push(line) });

const startProcess = (env: Record<string, string> = { DISCORD_WEBHOOK_URL: webhook.url }) =>
  startServer({ env, database: database.url, clock: { now: () => Date.now() + ahead }, log });

beforeAll(async () => {
  webhook = fakeWebhook();
  database = await testDatabase();
  servers = [];
  for (let n = 0; n < 3; n++) servers.push(await startProcess());
  server = servers[0]!;
  admin = await server.admin();
  // the tests themselves post
  for (const { services } of servers) {
    services.reminders.stop();
    await services.discordPosts.stop();
  }
});
afterAll(async () => {
  for (const each of servers ?? []) await each.stop();
  await database?.drop();
  await webhook?.stop();
});
beforeEach(async () => {
  await server.sql`update announcements set discord_state = 'posted', discord_due_at = null`;
  webhook.reset();
  logged.length = 0;
});

/** Posts the due announcements in three processes at once. */
const postAll = () => Promise.all(servers.map(({ services }) => services.discordPosts.post()));
const record = async (title: string) =>
  expect((await admin.post('/api/recordings', { title, url: 'https://video.example/1' })).status).toBe(201);
const state = async () =>
  (
    await server.sql<{ state: string | null }[]>`
      select discord_state as state from announcements order by id desc limit 1`
  )[0]!.state;

test('a planned start is one post of three processes, in both languages', async () => {
  await server.sql`update competition set starts_at = now() + interval '1 second'`;
  await until(async () => (await server.sql`select from announcements where kind = 'open'`).length === 1);
  await postAll();
  await postAll();
  expect(webhook.posts).toHaveLength(1);
  const { title, description, image } = webhook.posts[0]!.embeds[0]!;
  expect(title).toBe('Season 1 is open.');
  expect(description).toContain('Everybody starts with the same cash.');
  expect(description).toContain('עונה 1 נפתחה.');
  expect(image.url).toEndWith('/og/site.png');
  expect(await state()).toBe('posted');
});

test('an error of ten minutes ends in one post, and one of a day is given up and stands on the desk', async () => {
  await record('Week 1');
  webhook.answer = () => new Response('no', { status: 500 });
  for (let minute = 0; minute < 10; minute++) {
    await postAll();
    ahead += MINUTE;
  }
  expect(webhook.requests).toBeGreaterThan(3);
  expect([webhook.posts, await state()]).toEqual([[], 'due']);
  webhook.answer = null;
  ahead += 5 * MINUTE;
  await postAll();
  await postAll();
  expect(webhook.posts).toHaveLength(1);

  await record('Week 2');
  webhook.answer = () => new Response('no', { status: 404 });
  await postAll();
  ahead += DAY;
  await server.sql`update sessions set last_seen_at = ${new Date(Date.now() + ahead)}`;
  await postAll();
  expect(await state()).toBe('failed');
  webhook.answer = null;
  ahead += DAY;
  await server.sql`update sessions set last_seen_at = ${new Date(Date.now() + ahead)}`;
  await postAll();
  expect(webhook.posts).toHaveLength(1);
  expect(textOf((await admin.get('/admin', PAGE)).text)).toContain('1 announcement did not get through');
  expect(textOf((await admin.get('/admin/announcements', PAGE)).text)).toContain(
    'Discord refused it for a day',
  );
});

test('a recording that was deleted while its post waits is not posted', async () => {
  webhook.answer = () => new Response('no', { status: 500 });
  await record('Deleted');
  await postAll();
  expect(await state()).toBe('due');
  webhook.answer = null;
  const [recording] = await server.sql<{ id: number }[]>`select id from recordings order by id desc limit 1`;
  expect((await admin.send('DELETE', `/api/recordings/${recording!.id}`)).status).toBe(200);
  ahead += DAY;
  await postAll();
  expect([webhook.posts, await state()]).toEqual([[], 'due']);
});

test('Retry-After is kept by all processes', async () => {
  await record('Week 3');
  webhook.answer = () => new Response(null, { status: 429, headers: { 'retry-after': '90' } });
  await postAll();
  webhook.answer = null;
  ahead += 80_000;
  await postAll();
  expect([webhook.requests, webhook.posts.length]).toEqual([1, 0]);
  ahead += 11_000;
  await postAll();
  expect(webhook.posts).toHaveLength(1);
});

test('a process that is killed before it posts leaves it to another one; while it posts, nobody posts again', async () => {
  await record('Week 4');
  // a process that starts after the kill
  const next = await startProcess();
  try {
    await next.services.discordPosts.post();
    expect(webhook.posts).toHaveLength(1);
    await record('Week 5');
    // killed during its request
    await server.sql`
      update announcements set discord_state = 'sending', discord_due_at = ${new Date(Date.now() + ahead + 2 * MINUTE)}
      where id = (select max(id) from announcements)`;
    await next.services.discordPosts.post();
    expect(await state()).toBe('sending');
    ahead += 3 * MINUTE;
    await next.services.discordPosts.post();
    expect([await state(), webhook.posts.length]).toEqual(['unsure', 1]);
    await next.services.discordPosts.post();
    expect(webhook.posts).toHaveLength(1);
  } finally {
    await next.stop();
  }
});

test('names of winners and titles call nobody and format nothing', async () => {
  const [first, second] = [await server.register('first-one'), await server.register('second-one')];
  await server.sql`alter table users drop constraint if exists users_username_check`;
  await server.sql`update users set username = '@everyone' where id = ${first.userId}`;
  await server.sql`update users set username = '**x**' where id = ${second.userId}`;
  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  const [{ id, number }] = await server.sql<[{ id: number; number: number }]>`
    select id, number from seasons order by number desc limit 1`;
  expect((await admin.post('/api/confirm-winners', { season: number })).status).toBe(200);
  for (const [place, { userId }] of [first, second].entries())
    await server.sql`insert into season_awards (season_id, user_id, place, amount, status, answer_by)
      values (${id}, ${userId}, ${place + 1}, 50, 'offered', now() + interval '30 days')`;
  await record('<@&1> _new_');
  await postAll();
  await postAll();
  const texts = webhook.posts.map(({ embeds }) => embeds[0]!.description);
  expect(texts.join('\n')).toContain('\\@everyone');
  expect(texts.join('\n')).toContain('\\*\\*x\\*\\*');
  expect(texts.join('\n')).toContain('\\<\\@&1\\> \\_new\\_');
  expect(texts.join('\n')).not.toMatch(/(?<!\\)[@*_<]/);
});

test('Discord that does not answer delays nothing, and no log has its address', async () => {
  webhook.answer = () => new Promise<Response>(() => {});
  await record('Week 6');
  const posting = server.services.discordPosts.post();
  const began = performance.now();
  expect((await admin.post('/api/toggle-competition', { active: true })).status).toBe(200);
  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(8_000);
  await webhook.hangUp();
  await posting;
  expect(await server.sql`select from announcements where discord_state = 'sending'`).toHaveLength(0);
  expect(logged.join('')).toContain('an announcement is not in Discord yet');
  expect(logged.join('')).not.toContain('a-secret-token');
}, 30_000);

test('what was announced without a webhook is not posted once there is one', async () => {
  const without = await startProcess({});
  await without.stop();
  await record('Week 7');
  ahead += 1_000;
  const next = await startProcess();
  try {
    await next.services.discordPosts.post();
    expect(webhook.posts).toEqual([]);
    await record('Week 8');
    await next.services.discordPosts.post();
    expect(webhook.posts).toHaveLength(1);
  } finally {
    await next.stop();
  }
});
