/** The desk of a private game: every figure of a member's account, the game's days, and three files. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import { MarketUnavailableError } from '#market/market.ts';
import { storeGameDays } from '#services/leagues/game-days.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const DAY = 86_400_000;

type League = { id: string; code: string };

let server: TestServer;
let market: HeldMarket;
let teacher: Client;
let pupil: Client;
let league: League;
/** Epoch ms. */
let now = Date.now();

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', MSFT: '50' }, () => now);
  server = await startServer({ market, clock: { now: () => now } });
  server.services.gameKeeper.stop();
  server.services.practiceSamples.stop();
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  teacher = await server.register('teacher_runs');
  pupil = await server.register('pupil_plays');
  const fields = { name: 'Class 10b', joining: 'open', isLateOpen: true, kind: 'own', startCash: '10000' };
  const answer = await teacher.post<League>('/api/leagues', {
    ...fields,
    endsAt: new Date(now + 4 * DAY).toISOString(),
  });
  league = answer.json;
  await pupil.post('/api/leagues/join', { code: league.code });
});
afterAll(() => server?.stop());

const buy = async (who: Client, symbol: string, quantity: number) => {
  const order = { user_id: who.userId, symbol, action: 'buy', quantity, game: league.id };
  const answer = await who.post('/api/trade', order);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
};
const fileOf = async (who: Client, name: string, of = league) => {
  const file = await who.get(`/api/leagues/${of.id}/${name}`);
  expect([name, file.status]).toEqual([name, 200]);
  const [, ...rows] = file.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  return rows.map((row) => row.split(','));
};
const deskText = async (query = '') =>
  textOf((await teacher.get(`/leagues/${league.id}/desk${query}`, PAGE)).text);
/** Passes the time after which the figures of a running game are read again. */
const later = () => {
  now += 6_000;
};
const days = () => storeGameDays({ sql: server.sql, market }, now);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

test('the owner reads trades, cash, the largest position and the deepest fall', async () => {
  await buy(pupil, 'AAPL', 40);
  await buy(pupil, 'MSFT', 20);
  market.set('AAPL', '125');
  later();
  // 5,000 cash, 5,000 of AAPL, 1,000 of MSFT
  expect(await fileOf(teacher, 'roster')).toEqual([
    ['1', 'pupil_plays', dayOf(now), dayOf(now), '2', '11000.00', '10', '0.00', '45.45', '45.45', '0', '2'],
    ['', 'teacher_runs', dayOf(now), dayOf(now), '0', '10000.00', '0', '0.00', '0.00', '100.00', '0', '0'],
  ]);
  const text = await deskText();
  expect(text).toMatch(/pupil_plays\s*\+10\.00%\s*\$11,000\.00\s*2\s*0 of 2\s*45\.45%\s*45\.45%\s*0\.00%/);
  expect(text).toContain('Deepest fall: from a high to a later low');
  const rules = textOf((await pupil.get(`/leagues/${league.id}?tab=rules`, PAGE)).text);
  expect(rules).toContain('positions, trades with their reasons, cash, value by day');
});

test('each day is stored once, the fall is measured by them, and the file ends with now', async () => {
  const first = now;
  now = Date.parse(`${dayOf(now + DAY)}T00:00:30Z`);
  expect(await days()).toBe(1);
  market.set('AAPL', '1000');
  // the stored day does not change afterwards
  expect(await days()).toBe(0);
  market.set('AAPL', '75');
  later();
  // from 11,000 to 9,000
  expect((await fileOf(teacher, 'roster'))[0]?.slice(1, 8)).toEqual([
    'pupil_plays',
    dayOf(first),
    dayOf(first),
    '2',
    '9000.00',
    '-10',
    '18.18',
  ]);
  expect(await fileOf(teacher, 'equity')).toEqual([
    [dayOf(first), 'teacher_runs', '10000.00'],
    [dayOf(first), 'pupil_plays', '11000.00'],
    [dayOf(now), 'teacher_runs', '10000.00'],
    [dayOf(now), 'pupil_plays', '9000.00'],
  ]);
  now += DAY;
  expect(await days()).toBe(1);
  market.set('AAPL', '100');
  later();
  // the drawdown stays after the recovery
  expect((await fileOf(teacher, 'roster'))[0]?.slice(5, 8)).toEqual(['10000.00', '0', '18.18']);
});

