/** Where a call leads to is checked before anything is done, and is always a page of this site. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { giveTkf } from '../helpers/tkf.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ market: heldMarket({ AAPL: '100' }) });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const count = async (table: string) => {
  const [row] = await server.sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${table}`);
  return row!.n;
};

const LEADS = [
  ['/😀', '/%F0%9F%98%80'],
  ['/traders/נועה', '/traders/%D7%A0%D7%95%D7%A2%D7%94'],
  ['/.//evil.example', '/'],
  ['//evil.example', '/'],
] as const;

test('who types a lot before signing in is answered without a header of that size', async () => {
  for (const path of ['/screener', '/login']) {
    const { status, headers } = await server.visitor().get(`${path}?message=${'x'.repeat(12_000)}`, {
      accept: 'text/html',
    });
    expect([path, status]).toEqual([path, 303]);
    expect(headers.get('location')!.length).toBeLessThan(100);
  }
});

describe.each(LEADS)('next=%s', (next, location) => {
  test('signing in and registering', async () => {
    const { username, password } = await server.register();
    const sessions = await count('sessions');
    const client = server.visitor();
    const answer = await client.form('/api/login', { username, password, next });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    expect(await count('sessions')).toBe(sessions + 1);
    expect((await client.get('/api/user')).json).toMatchObject({ username });
    const joined = await server.visitor().form('/api/register', {
      username: `n-${Bun.hash(next) % 1_000_000n}`,
      password: 'a long enough secret',
      next,
    });
    expect([joined.status, joined.headers.get('location')]).toEqual([303, location]);
  });

  test('every other call a form posts to', async () => {
    const trader = await server.register();
    await giveTkf(server.sql, trader.userId, 50);
    const calls: [string, Record<string, string>][] = [
      ['/api/language', { language: 'he' }],
      ['/api/shop/purchase', { itemId: 'banner_1' }],
      ['/api/user/equip-item', { itemId: 'banner_1', type: 'banner' }],
      ['/api/trade', { user_id: String(trader.userId), symbol: 'AAPL', action: 'buy', quantity: '1' }],
      [
        '/api/contact',
        { firstName: 'A', lastName: 'B', email: 'a@b.example', phone: '1', subject: 'Q', message: 'M' },
      ],
    ];
    for (const [path, fields] of calls) {
      const answer = await trader.form(path, { ...fields, next });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, location]);
    }
    const page = await trader.get(`/auth?next=${encodeURIComponent(next)}`, { accept: 'text/html' });
    expect([page.status, page.headers.get('location')]).toEqual([303, location]);
    const discord = await trader.get(`/auth/discord?next=${encodeURIComponent(next)}`);
    expect([discord.status, discord.headers.get('location')]).toEqual([303, location]);
  });
});

test.each([[{ toString: 1 }], [['/a', '/b']], [7], [null]])(
  'next %j is an error that changes nothing',
  async (next) => {
    const trader = await server.register();
    await giveTkf(server.sql, trader.userId, 50);
    const countsBefore = await Promise.all(
      ['contact_messages', 'sessions', 'owned_items', 'users'].map(count),
    );
    const { username, password, userId } = trader;
    const message = { name: 'A', email: 'a@b.example', phone: '1', subject: 'Q', message: 'M' };
    for (const [path, body] of [
      ['/api/contact', message],
      ['/api/contact', { ...message, purpose: 'public' }],
      ['/api/login', { username, password }],
      ['/api/register', { username: 'never_made', password }],
      ['/api/shop/purchase', { itemId: 'banner_1' }],
      ['/api/language', { language: 'he' }],
      ['/api/trade', { user_id: userId, symbol: 'AAPL', action: 'buy', quantity: 1 }],
    ] as const) {
      const answer = await trader.post(path, { ...body, next });
      expect([path, answer.status, answer.json.code]).toEqual([path, 422, 'INVALID']);
    }
    expect(await Promise.all(['contact_messages', 'sessions', 'owned_items', 'users'].map(count))).toEqual(
      countsBefore,
    );
  },
);

test('a user_id that is no id is somebody else', async () => {
  const trader = await server.register();
  const order = { symbol: 'AAPL', action: 'buy', quantity: 1 };
  for (const user_id of [{ toString: 1 }, [trader.userId], null, `0${trader.userId}`, true]) {
    const answer = await trader.post('/api/trade', { ...order, user_id });
    expect([user_id, answer.status, answer.json.code]).toEqual([user_id, 403, 'NOT_YOU']);
  }
});
