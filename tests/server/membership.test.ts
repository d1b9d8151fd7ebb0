/** Membership by roles in Discord: read at sign-in or on request, and valid for a day. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createDiscord } from '#services/account/discord.ts';
import type { Client } from '../helpers/client.ts';
import { DISCORD_KEYS, type DiscordFault, fakeDiscord } from '../helpers/fake-discord.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const HOUR = 3_600_000;
const SECRET = 'https://secret.example/members';
const REFRESH = '/auth/discord?next=%2Fsettings&member=1';

const discord = fakeDiscord();
discord.guild = '111';
let server: TestServer;
let admin: Client;
let ahead = 0;
let people = 0;
/** The id of the recording for members. */
let recording: number;
beforeAll(async () => {
  const env = {
    ...DISCORD_KEYS,
    DISCORD_BASE_URL: discord.url,
    DISCORD_GUILD_ID: '111',
    DISCORD_MEMBER_ROLES: '222, 333',
  };
  server = await startServer({ env, clock: { now: () => Date.now() + ahead } });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  const details = { title: 'For the few', url: SECRET, audience: 'members' };
  recording = (await admin.post<{ id: number }>('/api/recordings', details)).json.id;
});
beforeEach(() => {
  discord.fault = null;
});
afterAll(async () => {
  await server?.stop();
  await discord.stop();
});

