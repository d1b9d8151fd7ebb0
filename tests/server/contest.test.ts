/** The records of a finished season: hall of fame, its page, CSV, proof, disqualification. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { NEWEST_RULES } from '#core/season/terms.ts';
import { createSeasons } from '#services/season/seasons.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { htmlFaults } from '../helpers/html.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let people: Client[];
/** How far the server's clock is ahead, ms. */
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market, clock: { now } });
  admin = await server.admin();
  people = [];
  for (const name of ['ann', 'bob', 'cid', 'dan']) people.push(await server.register(name));
  await admin.post('/api/update-competition', { prizePool: '100' });
  await admin.post('/api/toggle-competition', { active: true });
  const [ann, bob, cid] = people as [Client, Client, Client];
  const order = (who: Client, action: string, symbol: string, quantity: number) =>
    who.post('/api/trade', { user_id: who.userId, symbol, action, quantity });
  for (const who of [ann, bob]) expect((await order(who, 'buy', 'AAPL', 10)).status).toBe(200);
  expect((await order(cid, 'buy', 'TSLA', 10)).status).toBe(200);
  market.set('AAPL', '103');
  expect((await order(ann, 'sell', 'AAPL', 4)).status).toBe(200);
  market.set('TSLA', '51');
  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
});
afterAll(() => server.stop());

