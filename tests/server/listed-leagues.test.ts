/** The directory of leagues: who may list one, who finds it, what its page shows, and joining without a code. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const FIELDS = { name: 'Open class', joining: 'open', isLateOpen: true, isListed: true };

type League = { id: string; code: string };

let server: TestServer;
let admin: Client;
/** Ms added to the wall clock. */
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  server = await startServer({ market: heldMarket({ AAPL: '100' }), clock: { now } });
  server.services.gameKeeper.stop();
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

/** Registers a trader whose account is old enough to list a league. */
async function elder(name?: string): Promise<Client> {
  const client = await server.register(name);
  await server.sql`update users set created_at = created_at - interval '8 days' where id = ${client.userId}`;
  return client;
}
const start = async (owner: Client, more: object = {}): Promise<League> => {
  const answer = await owner.post<League>('/api/leagues', { ...FIELDS, ...more });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.json;
};
const ownGame = (hours: number) => ({
  kind: 'own',
  endsAt: new Date(now() + hours * 3_600_000).toISOString(),
});
const change = (owner: Client, { id }: League, more: object) =>
  owner.post(`/api/leagues/${id}`, { ...FIELDS, ...more });
const directory = async (who: Client, page = 1) =>
  (await who.get(`/leagues/directory?page=${page}`, PAGE)).text;
const isFound = async (who: Client, { id }: League) => (await directory(who)).includes(`/leagues/${id}"`);
const pageOf = (who: Client, { id }: League) => who.get(`/leagues/${id}`, PAGE);
const join = (who: Client, { id }: League) => who.post(`/api/leagues/${id}/join`);

test('an empty directory says so, and leads to a new league', async () => {
  const page = await directory(await server.register());
  expect(textOf(page)).toContain('No open leagues right now.');
  expect(page).toContain('href="/leagues/new"');
});

describe('listing', () => {
  test('is the choice of the owner, and of accounts of seven days', async () => {
    const [owner, reader] = [await server.register(), await server.register()];
    const TOO_NEW = { status: 403, json: { code: 'ACCOUNT_TOO_NEW', params: { count: 7 } } };
    expect(await owner.post('/api/leagues', FIELDS)).toMatchObject(TOO_NEW);
    const league = await start(owner, { isListed: false });
    expect(await change(owner, league, {})).toMatchObject(TOO_NEW);
    expect(await isFound(reader, league)).toBe(false);
    expect((await pageOf(reader, league)).status).toBe(404);
    expect((await join(reader, league)).json).toMatchObject({ code: 'NOT_FOUND' });

    const refused = await owner.form('/api/leagues', { ...FIELDS, isListed: 'true', isLateOpen: 'true' });
    expect(refused.headers.get('location')).toBe('/leagues/new');
    const form = await owner.get('/leagues/new', PAGE);
    expect(form.text).toContain('value="Open class"');
    expect(textOf(form.text)).toContain('An account lists a league once it is 7 days old.');

    await server.sql`update users set created_at = created_at - interval '7 days' where id = ${owner.userId}`;
    expect((await change(owner, league, {})).status).toBe(200);
    expect(await isFound(reader, league)).toBe(true);
    expect(textOf((await owner.get(`/leagues/${league.id}?tab=rules`, PAGE)).text)).toContain(
      'In the directory: no → yes',
    );
    expect((await change(owner, league, { isListed: false })).status).toBe(200);
    expect(await isFound(reader, league)).toBe(false);
    expect((await pageOf(reader, league)).status).toBe(404);
  });

  test('ends with the league: its game, its season, its archive', async () => {
    const [owner, reader] = [await elder(), await server.register()];
    const [season, game, archived] = [
      await start(owner, { name: 'Of the season' }),
      await start(owner, { name: 'Of two hours', startCash: '5000', ...ownGame(2) }),
      await start(owner, { name: 'Archived soon' }),
    ];
    const text = textOf(await directory(reader));
    expect(text).toMatch(/Of two hours[\s\S]*A game of its own: \$5,000[\s\S]*Members: 1 of 100[\s\S]*Began/);
    expect(text).toMatch(/Of the season[\s\S]*Season 1[\s\S]*Members: 1 of 500[\s\S]*Ends with season 1/);
    await join(reader, archived);
    await admin.post(`/api/leagues/${archived.id}/archive`, { reason: 'Not for here' });
    expect(await isFound(reader, archived)).toBe(false);
    expect((await pageOf(await server.register(), archived)).status).toBe(404);
    expect((await join(await server.register(), archived)).status).toBe(404);
    ahead += 3 * 3_600_000;
    expect(await isFound(reader, game)).toBe(false);
    await server.services.gameKeeper.check();
    expect((await join(reader, game)).json).toMatchObject({ code: 'LEAGUE_ENDED' });
    ahead = 0;
    expect(await isFound(reader, season)).toBe(true);
  });

  test('pages have fifty leagues, newest first, and leagues that are over cost nothing', async () => {
    const owner = await elder();
    await server.sql`
      insert into leagues (id, code, season_number, owner_id, name, about, prize, joining, is_late_open, is_listed, created_at)
      select translate(lpad(n::text, 6, 'Y'), '01', 'AB'), translate(lpad(n::text, 8, 'Y'), '01', 'AB'), 1, ${owner.userId},
        'Crowded ' || n, '', '', 'open', true, true, now() + n * interval '1 second' from generate_series(1, 60) n`;
    const first = await directory(owner);
    expect(first.match(/href="\/leagues\/[2-9A-Z]{6}"/g)).toHaveLength(50);
    expect(first.indexOf('Crowded 60<')).toBeLessThan(first.indexOf('Crowded 59<'));
    expect(textOf(await directory(owner, 2))).toContain('Crowded 10');
    // a page beyond the last one, after leagues have ended
    expect(textOf(await directory(owner, 9))).toContain('Crowded 10');
    await server.sql`
      insert into leagues (id, code, season_number, owner_id, name, about, prize, joining, is_late_open, is_listed, created_at)
      select translate(lpad(n::text, 6, 'X'), '01', 'AB'), translate(lpad(n::text, 8, 'X'), '01', 'AB'), 1, ${owner.userId},
        'Over', '', '', 'open', true, true, now() from generate_series(1, 5000) n`;
    await server.sql`analyze leagues`;
    const plan = await server.sql`
      explain select from leagues l where l.is_listed and l.archived_at is null
        and (l.season_number >= 2 or l.ends_at > now())`;
    expect(JSON.stringify(plan)).toMatch(/leagues_listed_season[\s\S]*leagues_listed_game/);
    await server.sql`delete from leagues where owner_id = ${owner.userId}`;
  });
});

