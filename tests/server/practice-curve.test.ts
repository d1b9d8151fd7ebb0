/** The equity curve of a practice account: sampled prices, and a new beginning at each start over. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSplits } from '#services/market/splits.ts';
import { viewAccount } from '#services/trading/portfolio.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const QUARTER_MS = 900_000;
const PAGE = { accept: 'text/html' };
const time = { ms: Date.parse('2026-07-08T15:00:00Z') };
let server: TestServer;
let market: HeldMarket;
let ann: Client;

beforeAll(async () => {
  const now = () => time.ms;
  market = heldMarket({ AAPL: '100', MSFT: '100' }, now);
  server = await startServer({ market, clock: { now } });
  server.services.practiceSamples.stop();
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  ann = await server.register('ann');
});
afterAll(() => server?.stop());

const trade = async (action: string, quantity: number, symbol = 'AAPL', game = 'practice') => {
  time.ms += 1_000;
  const order = { user_id: ann.userId, symbol, action, quantity, game };
  expect((await ann.post('/api/trade', order)).status).toBe(200);
};
/** Sets another price a quarter of an hour later and takes a sample. */
const sampleAt = async (price: string, symbol = 'AAPL') => {
  time.ms += QUARTER_MS;
  market.set(symbol, price);
  return await server.services.practiceSamples.sample();
};
/** The curve's gain over the start cash at each point, in dollars. */
const gains = async () => {
  time.ms += 61_000;
  const account = (await viewAccount(server.services, ann.userId!, 'practice'))!;
  const { points, fall } = await server.services.equity.besideSeason(ann.userId!, account);
  return {
    points: points.map(({ equity }) => Number(equity) / 100 - 100_000),
    deepest: Number(fall.deepest) / 100,
  };
};

test('the prices of private games are sampled before anybody has practised', async () => {
  const fields = { name: 'Friends', joining: 'open', isLateOpen: true, kind: 'own' };
  const endsAt = new Date(time.ms + 86_400_000).toISOString();
  const { id } = (await ann.post<{ id: string }>('/api/leagues', { ...fields, endsAt })).json;
  await trade('buy', 10, 'MSFT', id);
  expect(await sampleAt('100', 'MSFT')).toBe(1);
  await trade('sell', 10, 'MSFT', id);
});

test('a symbol held in practice alone is sampled each quarter of an hour', async () => {
  await trade('buy', 10);
  expect(await sampleAt('110')).toBe(1);
  expect(await server.services.practiceSamples.sample()).toBe(0);
  expect(await sampleAt('95')).toBe(1);
  expect(await gains()).toEqual({ points: [0, 0, 100, -50, -50], deepest: 150 });
  const rows = await server.sql`select distinct season_id from mark_samples where symbol = 'AAPL'`;
  expect([...rows]).toEqual([{ season_id: -1 }]);
});

test('the portfolio of practice has curve, drawdown and change of the day; home has the change', async () => {
  for (const price of ['96', '97', '98', '99', '100', '101', '102', '103']) await sampleAt(price);
  const { text } = await ann.get('/practice/portfolio', PAGE);
  expect(text).toMatch(/<figure[^>]*>.*<svg/s);
  expect(textOf(text)).toMatch(/Max drawdown \$150\.00/);
  expect(textOf(text)).toContain('+$30.00');
  const home = (await ann.get('/', PAGE)).text;
  const card = /id="home-practice".*?<\/section>/s.exec(home)![0];
  expect(textOf(card)).toContain('$100,030.00 +$30.00 (+0.03%)');
  expect(card).toContain('<svg class="home-curve');
});

test('starting over begins the course anew; a split after it meets the new shares alone', async () => {
  expect((await ann.post('/api/practice/start-over', {})).status).toBe(200);
  expect(await gains()).toEqual({ points: [0, 0], deepest: 0 });
  await trade('buy', 10, 'MSFT');
  await sampleAt('120', 'MSFT');
  time.ms += 86_400_000;
  const date = new Date(time.ms).toISOString().slice(0, 10);
  await createSplits(server.services).apply({ symbol: 'MSFT', date, numerator: 2, denominator: 1 });
  await sampleAt('65', 'MSFT');
  const { points } = await gains();
  expect(points.slice(0, 3)).toEqual([0, 0, 200]);
  expect(points.slice(-2)).toEqual([300, 300]);
});