/** Goes from one of our paths through Discord. @returns where the browser ends */
async function passed(client: Client, path: string): Promise<string | null> {
  const start = await client.get(path, PAGE);
  const answer = await fetch(start.headers.get('location')!, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  const back = new URL(answer.headers.get('location')!);
  return (await client.get(back.pathname + back.search, PAGE)).headers.get('location');
}

/** Signs in a new person by Discord. @param roles null: not in the Discord server */
async function newcomer(roles: string[] | null): Promise<Client> {
  people += 1;
  discord.user = { id: String(9_000 + people), username: `person${people}` };
  discord.roles = roles;
  const client = server.visitor();
  expect(await passed(client, '/auth/discord')).toBe('/auth/newcomer');
  expect((await client.form('/api/discord/newcomer', {})).headers.get('location')).toBe('/');
  return client;
}

/** Whether the members' recording is open to the client; all the ways to it must agree. */
async function isMember(client: Client): Promise<boolean> {
  const [json, page, home] = await Promise.all([
    client.get('/api/recordings').then(({ text }) => text),
    client.get('/recordings', PAGE).then(({ text }) => text),
    client.get('/', PAGE).then(({ text }) => text),
  ]);
  for (const text of [json, page, home]) expect(text).toContain('For the few');
  const way = /\/go\/recording\/\d+/;
  const isOpen = json.includes(SECRET);
  expect([page, home].map((text) => way.test(text))).toEqual([isOpen, isOpen]);
  expect([page, home].some((text) => text.includes(SECRET))).toBe(false);
  expect((await client.get(`/go/recording/${recording}`, PAGE)).headers.get('location')).toBe(
    isOpen ? SECRET : '/pricing',
  );
  expect(page.includes('href="/pricing" aria-label="For members: For the few"')).toBe(!isOpen);
  expect(page.includes('Are you one already?')).toBe(!isOpen);
  return isOpen;
}

test.each([
  [['222'], true],
  [['444', '333'], true],
  [['444'], false],
  [[], false],
  [null, false],
])('roles %j: a member: %p', async (roles, expected) => {
  expect(await isMember(await newcomer(roles))).toBe(expected);
});

test('an answer counts for 24 hours', async () => {
  const client = await newcomer(['222']);
  ahead += 24 * HOUR - 60_000;
  expect(await isMember(client)).toBe(true);
  ahead += 120_000;
  expect(await isMember(client)).toBe(false);
});

test('a refresh reads the roles again, for the account’s own Discord user alone', async () => {
  const client = await newcomer(['222']);
  const { user } = discord;
  const refresh = () => passed(client, REFRESH);
  const settings = async () => (await client.get('/settings', PAGE)).text;
  expect(await settings()).toContain(`href="${REFRESH.replace('&', '&amp;')}"`);
  ahead += 25 * HOUR;
  expect(await refresh()).toBe('/settings');
  expect(await settings()).toContain('You are a member.');
  expect(await isMember(client)).toBe(true);
  discord.user = { id: '1', username: 'somebody_else' };
  discord.roles = [];
  expect(await refresh()).toBe('/settings');
  expect(await isMember(client)).toBe(true);
  discord.user = user;
  expect(await refresh()).toBe('/settings');
  expect(await settings()).toContain('names no member’s role for you');
  expect(await isMember(client)).toBe(false);
  expect((await client.get('/api/user')).status).toBe(200);
});

describe('while Discord does not answer', () => {
  test.each<DiscordFault>(['roles 500', 'roles garbage', 'person 500', 'token 500'])('%s', async (fault) => {
    const client = await newcomer(['222']);
    ahead += 25 * HOUR;
    expect(await isMember(client)).toBe(false);
    discord.fault = fault;
    expect(await passed(client, REFRESH)).toBe('/settings');
    expect(await isMember(client)).toBe(true);
    ahead += 6 * 24 * HOUR - 2 * HOUR;
    expect(await isMember(client)).toBe(true);
    ahead += 3 * HOUR;
    expect(await isMember(client)).toBe(false);
  });

  test('nobody becomes a member by it', async () => {
    discord.fault = 'roles 500';
    const client = await newcomer(['222']);
    expect(await isMember(client)).toBe(false);
    expect(await passed(client, REFRESH)).toBe('/settings');
    expect(await isMember(client)).toBe(false);
  });

  test('a call for the roles that never ends is given up', async () => {
    const client = createDiscord({ ...server.services.settings }, 200)!;
    const { url, begun } = await client.begin();
    const answer = await fetch(url, { redirect: 'manual' });
    discord.fault = 'roles hang';
    const person = await client.finish(new URL(answer.headers.get('location')!).searchParams, begun);
    expect(person).toMatchObject({ id: discord.user.id, isMember: null });
  });
});

test('members and staff have the table of members, in which every member is marked', async () => {
  const member = await newcomer(['222']);
  const other = await newcomer([]);
  // the first admin's session has ended by now
  const staff = await server.admin();
  await server.services.leaderboard.pass(true);
  const [memberName, otherName] = [`person${people - 1}`, `person${people}`];
  const rows = async (client: Client) =>
    [
      ...(await client.get('/leaderboards?show=members', PAGE)).text.matchAll(
        /<a id="row-\d+"[^>]*>([^<]+)</g,
      ),
    ].map(([, name]) => name);
  for (const client of [member, staff]) {
    expect(await rows(client)).toContain(memberName);
    expect(await rows(client)).not.toContain(otherName);
  }
  expect(await rows(other)).toContain(otherName);
  expect((await other.get('/leaderboards', PAGE)).text).not.toContain('show=members');
  expect((await member.get('/leaderboards', PAGE)).text).toContain('show=members');
  const mark = />Member</;
  expect((await server.visitor().get(`/traders/${memberName}`, PAGE)).text).toMatch(mark);
  expect((await server.visitor().get(`/traders/${otherName}`, PAGE)).text).not.toMatch(mark);
});

test('who disconnects Discord is no member', async () => {
  const client = await newcomer(['222']);
  await client.post('/api/password', { password: 'a pass phrase' });
  expect(await isMember(client)).toBe(true);
  expect((await client.post('/api/discord/disconnect')).status).toBe(200);
  expect(await isMember(client)).toBe(false);
  expect((await client.get('/settings', PAGE)).text).not.toContain('Refresh membership');
});

test('without the settings nobody is a member, and Discord is not asked for roles', async () => {
  const plain = await startServer({ env: { ...DISCORD_KEYS, DISCORD_BASE_URL: discord.url } });
  try {
    const client = await plain.register();
    await plain.sql`update users set discord_id = '5', member_read_at = now(), member_until = now() + interval '1 day'`;
    await (await plain.admin()).post('/api/recordings', { title: 'Few', url: SECRET, audience: 'members' });
    expect((await client.get('/api/recordings')).text).not.toContain(SECRET);
    expect((await client.get('/settings', PAGE)).text).not.toContain('member=1');
    expect((await client.get('/recordings', PAGE)).text).not.toContain('Refresh membership');
    const start = await plain.visitor().get('/auth/discord', PAGE);
    expect(new URL(start.headers.get('location')!).searchParams.get('scope')).toBe('identify');
  } finally {
    await plain.stop();
  }
});
