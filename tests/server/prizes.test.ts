/** The prize pool split among places: set by an admin, told in the rules, and what each trader wins. */
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
let dan: Client;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market });
  admin = await server.admin();
  [ann, bob, cid, dan] = [
    await server.register('ann'),
    await server.register('bob'),
    await server.register('cid'),
    await server.register('dan'),
  ];
  await admin.post('/api/update-competition', { prizePool: '100.01' });
});
afterAll(() => server?.stop());

const html = async (who: Client, path: string) => (await who.get(path, { accept: 'text/html' })).text;
const text = async (who: Client, path: string) => textOf(await html(who, path));
/** Returns "bob ₪40" for each row of a final table. */
const winnersIn = (page: string) =>
  [...page.matchAll(/<tr[^>]*>.*?<\/tr>/gs)].flatMap(([row]) => {
    const prize = /<td class="prize">(.*?)<\/td>/s.exec(row)?.[1];
    const name = /\b(ann|bob|cid|dan)\b/.exec(row)?.[1];
    return prize && name ? [`${name} ${textOf(prize)}`] : [];
  });

test('the first place takes all until an admin splits the pool, and the rules say each', async () => {
  const visitor = server.visitor();
  expect(await text(dan, '/competitions')).toContain('First place takes the prize pool.');
  expect(await text(admin, '/admin/prizes')).toContain('Place 1 ₪100.01');
  expect((await admin.get('/api/competition-details')).json).not.toHaveProperty('prizeSplit');

  const { json } = await admin.post('/api/prize-split', { percents: '50 30 20' });
  expect(json).toEqual({ prizePool: '100.01', nextCompetitionDate: '3.8', prizeSplit: [50, 30, 20] });
  const rule = 'Prizes: place 1 ₪50.01 · place 2 ₪30 · place 3 ₪20.';
  for (const path of ['/competitions', '/rules']) {
    expect(await text(visitor, path)).toContain(rule);
    expect(await text(visitor, path)).not.toMatch(/First place takes|who share the first share/i);
  }
  expect(await text(visitor, '/')).toContain(
    'The 3 best accounts at the end of the season share the prize pool.',
  );
  expect(await text(admin, '/admin/prizes')).toContain('Place 1 ₪50.01 Place 2 ₪30 Place 3 ₪20');
  expect(await text(admin, '/admin/audit')).toMatch(
    /Percents of the places: 100 .*Percents of the places: 50 30 20/,
  );
});

test.each([
  ['60 30', 'The percents must add up to 100.'],
  ['half', 'Type 1 to 10 whole percents, the first place first, like 50 30 20.'],
])('percents typed as %j come back with the reason, and nothing changes', async (percents, reason) => {
  const answer = await admin.form('/api/prize-split', { percents });
  expect(answer.status).toBe(303);
  const page = await html(admin, '/admin/prizes');
  expect(textOf(page)).toContain(reason);
  expect(/<input[^>]*name="percents"[^>]*>/.exec(page)?.[0]).toContain(`value="${percents}"`);
  expect(await html(admin, '/admin/prizes')).toContain('value="50 30 20"');
});

test('two at place 1 share the prizes of two places, the odd agora goes to the lower id, and a disqualification moves them', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  const buy = (who: Client, symbol: string) =>
    who.post('/api/trade', { user_id: who.userId, symbol, action: 'buy', quantity: 10 });
  for (const who of [ann, bob]) expect((await buy(who, 'AAPL')).status).toBe(200);
  for (const who of [cid, dan]) expect((await buy(who, 'TSLA')).status).toBe(200);
  market.set('AAPL', '103');
  market.set('TSLA', '51');
  await server.services.leaderboard.pass(true);
  // a season of practice
  expect(await text(cid, '/leaderboards')).not.toContain('to the prize');
  // prices that a test holds are practice; without terms an ended season is for its prizes
  await server.sql`update seasons set terms = null`;
  await admin.post('/api/toggle-competition', { active: false });
  const rows = winnersIn(await html(ann, '/competitions/1'));
  expect(rows).toEqual(['ann ₪40.01', 'bob ₪40', 'cid ₪10', 'dan ₪10']);

  const taken = { season: 1, username: 'ann', reason: 'Two accounts.' };
  expect((await admin.post('/api/disqualify', taken)).status).toBe(200);
  expect(winnersIn(await html(bob, '/competitions/1'))).toEqual(['bob ₪50.01', 'cid ₪25', 'dan ₪25']);
});

test('each winner reads the prize above every page, and later on the page of the trader', async () => {
  expect(await text(cid, '/help')).toContain('Your prize: ₪25.');
  expect(await text(bob, '/help')).toContain('Your prize: ₪50.01.');
  expect(await text(ann, '/help')).not.toContain('Your prize');
  // the next season keeps the split; the last one keeps its prizes when that changes
  await admin.post('/api/toggle-competition', { active: true });
  await admin.post('/api/prize-split', { percents: '100' });
  expect(winnersIn(await html(bob, '/competitions/1'))).toEqual(['bob ₪50.01', 'cid ₪25', 'dan ₪25']);
  for (const [name, prize] of [
    ['bob', '₪50.01'],
    ['cid', '₪25'],
  ] as const)
    expect(await text(ann, `/traders/${name}`)).toContain(prize);
  expect(await server.sql`select number, prize_split as split from seasons order by number`).toEqual([
    { number: 1, split: [50, 30, 20] },
    { number: 2, split: [100] },
  ] as never);
});
