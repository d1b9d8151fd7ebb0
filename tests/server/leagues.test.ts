/** Leagues over a season: invitations, tables, limits, and what strangers can read. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const OVER = 'This invitation is not valid any more. Ask for a new link.';
const FIELDS = { name: 'Class 10b', joining: 'open', isLateOpen: true };
const DAY = 86_400_000;

type League = { id: string; code: string };
type Table = {
  members: number;
  phase: string;
  rows: { username: string; place: number | null; change: string; hasLeft: boolean }[];
};

let server: TestServer;
let market: HeldMarket;
let admin: Client;
/** Ms added to the wall clock. */
let ahead = 0;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100' });
  server = await startServer({ market, clock: { now: () => Date.now() + ahead } });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const start = async (owner: Client, more: object = {}): Promise<League> => {
  const answer = await owner.post<League>('/api/leagues', { ...FIELDS, ...more });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.json;
};
const join = (who: Client, code: string) => who.post('/api/leagues/join', { code });
const tableOf = async (who: Client, { id }: League) => (await who.get<Table>(`/api/leagues/${id}`)).json;
const rowsOf = async (who: Client, league: League) =>
  (await tableOf(who, league)).rows.map(({ username, place, change }) => [username, place, change]);
const decide = (who: Client, { id }: League, member: Client, body: object) =>
  who.post(`/api/leagues/${id}/members/${member.userId}`, body);
const pass = () => server.services.leaderboard.pass(true);
const buy = async (who: Client, quantity: number) => {
  const body = { user_id: who.userId, symbol: 'AAPL', action: 'buy', quantity };
  expect((await who.post('/api/trade', body)).status).toBe(200);
  await pass();
};
const moveTo = async (price: string) => {
  market.set('AAPL', price);
  await pass();
};
const ownerOf = async ({ id }: League) =>
  (
    await server.sql`select u.username, l.archived_at is not null as archived
      from leagues l join users u on u.id = l.owner_id where l.id = ${id}`
  )[0];
const deleteAccount = async ({ username, password, post }: Client) => {
  expect((await post('/api/account/delete', { username, password })).status).toBe(200);
  ahead += 8 * DAY;
  await server.services.leaving.carryOut();
  ahead -= 8 * DAY;
};
const notificationsOf = async (who: Client) => textOf((await who.get('/notifications', PAGE)).text);

