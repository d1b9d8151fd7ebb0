/** Trade prints far from their neighbours: orders fill at them, and admins see them with these fills. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
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
  await admin.post('/api/toggle-competition', { active: true });
  [ann, bob] = [await server.register('ann'), await server.register('bob')];
});
afterAll(() => server?.stop());

const pageOf = async (who: Client) => await who.get('/admin/prizes/1', { accept: 'text/html' });

test('a stop that one far print fired stands, and is listed; a move that stays is not', async () => {
  const trade = (who: Client, action: string, quantity: number, symbol = 'AAPL') =>
    who.post('/api/trade', { user_id: who.userId, symbol, action, quantity });
  await trade(ann, 'buy', 10);
  await trade(bob, 'buy', 10, 'TSLA');
  const stop = {
    symbol: 'AAPL',
    action: 'sell',
    type: 'stop',
    quantity: '10',
    stopPrice: '90',
    user_id: ann.userId,
  };
  await ann.post('/api/orders', stop);
  const fillsOf = async (who: Client) =>
    (await server.sql`select from fills where user_id = ${who.userId}`).count;
  market.set('AAPL', '86');
  await until(async () => (await fillsOf(ann)) === 2);
  market.set('TSLA', '40');
  await trade(bob, 'sell', 10, 'TSLA');
  market.set('AAPL', '100.5');
  // sampled prices around the fills: AAPL came back, TSLA did not
  const sample = async (symbol: string, minutes: number, price: string) => {
    await server.sql`insert into mark_samples (season_id, symbol, at, price)
      select id, ${symbol}, now() + ${minutes}::integer * interval '1 minute', ${price} from seasons where number = 1
      on conflict do nothing`;
  };
  for (const [symbol, minutes, price] of [
    ['AAPL', -2, '100'],
    ['AAPL', 2, '100.5'],
    ['TSLA', -2, '50'],
    ['TSLA', 2, '40.1'],
  ] as const)
    await sample(symbol, minutes, price);
  const text = textOf((await pageOf(admin)).text);
  expect(text).toContain('Prints far off');
  expect(text).toContain('AAPL $86.00');
  expect(text).toContain('$100.00 before, $100.50 after');
  expect(text).toMatch(/ann\W*: a waiting order, sell 10/);
  expect(text).not.toContain('TSLA');
  const hebrew = textOf(
    (await admin.get('/admin/prizes/1', { accept: 'text/html', 'accept-language': 'he' })).text,
  );
  expect(hebrew).toContain('מחירים חריגים');
  expect((await pageOf(ann)).status).toBe(403);
  expect(textOf((await server.visitor().get('/rules')).text)).toContain('Every price of the source counts');
});