test('the trades are all fills of the game, oldest first, of nothing else', async () => {
  const order = { user_id: pupil.userId, symbol: 'AAPL', action: 'buy', quantity: 7 };
  expect((await pupil.post('/api/trade', order)).status).toBe(200);
  const rows = await fileOf(teacher, 'trades');
  expect(rows.map(([, ...rest]) => rest)).toEqual([
    ['pupil_plays', 'AAPL', 'buy', '40.000000', '100.0000', '-4000.00', '', ''],
    ['pupil_plays', 'MSFT', 'buy', '20.000000', '50.0000', '-1000.00', '', ''],
  ]);
});

test('members and strangers get none of the files, and a league over a season has two of them not', async () => {
  const stranger = await server.register();
  for (const who of [pupil, stranger])
    for (const name of ['roster', 'trades', 'equity'])
      expect((await who.get(`/api/leagues/${league.id}/${name}`)).status).toBe(404);
  const fields = { name: 'Of a season', joining: 'open', isLateOpen: true };
  const { json } = await teacher.post<League>('/api/leagues', fields);
  await pupil.post('/api/leagues/join', { code: json.code });
  expect((await teacher.get(`/api/leagues/${json.id}/roster`)).status).toBe(200);
  for (const name of ['trades', 'equity'])
    expect((await teacher.get(`/api/leagues/${json.id}/${name}`)).json).toMatchObject({ code: 'NOT_FOUND' });
  const page = await teacher.get(`/leagues/${json.id}/desk`, PAGE);
  expect(page.text).toContain(`/api/leagues/${json.id}/roster`);
  expect(page.text).not.toMatch(new RegExp(`/api/leagues/${json.id}/(trades|equity)`));
});

test('the list of leagues has the return since midnight of the reader, for members since before it', async () => {
  const changes = async () =>
    [...textOf((await pupil.get('/leagues', PAGE)).text).matchAll(/(Since \d\d:\d\d:)\s*(\S+)/g)].map(
      ([, since, change]) => `${since} ${change}`,
    );
  const priceAt = async (time: number, price: string) => {
    now = time;
    market.set('AAPL', price);
    await server.services.practiceSamples.sample();
    await server.services.leaderboard.pass(true);
  };
  // pupil joined the league over the season today
  expect(await changes()).toEqual(['Since 00:00: 0.00%']);
  const day = Date.parse(`${dayOf(now)}T00:00:00Z`);
  await priceAt(day + DAY / 2, '75');
  // in Jerusalem the next day has begun
  await priceAt(day + DAY - 90 * 60_000, '100');
  await priceAt(day + DAY + 30 * 60_000, '130');
  // the season from 99,825 to 100,210, the game from 9,000 to 11,200
  expect(await changes()).toEqual(['Since 00:00: +0.38%', 'Since 00:00: +24.44%']);
  pupil.cookies.set('tz', 'UTC');
  expect(await changes()).toEqual(['Since 00:00: +0.21%', 'Since 00:00: +12.00%']);
});

test('after the end table, roster and the last day agree', async () => {
  market.set('AAPL', '130');
  now += 3 * DAY;
  expect(await server.services.gameKeeper.check()).toBe(1);
  market.set('AAPL', '1');
  const { json } = await pupil.get<{ phase: string; rows: object[] }>(`/api/leagues/${league.id}`);
  expect(json.phase).toBe('over');
  expect(json.rows[0]).toMatchObject({ username: 'pupil_plays', place: 1, change: '12' });
  const [first] = await fileOf(teacher, 'roster');
  expect(first?.filter((_, i) => i !== 2 && i !== 3)).toEqual([
    '1',
    'pupil_plays',
    '2',
    '11200.00',
    '12',
    '18.18',
    '46.43',
    '44.64',
    '0',
    '2',
  ]);
  const last = (await fileOf(teacher, 'equity')).filter(([, name]) => name === 'pupil_plays').at(-1);
  expect(last).toEqual([dayOf(now), 'pupil_plays', '11200.00']);
});

