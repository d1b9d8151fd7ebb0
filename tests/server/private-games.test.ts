/** Private games: leagues with accounts, rules and dates of their own, from their start to a final table. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { gameOf, type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import { createGameKeeper } from '#services/leagues/keep-games.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const HOUR = 3_600_000;

type League = { id: string; code: string };
type Table = {
  phase: string;
  rows: { username: string; place: number | null; change: string; hasLeft: boolean }[];
};

let server: TestServer;
let market: HeldMarket;
let admin: Client;
/** Ms added to the wall clock. */
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', MSFT: '50', NVDA: '20' }, now);
  server = await startServer({ market, clock: { now } });
  server.services.gameKeeper.stop();
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  for (const [symbol, price] of [
    ['AAPL', '100'],
    ['MSFT', '50'],
    ['NVDA', '20'],
  ] as const)
    market.set(symbol, price);
});

const inHours = (hours: number) => new Date(now() + hours * HOUR).toISOString();
const fields = (more: object = {}) => ({
  name: 'Friends',
  joining: 'open',
  isLateOpen: true,
  kind: 'own',
  endsAt: inHours(24),
  ...more,
});
const start = async (owner: Client, more: object = {}): Promise<League> => {
  const answer = await owner.post<League>('/api/leagues', fields(more));
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.json;
};
const join = (who: Client, { code }: League) => who.post('/api/leagues/join', { code });
const trade = (who: Client, game: string | undefined, body: object) =>
  who.post('/api/trade', { user_id: who.userId, symbol: 'AAPL', action: 'buy', ...body, game });
const cashOf = async (who: Client, game?: string) =>
  (await who.get<{ balance: string }>(`/api/user-profile${game ? `?game=${game}` : ''}`)).json.balance;
const tableOf = async (who: Client, { id }: League) => (await who.get<Table>(`/api/leagues/${id}`)).json;
const rowsOf = async (who: Client, league: League) =>
  (await tableOf(who, league)).rows.map(({ username, place, change }) => [username, place, change]);
const change = (who: Client, { id }: League, more: object) => who.post(`/api/leagues/${id}`, fields(more));
const notificationsOf = async (who: Client) => textOf((await who.get('/notifications', PAGE)).text);
/** Accounts whose cash is not the sum of their ledger. */
const wrongBooks = () => server.sql`
  select a.season_id, a.user_id from accounts a left join ledger l on l.season_id = a.season_id
    and l.user_id = a.user_id and l.currency = 'USD'
  group by a.season_id, a.user_id, a.cash having a.cash is distinct from sum(l.amount)`;
/** Moves the clock past the time for which tables of running games are cached. */
const later = (ms = 6_000) => {
  ahead += ms;
};

