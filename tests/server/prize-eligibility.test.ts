/** A prize requires trades on several days. A trader with too few keeps the place, but the prize goes to the next one. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;
let cid: Client;
/** Disqualified before the end. */
let dan: Client;
/** Ms added to the wall clock. */
let later = 0;

beforeAll(async () => {
  const now = () => Date.now() + later;
  market = heldMarket({ AAPL: '100' }, now);
  server = await startServer({ market, clock: { now }, env: { MARKET_SEED: '' } });
  admin = await server.admin();
  [ann, bob, cid, dan] = [
    await server.register('ann'),
    await server.register('bob'),
    await server.register('cid'),
    await server.register('dan'),
  ];
});
afterAll(() => server?.stop());

const html = async (path: string) => (await admin.get(path, { accept: 'text/html' })).text;
const buy = async (trader: Client, quantity: number) => {
  const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity };
  expect((await trader.post('/api/trade', order)).status).toBe(200);
};
const awards = async () =>
  (
    await server.sql`select user_id as id, amount::text from season_awards where season_id = 1 order by place`
  ).map(({ id, amount }) => [id, amount]);

test('the form words both numbers, and refuses what is no count', async () => {
  const terms = { prizePool: '100', leastTrades: '2', leastDays: '2' };
  const { json } = await admin.post<{ en: string[]; he: string[] }>('/api/season-terms', {
    ...terms,
    step: 'save',
  });
  for (const sentence of [
    'A prize needs at least 2 trades.',
    'A prize needs trades on at least 2 different days (UTC).',
  ]) {
    expect(json.en).toContain(sentence);
    for (const path of ['/rules', '/competitions', '/competitions/1'])
      expect([path, textOf(await html(path))]).toEqual([path, expect.stringContaining(sentence)]);
  }
  expect(json.he.join(' ')).toContain('שתי עסקאות');
  for (const bad of [
    { leastTrades: '1001' },
    { leastDays: '367' },
    { leastTrades: '٢' },
    { leastDays: '-1' },
    { leastTrades: 1.5 },
  ])
    expect([bad, (await admin.post('/api/season-terms', bad)).status]).toEqual([bad, 422]);
  expect((await admin.get('/api/competition-details')).json).toMatchObject({ leastTrades: 2, leastDays: 2 });
});

test('who has the trades but not the days, or the days but not the trades, wins nothing', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  for (const trader of [ann, bob, bob]) await buy(trader, trader === bob ? 15 : 5);
  later += 86_400_000;
  await buy(ann, 5);
  await buy(cid, 20);
  await buy(dan, 100);
  const out = { season: 1, username: 'dan', reason: 'Two accounts.' };
  expect((await admin.post('/api/disqualify', out)).status).toBe(200);
  market.set('AAPL', '130');
  await server.services.leaderboard.pass(true);
  await admin.post('/api/toggle-competition', { active: false });
  const places =
    await server.sql`select user_id as id, place from results where season_id = 1 and ranked order by place`;
  expect(places.map(({ id, place }) => [id, place])).toEqual([
    [bob.userId, 1],
    [cid.userId, 2],
    [ann.userId, 3],
  ]);
  expect(await awards()).toEqual([[ann.userId, '100.00']]);
  const page = await html('/competitions/1');
  expect(textOf(page).match(/No prize: Too few trades, or on too few days/g)).toHaveLength(2);
});

test('an admin who lifts it gives the prize back', async () => {
  const lift = { season: 1, username: 'bob', reason: 'The server was down on the second day.' };
  expect((await admin.post('/api/lift', lift)).status).toBe(200);
  expect(await awards()).toEqual([[bob.userId, '100.00']]);
  // cid is second and wins nothing anyway
  expect(textOf(await html('/competitions/1?page=1'))).not.toContain('Too few trades');
});

test('a place that an admin gives back after a disqualification wins nothing with too few trades', async () => {
  const newest =
    await server.sql`select kind, user_id as id, admin_id is not null as "isAdmin" from season_decisions
    where season_id = 1 and user_id = ${dan.userId} order by id`;
  expect(newest.map(({ kind }) => kind)).toEqual(['disqualify']);
  const firstAwards = await awards();
  const lift = (reason: string) => admin.post('/api/lift', { season: 1, username: 'dan', reason });
  expect((await lift('It was somebody else.')).status).toBe(200);
  const [row] =
    await server.sql`select place from results where season_id = 1 and user_id = ${dan.userId} and ranked`;
  expect(row!.place).toBe(1);
  expect(await awards()).toEqual(firstAwards);
  expect(textOf(await html('/competitions/1'))).toContain('No prize: Too few trades, or on too few days');
  // lifting it a second time grants the prize
  expect((await lift('Few trades are enough.')).status).toBe(200);
  expect(await awards()).toEqual([[dan.userId, '100.00']]);
});

test('the next season asks for the same until an admin changes it', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  const refused = await admin.post('/api/season-terms', { step: 'save', leastTrades: '' });
  expect(refused.status).toBe(422);
  const change = { step: 'save', leastTrades: '', leastDays: '0', reason: 'Two days are too much.' };
  expect((await admin.post('/api/season-terms', change)).status).toBe(200);
  const page = textOf(await html('/competitions/2'));
  expect(page).not.toContain('A prize needs');
  expect(page).toMatch(/Trades a prize needs \(empty: none\): 2 → –/);
});