describe('the page of a listed league', () => {
  test('has the rules and names, no figures, and the press that joins', async () => {
    const [owner, reader] = [await elder('olga_lists'), await server.register('rita_reads')];
    const league = await start(owner, { name: 'Readable', ...ownGame(24), startCash: '7000' });
    await owner.post('/api/trade', {
      user_id: owner.userId,
      symbol: 'AAPL',
      action: 'buy',
      quantity: 1,
      game: league.id,
    });
    const page = await pageOf(reader, league);
    const text = textOf(page.text);
    expect(page.status).toBe(200);
    expect(text).toContain('Everyone starts with $7,000.');
    expect(text).toContain('It is in the directory');
    expect(text).toContain('olga_lists');
    expect(text).not.toMatch(/Place 1|7,000\.00/);
    // the top bar gets the reader's figures meanwhile
    const mainText = (html: string) => textOf(html.slice(html.indexOf('<main')));
    const ninth = await reader.get(`/leagues/${league.id}?page=9`, PAGE);
    expect(mainText(ninth.text)).toBe(mainText(page.text));
    expect(page.text).not.toContain(league.code);
    for (const path of ['', '/roster', '/trades', '/equity'])
      expect((await reader.get(`/api/leagues/${league.id}${path}`)).status).toBe(404);
    for (const path of ['desk', 'portfolio', 'chart'])
      expect((await reader.get(`/leagues/${league.id}/${path}`, PAGE)).status).toBe(404);

    const joined = await reader.form(`/api/leagues/${league.id}/join`, {});
    expect(joined.headers.get('location')).toBe(`/leagues/${league.id}`);
    expect(textOf((await pageOf(reader, league)).text)).toContain('Members: 2 of 100');
    expect((await join(reader, league)).json).toMatchObject({ code: 'ALREADY_IN' });
    expect((await server.visitor().get(`/leagues/${league.id}`, PAGE)).status).toBe(303);
    expect((await server.visitor().post(`/api/leagues/${league.id}/join`)).status).toBe(401);
  });

  test('asks, refuses, and tells a removed person why, as the code does', async () => {
    const [owner, asker] = [await elder(), await server.register()];
    const league = await start(owner, { joining: 'approval' });
    expect((await pageOf(asker, league)).text).toContain('Ask to join');
    expect((await join(asker, league)).json).toEqual({ id: league.id, state: 'waiting' });
    expect((await pageOf(asker, league)).text).not.toContain(`/api/leagues/${league.id}/join`);
    const decide = (body: object) => owner.post(`/api/leagues/${league.id}/members/${asker.userId}`, body);
    expect((await decide({ action: 'approve' })).status).toBe(200);
    expect((await decide({ action: 'remove', reason: 'Spoke of other things' })).status).toBe(200);
    expect(textOf((await pageOf(asker, league)).text)).toContain('Spoke of other things');
    expect(await join(asker, league)).toMatchObject({ status: 403, json: { code: 'REMOVED' } });
    await change(owner, league, { joining: 'closed' });
    const late = await server.register();
    expect((await join(late, league)).json).toMatchObject({ code: 'JOINING_CLOSED' });
    expect((await pageOf(late, league)).status).toBe(200);
    await change(owner, league, { isLateOpen: false });
    expect((await join(late, league)).json).toMatchObject({ code: 'LEAGUE_STARTED' });
  });

  test('of two at the last free place one joins, by the page or by the code', async () => {
    const league = await start(await elder());
    await server.sql`
      with people as (
        insert into users (username, username_key, is_simulated)
        select 'mass' || n, 'mass' || n, true from generate_series(1, 498) n returning id)
      insert into league_members (league_id, user_id, state, joined_at, base_equity, changed_at)
      select ${league.id}, id, 'in', now(), 100000, now() from people`;
    const [one, two] = [await server.register(), await server.register()];
    const answers = await Promise.all([
      join(one, league),
      two.post('/api/leagues/join', { code: league.code }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.json).toMatchObject({ code: 'LEAGUE_FULL' });
  });

  test('a guest keeps the account first', async () => {
    const league = await start(await elder());
    const guest = server.visitor();
    expect((await guest.post('/api/guest', {})).status).toBe(200);
    expect((await join(guest, league)).json).toMatchObject({ code: 'KEEP_FIRST' });
    for (const path of [`/leagues/${league.id}`, '/leagues/directory'])
      expect((await guest.get(path, PAGE)).headers.get('location')).toContain('tab=keep');
  });

  test('its game is played again in the directory too', async () => {
    const owner = await elder();
    const league = await start(owner, { ...ownGame(1) });
    ahead += 2 * 3_600_000;
    await server.services.gameKeeper.check();
    const again = await owner.post<League>(`/api/leagues/${league.id}/again`);
    expect(await isFound(await server.register(), again.json)).toBe(true);
    ahead = 0;
  });
});