describe('trading', () => {
  test('its own cash, no short selling and two tickers; the season is another account', async () => {
    const ann = await server.register('ann_game');
    const { id } = await start(ann, { startCash: '5000', longOnly: true, tickers: 'msft, AAPL' });
    expect(await trade(ann, id, { action: 'short', quantity: 1 })).toMatchObject({
      status: 409,
      json: { code: 'SHORTING_OFF' },
    });
    expect(await trade(ann, id, { symbol: 'NVDA', quantity: 1 })).toMatchObject({
      status: 409,
      json: { code: 'TICKER_NOT_ALLOWED', params: { symbol: 'NVDA' } },
    });
    const limit = { symbol: 'NVDA', action: 'buy', type: 'limit', quantity: 1, limitPrice: '10', tif: 'gtc' };
    expect(await ann.post('/api/orders', { ...limit, game: id })).toMatchObject({
      status: 409,
      json: { code: 'TICKER_NOT_ALLOWED' },
    });
    expect((await trade(ann, id, { quantity: 10 })).status).toBe(200);
    expect([await cashOf(ann, id), await cashOf(ann)]).toEqual(['4000.00', '100000.00']);
    // more than the game's cash, but less than the season's
    expect((await trade(ann, id, { quantity: 60 })).json).toMatchObject({ code: 'NOT_ENOUGH_CASH' });
  });

  test('each balance moves alone, in the pages of both games too', async () => {
    const ben = await server.register('ben_game');
    const { id } = await start(ben);
    for (const quantity of [1, 2]) {
      expect((await trade(ben, id, { quantity })).status).toBe(200);
      expect((await trade(ben, undefined, { quantity })).status).toBe(200);
    }
    expect(await trade(ben, id, { quantity: 3, action: 'sell' })).toMatchObject({ status: 200 });
    expect([await cashOf(ben, id), await cashOf(ben)]).toEqual(['100000.00', '99700.00']);
    const chart = await ben.get(`/leagues/${id}/chart`, PAGE);
    expect(chart.status).toBe(200);
    expect(chart.text).toContain(`/leagues/${id}/chart`);
    expect(textOf(chart.text)).toContain('Friends');
    const portfolio = textOf((await ben.get(`/leagues/${id}/portfolio`, PAGE)).text);
    expect(portfolio).toContain('Portfolio: ');
    const games = await ben.get('/games', PAGE);
    expect(games.text).toContain(`/leagues/${id}/portfolio`);
    // its name leads to the league, also without an account in the game
    expect(games.text).toMatch(new RegExp(`<a [^>]*href="/leagues/${id}" dir="auto"[^>]*>Friends</a>`));
    expect(await wrongBooks()).toHaveLength(0);
  });

  test('a gain there gives no XP, TKF, place or toast', async () => {
    const cyd = await server.register('cyd_game');
    const { id } = await start(cyd);
    const heard: string[] = [];
    const stop = server.services.bus.subscribe(({ type }) => void heard.push(type));
    await trade(cyd, id, { quantity: 100 });
    market.set('AAPL', '125');
    const sold = await trade(cyd, id, { quantity: 100, action: 'sell' });
    expect(sold.json).toMatchObject({ pnl: '2500.00', xpGained: 0, levelsGained: 0, tkfGained: 0 });
    stop();
    expect(heard).not.toContain('tradeSuccess');
    expect(
      await server.sql`select from progress where user_id = ${cyd.userId} and (xp > 0 or tkf > 0)`,
    ).toHaveLength(0);
    await server.services.leaderboard.pass(true);
    const { json } = await admin.get<{ username: string; totalValue: number }[]>('/api/rankings');
    expect(json.find(({ username }) => username === 'cyd_game')?.totalValue ?? 100_000).toBe(100_000);
  });

  test('a stranger, a former member and somebody who waits get 404', async () => {
    const [dan, eve, fay] = [
      await server.register('dan_game'),
      await server.register('eve_game'),
      await server.register('fay_game'),
    ];
    const league = await start(dan);
    const { id } = league;
    for (const path of [`/leagues/${id}`, `/leagues/${id}/chart`, `/leagues/${id}/portfolio`])
      expect([path, (await eve.get(path, PAGE)).status]).toEqual([path, 404]);
    // an id that no league can have leads to no page of the season
    for (const wrong of [id.toLowerCase(), 'undefined'])
      for (const place of ['chart', 'portfolio'])
        expect((await dan.get(`/leagues/${wrong}/${place}`, PAGE)).status).toBe(404);
    expect((await eve.get(`/api/leagues/${id}`)).status).toBe(404);
    expect((await trade(eve, id, { quantity: 1 })).status).toBe(404);
    expect((await trade(eve, 'ZZZZZ2', { quantity: 1 })).status).toBe(404);
    const limit = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '10', tif: 'gtc' };
    expect((await eve.post('/api/orders', { ...limit, game: id })).status).toBe(404);
    expect((await trade(eve, 'nonsense', { quantity: 1 })).status).toBe(422);
    await join(eve, league);
    expect((await eve.post('/api/orders', { ...limit, game: id })).status).toBe(201);
    await eve.post(`/api/leagues/${id}/leave`, {});
    expect((await trade(eve, id, { quantity: 1 })).status).toBe(404);
    // waiting orders are cancelled and never fill
    expect(
      await server.sql`select from orders where season_id = ${seasonIdOfGame(id as LeagueGame)} and final_at is null`,
    ).toHaveLength(0);
    await change(dan, league, { joining: 'approval' });
    expect((await join(fay, league)).json).toMatchObject({ state: 'waiting' });
    expect((await trade(fay, id, { quantity: 1 })).status).toBe(404);
    expect(
      await server.sql`select from accounts where user_id = ${fay.userId} and season_id < -1`,
    ).toHaveLength(0);
  });

  test('the trades of a day are counted, whole positions can still be closed', async () => {
    const gil = await server.register('gil_game');
    const { id } = await start(gil, { dayTrades: '2' });
    await trade(gil, id, { quantity: 1 });
    await trade(gil, id, { symbol: 'MSFT', quantity: 1 });
    expect(await trade(gil, id, { symbol: 'NVDA', quantity: 1 })).toMatchObject({
      status: 409,
      json: { code: 'DAY_FULL', params: { count: 2 } },
    });
    expect((await trade(gil, id, { quantity: 1, action: 'sell' })).status).toBe(200);
    expect((await trade(gil, undefined, { quantity: 1 })).status).toBe(200);
  });

  test('working orders fill, and shorts are covered by force, in their own game', async () => {
    const hal = await server.register('hal_game');
    const { id } = await start(hal, { startCash: '1000' });
    const game = id as LeagueGame;
    const limit = { symbol: 'MSFT', action: 'buy', type: 'limit', quantity: 2, limitPrice: '45', tif: 'gtc' };
    expect((await hal.post('/api/orders', { ...limit, game: id })).status).toBe(201);
    await trade(hal, id, { action: 'short', quantity: 8 });
    market.set('MSFT', '44');
    await server.services.orderEngine.pump();
    market.set('AAPL', '200');
    await server.services.practiceMargin.check();
    const fills = await server.sql<{ symbol: string; action: string }[]>`
      select symbol, action from fills where season_id = ${seasonIdOfGame(game)} order by id`;
    expect(fills.map(({ symbol, action }) => `${action} ${symbol}`)).toEqual([
      'short AAPL',
      'buy MSFT',
      'cover AAPL',
    ]);
    expect(gameOf(seasonIdOfGame(game))).toBe(game);
    expect(await wrongBooks()).toHaveLength(0);
  });
});

