/** The desk of a league: who opens it, its roster, its decisions, and its file. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const FIELDS = { name: 'Class 10b', joining: 'open', isLateOpen: true };

type League = { id: string; code: string };

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let owner: Client;
let guest: Client;
let league: League;

const start = async (who: Client, more: object = {}): Promise<League> =>
  (await who.post<League>('/api/leagues', { ...FIELDS, ...more })).json;
const join = (who: Client, code: string) => who.post('/api/leagues/join', { code });
const desk = (who: Client, { id }: League, query = '') => who.get(`/leagues/${id}/desk${query}`, PAGE);
const deskText = async (who: Client, of: League, query = '') => textOf((await desk(who, of, query)).text);
/** The names in the roster, in order. */
const namesIn = (html: string) =>
  [...html.matchAll(/<th scope="row"[^>]*>[\s\S]*?<bdi[^>]*>([^<]+)<\/bdi>/g)].map(([, name]) => name);
const fileRows = async (who: Client, { id }: League) => {
  const file = await who.get(`/api/leagues/${id}/roster`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const [head, ...rows] = file.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  return { head, rows: rows.map((row) => row.split(',')) };
};
const buy = async (who: Client, quantity: number) => {
  const order = { user_id: who.userId, symbol: 'AAPL', action: 'buy', quantity };
  expect((await who.post('/api/trade', order)).status).toBe(200);
};
const moveTo = async (price: string) => {
  market.set('AAPL', price);
  await server.services.leaderboard.pass(true);
};

beforeAll(async () => {
  market = heldMarket({ AAPL: '100' });
  server = await startServer({ market });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  owner = await server.register('ann_owns');
  guest = await server.register('bob_buys');
  league = await start(owner);
  await moveTo('100');
});
afterAll(() => server?.stop());

describe('the roster', () => {
  test('says that nobody has joined, then lists everybody with figures', async () => {
    expect(await deskText(owner, league)).toContain('Nobody has joined yet.');
    await join(guest, league.code);
    await buy(guest, 400);
    await moveTo('110');
    const { text } = await desk(owner, league);
    expect(namesIn(text)).toEqual(['bob_buys', 'ann_owns']);
    // 60,000 of 104,000 is cash
    expect(textOf(text)).toMatch(/bob_buys[\s\S]*\+4\.00%[\s\S]*\$104,000\.00[\s\S]*57\.69%/);
    expect(textOf(text)).toContain('what the leaderboard shows');
    expect(text).not.toMatch(/data-column="(drawdown|largest)"/);
  });

  test('is sorted by links, in both directions', async () => {
    for (const [query, names] of [
      ['?by=name', ['ann_owns', 'bob_buys']],
      ['?by=name&dir=desc', ['bob_buys', 'ann_owns']],
      ['?by=cash', ['ann_owns', 'bob_buys']],
      ['?by=joined&dir=asc', ['ann_owns', 'bob_buys']],
      // a column that is not shown does not sort
      ['?by=drawdown', ['bob_buys', 'ann_owns']],
      ['?by=nonsense&page=9', ['bob_buys', 'ann_owns']],
    ] as const)
      expect([query, namesIn((await desk(owner, league, query)).text)]).toEqual([query, [...names]]);
    const { text } = await desk(owner, league, '?by=name');
    expect(text).toContain('aria-sort="ascending" data-column="name"');
    expect(text).toContain(`href="/leagues/${league.id}/desk?by=name&amp;dir=desc"`);
  });

  test('its file agrees with the page', async () => {
    const { head, rows } = await fileRows(owner, league);
    expect(head).toBe(
      'place,username,joined,last_seen,trades,equity,return_percent,drawdown_percent,largest_position_percent,cash_percent,reasons_given,opening_fills',
    );
    const day = new Date().toISOString().slice(0, 10);
    expect(rows).toEqual([
      ['1', 'bob_buys', day, day, '1', '104000.00', '4', '', '', '57.69', '', ''],
      ['', 'ann_owns', day, day, '0', '100000.00', '0', '', '', '100.00', '', ''],
    ]);
  });

  test('is for the owner, helpers and admins of the site; for everybody else it does not exist', async () => {
    const helper = await server.register('helga_helps');
    await join(helper, league.code);
    const stranger = await server.register();
    const file = `/api/leagues/${league.id}/roster`;
    for (const who of [guest, helper, stranger]) {
      expect((await desk(who, league)).status).toBe(404);
      expect((await who.get(file)).json).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect((await guest.get(`/leagues/${league.id}`, PAGE)).text).not.toContain('/desk"');
    await owner.post(`/api/leagues/${league.id}/members/${helper.userId}`, { action: 'helper' });
    for (const who of [helper, admin]) {
      expect((await desk(who, league)).status).toBe(200);
      expect((await who.get(file)).status).toBe(200);
    }
    expect((await helper.get(`/leagues/${league.id}`, PAGE)).text).toContain('/desk"');
    // an admin can read the desk but not decide
    expect((await desk(admin, league, `?member=${guest.userId}`)).text).not.toContain('value="remove"');
    expect((await server.visitor().get(`/leagues/${league.id}/desk`, PAGE)).status).toBe(303);
  });

  test('hidden positions hide trades and cash here too, and totals are steps', async () => {
    await admin.post('/api/update-competition', { hideOpen: true });
    await moveTo('123.45');
    const { text } = await desk(owner, league);
    expect(text).not.toMatch(/data-column="(trades|cash)"/);
    expect(textOf(text)).toContain('Trades and cash are left out while open positions are hidden.');
    expect(textOf(text)).not.toContain('$109,380');
    const { rows } = await fileRows(owner, league);
    for (const row of rows) expect([row[4], row[9]]).toEqual(['', '']);
    // no snapshot is old enough yet: totals are the start cash
    expect(rows.map(([, name, , , , equity]) => [name, equity])).toContainEqual(['bob_buys', '100000.00']);
    await admin.post('/api/update-competition', { hideOpen: false });
  });
});

describe('deciding', () => {
  test('requests are approved and refused here, members are removed with a reason', async () => {
    const league = await start(owner, { joining: 'approval' });
    const [come, go] = [await server.register('come_in'), await server.register('go_away')];
    for (const each of [come, go]) await join(each, league.code);
    expect((await owner.get(`/leagues/${league.id}`, PAGE)).text).toContain('Desk (2)');
    const formOf = (who: Client) => `/api/leagues/${league.id}/members/${who.userId}`;
    const page = await desk(owner, league);
    for (const each of [come, go]) expect(page.text).toContain(`action="${formOf(each)}"`);
    const approved = await owner.form(formOf(come), { action: 'approve' });
    expect(approved.headers.get('location')).toBe(`/leagues/${league.id}/desk`);
    await owner.form(formOf(go), { action: 'refuse' });
    const after = await deskText(owner, league);
    expect(after).toContain('come_in');
    expect(after).not.toContain('go_away');

    const dialog = `/leagues/${league.id}/desk?by=change&dir=desc&member=${come.userId}`;
    expect((await owner.get(dialog, PAGE)).text).toContain('value="remove"');
    const refused = await owner.form(
      formOf(come),
      { action: 'remove', reason: '' },
      { referer: server.url + dialog },
    );
    expect(refused.headers.get('location')).toBe(dialog);
    expect((await owner.get(dialog, PAGE)).text).toContain('id="issue-reason"');
    await owner.form(formOf(come), { action: 'remove', reason: 'Not of our class' });
    const removed = await deskText(owner, league);
    expect(removed).toContain('Nobody has joined yet.');
    expect(removed).toMatch(/Removed[\s\S]*come_in[\s\S]*Not of our class/);
    expect((await owner.form(formOf(come), { action: 'readmit' })).status).toBe(303);
    expect(await deskText(owner, league)).not.toContain('come_in');
  });

  test('one press approves every request that the page shows, and none that came later', async () => {
    const league = await start(owner, { joining: 'approval' });
    const [one, two, late, withdrawn] = [
      await server.register('asks_one'),
      await server.register('asks_two'),
      await server.register('asks_late'),
      await server.register('asks_withdrawn'),
    ];
    for (const each of [one, withdrawn, two]) await join(each, league.code);
    const { text } = await desk(owner, league);
    expect(textOf(text)).toContain('Approve all 3 requests');
    const address = `/api/leagues/${league.id}/approve`;
    expect(text).toContain(`action="${address}"`);
    const people = /name="people" value="([^"]+)"/.exec(text)![1]!;
    await join(late, league.code);
    await withdrawn.post(`/api/leagues/${league.id}/leave`, {});
    expect((await two.post(address, { people })).status).toBe(404);
    const pressed = await owner.form(address, { people });
    expect(pressed.headers.get('location')).toBe(`/leagues/${league.id}/desk`);
    const after = await deskText(owner, league);
    expect(after).toContain('2 requests approved.');
    expect(after).toMatch(/Waiting for approval[\s\S]*asks_late[\s\S]*Members/);
    for (const who of [one, two]) {
      expect((await who.get(`/leagues/${league.id}`, PAGE)).status).toBe(200);
      expect(textOf((await who.get('/notifications', PAGE)).text)).toContain('You are in the league');
    }
    expect((await withdrawn.get(`/leagues/${league.id}`, PAGE)).status).toBe(404);
    expect((await owner.post(address, { people: [late.userId, late.userId] })).json).toEqual({ approved: 1 });
    for (const people of ['', 'x', '1,,2', [], Array.from({ length: 101 }, (_, n) => n + 1)])
      expect([people, (await owner.post(address, { people })).status]).toEqual([people, 422]);
  });

  test('who hands over lands on the members, not on a desk that is closed now', async () => {
    const [first, heir] = [await server.register(), await server.register()];
    const handed = await start(first);
    await join(heir, handed.code);
    const answer = await first.form(`/api/leagues/${handed.id}/members/${heir.userId}`, { action: 'owner' });
    expect(answer.headers.get('location')).toBe(`/leagues/${handed.id}?tab=members`);
    expect((await desk(first, handed)).status).toBe(404);
    expect((await desk(heir, handed)).status).toBe(200);
  });

  test('an archived league is read here, and changes nothing', async () => {
    const archived = await start(owner);
    await join(guest, archived.code);
    await owner.post(`/api/leagues/${archived.id}/archive`, {});
    const { text } = await desk(owner, archived, `?member=${guest.userId}`);
    expect(namesIn(text)).toContain('bob_buys');
    expect(text).not.toContain(`action="/api/leagues/${archived.id}`);
  });
});

test('a league of 500 is ten pages and one file', async () => {
  const full = await start(owner);
  await server.sql`
    with people as (
      insert into users (username, username_key, is_simulated)
      select 'crowd' || n, 'crowd' || n, true from generate_series(1, 499) n returning id)
    insert into league_members (league_id, user_id, state, joined_at, base_equity, changed_at)
    select ${full.id}, id, 'in', now(), 100000, now() from people`;
  expect(await deskText(owner, full, '?by=name&page=10')).toContain('10 / 10');
  expect(namesIn((await desk(owner, full, '?by=name&page=10')).text)).toHaveLength(50);
  expect((await fileRows(owner, full)).rows).toHaveLength(500);
});
