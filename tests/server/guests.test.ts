/** Guests: made by one press, play practice only, keep their account when they register, and are removed when idle. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import en from '#locales/en/errors.json' with { type: 'json' };
import he from '#locales/he/errors.json' with { type: 'json' };
import { createRateLimits } from '#services/platform/rate-limit.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { testDatabase } from '../helpers/database.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50', MSFT: '100' });
  server = await startServer({ market });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

async function guest(of: TestServer = server): Promise<Client> {
  const client = of.visitor();
  const { json, status } = await client.post<{ id: number; username: string }>('/api/guest', {});
  expect(status).toBe(200);
  expect(json.username).toMatch(/^guest-\d{6}$/);
  await client.get('/practice', { accept: 'text/html' });
  return Object.assign(client, { userId: json.id, username: json.username });
}
const buy = (who: Client, more: object = { game: 'practice' }) =>
  who.post('/api/trade', { user_id: who.userId, symbol: 'AAPL', action: 'buy', quantity: 1, ...more });
const rowsOf = async (id: number) => {
  const [row] = await server.sql<{ count: number }[]>`
    select (select count(*) from users where id = ${id}) + (select count(*) from accounts where user_id = ${id})
      + (select count(*) from fills where user_id = ${id}) + (select count(*) from ledger where user_id = ${id})
      + (select count(*) from orders where user_id = ${id}) + (select count(*) from order_events where user_id = ${id})
      + (select count(*) from order_reasons where user_id = ${id}) + (select count(*) from progress where user_id = ${id}) + (select count(*) from browser_marks where user_id = ${id})
      as count`;
  return Number(row?.count);
};
const CONTACT = {
  name: 'Dana Levi',
  email: 'dana@mail.example',
  phone: '050-0000000',
  subject: 'General Inquiry',
  message: 'How do I begin?',
};
const SELL = { symbol: 'AAPL', action: 'sell', quantity: 1, game: 'practice' };
const passwordOf = (name: string) => ({ username: name, password: `pass of ${name}` });

describe('a guest', () => {
  test('is made by a form without a script, and trades in practice; the season has as many traders as before', async () => {
    const traders = async () => (await server.sql`select from accounts where season_id > 0`).length;
    const tradersThen = await traders();
    const client = server.visitor();
    await client.get('/', { accept: 'text/html' });
    client.cookies.set('lang', 'en');
    const answer = await client.form('/api/guest', {});
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/practice?symbol=AAPL&ticket=open',
    ]);
    const page = await client.get('/practice?symbol=AAPL&ticket=open', { accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.text.includes('data-confirm="trade"')).toBe(true);
    const me = (await client.get<{ id: number; username: string }>('/api/user')).json;
    const bought = await client.form('/api/trade', {
      user_id: String(me.id),
      symbol: 'AAPL',
      action: 'buy',
      quantity: '1',
      game: 'practice',
    });
    expect(bought.headers.get('location')).toBe('/practice?symbol=AAPL');
    const { json } = await client.get<{ balance: number }>('/api/user-profile?game=practice');
    expect(Number(json.balance)).toBe(99_900);
    expect(await traders()).toBe(tradersThen);
    expect((await client.post<{ id: number }>('/api/guest', {})).json.id).toBe(me.id);
  });

  test('is refused everything else with one code and sentence, in both languages', async () => {
    const client = await guest();
    const tries: [string, object][] = [
      ['/api/shop/purchase', { itemId: 'banner_1' }],
      ['/api/user/equip-item', { itemId: 'banner_1', type: 'banner' }],
      ['/api/leagues/join', { code: 'ABCDEFGH' }],
      ['/api/leagues', { name: 'Ours', joining: 'open' }],
      ['/api/contact', CONTACT],
      ['/api/account/username', { username: 'somebody' }],
      ['/api/user/page', { readers: 'nobody' }],
      ['/api/password', { password: 'a long password' }],
      ['/api/email', { email: 'dana@mail.example' }],
      ['/api/reports', { username: 'somebody', reason: 'other' }],
      ['/api/account/delete', {}],
    ];
    for (const [lang, sentence] of [
      ['en', en.KEEP_FIRST],
      ['he', he.KEEP_FIRST],
    ] as const) {
      client.cookies.set('lang', lang);
      for (const [path, body] of tries) {
        const { status, json } = await client.post(path, body);
        expect([path, status, json.code, json.error]).toEqual([path, 403, 'KEEP_FIRST', sentence]);
      }
    }
    expect(await buy(client, {})).toMatchObject({ status: 403, json: { code: 'KEEP_FIRST' } });
    const order = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: '1', limitPrice: '90' };
    const placed = await client.post('/api/orders', { user_id: client.userId, ...order });
    expect(placed).toMatchObject({ status: 403, json: { code: 'KEEP_FIRST' } });
    expect(
      await server.sql`select from accounts where user_id = ${client.userId} and season_id > 0`,
    ).toHaveLength(0);
  });

  test('is led from the pages of an account to the one that keeps it', async () => {
    const client = await guest();
    for (const path of [
      '/shop',
      '/profile',
      '/chart',
      '/leagues',
      '/contact',
      '/notifications',
      '/settings',
      '/',
    ])
      expect([path, (await client.get(path, { accept: 'text/html' })).headers.get('location')]).toEqual([
        path,
        path === '/' ? '/practice' : `/auth?tab=keep&next=${encodeURIComponent(path)}`,
      ]);
    for (const path of [
      '/leaderboards',
      '/competitions',
      '/help',
      '/practice',
      '/practice/portfolio',
      '/games',
    ])
      expect([path, (await client.get(path, { accept: 'text/html' })).status]).toEqual([path, 200]);
    expect((await client.get('/admin', { accept: 'text/html' })).status).toBe(403);
  });

  test('reads no link to a page or file that guests may not open', async () => {
    const trader = await server.register('linked');
    await buy(trader, {});
    await server.services.leaderboard.pass(true);
    const client = await guest();
    const refused: string[] = [];
    const opened = new Set<string>();
    const waiting = ['/practice', '/practice/portfolio', '/leaderboards', '/competitions', '/competitions/1'];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (opened.has(path)) continue;
      opened.add(path);
      const { status, headers, text } = await client.get(path, { accept: 'text/html' });
      const isHome = path === '/' && headers.get('location') === '/practice';
      if (status !== 200 && !isHome) refused.push(path);
      // pages of visitors and pages in another state are not followed further
      if (/^[/](auth|he|pricing|public-contact)|[?](?!trader)/.test(path)) continue;
      const body = text.replaceAll(/<script[\s\S]*?<[/]script>/g, '');
      for (const [, href] of body.matchAll(/<a [^>]*href="([/][^"#]*)/g))
        waiting.push(href!.replaceAll('&amp;', '&'));
    }
    expect(refused).toEqual([]);
    for (const path of ['/traders/linked', '/games', '/help', '/leaderboards?trader=linked'])
      expect([path, opened.has(path)]).toEqual([path, true]);
    for (const path of ['/practice', '/games']) {
      const { text } = await client.get(path, { accept: 'text/html' });
      expect(text).toContain(`/auth?tab=keep&amp;next=${encodeURIComponent('/chart')}`);
    }
  });

  test('is nowhere to be found', async () => {
    const client = await guest();
    await buy(client);
    await server.services.leaderboard.pass(true);
    const trader = await server.register();
    const name = client.username;
    const page = await trader.get(`/traders/${name}`, { accept: 'text/html' });
    expect(page.status).toBe(404);
    expect((await server.visitor().get(`/traders/${name}`, { accept: 'text/html' })).status).toBe(404);
    expect((await trader.get(`/api/user-profile/${client.userId}`)).json.code).toBe('UNKNOWN_TRADER');
    expect((await trader.get(`/api/user-rank/${client.userId}`)).json.code).toBe('UNKNOWN_TRADER');
    for (const path of ['/api/rankings', '/sitemap.xml', `/leaderboards?q=${name}`, '/leaderboards'])
      expect([
        path,
        (await trader.get(path)).text.replaceAll(`?q=${name}`, '').replaceAll(`"${name}"`, ''),
      ]).toEqual([path, expect.not.stringContaining(name)]);
    for (const path of ['/admin/people', `/admin/people?q=${name.slice(0, -1)}`])
      expect((await admin.get(path, { accept: 'text/html' })).text).not.toContain(name);
    const named = await trader.post('/api/reports', { username: name, reason: 'other', message: 'x' });
    expect(named.json.code).toBe('UNKNOWN_TRADER');
  });

  test('gets no account in the next season, and no announcement', async () => {
    const client = await guest();
    await admin.post('/api/toggle-competition', { active: false });
    await admin.post('/api/reset-competition');
    await admin.post('/api/toggle-competition', { active: true });
    const id = client.userId;
    expect(await server.sql`select from accounts where user_id = ${id} and season_id > 0`).toHaveLength(0);
    expect(await server.sql`select from notifications where user_id = ${id}`).toHaveLength(0);
    expect((await buy(client)).status).toBe(200);
  });

  test('trades while no season runs, and enters the next one by one link', async () => {
    await admin.post('/api/toggle-competition', { active: false });
    const client = await guest();
    expect((await buy(client)).status).toBe(200);
    expect((await client.get('/practice', { accept: 'text/html' })).text).toMatch(
      /<a [^>]*href="\/auth\?tab=keep">Keep this account to trade in season \d+</,
    );
    await admin.post('/api/toggle-competition', { active: true });
  });
});

describe('keeping the account', () => {
  test('sets name and password in the same row; practice stays, the season is fresh, the old cookie is dead', async () => {
    const client = await guest();
    await buy(client);
    const id = client.userId;
    const old = createClient(server.url);
    for (const [name, value] of client.cookies) old.cookies.set(name, value);
    expect((await old.get('/api/user')).status).toBe(200);
    const answer = await client.post<{ id: number; username: string; balance: number }>(
      '/api/register',
      passwordOf('dana'),
    );
    expect(answer).toMatchObject({ status: 200, json: { id, username: 'dana', balance: '100000.00' } });
    expect((await old.get('/api/user')).status).toBe(401);
    const history = await client.get<{ balance: number }>('/api/user-profile?game=practice');
    expect(Number(history.json.balance)).toBe(99_900);
    const trades = await server.sql`select from fills where user_id = ${id} and season_id = -1`;
    expect(trades).toHaveLength(1);
    expect((await buy(client, {})).status).toBe(200);
    const again = await server.login('dana', 'pass of dana');
    expect(again.userId).toBe(id);
    await server.services.guests.removeIdle();
    expect((await again.get('/api/user')).status).toBe(200);
  });

  test('a taken or reserved name is refused, and the fields stay', async () => {
    const trader = await server.register();
    const client = await guest();
    const taken = await client.post('/api/register', passwordOf(trader.username));
    expect(taken).toMatchObject({ status: 409, json: { code: 'USERNAME_TAKEN' } });
    const reserved = await client.post('/api/register', passwordOf('guest-123456'));
    expect(reserved).toMatchObject({ status: 422, json: { issues: [{ code: 'usernameReserved' }] } });
    const posted = await client.form(
      '/api/register',
      { ...passwordOf(trader.username), next: '/practice' },
      {
        referer: `${server.url}/auth?tab=keep`,
      },
    );
    expect(posted.headers.get('location')).toBe('/auth?tab=keep');
    const page = await client.get('/auth?tab=keep', { accept: 'text/html' });
    expect(page.text).toContain(`value="${trader.username}"`);
    expect((await client.get<{ username: string }>('/api/user')).json.username).toBe(client.username);
  });

  test('two at once with one cookie: one keeps; two guests and one name: one gets it', async () => {
    const client = await guest();
    const answers = await Promise.all([
      client.post('/api/register', passwordOf('nora')),
      client.post('/api/register', passwordOf('lena')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const [one, other] = [await guest(), await guest()];
    const both = await Promise.all(
      [one, other].map((each) => each.post('/api/register', passwordOf('tamar'))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a form that is sent again keeps the account once; another guest’s account does not end by it', async () => {
    const client = await guest();
    const fields = { ...passwordOf('sent-again'), intent: crypto.randomUUID() };
    const answers = await Promise.all([1, 2].map(() => client.post('/api/register', fields)));
    const expected = { status: 200, json: { id: client.userId, username: 'sent-again' } };
    for (const answer of answers) expect(answer).toMatchObject(expected);
    expect(await server.visitor().post('/api/register', fields)).toMatchObject(expected);
    const other = await guest();
    expect((await other.post('/api/register', fields)).json.code).toBe('USERNAME_TAKEN');
    expect((await other.get<{ id: number }>('/api/user')).json.id).toBe(other.userId);
  });

  test('a join link counts it as one use', async () => {
    const { json } = await admin.post<{ code: string }>('/api/join-links', {
      label: 'Class',
      uses: 1,
      days: 1,
    });
    const client = await guest();
    const answer = await client.post('/api/register', { ...passwordOf('yael'), join: json.code });
    expect(answer).toMatchObject({ status: 200, json: { id: client.userId } });
    const late = await (await guest()).post('/api/register', { ...passwordOf('gili'), join: json.code });
    expect(late.json.code).toBe('JOIN_OVER');
  });
});

test('signing in to another account asks once, merges nothing and ends the guest', async () => {
  const trader = await server.register();
  const client = await guest();
  await buy(client);
  const order = {
    symbol: 'AAPL',
    action: 'buy',
    type: 'limit',
    quantity: '1',
    limitPrice: '90',
    game: 'practice',
  };
  expect((await client.post('/api/orders', { user_id: client.userId, ...order })).status).toBe(201);
  const names = { username: trader.username, password: trader.password };
  const warning = await client.post('/api/login', names);
  expect(warning).toMatchObject({
    status: 409,
    json: { code: 'GUEST_WOULD_END', error: en.GUEST_WOULD_END },
  });
  expect((await client.get<{ id: number }>('/api/user')).json.id).toBe(client.userId);
  const agreed = await client.post<{ id: number }>('/api/login', { ...names, endsGuest: '1' });
  expect(agreed.json.id).toBe(trader.userId);
  expect(await server.sql`select from fills where user_id = ${trader.userId}`).toHaveLength(0);
  await server.sql`update users set created_at = created_at - interval '1 hour' where id = ${client.userId}`;
  await server.services.guests.removeIdle();
  expect(await rowsOf(client.userId)).toBe(0);
});

test('only the rows of a guest may leave the ledger and the log of orders', async () => {
  const client = await guest();
  await buy(client);
  await client.post('/api/register', passwordOf('rona'));
  const id = client.userId;
  await expect(server.sql`delete from ledger where user_id = ${id}`.execute()).rejects.toThrow('append-only');
  await expect(server.sql`update ledger set amount = 0`.execute()).rejects.toThrow('append-only');
  await expect(server.sql`truncate ledger`.execute()).rejects.toThrow('append-only');
});

test('is removed after 14 idle days with all rows, and not before; nobody else is', async () => {
  const [idle, busy, trader] = [await guest(), await guest(), await server.register()];
  await buy(idle, { game: 'practice', reason: 'cheap' });
  await idle.post('/api/trade', { ...SELL, user_id: idle.userId });
  const day = async (who: Client, days: number) =>
    await server.sql`update sessions set last_seen_at = now() - make_interval(days => ${days}) where user_id = ${who.userId}`;
  await server.sql`update users set created_at = now() - interval '20 days' where id in ${server.sql([idle.userId, busy.userId])}`;
  await day(busy, 13);
  await day(idle, 13);
  await server.services.tidy();
  expect((await idle.get('/api/user')).status).toBe(200);
  await day(idle, 15);
  await server.services.tidy();
  expect(await rowsOf(idle.userId)).toBe(0);
  expect((await idle.get('/api/user')).status).toBe(401);
  expect((await busy.get('/api/user')).status).toBe(200);
  expect((await trader.get('/api/user')).status).toBe(200);
});

test('the language of the page that a guest comes from is theirs', async () => {
  const client = server.visitor();
  await client.get('/he', { accept: 'text/html' });
  await client.form('/api/guest?lang=he', {});
  expect((await client.get('/practice', { accept: 'text/html' })).text).toContain('<html lang="he"');
});

test('the bar is on each page until it is closed, also without a script', async () => {
  const client = await guest();
  client.cookies.set('lang', 'en');
  const hasBar = async (path: string) =>
    (await client.get(path, { accept: 'text/html' })).text.includes('action="/api/guest/bar"');
  const PATHS = ['/practice', '/practice/portfolio', '/leaderboards', '/competitions', '/help'];
  for (const path of PATHS) expect([path, await hasBar(path)]).toEqual([path, true]);
  const closed = await client.form('/api/guest/bar', { next: '/help' });
  expect([closed.status, closed.headers.get('location')]).toEqual([303, '/help']);
  expect(closed.headers.get('set-cookie')).not.toMatch(/max-age|expires/i);
  for (const path of PATHS) expect([path, await hasBar(path)]).toEqual([path, false]);
});

test('with guests off nobody is made, and the landing page offers an account alone', async () => {
  const off = await startServer({ market, env: { GUESTS: 'off' } });
  try {
    expect((await off.visitor().post('/api/guest', {})).status).toBe(404);
    expect((await off.visitor().get('/', { accept: 'text/html' })).text).not.toContain('/api/guest');
  } finally {
    await off.stop();
  }
});

test('an address makes five guests an hour in all processes together, then is told when and what instead', async () => {
  const database = await testDatabase();
  const options = { market, database: database.url, env: { RATE_LIMIT: 'on' } };
  const one = await startServer(options);
  const two = await startServer(options);
  try {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? one : two).visitor().post('/api/guest', {})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(refused.json.error).toContain('Register instead');
    const form = await one.visitor().form('/api/guest', {});
    expect([form.status, form.headers.get('location')]).toEqual([303, '/auth?tab=register']);
    expect(await one.sql`select from users where is_guest`).toHaveLength(5);
    // registering is not stopped by it
    expect((await one.visitor().post('/api/register', passwordOf('orna'))).status).toBe(200);
  } finally {
    await one.stop();
    await two.stop();
    await database.drop();
  }
});

test('an address makes twenty guests a day', async () => {
  const limits = createRateLimits({ rateLimit: true });
  const tries = Array.from({ length: 25 }, () => limits.count('newGuestToday', { address: '10.7.0.1' }));
  const allowed = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
  expect(allowed).toHaveLength(20);
});