describe('the table', () => {
  test('equity decides; equal equity shares a place: 1, 2, 2, 4', async () => {
    const people: Client[] = [];
    for (const name of ['ida_game', 'jon_game', 'kim_game', 'lea_game', 'max_game'])
      people.push(await server.register(name));
    const [ida, jon, kim, lea, max] = people as [Client, Client, Client, Client, Client];
    const league = await start(ida);
    for (const who of [jon, kim, lea, max]) await join(who, league);
    await trade(ida, league.id, { quantity: 100 });
    await trade(jon, league.id, { quantity: 50 });
    await trade(kim, league.id, { quantity: 50 });
    await trade(lea, league.id, { quantity: 10 });
    market.set('AAPL', '110');
    later();
    expect(await rowsOf(ida, league)).toEqual([
      ['ida_game', 1, '1'],
      ['jon_game', 2, '0.5'],
      ['kim_game', 2, '0.5'],
      ['lea_game', 4, '0.1'],
      ['max_game', null, '0'],
    ]);
    // the table is not valued again within five seconds
    market.set('AAPL', '90');
    expect((await rowsOf(jon, league))[0]).toEqual(['ida_game', 1, '1']);
    later();
    expect((await rowsOf(jon, league))[0]).toEqual(['lea_game', 1, '-0.1']);
    const page = textOf((await max.get(`/leagues/${league.id}`, PAGE)).text);
    expect(page).toContain('Members: 5 of 100');
  });
});

