import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market });
  admin = await server.admin();
  [ann, bob] = [await server.register('ann'), await server.register('bob')];
});
afterAll(() => server.stop());

type Ranking = {
  username: string;
  place: number | null;
  totalValue: number;
  rankName: string;
  balance: string;
};
const rankings = async (query = '') => await ann.get<Ranking[]>(`/api/rankings${query}`);
const order = (who: Client, action: string, symbol: string, quantity: number) =>
  who.post('/api/trade', { user_id: who.userId, symbol, action, quantity });

describe('who may', () => {
  const calls: [string, unknown][] = [
    ['/api/toggle-competition', { active: true }],
    ['/api/update-competition', { prizePool: '1' }],
    ['/api/reset-competition', undefined],
  ];
  test.each(calls)(
    '%s: nobody signed out (401), no trader (403), no foreign page (403)',
    async (path, body) => {
      expect((await server.visitor().post(path, body)).status).toBe(401);
      expect((await ann.post(path, body)).status).toBe(403);
      expect((await admin.post(path, body, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await admin.get(path)).status).toBe(405);
      expect((await ann.get('/api/competition-status')).json).toEqual({ active: false });
      expect((await ann.get('/api/competition-details')).json).toEqual({
        prizePool: '50.00',
        nextCompetitionDate: '3.8',
      });
    },
  );
});

test.each(['3.8', '', '  '])('pages say that the date comes soon while it is %j', async (date) => {
  await admin.post('/api/update-competition', { nextCompetitionDate: date });
  for (const path of ['/', '/competitions', '/rules']) {
    const page = (await ann.get(path, { accept: 'text/html' })).text;
    expect(page).toContain('Date soon');
    expect(page).not.toContain('3.8<');
  }
  expect((await admin.get('/api/competition-details')).json).toMatchObject({
    nextCompetitionDate: date.trim(),
  });
  await admin.post('/api/update-competition', { nextCompetitionDate: '3.8' });
});

describe('bad bodies', () => {
  const bodies: [unknown][] = [
    [{}],
    [{ active: 'yes' }],
    [{ active: 1 }],
    [{ active: null }],
    [[]],
    ['true'],
  ];
  test.each(bodies)('toggle %j is a 422', async (body) => {
    const answer = await admin.post<{ error: string; message: string; code: string }>(
      '/api/toggle-competition',
      body,
    );
    expect([answer.status, answer.json.code]).toEqual([422, 'INVALID']);
    expect(answer.json.error).toBe(answer.json.message);
  });
  test.each([
    [{}],
    [{ prizePool: null }],
    [{ prizePool: '9'.repeat(30) }],
    [{ prizePool: '' }],
    [{ prizePool: '1e3' }],
    [{ nextCompetitionDate: 'x'.repeat(201) }],
  ])('update %j is a 422', async (body) => {
    expect((await admin.post('/api/update-competition', body)).status).toBe(422);
  });
  test.each([[true], [[1]], ['0x1'], ['1e0'], ['+1'], [0], [1.5]])(
    'the season %j is a 422, not season 1',
    async (season) => {
      for (const path of ['/api/reset-competition', '/api/toggle-competition', '/api/season-seen'])
        expect((await admin.post(path, { active: true, season })).status).toBe(422);
    },
  );
});

test('the prize is reduced to digits and dot, a part can be edited alone', async () => {
  const { json } = await admin.post('/api/update-competition', { prizePool: '₪1,234.5x' });
  expect(json).toEqual({ prizePool: '1234.50', nextCompetitionDate: '3.8' });
  await admin.post('/api/update-competition', { nextCompetitionDate: '1 באפריל' });
  await admin.post('/api/update-competition', { prizePool: 75 });
  expect((await ann.get('/api/competition-details')).json).toEqual({
    prizePool: '75.00',
    nextCompetitionDate: '1 באפריל',
  });
});

test.each(['1.000,50', '1e3', 'abc', ''])(
  'a prize typed as %j is shown back with the reason, and nothing of the form is public',
  async (typed) => {
    const detailsBefore = (await ann.get('/api/competition-details')).json;
    const edit = { prizePool: typed, nextCompetitionDate: 'never' };
    const answer = await admin.form('/api/update-competition', edit);
    expect(answer.status).toBe(303);
    const page = (await admin.get('/competitions?dialog=edit')).text;
    expect(page).toContain('Type the prize like 1,000.50, or 0 for none.');
    expect(/<input[^>]*name="prizePool"[^>]*>/.exec(page)?.[0]).toContain(`value="${typed}"`);
    expect((await ann.get('/api/competition-details')).json).toEqual(detailsBefore);
  },
);

test('the status answer is known by its ETag', async () => {
  const first = await server.visitor().get('/api/competition-status');
  const etag = first.headers.get('etag')!;
  const again = await server.visitor().get('/api/competition-status', { 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('start, trade, rank, end, and nothing moves any more', async () => {
  expect((await order(ann, 'buy', 'AAPL', 10)).status).toBe(409);
  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(409);
  expect((await admin.post('/api/toggle-competition', { active: true })).status).toBe(200);
  expect((await admin.post('/api/toggle-competition', { active: true })).status).toBe(409);

  expect((await order(ann, 'buy', 'AAPL', 10)).status).toBe(200);
  expect((await order(bob, 'short', 'TSLA', 10)).status).toBe(200);
  market.set('AAPL', '110');
  market.set('TSLA', '55');
  await server.services.leaderboard.pass(true);
  const live = await rankings('?page=1&limit=100');
  expect(live.json).toEqual([
    {
      userId: ann.userId,
      username: 'ann',
      balance: '99000.00',
      rankName: 'GENERAL',
      totalValue: 100_100,
      activeLogo: null,
      place: 1,
    },
    {
      userId: bob.userId,
      username: 'bob',
      balance: '99500.00',
      rankName: 'LIEUTENANT',
      totalValue: 99_950,
      activeLogo: null,
      place: 2,
    },
  ] as never);
  expect([live.headers.get('x-total'), live.headers.get('x-ranked')]).toEqual(['2', '2']);

  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  market.set('AAPL', '1');
  expect((await order(ann, 'sell', 'AAPL', 10)).status).toBe(409);
  await server.services.leaderboard.pass(true);
  expect((await rankings()).json).toEqual(live.json);

  expect((await admin.post('/api/reset-competition')).status).toBe(200);
  expect((await rankings()).json.map((r) => [r.username, r.place, r.totalValue])).toEqual([
    ['ann', null, 100_000],
    ['bob', null, 100_000],
  ]);
  const past = await rankings('?page=99&limit=1');
  expect([past.json, past.headers.get('x-page')]).toEqual([[], '2']);
  expect((await rankings('?page=2&limit=1')).json).toHaveLength(1);
  expect((await rankings('?page=x&limit=-4')).status).toBe(200);
});

test('an order and the end at the same moment: the order is in the results or refused, never lost', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  const orders = Array.from({ length: 12 }, (_, i) => order(i % 2 ? ann : bob, 'buy', 'TSLA', 1));
  const end = admin.post('/api/toggle-competition', { active: false });
  const statuses = (await Promise.all(orders)).map((a) => a.status);
  expect((await end).status).toBe(200);
  const filled = statuses.filter((s) => s === 200).length;
  expect(filled + statuses.filter((s) => s === 409).length).toBe(12);
  const [counted] = await server.sql<{ n: number }[]>`
    select coalesce(sum(trade_count), 0)::int as n from results r
    join seasons s on s.id = r.season_id where s.number = (select max(number) from seasons)`;
  expect(counted!.n).toBe(filled);
});

test('rank of oneself and of others', async () => {
  expect((await ann.get('/api/rankingSystem')).json).toEqual({
    rank: expect.any(String),
    xp: 0,
    nextMilestone: expect.any(Number),
    rankProgress: 0,
  });
  expect((await ann.get(`/api/user-rank/${bob.userId}`)).json).toEqual({
    rank: expect.any(String),
    miniRank: 0,
  });
  expect((await ann.get('/api/user-rank/999999')).status).toBe(404);
  expect((await ann.get('/api/user-rank/abc')).status).toBe(422);
  expect((await server.visitor().get('/api/rankingSystem')).status).toBe(401);
});

describe('without scripts', () => {
  test('the forms answer with a redirect and a message', async () => {
    const started = await admin.form('/api/toggle-competition', { active: 'true' });
    expect([started.status, started.headers.get('location')]).toEqual([303, '/competitions']);
    expect((await admin.get('/competitions')).text).toContain(
      'Competition started! Top bar is now unlocked for everyone.',
    );
    const twice = await admin.form('/api/toggle-competition', { active: 'true' });
    expect(twice.status).toBe(303);
    expect((await admin.get('/competitions')).text).toContain('already active');
    const ended = await admin.form('/api/toggle-competition', { active: 'false' });
    expect(ended.status).toBe(303);
    expect((await admin.get('/competitions')).text).toContain(
      'Competition ended. Top bar is now locked for everyone.',
    );
    await admin.form('/api/update-competition', { prizePool: '₪ 500', nextCompetitionDate: 'soon' });
    const page = (await admin.get('/competitions')).text;
    expect(page).toContain('500.00');
    expect(page).toContain('soon');
    await admin.form('/api/reset-competition', {});
    expect((await admin.get('/competitions')).text).toContain('Competition reset successfully!');
  });

  test('a reset that is pressed twice resets once', async () => {
    await admin.post('/api/toggle-competition', { active: true });
    const question = (await admin.get('/competitions?dialog=reset')).text;
    const fields = { season: /name="season" value="(\d+)"/.exec(question)![1]! };
    for (const _ of [1, 2]) {
      await admin.form('/api/reset-competition', fields);
      expect((await admin.get('/competitions')).text).toContain('Competition reset successfully!');
    }
    expect(server.services.seasons.current()!.number).toBe(Number(fields.season) + 1);
    await admin.post('/api/toggle-competition', { active: false });
    await admin.post('/api/reset-competition');
  });

  test('a Start or an End from the page of an earlier season changes no later one', async () => {
    const { seasons } = server.services;
    const seasonIn = async (dialog: 'start' | 'end') =>
      Number(
        /name="season" value="(\d+)"/.exec((await admin.get(`/competitions?dialog=${dialog}`)).text)![1],
      );
    const act = (active: boolean, season: number) =>
      admin.post('/api/toggle-competition', { active, season });
    const waiting = await seasonIn('start');
    expect((await act(true, waiting)).status).toBe(200);
    const running = await seasonIn('end');
    // another admin begins the next season
    await admin.post('/api/reset-competition');
    expect((await act(false, running)).json).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(seasons.current()).toMatchObject({ number: running + 1, status: 'active' });
    expect((await act(true, waiting)).json).toMatchObject({ code: 'ALREADY_ACTIVE' });
    expect((await act(false, await seasonIn('end'))).status).toBe(200);
    expect((await act(true, waiting)).json).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(seasons.active()).toBe(false);
    await admin.post('/api/reset-competition');
  });

  test('levers are for admins, the edit dialog comes prefilled', async () => {
    expect((await ann.get('/competitions')).text).not.toContain('Reset Competition');
    expect((await ann.get('/competitions?dialog=edit')).text).not.toContain('name="prizePool"');
    const edit = (await admin.get('/competitions?dialog=edit')).text;
    expect(edit).toMatch(/name="prizePool"[^>]*value="500\.00"|value="500\.00"[^>]*name="prizePool"/);
    expect(edit).toContain('Times are those of your zone, \u2066Asia/Jerusalem\u2069.');
    const reset = (await admin.get('/competitions?dialog=reset')).text;
    expect(reset).toContain('Are you sure you want to reset the competition?');
  });

  test('the leaderboard marks my row, tells my place and jumps to it', async () => {
    const page = (await ann.get('/leaderboards')).text;
    expect(page).toContain('Your first trade gives you a place.');
    expect(page).toContain('No trades yet');
    expect(page).toMatch(/href="\/leaderboards#row-1"/);
    expect(page.match(/class="tag you"/g)).toHaveLength(1);
    expect((await admin.get('/leaderboards')).text).not.toContain('class="tag you"');
  });

  test('the portfolio lists positions with value, P&L and allocation', async () => {
    await admin.form('/api/toggle-competition', { active: 'true' });
    market.set('AAPL', '100');
    expect((await order(ann, 'buy', 'AAPL', 100)).status).toBe(200);
    market.set('AAPL', '110');
    const page = (await ann.get('/portfolio')).text;
    for (const text of ['$90,000.00', '$101,000.00', '$11,000.00', '+$1,000.00', '+10.00%', '10.89%'])
      expect(page).toContain(text);
    expect((await bob.get('/portfolio')).text).toContain('No open positions.');
  });
});

describe("a trader's dialog", () => {
  const open = (query: string, who = bob) => who.get(`/leaderboards?${query}`, { accept: 'text/html' });

  test('opens by an address, whoever looks, and closes to the page it is on', async () => {
    const page = (await open('trader=ANN')).text;
    expect(page).toContain('<dialog open');
    expect(page).toMatch(/<h2[^>]*id="dialog-title"[^>]*>(?:<[^>]+>)*ann</);
    expect(page).toContain('href="/leaderboards?trader=ann&amp;tab=history"');
    expect(page).toMatch(/<a[^>]*href="\/leaderboards#row-1"[^>]*aria-label="Close"/);
    expect((await open('trader=ann', admin)).status).toBe(200);
  });

  test('every row of the table links to its trader', async () => {
    expect((await bob.get('/leaderboards')).text).toContain('href="/leaderboards?trader=ann"');
  });

  test('statistics: win rate with one decimal, sums, drawdown of equity, the curve beside the leader', async () => {
    expect((await order(bob, 'buy', 'AAPL', 3)).status).toBe(200);
    for (const [price, quantity] of [
      ['120', 1],
      ['105', 1],
      ['109', 1],
    ] as const) {
      market.set('AAPL', price);
      expect((await order(bob, 'sell', 'AAPL', quantity)).status).toBe(200);
      // a pass measures the fall of equity
      await server.services.leaderboard.pass(true);
    }
    // bought at 110: +10, −5, −1; two shares were open when the price fell by 15 from its top at 120
    const page = (await open('trader=bob', ann)).text;
    for (const text of ['33.3%', 'Won 1 of 3', '+$4.00', '+$1.33', '+$10.00', '−$5.00', '$30.00'])
      expect(page).toContain(text);
    expect(page).toMatch(
      /<svg[^>]*aria-label="Portfolio value since the start of the season: bob from \$100,000\.00 to \$100,004\.00, leader ann to \$100,900\.00"/,
    );
    const ownPage = (await open('trader=ann', bob)).text;
    expect(ownPage).toMatch(
      /aria-label="Portfolio value since the start of the season: ann from [^"]*900\.00"/,
    );
    expect(page).toMatch(/text-loss[^>]*>(?:(?!<\/p>).)*33\.3%/);
  });

  test('history: open and closed positions, or that there are none', async () => {
    const anns = (await open('trader=ann&tab=history')).text;
    expect(anns).toContain('No closed positions');
    expect(anns).toContain('>AAPL<');
    const bobs = (await open('trader=bob&tab=history', ann)).text;
    expect(bobs).toContain('No open positions');
    expect(bobs).not.toContain('No closed positions');
    expect(bobs).not.toContain('Forced cover');
    await server.sql`update closed_trades set close_reason = 'forced_cover' where user_id = ${bob.userId}`;
    expect((await open('trader=bob&tab=history', ann)).text.match(/Forced cover/g)).toHaveLength(3);
    expect((await open('trader=ann&tab=profile')).text).toContain('Cash');
  });

  test.each(['nobody', '%00', '..%2F..', 'x'.repeat(90)])('%s is a 404 page', async (name) => {
    const answer = await open(`trader=${name}`);
    expect([404, 400]).toContain(answer.status);
    expect(answer.text).not.toContain('at server/');
  });
});

describe('a season that is over', () => {
  /** The number of traders of the season, those without a trade included. */
  const traders = () => server.services.leaderboard.state().traders;
  const banner = async (who: Client, path: string): Promise<string | null> => {
    const { text } = await who.get(path, { accept: 'text/html' });
    const form = text.match(
      /<form(?=[^>]* action="\/api\/season-seen")(?=[^>]* class="news")[^>]*>.*?<\/form>/,
    )?.[0];
    if (!form || /^[^>]* hidden/.test(form)) return null;
    return form
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  };
  let number: number;
  let dora: Client;
  const dialog = async (name: string) => (await admin.get(`/competitions?dialog=${name}`)).text;
  const active = (on: boolean) => admin.post('/api/toggle-competition', { active: on });

  test('End asks first and names what happens; Start and Reset, too', async () => {
    dora = await server.register('dora');
    await active(true);
    number = server.services.seasons.current()!.number;
    await server.services.leaderboard.pass(true);
    const end = await dialog('end');
    expect(end).toContain(`Season ${number} ends now: 2 of 3 traders are ranked, for a prize pool of ₪500.`);
    expect(end).toContain('the table is frozen for good');
    expect(end).toContain(
      `This cannot be undone; Start opens season ${number + 1} with everyone at $100,000.`,
    );
    expect(end).toMatch(/<input type="hidden" name="active" value="false"\/>/);
    const reset = await dialog('reset');
    expect(reset).toContain('Are you sure you want to reset the competition?');
    expect(reset).toContain('Lost: every open position');
    expect(reset).toContain('What stays: results, trade history, level, XP, TKF and items.');
    expect((await admin.get('/competitions?dialog=end')).text).not.toContain('name="active" value="true"');
    expect(await dialog('start')).toContain(`Season ${number + 1} opens for everyone`);
    for (const name of ['start', 'end', 'reset'])
      expect((await ann.get(`/competitions?dialog=${name}`)).text).not.toContain('<dialog');
  });

  test('while it runs its page has the own place, the way to the chart and a next date that an admin has given', async () => {
    await admin.post('/api/update-competition', { nextCompetitionDate: '7 May' });
    const ownPage = (await ann.get('/competitions')).text;
    for (const part of [
      'Your place',
      '<bdi class="text-hero">1</bdi>',
      `of ${traders()}`,
      'href="/chart"',
      'First place takes the prize pool.',
      'Next competition: <bdi>7 May</bdi>',
    ])
      expect(ownPage).toContain(part);
    await admin.post('/api/update-competition', { nextCompetitionDate: '3.8' });
    expect((await ann.get('/competitions')).text).not.toContain('Next competition');
    expect((await dora.get('/competitions')).text).toContain('Your first trade gives you a place.');
    expect(await banner(ann, '/portfolio')).toBeNull();
  });

  test('traders read how they finished on every page until they dismiss it', async () => {
    await active(false);
    const news = `Season ${number} is over. Your final place: 1 of ${traders()}. Results`;
    // the server reads the season of its cached pages again after the response to the admin
    await until(async () => (await banner(ann, '/portfolio')) !== null);
    for (const path of ['/portfolio', '/leaderboards', '/shop', '/help', '/competitions'])
      expect([path, await banner(ann, path)]).toEqual([path, news]);
    expect(await banner(dora, '/leaderboards')).toBe(
      `Season ${number} is over. You made no trades in it. Results`,
    );
    expect(await banner(admin, '/portfolio')).toBeNull();
    expect(await banner(ann, `/competitions/${number}`)).toBeNull();
    const late = await server.register();
    expect(await banner(late, '/portfolio')).toBeNull();
    await ann.post('/api/language', { language: 'he' });
    expect(await banner(ann, '/portfolio')).toBe(
      `עונה ${number} הסתיימה. המקום הסופי שלך: 1 מתוך ${traders()}. תוצאות`,
    );
    await ann.post('/api/language', { language: 'en' });
    const response = await ann.form('/api/season-seen', { season: String(number), next: '/portfolio' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/portfolio']);
    expect(await banner(ann, '/leaderboards')).toBeNull();
    // another account in the same browser has not read it
    dora.cookies.set('season-seen', ann.cookies.get('season-seen')!);
    expect(await banner(dora, '/leaderboards')).toContain(`Season ${number} is over.`);
    dora.cookies.delete('season-seen');
    expect((await ann.get('/competitions')).text).toContain('Next competition');
  });

  test('who is taken out of the table reads it at the next pass', async () => {
    const carl = await server.register('carl');
    await active(true);
    number = server.services.seasons.current()!.number;
    for (const who of [bob, carl]) expect((await order(who, 'buy', 'AAPL', 1)).status).toBe(200);
    await active(false);
    await until(async () => (await banner(carl, '/portfolio'))?.includes('Your final place: 1 of ') === true);
    const body = { season: number, username: 'bob', reason: 'Two accounts' };
    expect((await admin.post('/api/disqualify', body)).status).toBe(200);
    await server.services.leaderboard.pass(true);
    await until(async () => (await banner(bob, '/portfolio'))?.includes('You were disqualified.') === true);
  });
});