test('a game of 100 over a year is one file', async () => {
  await server.sql`
    with people as (
      insert into users (username, username_key, is_simulated)
      select 'crowd' || n, 'crowd' || n, true from generate_series(1, 98) n returning id),
    members as (
      insert into league_members (league_id, user_id, state, joined_at, changed_at)
      select ${league.id}, id, 'in', now(), now() from people returning user_id)
    select 1`;
  await server.sql`
    insert into league_days (league_id, user_id, day, equity)
    select ${league.id}, m.user_id, date '2025-01-01' + n, 10000 + n from league_members m, generate_series(1, 365) n
    where m.league_id = ${league.id} on conflict do nothing`;
  const begun = performance.now();
  const rows = await fileOf(teacher, 'equity');
  const [fileMs, deskBegun] = [performance.now() - begun, performance.now()];
  expect(rows.length).toBeGreaterThan(36_000);
  await deskText();
  console.log(`file ${fileMs.toFixed(0)} ms, desk ${(performance.now() - deskBegun).toFixed(0)} ms`);
});

test('an outage of prices delays the day of the games that need them, and of no other', async () => {
  const owner = await server.register('owner_of_two');
  const fields = { joining: 'open', isLateOpen: true, kind: 'own', startCash: '10000' };
  const begin = async (name: string) => {
    const endsAt = new Date(now + 4 * DAY).toISOString();
    return (await owner.post<League>('/api/leagues', { ...fields, name, endsAt })).json;
  };
  const games = [await begin('One'), await begin('Another')].sort((a, b) => (a.id < b.id ? -1 : 1));
  const order = { user_id: owner.userId, symbol: 'AAPL', action: 'buy', quantity: 10, game: games[0]!.id };
  market.set('AAPL', '100');
  expect((await owner.post('/api/trade', order)).status).toBe(200);
  market.set('AAPL', '150');
  now += DAY;
  const outage = async (): Promise<never> => {
    throw new MarketUnavailableError('UNAVAILABLE.data');
  };
  await expect(
    storeGameDays({ sql: server.sql, market: { ...market, quotes: outage } }, now),
  ).rejects.toBeInstanceOf(MarketUnavailableError);
  const stored = async () =>
    (
      await server.sql<{ leagueId: string; equity: string }[]>`
        select league_id as "leagueId", equity from league_days
        where league_id in ${server.sql(games.map(({ id }) => id))} order by league_id`
    ).map(({ leagueId, equity }) => [leagueId, equity]);
  expect(await stored()).toEqual([[games[1]!.id, '10000.00']]);
  expect(await days()).toBe(1);
  expect(await stored()).toEqual([
    [games[0]!.id, '10500.00'],
    [games[1]!.id, '10000.00'],
  ]);
});

test('twenty games that fail each time do not keep the next one from its day', async () => {
  const { sql } = server;
  const ids = Array.from({ length: 21 }, (_, n) => `ZZZZ${Math.floor(n / 8) + 2}${(n % 8) + 2}`);
  for (const id of ids) {
    const seasonId = seasonIdOfGame(id as LeagueGame);
    await sql`insert into seasons (id, kind, status, start_cash, prize_pool, rules, rules_version, started_at)
      overriding system value select ${seasonId}, 'league', 'active', 5000, 0, rules, rules_version, started_at
      from seasons where kind = 'public'`;
    await sql`insert into leagues (id, code, season_id, owner_id, name, about, prize, joining, is_late_open, created_at, starts_at, ends_at)
      select ${id}, ${`22${id}`}, ${seasonId}, owner_id, name, about, prize, joining, is_late_open, created_at, starts_at, ends_at
      from leagues where id = ${league.id}`;
  }
  await sql.unsafe(`
    create function refuse_day() returns trigger language plpgsql as $$ begin
      if new.id like 'ZZZZ%' and new.id < '${ids.at(-1)}' then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_day before update on leagues for each row execute function refuse_day()`);
  now += DAY;
  const isStored = async () =>
    (await sql`select from leagues where id = ${ids.at(-1)!} and day_stored is not null`).count === 1;
  for (let runs = 0; runs < 100 && !(await isStored()); runs++) await days().catch(() => 0);
  expect(await isStored()).toBe(true);
  await sql.unsafe('drop trigger refuse_day on leagues; drop function refuse_day');
});