describe('the end', () => {
  const end = async (hours = 25) => {
    ahead += hours * HOUR;
    return await server.services.gameKeeper.check();
  };

  test('an hour: orders are refused, working ones cancelled, the table stays', async () => {
    const [nia, oz] = [await server.register('nia_game'), await server.register('oz_game')];
    const league = await start(nia, { endsAt: new Date(now() + HOUR).toISOString() });
    const { id } = league;
    await join(oz, league);
    await trade(nia, id, { quantity: 100 });
    const limit = {
      symbol: 'AAPL',
      action: 'sell',
      type: 'limit',
      quantity: 100,
      limitPrice: '150',
      tif: 'gtc',
    };
    expect((await nia.post('/api/orders', { ...limit, game: id })).status).toBe(201);
    market.set('AAPL', '120');
    expect(await server.services.gameKeeper.check()).toBe(0);
    ahead += HOUR + 1;
    // over by the clock, before it is frozen
    expect(await trade(nia, id, { quantity: 1 })).toMatchObject({
      status: 409,
      json: { code: 'COMPETITION_INACTIVE', reason: 'gameOver' },
    });
    expect(await server.services.gameKeeper.check()).toBeGreaterThan(0);
    expect(await server.services.gameKeeper.check()).toBe(0);
    const seasonId = seasonIdOfGame(id as LeagueGame);
    expect(
      await server.sql`select from orders where season_id = ${seasonId} and final_at is null`,
    ).toHaveLength(0);
    const final = [
      ['nia_game', 1, '2'],
      ['oz_game', null, '0'],
    ];
    expect(await rowsOf(oz, league)).toEqual(final);
    market.set('AAPL', '50');
    later();
    expect(await rowsOf(oz, league)).toEqual(final);
    expect((await tableOf(oz, league)).phase).toBe('over');
    // leaving after the end does not change the final table
    await oz.post(`/api/leagues/${id}/leave`, {});
    expect(await rowsOf(nia, league)).toEqual(final);
    const notificationText = textOf((await nia.get('/notifications', PAGE)).text);
    expect(notificationText).toContain('is over: you have place 1 of 2.');
    expect((await nia.get(`/leagues/${id}/chart`, PAGE)).status).not.toBe(200);
    const portfolio = await nia.get(`/leagues/${id}/portfolio`, PAGE);
    expect(textOf(portfolio.text)).toContain('$102,000.00');
    expect(await join(oz, league)).toMatchObject({ status: 409, json: { code: 'LEAGUE_ENDED' } });
    await server.sql`update users set leaves_at = now() - interval '1 minute' where id = ${oz.userId}`;
    await server.services.leaving.carryOut();
    expect(await rowsOf(nia, league)).toEqual([final[0]!, [expect.stringMatching(/^deleted-/), null, '0']]);
    expect(await wrongBooks()).toHaveLength(0);
  });

  test('two processes end it once, and an order in flight is refused or in the table', async () => {
    const people: Client[] = [];
    for (let n = 0; n < 6; n++) people.push(await server.register(`flight_${n}`));
    const league = await start(people[0]!, { endsAt: inHours(2) });
    for (const who of people.slice(1)) await join(who, league);
    for (const who of people) await trade(who, league.id, { quantity: 1 });
    const { services } = server;
    const other = createGameKeeper(services);
    ahead += 2 * HOUR - 5;
    const ending = (async () => {
      ahead += 10;
      return await Promise.all([services.gameKeeper.check(), other.check()]);
    })();
    const orders = people.flatMap((who) => [1, 2, 3].map(() => trade(who, league.id, { quantity: 10 })));
    const answers = await Promise.all(orders);
    const ended = await ending;
    expect(ended[0]! + ended[1]!).toBe(1);
    const seasonId = seasonIdOfGame(league.id as LeagueGame);
    const filled = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const [counts] = await server.sql<{ fills: number; trades: number; results: number }[]>`
      select (select count(*)::integer from fills where season_id = ${seasonId}) as fills,
        (select sum(trade_count)::integer from results where season_id = ${seasonId}) as trades,
        (select count(*)::integer from results where season_id = ${seasonId}) as results`;
    expect(counts).toEqual({ fills: filled + 6, trades: filled + 6, results: 6 });
    // the site's admin may trade in the season before and after it, but not in a game
    expect((await trade(people[0]!, league.id, { quantity: 1 })).status).toBe(409);
  });

  test('again with the same people: the same settings, an invitation for each, nobody by force', async () => {
    const [una, van] = [await server.register('una_game'), await server.register('van_game')];
    const league = await start(una, { startCash: '5000', tickers: 'AAPL', joining: 'open' });
    await join(van, league);
    expect((await una.post(`/api/leagues/${league.id}/again`, {})).status).toBe(404);
    await end();
    expect((await van.post(`/api/leagues/${league.id}/again`, {})).status).toBe(404);
    expect((await una.get(`/leagues/${league.id}?tab=rules`, PAGE)).text).toContain('/again"');
    const again = await una.post<League>(`/api/leagues/${league.id}/again`, {});
    expect(again.status).toBe(201);
    expect((await trade(van, again.json.id, { quantity: 1 })).status).toBe(404);
    const invited = await van.get('/notifications', PAGE);
    expect(invited.text).toContain(`/leagues/join/${again.json.code}`);
    expect((await join(van, again.json)).status).toBe(200);
    await trade(van, again.json.id, { quantity: 10 });
    expect(await cashOf(van, again.json.id)).toBe('4000.00');
    expect((await trade(van, again.json.id, { symbol: 'NVDA', quantity: 1 })).json.code).toBe(
      'TICKER_NOT_ALLOWED',
    );
  });

  test('again without the tickers that have left the market, which the owner reads; not when none is left', async () => {
    const [ada, bob] = [await server.register('ada_again'), await server.register('bob_again')];
    const league = await start(ada, { tickers: 'AAPL NVDA' });
    await join(bob, league);
    const gone = await start(ada, { tickers: 'NVDA' });
    await end();
    market.remove('NVDA');
    const pressed = await ada.form(`/api/leagues/${league.id}/again`, {});
    expect(pressed.status).toBe(303);
    const page = textOf((await ada.get(pressed.headers.get('location')!, PAGE)).text);
    expect(page).toContain('The market no longer has these, so the game starts without them: NVDA');
    const id = /[/]leagues[/](\w{6})/.exec(pressed.headers.get('location')!)![1]!;
    expect((await trade(ada, id, { quantity: 1 })).status).toBe(200);
    expect((await trade(ada, id, { symbol: 'MSFT', quantity: 1 })).json.code).toBe('TICKER_NOT_ALLOWED');
    // a second press leads to the same game
    expect((await ada.post(`/api/leagues/${league.id}/again`, {})).json).toMatchObject({ id, missing: [] });
    expect(await ada.post(`/api/leagues/${gone.id}/again`, {})).toMatchObject({
      status: 422,
      json: { code: 'INVALID', issues: [{ path: 'tickers', code: 'tickersUnknown' }] },
    });
    market.set('NVDA', '20');
    expect((await ada.post(`/api/leagues/${gone.id}/again`, {})).json).toMatchObject({ missing: [] });
  });

  test('pressing again, at once and later, leads to one successor and one invitation each', async () => {
    const [ula, zoe] = [await server.register('ula_game'), await server.register('zoe_game')];
    const league = await start(ula);
    await join(zoe, league);
    await end();
    const press = () => ula.post<League>(`/api/leagues/${league.id}/again`, {});
    const answers = await Promise.all(Array.from({ length: 8 }, press));
    answers.push(await press());
    const successors = new Set(answers.map(({ status, json }) => `${status} ${json.id} ${json.code}`));
    expect([...successors]).toEqual([`201 ${answers[0]!.json.id} ${answers[0]!.json.code}`]);
    expect(await server.sql`select from leagues where successor_of = ${league.id}`).toHaveLength(1);
    expect(
      await server.sql`select from notifications where user_id = ${zoe.userId} and message::text like '%told.again%'`,
    ).toHaveLength(1);
    const pressed = await ula.form(`/api/leagues/${league.id}/again`, {});
    expect(pressed.headers.get('location')).toContain(`/leagues/${answers[0]!.json.id}`);
    await end();
    const third = await ula.post<League>(`/api/leagues/${answers[0]!.json.id}/again`, {});
    expect(third.status).toBe(201);
    expect(third.json.id).not.toBe(answers[0]!.json.id);
  });

  test('the invitations let people in, also where nobody could join once the first game ran', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const times = { startsAt: inHours(1), endsAt: inHours(3) };
    const league = await start(owner, { ...times, isLateOpen: false });
    await join(guest, league);
    for (const hours of [2, 2]) {
      ahead += hours * HOUR;
      expect(await server.services.gameKeeper.check()).toBeGreaterThan(0);
    }
    const again = (await owner.post<League>(`/api/leagues/${league.id}/again`)).json;
    expect((await join(guest, again)).json).toEqual({ id: again.id, state: 'in' });
  });

  test('a successor that was archived does not keep the game from being played again', async () => {
    const owner = await server.register();
    const league = await start(owner, { endsAt: inHours(2) });
    ahead += 3 * HOUR;
    await server.services.gameKeeper.check();
    const again = () => owner.post<League>(`/api/leagues/${league.id}/again`);
    const first = (await again()).json;
    await owner.post(`/api/leagues/${first.id}/archive`, {});
    const second = await again();
    expect(second.status).toBe(201);
    expect(second.json.id).not.toBe(first.id);
    expect(await tableOf(owner, second.json)).toMatchObject({ phase: 'running' });
  });

  test('a trader is suspended while an order waits in a game that nobody has ended yet', async () => {
    const [olga, paul] = [await server.register('olga_game'), await server.register('paul_game')];
    const league = await start(olga, { endsAt: inHours(2) });
    await join(paul, league);
    const limit = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '10', tif: 'gtc' };
    for (const game of [league.id, undefined])
      expect((await paul.post('/api/orders', { ...limit, game })).status).toBe(201);
    ahead += 3 * HOUR;
    const ruling = { username: paul.username, action: 'suspend_1', reason: 'Looked at' };
    expect((await admin.post('/api/measures', ruling)).status).toBe(200);
    const waiting = () =>
      server.sql`select season_id from orders where user_id = ${paul.userId} and final_at is null`;
    expect([...(await waiting())]).toEqual([{ season_id: seasonIdOfGame(league.id as LeagueGame) }]);
    await server.services.gameKeeper.check();
    expect(await waiting()).toHaveLength(0);
  });

  test('an invitation that could not be stored leaves no successor behind', async () => {
    const [ivo, jan] = [await server.register('ivo_game'), await server.register('jan_game')];
    const league = await start(ivo);
    await join(jan, league);
    await end();
    await server.sql`alter table notifications add constraint nobody_reads check (user_id <> ${server.sql.unsafe(String(jan.userId))}) not valid`;
    const failed = await ivo.post(`/api/leagues/${league.id}/again`, {});
    await server.sql`alter table notifications drop constraint nobody_reads`;
    expect(failed.status).toBe(500);
    const again = await ivo.post<League>(`/api/leagues/${league.id}/again`, {});
    expect(again.status).toBe(201);
    expect((await jan.get('/notifications', PAGE)).text).toContain(`/leagues/join/${again.json.code}`);
  });

  test('a game of the shortest length starts again at any second of a minute', async () => {
    const kit = await server.register('second_game');
    // to the 40th second of a minute: an end typed in the form has no seconds
    ahead += 60_000 - ((now() - 40_000) % 60_000);
    const league = await start(kit, { endsAt: new Date(now() - 40_000 + HOUR).toISOString() });
    await end();
    ahead += 60_000 - ((now() - 5_000) % 60_000);
    expect((await kit.post(`/api/leagues/${league.id}/again`, {})).status).toBe(201);
  });

  test('a planned game starts at its time; before it nobody trades', async () => {
    const [pam, quin] = [await server.register('pam_game'), await server.register('quin_game')];
    const league = await start(pam, { startsAt: inHours(1), endsAt: inHours(30), isLateOpen: false });
    await join(quin, league);
    expect((await tableOf(quin, league)).phase).toBe('before');
    expect(await trade(quin, league.id, { quantity: 1 })).toMatchObject({
      status: 409,
      json: { code: 'COMPETITION_INACTIVE', reason: 'game' },
    });
    const moved = { startsAt: inHours(2), endsAt: inHours(30), isLateOpen: false };
    expect((await change(pam, league, moved)).status).toBe(200);
    expect(await notificationsOf(quin)).toContain('The game of the league ⁨Friends⁩ begins later now');
    expect(await notificationsOf(pam)).not.toContain('begins later now');
    expect(await end(2)).toBeGreaterThan(0);
    for (const who of [pam, quin])
      expect(await notificationsOf(who)).toContain('The game of the league ⁨Friends⁩ has begun.');
    expect((await trade(quin, league.id, { quantity: 1 })).status).toBe(200);
    const rita = await server.register('rita_game');
    expect(await join(rita, league)).toMatchObject({ status: 409, json: { code: 'LEAGUE_STARTED' } });
  });

  test('an archived game ends at once, and its members read it', async () => {
    const [sam, tia] = [await server.register('sam_game'), await server.register('tia_game')];
    const league = await start(sam);
    await join(tia, league);
    await trade(tia, league.id, { quantity: 1 });
    expect((await sam.post(`/api/leagues/${league.id}/archive`, {})).status).toBe(200);
    expect(await trade(tia, league.id, { quantity: 1 })).toMatchObject({
      json: { code: 'COMPETITION_INACTIVE', reason: 'gameOver' },
    });
    await server.services.gameKeeper.check();
    expect((await tableOf(tia, league)).phase).toBe('over');
  });
});