const text = async (who: Client, path: string) => (await who.get(path, { accept: 'text/html' })).text;
const csvLines = async (who: Client, path: string) => {
  const answer = await who.get(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  return answer.text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
};

test('the hall of fame and the page of the season show the final table, and no prizes in a season of practice', async () => {
  const hall = await text(people[3]!, '/competitions');
  expect(hall).toContain('href="/competitions/1"');
  expect(hall).toContain('$100,030.00');
  const season = await text(people[3]!, '/competitions/1');
  expect(season).toContain('3 of 4 traders ranked');
  expect(season).not.toContain('split between');
  expect(season).not.toContain('action="/api/disqualify"');
  expect(await text(admin, '/competitions/1')).toContain('aria-label="Disqualify a trader"');
});

test('while no season is on, the account says how the newest one ended', async () => {
  const chip = async (who: Client) =>
    textOf(/<button type="button" class="account-chip.*?<\/button>/s.exec(await text(who, '/help'))![0]);
  expect(await chip(people[2]!)).toContain('cid $100,010.00 Place 3, final');
  expect(await chip(people[3]!)).toContain('dan $100,000.00');
  expect(await chip(people[3]!)).not.toContain('final');
});

test('a season that is over tells its reader the place, everybody else who won, and shows the first three', async () => {
  const over = async (who: Client) =>
    textOf(/<div class="season-over">.*?<\/section><\/div>/s.exec(await text(who, '/competitions/1'))![0]);
  const podium = 'AN BO ann bob +0.03% 1 CI cid +0.01% 3';
  // place 3 of 3 is in the top 67 %: the least p for which p % of 3, rounded up, is 3
  expect(await over(people[2]!)).toBe(
    `Your final place 3 of 4 LIEUTENANT · top 67% Portfolio value $100,010.00 +0.01% Best trade — Closed trades 0 Earned 0 XP ${podium}`,
  );
  expect(await over(people[0]!)).toContain('Best trade +$12.00 Closed trades 1 1 won, 0 lost Earned 1.2 XP');
  // dan made no trade, and a practice season has no prize
  expect(await htmlFaults(await text(people[0]!, '/competitions/1'))).toEqual([]);
  for (const who of [people[3]!, server.visitor()])
    expect(await over(who)).toBe(`Winners ann bob Portfolio value $100,030.00 +0.03% ${podium}`);
});

test('under the results of the newest season: when the next one starts, and what stays of this one', async () => {
  const after = async (who: Client, path = '/competitions/1') => {
    const page = await text(who, path);
    const indexOf = (id: string) =>
      new RegExp(`<section[^>]*aria-labelledby="${id}".*?</section>`, 's').exec(page)?.[0];
    return [indexOf('next-season'), indexOf('stays')].map((html) => html && textOf(html));
  };
  const [ann, , , dan] = people as [Client, Client, Client, Client];
  const fresh = 'Everyone starts again with $100,000.';
  const stays = 'What stays Level, XP, TKF, items and every trade of this season. My trades of season 1';
  expect(await after(ann)).toEqual([`Next competition Date soon ${fresh}`, stays]);
  const startsAt = new Date(now() + 2 * 86_400_000 + 30_000).toISOString();
  await admin.post('/api/update-competition', { startsAt });
  expect((await after(ann))[0]).toMatch(
    /^Season 2 starts in 2d 00:00:\d\d \d+ \w+ \d{4} \d\d:\d\d (?:UTC|GMT[+-]\d+) ?\. Everyone/,
  );
  // neither dan, who has no place, nor a visitor sees it
  for (const who of [dan, server.visitor()]) expect((await after(who))[1]).toBeUndefined();
  expect(await text(ann, '/competitions/1')).toContain('data-island="Countdown"');
  expect(await text(server.visitor(), '/competitions/1')).not.toContain('data-island="Countdown"');
  expect((await admin.post('/api/update-competition', { startsAt: '' })).status).toBe(200);
});

test('hall of fame and final table show the logo a trader wears, initials for who wears none', async () => {
  const bob = people[1]!;
  // given for free: TKF without a level would fail the proof
  await server.sql`insert into owned_items (user_id, item_id, type, price) values (${bob.userId}, 'logo_3', 'logo', 0)`;
  await bob.post('/api/user/equip-item', { itemId: 'logo_3', type: 'logo', unequip: false });
  const { json } = await bob.get<{ activeLogo: string }>('/api/user-profile');
  for (const path of ['/competitions', '/competitions/1']) {
    const page = await text(people[3]!, path);
    const logos = [...page.matchAll(/<img class="octagon[^>]* src="([^"]+)"/g)].map((m) => m[1]!);
    expect([...new Set(logos)]).toEqual([json.activeLogo]);
    expect(page).toContain('>AN</span>');
    expect(page).not.toContain('>BO</span>');
  }
});

test('the hash of the seed is on the page from the start, the seed only after a later one took over', async () => {
  const [period] = await server.sql<{ hash: string; seed: string }[]>`
    select encode(seed_hash, 'hex') as hash, encode(seed, 'hex') as seed from seed_periods
    where season_id is not null`;
  for (const path of ['/competitions', '/competitions/1']) {
    const page = await text(people[0]!, path);
    expect(page).toContain(period!.hash);
    expect(page).not.toContain(period!.seed);
  }
  await server.sql`update seed_periods set effective_from = effective_from - interval '1 day'`;
  expect(await text(people[0]!, '/competitions/1')).toContain(period!.seed);
});

test('CSV: the final table for everybody, closed trades for their owner', async () => {
  expect(await csvLines(people[2]!, '/api/season-results/1')).toEqual([
    'place,username,rank,equity,realised_pnl,trades,disqualified,result',
    '1,ann,GENERAL,100030.00,12.00,2,,final',
    '1,bob,GENERAL,100030.00,0.00,1,,final',
    '3,cid,LIEUTENANT,100010.00,0.00,1,,final',
    ',dan,CADET,100000.00,0.00,0,,final',
  ]);
  const mine = await csvLines(people[0]!, '/api/my-trades?season=1');
  expect(mine).toHaveLength(2);
  expect(mine[1]).toMatch(/,AAPL,long,4\.000000,100\.00000000,103\.0000,12\.00,3\.00,1\.20,order$/);
  expect(await csvLines(people[1]!, '/api/my-trades')).toHaveLength(1);
  expect((await server.visitor().get('/api/season-results/1')).status).toBe(401);
  for (const path of ['/api/season-results/2', '/api/season-results/99'])
    expect((await people[0]!.get(path)).status).toBe(404);
  expect((await people[0]!.get('/api/season-results/x')).status).toBe(422);
});

test('before a trader is disqualified the page shows whom it hits; a name of nobody is told at its field', async () => {
  const ask = async (username: string, who = admin) =>
    await text(who, `/competitions/1?${new URLSearchParams({ username, reason: 'two accounts' })}`);
  const dialog = /<dialog.*?<\/dialog>/s.exec(await ask('BOB'))![0];
  expect(textOf(dialog)).toContain('Disqualify in season 1? bob Place 1 of 4 $100,030.00');
  expect(textOf(dialog)).toContain('two accounts');
  expect(dialog).toContain('action="/api/disqualify"');
  expect(dialog).toContain('name="username" value="bob"');
  expect(textOf(await ask('bobb'))).toContain('Trader not found.');
  for (const page of [await ask('bobb'), await ask('bob', people[0]!)])
    expect(page).not.toContain('action="/api/disqualify"');
});

test('disqualified: the row stays, ranks move up, everybody reads why, once', async () => {
  const body = { season: 1, username: 'ANN', reason: 'two accounts' };
  expect((await people[1]!.post('/api/disqualify', body)).status).toBe(403);
  expect((await admin.post('/api/disqualify', { ...body, reason: ' ' })).status).toBe(422);
  expect((await admin.post('/api/disqualify', { ...body, season: 9 })).status).toBe(404);
  expect((await admin.post('/api/disqualify', { ...body, username: 'nobody' })).status).toBe(404);
  const form = await admin.form('/api/disqualify', { ...body, season: '1' });
  expect([form.status, form.headers.get('location')]).toEqual([303, '/competitions/1']);
  expect((await admin.post('/api/disqualify', body)).status).toBe(409);
  // the question has a refused reason again, also one that is too long for an address
  const typed = { username: 'ANN', reason: 'א'.repeat(400) };
  const referer = `${server.url}/competitions/1?${new URLSearchParams(typed)}`;
  const refused = await admin.form('/api/disqualify', { season: '1', ...typed }, { referer });
  expect(refused.headers.get('location')).toBe('/competitions/1?username=ANN');
  expect(await text(admin, '/competitions/1?username=ANN')).toContain(
    `name="reason" value="${typed.reason}"`,
  );
  expect(await csvLines(people[2]!, '/api/season-results/1')).toEqual([
    'place,username,rank,equity,realised_pnl,trades,disqualified,result',
    '1,bob,GENERAL,100030.00,0.00,1,,final',
    '2,cid,LIEUTENANT,100010.00,0.00,1,,final',
    ',dan,CADET,100000.00,0.00,0,,final',
    ',ann,CADET,100030.00,12.00,2,two accounts,final',
  ]);
  expect(await text(people[0]!, '/competitions/1')).toContain('Disqualified: <bdi>two accounts</bdi>');
  expect((await people[2]!.get<{ username: string }[]>('/api/rankings')).json.map((r) => r.username)).toEqual(
    ['bob', 'cid', 'dan', 'ann'],
  );
});

test('standings are proved with the disqualification; a market no seed can prove is proved but for its prices', async () => {
  const { sql } = server;
  await sql`update fills set source = 'replay'`;
  await expect(verifySeason(server.services, 1)).rejects.toThrow(
    /^Fill 1 .* is from replay, and the season was played on/,
  );
  // the terms must match the source of the held market's prices
  await sql`update seasons set terms = terms || '{"market": "replay"}'`;
  await expect(verifySeason(server.services, 1)).rejects.toThrow(
    /^The last price of AAPL is from simulated, and the season/,
  );
  await sql`update season_marks set source = 'replay'`;
  await expect(verifySeason(server.services, 1)).rejects.toThrow(
    /^Link \d+ of the chain .* is not of the rows/,
  );
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from season_chain`;
  });
  await expect(verifySeason(server.services, 1)).rejects.toThrow('Fill 1 is in no link of the chain');
  // a season older than timed links may have no chain
  await sql`update seasons set rules_version = 2 where number = 1`;
  // 4 fills and the last prices of 2 symbols
  const proved = await verifySeason(server.services, 1);
  expect(proved).toEqual({ market: 'replay', prices: 0, foreign: 6, standings: 4, orders: 0, links: 0 });
  await sql`update results set equity = equity + 1 where row_number = 1`;
  await expect(verifySeason(server.services, 1)).rejects.toThrow(/^The result of/);
  await sql`update results set equity = equity - 1 where row_number = 1`;
  await sql`update seasons set terms = terms || '{"market": "simulated"}'`;
  await sql`update seasons set rules_version = ${NEWEST_RULES} where number = 1`;
});

test('each admin action left one row of who, what, before and after', async () => {
  const rows = await server.sql<{ action: string; username: string }[]>`
    select a.action, u.username from audit a join users u on u.id = a.user_id order by a.id`;
  expect(rows.map((r) => r.action)).toEqual([
    ...[
      'competition_edit',
      'season_start',
      'season_end',
      'competition_edit',
      'competition_edit',
      'disqualify',
    ],
  ]);
  expect(new Set(rows.map((r) => r.username))).toEqual(new Set([admin.username]));
  const page = await text(admin, '/admin/audit');
  for (const what of [
    'Started the season',
    'Season: 1, State: active',
    'Reason: two accounts',
    admin.username,
  ])
    expect(page).toContain(what);
  admin.cookies.set('lang', 'he');
  const hebrew = await text(admin, '/admin/audit');
  admin.cookies.set('lang', 'en');
  expect(hebrew).toContain('עונה: 1, מצב: פעילה');
  expect(hebrew).not.toMatch(/\b(?:number|status|active|ended|prizePool|startsAt|endsAt|hideOpen):? /);
  expect((await people[0]!.get('/admin/audit', { accept: 'text/html' })).status).toBe(403);
});

test('in the running season too: out of the ranking at the next pass, and in the results', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  const [, bob, cid] = people as [Client, Client, Client];
  for (const who of [bob, cid]) {
    const order = { user_id: who.userId, symbol: 'TSLA', action: 'buy', quantity: 1 };
    expect((await who.post('/api/trade', order)).status).toBe(200);
  }
  const answer = await admin.post('/api/disqualify', { season: 2, username: 'bob', reason: 'bot' });
  expect(answer.status).toBe(200);
  const ranking = await bob.get<{ username: string; place: number | null }[]>('/api/rankings');
  expect(ranking.json.map((r) => [r.username, r.place])).toEqual([
    ['cid', 1],
    ['ann', null],
    ['dan', null],
    ['bob', null],
  ]);
  const board = await text(bob, '/leaderboards?trader=bob');
  expect(board).toMatch(/Your place: 4 of 4 traders<span[^>]*> · Disqualified/);
  expect(board.match(/No trades yet/g)).toHaveLength(1);
  expect(board).toContain('Disqualified: <bdi>bot</bdi>');
  const season = await text(admin, '/competitions/2');
  expect(season).toContain('aria-label="Disqualify a trader"');
  expect(season).not.toContain('/api/season-results/2');
  expect(await text(admin, '/competitions')).toContain('href="/competitions/2"');
  await admin.post('/api/toggle-competition', { active: false });
  expect((await csvLines(bob, '/api/season-results/2'))[1]).toBe('1,cid,GENERAL,100000.00,0.00,1,,final');
});

test.each(['/competitions/0', '/competitions/99', '/competitions/x', '/competitions/1e3'])(
  '%s is a 404 page',
  async (path) => {
    expect((await people[0]!.get(path, { accept: 'text/html' })).status).toBe(404);
  },
);

test('a planned start and end happen by themselves, once, in one of the processes', async () => {
  const { seasons } = server.services;
  const year = new Date(now()).getUTCFullYear() + 1;
  const edit = (body: object) => admin.post('/api/update-competition', body);
  expect((await edit({ startsAt: 'soon' })).status).toBe(422);
  expect((await edit({ startsAt: `${year}-01-01T10:00`, zone: 'Mars/Olympus' })).status).toBe(422);
  expect((await edit({ startsAt: `${year}-01-02T10:00Z`, endsAt: `${year}-01-01T10:00Z` })).status).toBe(422);
  const form = await admin.form('/api/update-competition', {
    prizePool: '100',
    nextCompetitionDate: 'x',
    startsAt: `${year}-01-01T10:00`,
    endsAt: `${year}-02-01T10:00`,
    zone: 'Asia/Jerusalem',
  });
  expect(form.status).toBe(303);
  expect((await people[0]!.get('/api/competition-details')).json).toMatchObject({
    startsAt: `${year}-01-01T08:00:00.000Z`,
    endsAt: `${year}-02-01T08:00:00.000Z`,
  });
  const page = await text(people[0]!, '/competitions');
  expect(page.toLowerCase()).toContain(`datetime="${year}-01-01t08:00:00.000z"`);
  expect(await text(admin, '/competitions?dialog=edit')).toContain(`value="${year}-01-01T10:00"`);

  expect(seasons.active()).toBe(false);
  const number = seasons.current()!.number;
  const past = await edit({ startsAt: new Date(now() - 1000).toISOString() });
  expect([past.status, past.text]).toEqual([422, expect.stringContaining('That time is in the past.')]);
  // a form sends the displayed times, without seconds
  const endsAt = new Date(now() + 3_600_500).toISOString();
  await edit({ startsAt: endsAt });
  expect((await edit({ startsAt: endsAt.replace(/\d\d\.\d{3}Z/, '00.000Z'), prizePool: '7' })).status).toBe(
    200,
  );
  expect(seasons.schedule().startsAt).toBe(Date.parse(endsAt));

  const soon = async (key: 'startsAt' | 'endsAt') => {
    expect((await edit({ [key]: new Date(now() + 3_600_000).toISOString() })).status).toBe(200);
    ahead += 3_600_001;
  };
  await soon('startsAt');
  const again = createSeasons({ ...server.services, onSeedPeriods: () => {} });
  await again.refresh();
  await Promise.all([seasons.keepSchedule(), again.keepSchedule()]);
  // the server's own upkeep may start the season at the same time: then both calls return before it has
  const becomes = (next: number, status: 'active' | 'ended') =>
    until(async () => {
      await seasons.refresh();
      const current = seasons.current();
      return current?.number === next && current.status === status;
    });
  await becomes(number + 1, 'active');
  expect(seasons.schedule().startsAt).toBeNull();

  // while it runs, its end and the next start can be planned
  const iso = (hours: number) => new Date(now() + hours * 3_600_000).toISOString();
  const early = await edit({ startsAt: iso(1), endsAt: '' });
  expect([early.status, early.text]).toEqual([422, expect.stringContaining('plan its end before the next')]);
  const reversed = await edit({ startsAt: iso(1), endsAt: iso(2) });
  expect([reversed.status, reversed.text]).toEqual([
    422,
    expect.stringContaining('after the end of the one'),
  ]);
  expect((await edit({ endsAt: iso(2), startsAt: iso(30) })).status).toBe(200);
  const [ends, starts] = [iso(2), iso(30)].map((at) => `datetime="${at.slice(0, 13).toLowerCase()}`);
  const both = (await text(people[0]!, '/competitions')).toLowerCase();
  expect([both.indexOf(ends!) > 0, both.indexOf(ends!) < both.indexOf(starts!)]).toEqual([true, true]);
  expect(await text(server.visitor(), '/')).toContain('Next season');
  expect(await text(people[0]!, '/')).toContain('Next competition');

  // a server that was down at both times ends one season, then starts the next
  ahead += 31 * 3_600_000;
  await seasons.keepSchedule();
  await becomes(number + 2, 'active');
  await soon('endsAt');
  await seasons.keepSchedule();
  await becomes(number + 2, 'ended');
  expect(seasons.schedule()).toEqual({ startsAt: null, endsAt: null });

  // a start or end by hand replaces the planned one
  const byHand = async (active: boolean) => {
    expect((await admin.post('/api/toggle-competition', { active })).status).toBe(200);
    await seasons.refresh();
    return seasons.schedule();
  };
  const plan = { startsAt: iso(1), endsAt: iso(2) };
  expect((await edit(plan)).status).toBe(200);
  expect(await byHand(true)).toEqual({ startsAt: null, endsAt: Date.parse(plan.endsAt) });
  const next = { endsAt: iso(2), startsAt: iso(3) };
  expect((await edit(next)).status).toBe(200);
  expect(await byHand(false)).toEqual({ startsAt: Date.parse(next.startsAt), endsAt: null });

  // a trader who registers after the end is not in the season
  await server.register('eve');
  const eve = { season: number + 3, username: 'eve', reason: 'late' };
  expect((await admin.post('/api/disqualify', eve)).status).toBe(404);

  // a planned end without a planned start is dropped with the season that is ended by hand
  await byHand(true);
  expect((await edit({ endsAt: iso(2) })).status).toBe(200);
  expect(await byHand(false)).toEqual({ startsAt: null, endsAt: null });
});