describe('playing', () => {
  test('the return begins at 0.00% for a member who joins now, though the season has moved', async () => {
    await moveTo('100');
    const [ann, bob] = [await server.register('ann_league'), await server.register('bob_league')];
    await buy(ann, 100);
    await buy(bob, 100);
    await moveTo('200');
    const league = await start(ann);
    expect(await rowsOf(ann, league)).toEqual([['ann_league', 1, '0']]);
    await moveTo('220');
    expect((await join(bob, league.code)).json).toEqual({ id: league.id, state: 'in' });
    // ann rose from 110,000 to 112,000; bob has just joined
    expect(await rowsOf(bob, league)).toEqual([
      ['ann_league', 1, '1.81'],
      ['bob_league', 2, '0'],
    ]);
    const page = await bob.get(`/leagues/${league.id}`, PAGE);
    const text = textOf(page.text);
    expect(page.status).toBe(200);
    expect(text).toContain('Place 2 of 2');
    expect(text).toContain('Members: 2 of 500');
    expect(text).toMatch(/ann_league[\s\S]*\+1\.81%[\s\S]*bob_league[\s\S]*0\.00%/);
    const list = textOf((await bob.get('/leagues', PAGE)).text);
    expect(list).toMatch(/Class 10b[\s\S]*Place 2 of 2[\s\S]*Members: 2/);
  });

  test('the list has kind, place and end of each league, and the way to its trading', async () => {
    const owner = await server.register();
    const league = await start(owner, { name: 'Listed league' });
    const fields = {
      kind: 'own',
      name: 'Own league',
      startCash: '5000',
      endsAt: new Date(Date.now() + ahead + DAY),
    };
    const { id } = await start(owner, fields);
    const page = (await owner.get('/leagues', PAGE)).text;
    for (const part of ['Season 1', 'A game of its own: $5,000']) expect(textOf(page)).toContain(part);
    expect(page).toContain(`href="/leagues/${league.id}"`);
    expect(page).toMatch(/href="\/chart"[^>]* aria-label="Trade: Listed league"/);
    expect(page).toContain(`href="/leagues/${id}/chart"`);
    await owner.post(`/api/leagues/${id}/archive`, {});
    expect((await owner.get('/leagues', PAGE)).text).not.toContain(`/leagues/${id}/chart`);
  });

  test('equal returns share a place, and a member without a trade has none', async () => {
    await moveTo('100');
    const [one, two, idle] = [await server.register(), await server.register(), await server.register()];
    const league = await start(one);
    for (const each of [two, idle]) await join(each, league.code);
    for (const each of [one, two]) await buy(each, 10);
    await moveTo('150');
    expect((await tableOf(one, league)).rows.map(({ place, change }) => [place, change])).toEqual([
      [1, '0.5'],
      [1, '0.5'],
      [null, '0'],
    ]);
  });

  test('a second press of Leave leads where the first one did', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const league = await start(owner);
    await join(guest, league.code);
    const press = () => guest.form(`/api/leagues/${league.id}/leave`, {});
    for (const answer of [await press(), await press()])
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/leagues']);
    expect(textOf((await guest.get('/leagues', PAGE)).text)).toContain('You left the league.');
  });

  test('who leaves keeps a row without a place, and goes on from the first equity after coming back', async () => {
    await moveTo('100');
    const [owner, guest] = [await server.register(), await server.register('guest_who_left')];
    const league = await start(owner);
    await join(guest, league.code);
    await buy(guest, 100);
    await moveTo('110');
    expect((await guest.post(`/api/leagues/${league.id}/leave`)).status).toBe(200);
    expect((await guest.get(`/leagues/${league.id}`, PAGE)).status).toBe(404);
    expect((await tableOf(owner, league)).rows.find(({ hasLeft }) => hasLeft)).toMatchObject({
      username: 'guest_who_left',
      place: null,
    });
    expect(textOf((await owner.get(`/leagues/${league.id}`, PAGE)).text)).toContain('Left on ');
    await moveTo('120');
    expect((await join(guest, league.code)).status).toBe(200);
    expect((await rowsOf(owner, league))[0]).toEqual(['guest_who_left', 1, '2']);
    expect((await owner.post(`/api/leagues/${league.id}/leave`)).json).toMatchObject({
      code: 'LEAGUE_OWNER',
    });
  });
});