test('who waits for approval is told once that the game has ended, or was archived', async () => {
  const [owner, stranger] = [await server.register(), await server.register()];
  const asking = { joining: 'approval', endsAt: inHours(2) };
  const [over, archived] = [await start(owner, asking), await start(owner, asking)];
  for (const league of [over, archived])
    expect((await join(stranger, league)).json).toMatchObject({ state: 'waiting' });
  const count = async (text = 'has ended. Your request to join it was not decided.') =>
    (await notificationsOf(stranger)).split(text).length - 1;
  await owner.post(`/api/leagues/${archived.id}/archive`, {});
  expect(await count()).toBe(1);
  ahead += 3 * HOUR;
  expect(await server.services.gameKeeper.check()).toBeGreaterThanOrEqual(2);
  expect(await count()).toBe(2);
  expect((await join(stranger, over)).json).toMatchObject({ code: 'LEAGUE_ENDED' });
  stranger.cookies.set('lang', 'he');
  expect(await count('לא התקבלה החלטה על הבקשה שלך')).toBe(2);
});

describe('changes', () => {
  test('the page of the members says what leaving means: orders end, a closed link stays closed, a final table final', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const league = await start(owner, { endsAt: inHours(2) });
    await join(guest, league);
    const leaving = async () => textOf((await guest.get(`/leagues/${league.id}?tab=members`, PAGE)).text);
    expect(await leaving()).toContain('Your working orders in the game are cancelled');
    expect(await leaving()).toContain('With the link you can come back');
    expect((await change(owner, league, { joining: 'closed', endsAt: inHours(2) })).status).toBe(200);
    expect(await leaving()).not.toContain('With the link you can come back');
    ahead += 3 * HOUR;
    await server.services.gameKeeper.check();
    expect(await leaving()).toContain('your row stays as it is');
    expect(await leaving()).not.toContain('without a place');
    expect(await leaving()).toContain('No place in the final table');
    expect(textOf((await guest.get('/leagues', PAGE)).text)).toContain('No place in the final table');
  });

  test('a planned game that an admin has archived does not say that it starts', async () => {
    const owner = await server.register();
    const { id } = await start(owner, { startsAt: inHours(5), endsAt: inHours(9) });
    const page = async () => textOf((await owner.get(`/leagues/${id}`, PAGE)).text);
    expect(await page()).toContain('Starts ');
    await admin.post(`/api/leagues/${id}/archive`, { reason: 'Insulting' });
    expect(await page()).toContain('Archived');
    expect(await page()).not.toContain('Starts ');
  });

  test('the page says that archiving ends the running game, and that a league somebody has left is archived', async () => {
    const [owner, guest] = [await server.register(), await server.register()];
    const game = await start(owner);
    const rulesOf = async ({ id }: League) =>
      textOf((await owner.get(`/leagues/${id}?tab=rules`, PAGE)).text);
    expect(await rulesOf(game)).toContain('The game ends at once');
    const season = await start(owner, { kind: 'season' });
    expect(await rulesOf(season)).toContain('Delete the league');
    await join(guest, season);
    await guest.post(`/api/leagues/${season.id}/leave`);
    expect(await rulesOf(season)).not.toContain('Delete the league');
    expect(await rulesOf(season)).not.toContain('The game ends at once');
  });

  test('cash, rules and tickers are fixed once somebody joined, and the form keeps what was typed', async () => {
    const [uma, vic] = [await server.register('uma_game'), await server.register('vic_game')];
    const endsAt = inHours(48);
    const league = await start(uma, { startCash: '5000', endsAt });
    expect((await change(uma, league, { startCash: '6000', endsAt })).status).toBe(200);
    expect(await cashOf(uma, league.id)).toBe('0.00');
    await uma.get(`/leagues/${league.id}/chart`, PAGE);
    expect(await cashOf(uma, league.id)).toBe('6000.00');
    expect((await change(uma, league, { startCash: '7000', endsAt })).status).toBe(200);
    expect(await cashOf(uma, league.id)).toBe('7000.00');
    await join(vic, league);
    for (const more of [
      { startCash: '8000' },
      { longOnly: true },
      { tickers: 'AAPL' },
      { minPrice: '5' },
      { maxShare: 10 },
      { dayTrades: 3 },
      { kind: 'season' },
      { endsAt: inHours(20) },
    ]) {
      const [field] = Object.keys(more);
      const refused = await change(uma, league, { endsAt, ...more });
      expect([field, refused.status, refused.json.code]).toEqual([field, 409, 'SETTING_FIXED']);
      expect(refused.json.issues).toMatchObject([{ path: field }]);
    }
    const typed = { ...fields({ startCash: '8000', endsAt, name: 'Typed name' }), isLateOpen: 'true' };
    await uma.form(`/api/leagues/${league.id}`, typed, {
      referer: `${server.url}/leagues/${league.id}?tab=rules`,
    });
    const back = await uma.get(`/leagues/${league.id}?tab=rules`, PAGE);
    expect(back.text).toContain('value="8000"');
    expect(back.text).toContain('value="Typed name"');
    const moved = inHours(72);
    expect((await change(uma, league, { endsAt: moved })).status).toBe(200);
    expect(textOf((await vic.get('/notifications', PAGE)).text)).toContain('ends later now');
    const rules = textOf((await vic.get(`/leagues/${league.id}?tab=rules`, PAGE)).text);
    expect(rules).toContain('$7,000');
    expect(await wrongBooks()).toHaveLength(0);
  });

  test('what no game can have is refused with its field', async () => {
    const wes = await server.register('wes_game');
    for (const [more, path] of [
      [{ endsAt: '' }, 'endsAt'],
      [{ endsAt: inHours(0.5) }, 'endsAt'],
      [{ endsAt: inHours(24 * 367) }, 'endsAt'],
      [{ startsAt: inHours(24 * 91), endsAt: inHours(24 * 95) }, 'startsAt'],
      [{ startsAt: inHours(-24), endsAt: inHours(24) }, 'startsAt'],
      [{ startCash: '999' }, 'startCash'],
      [{ tickers: 'AAPL, NOPE9' }, 'tickers'],
      [{ tickers: 'AA/PL' }, 'tickers'],
      [{ tickers: [1] }, 'tickers'],
      [{ sectors: [1] }, 'sectors'],
      [{ dayTrades: '201' }, 'dayTrades'],
      [{ kind: 'other' }, 'kind'],
    ] as const) {
      const refused = await wes.post('/api/leagues', fields(more));
      expect([path, refused.status]).toEqual([path, 422]);
      expect(refused.json.issues).toMatchObject([{ path }]);
      expect(refused.text).not.toContain('{{');
    }
    for (let n = 0; n < 3; n++) await start(wes);
    expect(await wes.post('/api/leagues', fields())).toMatchObject({
      status: 409,
      json: { code: 'TOO_MANY_LEAGUES', reason: 'owned', params: { count: 3 } },
    });
  });

  test('a game that has not started is deleted with everything', async () => {
    const [xan, yul, zed] = [
      await server.register('xan_game'),
      await server.register('yul_game'),
      await server.register('zed_game'),
    ];
    const league = await start(xan, { startsAt: inHours(2), endsAt: inHours(30) });
    const { id } = league;
    await join(yul, league);
    await server.sql`update leagues set joining = 'approval' where id = ${id}`;
    await join(zed, league);
    expect((await xan.post(`/api/leagues/${id}/archive`, {})).status).toBe(200);
    // also somebody whose request waits
    for (const who of [yul, zed]) expect(await notificationsOf(who)).toContain('was deleted by its owner');
    expect(await server.sql`select from seasons where id = ${seasonIdOfGame(id as LeagueGame)}`).toHaveLength(
      0,
    );
  });
});

