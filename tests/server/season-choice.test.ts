/** Trades of the current season, an earlier one, or all: in the call, the file, the profile and the trader's dialog. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { TradeRow } from '#core/contract/positions.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;

const order = async (who: Client, action: string, symbol: string, quantity: number) =>
  expect((await who.post('/api/trade', { user_id: who.userId, symbol, action, quantity })).status).toBe(200);

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50', NVDA: '200' });
  server = await startServer({ market });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  [ann, bob] = [await server.register('ann'), await server.register('bob')];
  await order(ann, 'buy', 'AAPL', 2);
  market.set('AAPL', '110');
  await order(ann, 'sell', 'AAPL', 1);
  await admin.post('/api/reset-competition');
  await order(ann, 'short', 'TSLA', 4);
  market.set('TSLA', '60');
  await order(ann, 'cover', 'TSLA', 4);
  await order(ann, 'buy', 'NVDA', 1);
  await server.services.leaderboard.pass(true);
});
afterAll(() => server?.stop());

const symbols = async (query: string) => {
  const { status, json } = await bob.get<TradeRow[]>(`/api/all-trades/${ann.userId}${query}`);
  return [status, json.map((row) => row.symbol)];
};

async function read(who: Client, path: string) {
  const { status, text } = await who.get(path, { accept: 'text/html' });
  expect([path, status]).toEqual([path, 200]);
  const html = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
  return { html, text: textOf(html) };
}

test('/api/all-trades: the newest season unless another, or all, are named', async () => {
  expect(await symbols('')).toEqual([200, ['NVDA', 'TSLA']]);
  expect(await symbols('?season=2')).toEqual([200, ['NVDA', 'TSLA']]);
  // the reset's trades belong to the season that it ended
  expect(await symbols('?season=1')).toEqual([200, ['AAPL', 'AAPL']]);
  expect(await symbols('?season=all')).toEqual([200, ['NVDA', 'TSLA', 'AAPL', 'AAPL']]);
  expect((await bob.get(`/api/all-trades/${ann.userId}?season=3`)).status).toBe(404);
  expect((await bob.get(`/api/all-trades/${ann.userId}?season=first`)).status).toBe(422);
});

test('the file of all seasons has the trades of each', async () => {
  const rows = async (query: string) =>
    (await ann.get(`/api/my-trades${query}`)).text.trim().split('\n').length - 1;
  expect([await rows(''), await rows('?season=1'), await rows('?season=all')]).toEqual([1, 2, 3]);
});

describe('the profile', () => {
  test('its figures are of the seasons chosen, and say which', async () => {
    const now = await read(ann, '/profile');
    expect(now.text).toContain('This season All seasons Season 1');
    expect(now.text).toContain('Won 0 of 1');
    expect(now.text).toContain('−$40.00 This season');
    const all = await read(ann, '/profile?season=all');
    expect(all.text).toContain('Won 2 of 3');
    expect(all.text).toContain('−$20.00 All seasons');
    const first = await read(ann, '/profile?season=1');
    expect(first.text).toContain('+$20.00 Season 1');
    expect(first.text).not.toContain('TSLA');
  });

  test('since: the registration, where it came after the season began', async () => {
    await server.sql`update users set created_at = '2019-03-04T12:00:00Z' where id = ${ann.userId}`;
    expect((await read(ann, '/profile?season=all')).text).toContain('Since 4 Mar 2019');
    expect((await read(ann, '/profile')).text).not.toContain('2019');
    await server.sql`update users set created_at = '2126-03-04T12:00:00Z' where id = ${ann.userId}`;
    expect((await read(ann, '/profile')).text).toContain('Since 4 Mar 2126');
  });

  test('its trades, and the way to their file', async () => {
    const { html, text } = await read(ann, '/profile?tab=trades&season=1');
    expect(text.match(/AAPL/g)).toHaveLength(2);
    expect(html).toContain('href="/api/my-trades?season=1"');
    expect(html).toMatch(/href="\/profile\?tab=trades&amp;season=all"/);
    expect((await read(ann, '/profile?tab=trades&season=all')).text.match(/AAPL|TSLA/g)).toHaveLength(3);
  });

  test('who has only this season is not asked', async () => {
    expect((await read(bob, '/profile')).text).not.toContain('All seasons');
  });
});

test("the trader's dialog: this season first, then all, then each", async () => {
  const address = '/leaderboards?trader=ann&tab=history';
  const { html, text } = await read(bob, address);
  expect(text).toContain('This season All seasons Season 1');
  expect(text).not.toContain('AAPL');
  expect(html).toContain('href="/leaderboards?trader=ann&amp;tab=history&amp;season=1"');
  expect((await read(bob, `${address}&season=1`)).text.match(/AAPL/g)).toHaveLength(2);
  expect((await read(bob, `${address}&season=all`)).text).toMatch(/NVDA.*TSLA.*AAPL/);
  bob.cookies.set('lang', 'he');
  expect((await read(bob, address)).text).toContain('העונה הזו כל העונות עונה 1');
  bob.cookies.set('lang', 'en');
});

test('a season without a closed trade says that earlier ones have some', async () => {
  await admin.post('/api/reset-competition');
  const elsewhere = 'No closed trades this season. Choose All seasons to see earlier ones.';
  for (const path of ['/profile', '/profile?tab=trades']) {
    expect((await read(ann, path)).text).toContain(elsewhere);
    expect((await read(bob, path)).text).toContain('No closed trades yet.');
  }
});