describe('invitations', () => {
  test('opening one adds nobody, whoever opens it', async () => {
    const league = await start(await server.register());
    const [member, bot] = [await server.register(), server.visitor()];
    for (let n = 0; n < 10; n++) {
      for (const reader of [member, bot]) {
        const page = await reader.get(`/leagues/join/${league.code}`, PAGE);
        expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
        expect(page.text).toContain('<meta name="robots" content="noindex"');
      }
      await member.get(`/leagues/join?code=${league.code}`, PAGE);
    }
    const rows = await server.sql`select from league_members where league_id = ${league.id}`;
    expect(rows).toHaveLength(1);
  });

  test('a visitor registers, is back on the page, and joins with one press', async () => {
    const league = await start(await server.register());
    const path = `/leagues/join/${league.code}`;
    const visitor = server.visitor();
    const page = await visitor.get(path, PAGE);
    const href = `/auth?tab=register&next=${encodeURIComponent(path)}`;
    expect(page.text).toContain(`href="${href.replaceAll('&', '&amp;')}"`);
    const form = await visitor.get(href, PAGE);
    expect(form.text).toContain(`<input type="hidden" name="next" value="${path}"/>`);
    const fields = { username: 'came_by_link', password: 'a fine pass phrase', next: path };
    const registered = await visitor.form('/api/register', fields);
    expect([registered.status, registered.headers.get('location')]).toEqual([303, path]);
    const again = await visitor.get(path, PAGE);
    expect(again.text).toContain('action="/api/leagues/join"');
    const [, code = ''] = /name="code" value="(\w+)"/.exec(again.text) ?? [];
    const joined = await visitor.form('/api/leagues/join', { code });
    expect([joined.status, joined.headers.get('location')]).toEqual([303, `/leagues/${league.id}`]);
    expect((await visitor.get(`/leagues/${league.id}`, PAGE)).status).toBe(200);
  });

  test('a code is read with its dash, in small letters; the field leads to its page', async () => {
    const league = await start(await server.register());
    const typed = `${league.code.slice(0, 4)}-${league.code.slice(4)}`.toLowerCase();
    const member = await server.register();
    const redirect = await member.get(`/leagues/join?code=${typed}`, PAGE);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([303, `/leagues/join/${typed}`]);
    expect((await member.get(`/leagues/join/${typed}`, PAGE)).status).toBe(200);
    expect((await join(member, typed)).status).toBe(200);
    expect((await join(member, typed)).json).toMatchObject({ code: 'ALREADY_IN' });
  });

  test('an old code, an archived league and a made-up code are one sentence', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const league = await start(owner);
    await join(guest, league.code);
    const fresh = await owner.post<League>(`/api/leagues/${league.id}/code`);
    const archived = await start(owner);
    await join(guest, archived.code);
    await owner.post(`/api/leagues/${archived.id}/archive`, {});
    const stranger = await server.register();
    for (const code of [league.code, archived.code, 'ABCD2345', 'nonsense']) {
      const page = await stranger.get(`/leagues/join/${code}`, PAGE);
      expect([code, page.status, textOf(page.text).includes(OVER)]).toEqual([code, 404, true]);
      expect((await join(stranger, code)).json).toMatchObject({ code: 'NO_SUCH_INVITATION', message: OVER });
    }
    expect((await join(stranger, fresh.json.code)).status).toBe(200);
  });

  test('with approval a request waits, can be taken back, and is decided by the owner', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const league = await start(owner, { joining: 'approval' });
    expect((await join(guest, league.code)).json).toEqual({ id: league.id, state: 'waiting' });
    expect((await guest.get(`/leagues/${league.id}`, PAGE)).status).toBe(404);
    expect(textOf((await guest.get('/leagues', PAGE)).text)).toContain('Waiting for approval');
    expect((await join(guest, league.code)).json).toMatchObject({ code: 'ALREADY_IN' });
    expect((await guest.post(`/api/leagues/${league.id}/leave`)).status).toBe(200);
    expect((await decide(owner, league, guest, { action: 'approve' })).status).toBe(404);
    await join(guest, league.code);
    expect((await decide(guest, league, guest, { action: 'approve' })).status).toBe(404);
    expect((await decide(owner, league, guest, { action: 'approve' })).status).toBe(200);
    expect((await tableOf(guest, league)).rows.map(({ change }) => change)).toEqual(['0', '0']);
    expect(await notificationsOf(guest)).toContain('You are in the league');
  });

  test('the owner and helpers get one notification of all requests since they read the last one', async () => {
    const [owner, helper] = [await server.register(), await server.register()];
    const league = await start(owner);
    await join(helper, league.code);
    await decide(owner, league, helper, { action: 'helper' });
    await owner.post(`/api/leagues/${league.id}`, { ...FIELDS, joining: 'approval' });
    const ask = async () => expect((await join(await server.register(), league.code)).status).toBe(200);
    const requests = async (who: Client) =>
      (await notificationsOf(who)).split('Somebody asks to join').length - 1;
    for (let n = 0; n < 3; n++) await ask();
    expect([await requests(owner), await requests(helper)]).toEqual([1, 1]);
    await ask();
    expect([await requests(owner), await requests(helper)]).toEqual([2, 2]);
  });

  test.each([
    [{ joining: 'open', isLateOpen: 'true' }, 'Send the link.'],
    [{ joining: 'closed', isLateOpen: 'true' }, 'Its link lets nobody in now.'],
    // the season runs
    [{ joining: 'open' }, 'Its link lets nobody in now.'],
  ])('the owner of a new league with %j reads: %s', async (settings, text) => {
    const owner = await server.register();
    const started = await owner.form('/api/leagues', { name: 'Just started', ...settings });
    const page = await owner.get(started.headers.get('location')!, PAGE);
    expect(textOf(page.text)).toContain(`The league is ready. ${text}`);
    expect(page.text.includes('id="invitation"')).toBe(text === 'Send the link.');
  });

  test('each way in that is barred is named', async () => {
    const owner = await server.register();
    const league = await start(owner);
    const change = (fields: object) => owner.post(`/api/leagues/${league.id}`, { ...FIELDS, ...fields });
    const stranger = await server.register();
    await change({ joining: 'closed' });
    expect((await join(stranger, league.code)).json).toMatchObject({ code: 'JOINING_CLOSED' });
    await change({ isLateOpen: false });
    expect((await join(stranger, league.code)).json).toMatchObject({ code: 'LEAGUE_STARTED' });
    const page = await stranger.get(`/leagues/join/${league.code}`, PAGE);
    expect(page.text).not.toContain('action="/api/leagues/join"');
    expect(textOf(page.text)).toContain('lets nobody in since');
  });
});