test('the page of the invitation prints every rule as a sentence', async () => {
  const yan = await server.register('yan_game');
  const { code } = await start(yan, {
    startCash: '25000',
    longOnly: true,
    minPrice: '5',
    maxShare: '20',
    tickers: 'AAPL MSFT',
    dayTrades: '10',
  });
  const text = textOf((await server.visitor().get(`/leagues/join/${code}`, PAGE)).text);
  for (const part of [
    'Everyone starts with $25,000.',
    'AAPL',
    'At most 10 trades a day, orders that wait included',
    '$5.00',
    '20%',
    'no XP',
    'Orders are refused from then on',
  ])
    expect(text).toContain(part);
});

test('the form shows the rules before anything is stored, and keeps what was typed', async () => {
  const owner = await server.register('owner_who_looks');
  const typed = {
    name: 'Looked at first',
    about: '',
    prize: 'Pizza',
    joining: 'approval',
    isLateOpen: 'true',
    kind: 'own',
    startsAt: '',
    endsAt: inHours(24).slice(0, 16),
    zone: 'UTC',
    startCash: '25000',
    longOnly: 'true',
    minPrice: '5',
    maxShare: '20',
    tickers: 'AAPL MSFT',
    sectors: '',
    dayTrades: '10',
    positionView: 'end',
    needsReason: 'true',
  };
  const { json } = await owner.post<{ rules: string[] }>('/api/leagues/preview', typed);
  expect(json.rules).toContain('Everyone starts with $25,000.');
  expect(json.rules).toContain('Starts at once.');
  const looked = await owner.form('/api/leagues/preview', typed);
  expect([looked.status, looked.headers.get('location')]).toEqual([303, '/leagues/new']);
  const page = (await owner.get('/leagues/new', PAGE)).text;
  const inHtml = (text: string) => text.replaceAll("'", '&#x27;');
  for (const part of [...json.rules, 'Pizza', 'Nothing is saved yet'])
    expect(textOf(page)).toContain(inHtml(part));
  for (const [name, value] of Object.entries({ name: typed.name, endsAt: typed.endsAt, dayTrades: '10' }))
    expect(page).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"`));
  expect(page).toMatch(/<input[^>]*name="joining"[^>]*checked=""[^>]*value="approval"/);
  expect(await server.sql`select from leagues where owner_id = ${owner.userId}`).toHaveLength(0);

  const { id } = await start(owner, typed);
  const rules = textOf((await owner.get(`/leagues/${id}?tab=rules`, PAGE)).text);
  for (const rule of json.rules.filter((each) => each !== 'Starts at once.'))
    expect(rules).toContain(inHtml(rule));
});

