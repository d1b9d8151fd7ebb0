/** /admin/accounts lists accounts of one browser that trade in opposite directions on the same days. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { LEAST_DAYS } from '#core/leaderboard/opposite-days.ts';
import { MARK_LIFE_MS } from '#services/account/browser-marks.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const DAY = 24 * 3_600_000;
let server: TestServer;
let market: HeldMarket;
let admin: Client;
/** The server's time; it begins early in a salt's life. */
let now = (Math.floor(Date.now() / MARK_LIFE_MS) + 0.1) * MARK_LIFE_MS;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50', MSFT: '200' }, () => now);
  server = await startServer({ market, clock: { now: () => now }, env: { TRUST_PROXY: '1' } });
  admin = await server.admin();
  await server.services.seasons.start(admin.userId);
});
afterAll(() => server?.stop());

/** Registers a trader at an address, who trades once. */
async function trader(username: string, address: string, action: string, symbol: string): Promise<void> {
  const client = server.visitor();
  const headers = { 'x-forwarded-for': address, 'user-agent': 'Browser/1' };
  const joined = await client.post<{ id: number }>(
    '/api/register',
    { username, password: 'a fine pass phrase' },
    headers,
  );
  expect(joined.status).toBe(200);
  const order = { user_id: joined.json.id, symbol, action, quantity: 300 };
  expect((await client.post('/api/trade', order, headers)).status).toBe(200);
  // so that no two trade at nearly the same time
  now += 600_000;
}

async function page(language = 'en'): Promise<string> {
  const { text } = await admin.get('/admin/accounts?show=days', {
    accept: 'text/html',
    'accept-language': language,
  });
  return text;
}

test('are shown once they have enough days, though they never traded at one moment twice', async () => {
  await trader('long-one', '203.0.113.7', 'buy', 'AAPL');
  await trader('short-one', '203.0.113.8', 'short', 'AAPL');
  await trader('alike', '203.0.113.9', 'buy', 'AAPL');
  await trader('of-their-own', '203.0.113.10', 'short', 'TSLA');
  await trader('elsewhere', '198.51.100.1', 'short', 'AAPL');
  const { leaderboard, oppositeDays, marks } = server.services;
  for (let day = 0; day < LEAST_DAYS; day++) {
    expect(await oppositeDays.list()).toEqual([]);
    market.set('AAPL', String(100 + [3, -2, 4, 1, -3, 2, -1, 5][day]!));
    market.set('TSLA', String(50 + [1, 2, 1, -1, 2, 3, 1, 0][day]!));
    now += DAY - 3_600_000;
    await leaderboard.pass(true);
    now += 3_600_000;
    await admin.get('/api/user');
  }
  const pairs = (await oppositeDays.list()).map(({ names, days }) => ({ names, days }));
  expect(pairs.toSorted((a, b) => (a.names.join() < b.names.join() ? -1 : 1))).toEqual([
    { names: ['long-one', 'short-one'], days: LEAST_DAYS },
    { names: ['short-one', 'alike'], days: LEAST_DAYS },
  ]);
  expect((await marks.mirrors({ offset: 0, limit: 10 }, false)).rows).toEqual([]);
  const html = await page();
  for (const text of ['long-one', 'short-one', 'alike', '8 days, -1.00']) expect(html).toContain(text);
  for (const name of ['of-their-own', 'elsewhere']) expect(html).not.toContain(`>${name}<`);
  expect(await page('he')).toContain('8 ימים');
});