describe('strangers and limits', () => {
  test('a league does not exist for strangers, on its page and in its calls', async () => {
    const league = await start(await server.register());
    const stranger = await server.register();
    for (const tab of ['', '?tab=rules', '?tab=members'])
      expect((await stranger.get(`/leagues/${league.id}${tab}`, PAGE)).status).toBe(404);
    for (const answer of [
      await stranger.get(`/api/leagues/${league.id}`),
      await stranger.post(`/api/leagues/${league.id}`, FIELDS),
      await stranger.post(`/api/leagues/${league.id}/code`),
      await stranger.post(`/api/leagues/${league.id}/leave`),
      await stranger.post(`/api/leagues/${league.id}/archive`, {}),
      await decide(stranger, league, stranger, { action: 'approve' }),
    ])
      expect([answer.status, answer.json.code]).toEqual([404, 'NOT_FOUND']);
    expect((await server.visitor().get(`/leagues/${league.id}`, PAGE)).status).toBe(303);
    expect((await stranger.get('/leagues', PAGE)).text).not.toContain(league.id);
  });

  test('of two at the last free place one joins', async () => {
    const owner = await server.register();
    const league = await start(owner);
    await server.sql`
      with people as (
        insert into users (username, username_key, is_simulated)
        select 'crowd' || n, 'crowd' || n, true from generate_series(1, 498) n returning id)
      insert into league_members (league_id, user_id, state, joined_at, base_equity, changed_at)
      select ${league.id}, id, 'in', now(), 100000, now() from people`;
    const guests = [await server.register(), await server.register()];
    const answers = await Promise.all(guests.map((guest) => join(guest, league.code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.json).toMatchObject({ code: 'LEAGUE_FULL' });
    expect((await tableOf(owner, league)).members).toBe(500);
    const page = await owner.get(`/leagues/${league.id}?page=10`, PAGE);
    expect(textOf(page.text)).toContain('10 / 10');
  });

  test('ten leagues of an owner, fifty of a member, none of them twice at once', async () => {
    const owner = await server.register();
    const leagues = await Promise.all(
      Array.from({ length: 12 }, () => owner.post<League>('/api/leagues', FIELDS)),
    );
    expect(leagues.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), 409, 409]);
    expect(leagues.find(({ status }) => status === 409)!.json).toMatchObject({ code: 'TOO_MANY_LEAGUES' });
    const member = await server.register();
    await server.sql`
      insert into leagues (id, code, season_number, owner_id, name, about, prize, joining, is_late_open, created_at)
      select translate(lpad(n::text, 6, 'Z'), '01', 'AB'), translate(lpad(n::text, 8, 'Z'), '01', 'AB'), 1,
        ${owner.userId}, 'Many', '', '', 'open', true, now() from generate_series(1, 49) n`;
    await server.sql`
      insert into league_members (league_id, user_id, state, joined_at, changed_at)
      select id, ${member.userId}, 'in', now(), now() from leagues where name = 'Many'`;
    const codes = leagues.filter(({ status }) => status === 201).map(({ json }) => json.code);
    const joined = await Promise.all(codes.slice(0, 3).map((code) => join(member, code)));
    expect(joined.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    // archiving the oldest ones makes room again
    await server.sql`update leagues set archived_at = now() where name = 'Many'`;
    expect((await member.get('/leagues', PAGE)).status).toBe(200);
    expect((await join(await server.register(), codes[5]!)).status).toBe(200);
  });

  test.each([
    ['', 'name'],
    ['ab', 'name'],
    ['x'.repeat(41), 'name'],
    ['a\u202eb\u202ec', 'name'],
    ['Paperpit league', 'name'],
  ])('the name %j is refused beside its field', async (name, path) => {
    const owner = await server.register();
    const { status, json } = await owner.post('/api/leagues', { ...FIELDS, name });
    expect([status, (json.issues as { path: string }[])[0]!.path]).toEqual([422, path]);
    const refused = await owner.form('/api/leagues', { name, joining: 'approval', about: 'Fridays' });
    expect(refused.headers.get('location')).toBe('/leagues/new');
    const page = await owner.get('/leagues/new', PAGE);
    expect(page.text).toContain('Fridays');
    expect(page.text).toMatch(/value="approval" checked=""|checked="" value="approval"/);
  });
});

describe('wrong codes', () => {
  let limited: TestServer;
  beforeAll(async () => {
    limited = await startServer({ env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } });
  });
  afterAll(() => limited?.stop());
  const from = (address: string) => ({ ...PAGE, 'x-forwarded-for': address });

  test('the 21st within ten minutes has to wait, a visitor by address and a member by account', async () => {
    const visitor = limited.visitor();
    for (let n = 0; n < 20; n++)
      expect((await visitor.get('/leagues/join/ABCD2345', from('10.8.0.1'))).status).toBe(404);
    const refused = await visitor.get('/leagues/join/ABCD2345', from('10.8.0.1'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await visitor.get('/leagues/join/ABCD2345', from('10.8.0.2'))).status).toBe(404);

    const member = await limited.register();
    for (let n = 0; n < 20; n++) expect((await join(member, 'ABCD2345')).status).toBe(404);
    expect((await join(member, 'ABCD2345')).json).toMatchObject({ code: 'TOO_MANY' });
    // another process counts on from the same numbers
    const rows = await limited.sql`select points from rate_limits where points >= 21`;
    expect(rows.length).toBeGreaterThanOrEqual(2);
  });

  test('a second press of the form starts no second league', async () => {
    const owner = await server.register();
    const page = (await owner.get('/leagues/new', PAGE)).text;
    const intent = /name="intent" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const fields = { name: 'Pressed twice', joining: 'open', isLateOpen: 'true', intent };
    const press = () => owner.form('/api/leagues', fields);
    const answers = [...(await Promise.all([press(), press()])), await press()];
    const places = new Set(answers.map(({ headers }) => headers.get('location')));
    expect([...places]).toEqual([expect.stringMatching(/^\/leagues\/[2-9A-Z]{6}$/)]);
    expect(await server.sql`select from leagues where owner_id = ${owner.userId}`).toHaveLength(1);
    const other = await owner.post(
      '/api/leagues',
      { ...FIELDS, name: 'Another' },
      { 'idempotency-key': intent },
    );
    expect(other).toMatchObject({ status: 422, json: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  test('an owner starts five leagues in an hour; refused ones do not count', async () => {
    const owner = await limited.register();
    for (let n = 0; n < 8; n++)
      expect((await owner.post('/api/leagues', { ...FIELDS, name: 'x' })).status).toBe(422);
    for (let n = 0; n < 5; n++) expect((await owner.post('/api/leagues', FIELDS)).status).toBe(201);
    expect((await owner.post('/api/leagues', FIELDS)).status).toBe(429);
  });
});

describe('running one', () => {
  test('a removed member reads why, and cannot come back until let in again', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const league = await start(owner);
    await join(guest, league.code);
    expect((await decide(owner, league, guest, { action: 'remove' })).status).toBe(422);
    const removed = await decide(owner, league, guest, { action: 'remove', reason: 'Not of our class' });
    expect(removed.status).toBe(200);
    expect(await notificationsOf(guest)).toContain('Not of our class');
    // the league's page does not exist for this person any more
    expect((await guest.get('/notifications', PAGE)).text).not.toContain(`"/leagues/${league.id}"`);
    const refused = await join(guest, league.code);
    expect([refused.status, refused.json.code]).toEqual([403, 'REMOVED']);
    expect(refused.json.message).toContain('Not of our class');
    const page = textOf((await guest.get(`/leagues/join/${league.code}`, PAGE)).text);
    expect(page).toContain('Not of our class');
    expect((await tableOf(owner, league)).rows).toHaveLength(1);
    expect((await decide(owner, league, guest, { action: 'readmit' })).status).toBe(200);
    expect((await join(guest, league.code)).status).toBe(200);
  });

  test('five helpers approve and remove members, but neither each other nor the owner', async () => {
    const owner = await server.register();
    const league = await start(owner);
    const people = await Promise.all(Array.from({ length: 7 }, () => server.register()));
    for (const each of people) await join(each, league.code);
    const answers = [];
    for (const each of people.slice(0, 6))
      answers.push(await decide(owner, league, each, { action: 'helper' }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 409]);
    expect(answers.at(-1)!.json).toMatchObject({ code: 'TOO_MANY_HELPERS' });
    const [helper, other] = people as [Client, Client];
    const member = people[6]!;
    const remove = { action: 'remove', reason: 'x' };
    expect((await decide(helper, league, other, remove)).status).toBe(404);
    expect((await decide(helper, league, owner, remove)).status).toBe(404);
    expect((await decide(helper, league, member, { action: 'helper' })).status).toBe(404);
    expect((await decide(member, league, people[5]!, remove)).status).toBe(404);
    expect((await decide(helper, league, member, remove)).status).toBe(200);
    expect((await helper.post(`/api/leagues/${league.id}/code`)).status).toBe(200);
    expect((await helper.post(`/api/leagues/${league.id}`, FIELDS)).status).toBe(404);
  });

  test('a link that lets nobody in promises no joining later', async () => {
    const owner = await server.register();
    const league = await start(owner);
    const rules = async () => textOf((await owner.get(`/leagues/${league.id}?tab=rules`, PAGE)).text);
    expect(await rules()).toContain('Joining stays possible while the season runs.');
    await owner.post(`/api/leagues/${league.id}`, { ...FIELDS, joining: 'closed' });
    expect(await rules()).toContain('The link lets nobody in now.');
    expect(await rules()).not.toContain('Joining stays possible');
  });

  test('settings change, and members read what changed; the prize is fixed once others play for it', async () => {
    const [owner, guest] = [await server.register('owner_of_it'), await server.register()];
    const league = await start(owner, { prize: 'A pizza' });
    const change = (fields: object) => owner.post(`/api/leagues/${league.id}`, { ...FIELDS, ...fields });
    expect((await change({ prize: 'Two pizzas' })).status).toBe(200);
    await join(guest, league.code);
    const fixed = await change({ prize: 'Nothing' });
    expect([fixed.status, fixed.json.code, fixed.json.reason]).toEqual([409, 'SETTING_FIXED', 'leaguePrize']);
    expect((await change({ name: 'Class 10c', prize: 'Two pizzas' })).status).toBe(200);
    const rules = textOf((await guest.get(`/leagues/${league.id}?tab=rules`, PAGE)).text);
    expect(rules).toMatch(/Two pizzas\s*Offered by the owner of this league, not by Paperpit\./);
    expect(rules).toMatch(/Class 10b.*→.*Class 10c[\s\S]*owner_of_it/);
    const typed = { name: 'Class 10d', prize: 'Nothing', joining: 'open', about: 'typed' };
    const refused = await owner.form(`/api/leagues/${league.id}`, typed, {
      referer: `${server.url}/leagues/${league.id}?tab=rules`,
    });
    expect(refused.headers.get('location')).toBe(`/leagues/${league.id}?tab=rules`);
    const page = await owner.get(`/leagues/${league.id}?tab=rules`, PAGE);
    expect(page.text).toContain('value="Class 10d"');
    expect(page.text).toContain('The prize is fixed now.');
  });

  test('the owner hands over, and leaves then', async () => {
    const [owner, heir] = [await server.register(), await server.register()];
    const league = await start(owner);
    await join(heir, league.code);
    expect((await decide(owner, league, heir, { action: 'owner' })).status).toBe(200);
    expect((await decide(owner, league, heir, { action: 'helper' })).status).toBe(404);
    expect((await owner.post(`/api/leagues/${league.id}/leave`)).status).toBe(200);
    expect((await decide(heir, league, owner, { action: 'readmit' })).status).toBe(404);
    expect(await notificationsOf(heir)).toContain('is yours now');
  });

  test('who waits for a league that is deleted while its season runs does not read that it never began', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const league = await start(owner, { name: 'Gone at once', joining: 'approval' });
    await join(guest, league.code);
    await owner.post(`/api/leagues/${league.id}/archive`, {});
    const notifications = await notificationsOf(guest);
    expect(notifications).toMatch(/Gone at once.? was deleted by its owner\./);
    expect(notifications).not.toContain('before it began');
  });

  test('one that nobody joined is deleted; another one is archived, and its members still read it', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const [alone, shared] = [await start(owner), await start(owner)];
    await join(guest, shared.code);
    await owner.post(`/api/leagues/${alone.id}/archive`, {});
    expect((await owner.get(`/leagues/${alone.id}`, PAGE)).status).toBe(404);
    expect((await guest.post(`/api/leagues/${shared.id}/archive`, {})).status).toBe(404);
    await owner.post(`/api/leagues/${shared.id}/archive`, {});
    expect(textOf((await guest.get(`/leagues/${shared.id}`, PAGE)).text)).toContain('Archived');
    expect((await owner.post(`/api/leagues/${shared.id}`, FIELDS)).status).toBe(404);
    expect((await guest.post(`/api/leagues/${shared.id}/leave`)).status).toBe(404);
  });

  test('an admin of the site archives with a reason, which the owner and the log have', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const league = await start(owner, { name: 'A rude name' });
    await join(guest, league.code);
    expect((await admin.get(`/leagues/${league.id}`, PAGE)).status).toBe(200);
    expect((await admin.post(`/api/leagues/${league.id}/archive`, {})).status).toBe(422);
    expect((await admin.post(`/api/leagues/${league.id}/archive`, { reason: 'Insulting' })).status).toBe(200);
    expect(await notificationsOf(owner)).toContain('Insulting');
    const log = textOf((await admin.get('/admin/audit', PAGE)).text);
    expect(log).toContain('Archived a league');
    expect(log).toContain('A rude name');
  });

  test('a deleted account hands over to the oldest helper, else the oldest member, else the league is archived', async () => {
    const owner = await server.register('owner_who_goes');
    const [first, second, helper] = [
      await server.register('first_member'),
      await server.register(),
      await server.register('first_helper'),
    ];
    const [helped, plain, alone] = [await start(owner), await start(owner), await start(owner)];
    await owner.post(`/api/leagues/${alone.id}`, {
      ...FIELDS,
      about: 'Call me at home',
      joining: 'approval',
    });
    const asking = await server.register();
    await join(asking, alone.code);
    for (const league of [helped, plain])
      for (const each of [first, second, helper]) await join(each, league.code);
    await decide(owner, helped, helper, { action: 'helper' });
    const given = await start(owner);
    await join(first, given.code);
    await decide(owner, given, first, { action: 'owner' });
    const rulesOfGiven = async () =>
      textOf((await first.get(`/leagues/${given.id}?tab=rules`, PAGE)).text).replace(
        /[\u2060\u2068\u2069]/g,
        '',
      );
    expect(await rulesOfGiven()).toContain('Owner: owner_who_goes → first_member');
    await deleteAccount(owner);
    expect(await ownerOf(helped)).toEqual({ username: 'first_helper', archived: false });
    expect(await ownerOf(plain)).toEqual({ username: 'first_member', archived: false });
    for (const heir of [helper, first]) expect(await notificationsOf(heir)).toContain('is yours now');
    expect(await ownerOf(alone)).toMatchObject({ archived: true });
    expect(await notificationsOf(asking)).toContain('Your request to join it was not decided.');
    expect(await rulesOfGiven()).toMatch(/Owner: deleted-\d{6} → first_member/);
    expect(await rulesOfGiven()).not.toContain('owner_who_goes');
    const logged = await server.sql`select after from league_changes where league_id = ${alone.id}`;
    expect(JSON.stringify(logged)).not.toContain('Call me at home');
    expect((await tableOf(first, plain)).rows).toHaveLength(3);
  });

  test('a league passes to no account that may not act, not even to a helper', async () => {
    const [owner, helper, member] = [
      await server.register(),
      await server.register('suspended_helper'),
      await server.register('member_who_may_act'),
    ];
    const [shared, other] = [await start(owner), await start(owner)];
    for (const league of [shared, other]) {
      await join(helper, league.code);
      await decide(owner, league, helper, { action: 'helper' });
    }
    await join(member, shared.code);
    const measure = { username: helper.username, action: 'ban', reason: 'Two accounts' };
    expect((await admin.post('/api/measures', measure)).status).toBe(200);
    await deleteAccount(owner);
    expect(await ownerOf(shared)).toEqual({ username: 'member_who_may_act', archived: false });
    expect(await ownerOf(other)).toMatchObject({ archived: true });
  });
});