test('what cannot be started has no rules to show: its field is named', async () => {
  const owner = await server.register('owner_who_errs');
  expect(await owner.post('/api/leagues/preview', fields({ tickers: 'NOPE' }))).toMatchObject({
    status: 422,
    json: { issues: [{ path: 'tickers' }] },
  });
  owner.cookies.set('lang', 'he');
  // this market has no sectors
  expect(await owner.post('/api/leagues/preview', fields({ sectors: 'Energy' }))).toMatchObject({
    status: 422,
    json: { issues: [{ path: 'sectors', message: 'אין בשוק סימולים בסקטורים האלה: אנרגיה' }] },
  });
  owner.cookies.delete('lang');
  const refused = await owner.form('/api/leagues/preview', { ...fields(), isLateOpen: 'true', endsAt: '' });
  expect(refused.headers.get('location')).toBe('/leagues/new');
  const page = (await owner.get('/leagues/new', PAGE)).text;
  expect(page).toContain('id="issue-endsAt"');
  expect(textOf(page)).not.toContain('Nothing is saved yet');
});

test('what waits counts as a trade of each day until it fills or is cancelled', async () => {
  const ira = await server.register('ira_game');
  const { id } = await start(ira, { dayTrades: '1', endsAt: inHours(24 * 10) });
  const wait = (limitPrice: string) =>
    ira.post<{ order: { id: string } }>('/api/orders', {
      ...{ symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, tif: 'gtc' },
      limitPrice,
      game: id,
    });
  const placed = await wait('90');
  expect(placed.status).toBe(201);
  const reserved = { status: 409, json: { code: 'DAY_FULL', reason: 'reserved', params: { count: 1 } } };
  expect(await wait('80')).toMatchObject(reserved);
  expect(await trade(ira, id, { quantity: 1 })).toMatchObject(reserved);
  // the next day it still waits: it could fill, so it reserves the day's trade
  ahead += 24 * HOUR;
  expect(await trade(ira, id, { quantity: 1 })).toMatchObject(reserved);
  market.set('AAPL', '89');
  await server.services.orderEngine.pump();
  const today = { status: 409, json: { code: 'DAY_FULL', reason: 'fills' } };
  expect(await trade(ira, id, { quantity: 1 })).toMatchObject(today);
  expect(await wait('80')).toMatchObject(today);
  ahead += 24 * HOUR;
  expect((await trade(ira, id, { quantity: 1 })).status).toBe(200);
  const fills = await server.sql<{ day: string; count: number }[]>`
    select (filled_at at time zone 'UTC')::date::text as day, count(*)::integer from fills
    where season_id = ${seasonIdOfGame(id as LeagueGame)} group by 1`;
  expect(fills.map(({ count }) => count)).toEqual([1, 1]);
  // cancelling an order frees its trade
  ahead += 24 * HOUR;
  const other = await wait('80');
  await ira.send('DELETE', `/api/orders/${other.json.order.id}`);
  expect((await trade(ira, id, { quantity: 1 })).status).toBe(200);
  // a whole position can be closed at any time
  expect((await trade(ira, id, { quantity: 3, action: 'sell' })).status).toBe(200);
});