describe('hidden positions', () => {
  test('others are told steps of the snapshot, the reader the exact return', async () => {
    await moveTo('100');
    const [owner, guest] = [await server.register(), await server.register('hidden_guest')];
    const league = await start(owner);
    await join(guest, league.code);
    await buy(guest, 100);
    await buy(owner, 50);
    const hidden = await admin.post('/api/update-competition', { hideOpen: true });
    expect([hidden.status, hidden.text]).toEqual([200, hidden.text]);
    await moveTo('123.45');
    await pass();
    const [ownTable, otherTable] = [await tableOf(guest, league), await tableOf(owner, league)];
    const guestIn = ({ rows }: Table) => rows.find(({ username }) => username === 'hidden_guest')!;
    expect(guestIn(ownTable)).toMatchObject({ change: '2.34' });
    // no snapshot is old enough yet: everybody has the start cash and no place
    expect(guestIn(otherTable)).toMatchObject({ change: '0', place: null });
    expect(textOf((await owner.get(`/leagues/${league.id}`, PAGE)).text)).toContain(
      'Open positions are hidden',
    );
    await admin.post('/api/update-competition', { hideOpen: false });
  });
});

describe('the end', () => {
  test('the table is final with the season; the next league is of the next season', async () => {
    await moveTo('100');
    const [owner, guest] = [await server.register('owner_at_end'), await server.register('guest_at_end')];
    const league = await start(owner);
    await join(guest, league.code);
    await buy(guest, 100);
    await moveTo('130');
    const late = await server.register();
    await owner.post(`/api/leagues/${league.id}`, { ...FIELDS, joining: 'approval' });
    expect((await join(late, league.code)).json).toMatchObject({ state: 'waiting' });
    const lastRows = await rowsOf(owner, league);
    expect(lastRows[0]).toEqual(['guest_at_end', 1, '3']);
    await admin.post('/api/toggle-competition', { active: false });
    expect(await notificationsOf(late)).toContain('Your request to join it was not decided.');
    expect(await tableOf(owner, league)).toMatchObject({ phase: 'over' });
    expect(await rowsOf(owner, league)).toEqual(lastRows);
    const stranger = await server.register();
    expect((await join(stranger, league.code)).json).toMatchObject({ code: 'LEAGUE_ENDED' });
    for (const [member, body] of [
      [late, { action: 'approve' }],
      [guest, { action: 'remove', reason: 'Too good' }],
    ] as const)
      expect((await decide(owner, league, member, body)).json).toMatchObject({ code: 'LEAGUE_ENDED' });
    await guest.post(`/api/leagues/${league.id}/leave`);
    expect(await rowsOf(owner, league)).toEqual(lastRows);
    expect(textOf((await owner.get(`/leagues/${league.id}`, PAGE)).text)).toContain('this table is final');

    const next = await start(owner, { isLateOpen: false });
    expect((await join(guest, next.code)).status).toBe(200);
    expect(await tableOf(guest, next)).toMatchObject({ phase: 'before', members: 2 });
    // everybody starts with the cash of the next season, not of the last one
    await admin.post('/api/update-competition', { startCash: '50000' });
    expect(textOf((await owner.get(`/leagues/${next.id}`, PAGE)).text)).toContain('$50,000.00');
    await admin.post('/api/update-competition', { startCash: '100000' });
    await admin.post('/api/toggle-competition', { active: true });
    await pass();
    expect((await join(stranger, next.code)).json).toMatchObject({ code: 'LEAGUE_STARTED' });
    await buy(guest, 100);
    await moveTo('143');
    expect((await rowsOf(owner, next))[0]).toEqual(['guest_at_end', 1, '1.3']);
    // the last season's table stays final, even after the account of its first place is deleted
    expect(await rowsOf(owner, league)).toEqual(lastRows);
    await server.sql`update users set leaves_at = now() - interval '1 minute' where id = ${guest.userId}`;
    await server.services.leaving.carryOut();
    expect((await rowsOf(owner, league)).map(([, ...figures]) => figures)).toEqual(
      lastRows.map(([, ...figures]) => figures),
    );
    expect(await tableOf(owner, next)).toMatchObject({ members: 1, rows: [{ username: 'owner_at_end' }] });
    const list = textOf((await owner.get('/leagues', PAGE)).text);
    expect(list).toMatch(/My leagues[\s\S]*Over[\s\S]*Season 1 is over/);
  });
});
