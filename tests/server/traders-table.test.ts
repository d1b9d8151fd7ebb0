/**
 * The table of traders: its search, the places gained today, and the sum missing to a better place. While positions are hidden, all
 * three come from the public tables.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { VISITOR } from '#services/account/privacy.ts';
import { placeGap } from '#services/leaderboard/table-row.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const [QUARTER_MS, DAY_MS] = [900_000, 86_400_000];
/** Ms the server's clock is ahead. */
let shift = 0;
const clock = { now: () => Date.now() + shift };

let server: TestServer;
let market: HeldMarket;
let admin: Client;
/** They begin at places 1, 2 and 3. */
let ann: Client;
let anton: Client;
let bob: Client;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100' }, clock.now);
  server = await startServer({ market, clock });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  const buyer = async (name: string, quantity: number) => {
    const trader = await server.register(name);
    const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity };
    expect((await trader.post('/api/trade', order)).status).toBe(200);
    return trader;
  };
  ann = await buyer('ann_first', 300);
  anton = await buyer('Anton', 200);
  bob = await buyer('bob_last', 100);
  await priceIs('110');
  // the morning of a new day: its first snapshot has these places, and a later pass reads it
  shift = DAY_MS - (Date.now() % DAY_MS) + 6 * 3_600_000;
  await server.services.leaderboard.pass(true);
  shift += 11_000;
  await server.services.leaderboard.pass(true);
});
afterAll(() => server?.stop());

async function priceIs(price: string) {
  market.set('AAPL', price);
  await server.services.leaderboard.pass(true);
}

/** Lets a quarter of an hour pass: a snapshot is taken, and the newest one that is old enough becomes public. */
async function passQuarter() {
  shift += QUARTER_MS + 1_000;
  await server.services.leaderboard.pass(true);
  await server.services.leaderboard.pass(true);
}

const tableFor = ({ userId }: Client, isAdmin = false) =>
  server.services.leaderboard.seenBy({ id: userId!, isAdmin });
const movesFor = async (reader: Client, isAdmin = false) =>
  (await tableFor(reader, isAdmin).page(1, 50)).rows.map(({ username, move }) => `${username} ${move}`);

async function gapOf(reader: Client) {
  const viewer = { id: reader.userId!, isAdmin: false };
  const row = await server.services.leaderboard.seenBy(viewer).mine(viewer.id);
  return await placeGap(server.services, viewer, row);
}

const read = async (reader: Client, query = '') =>
  (await reader.get(`/leaderboards${query}`, { accept: 'text/html' })).text;
const namesIn = (html: string) =>
  [...html.matchAll(/<a id="row-\d+"[^>]*>([^<]+)/g)].map(([, username]) => username);

test('a search finds the traders whose name begins with it, best first, whatever its case', async () => {
  expect(namesIn(await read(bob))).toEqual(['ann_first', 'Anton', 'bob_last']);
  expect(namesIn(await read(bob, '?find=an'))).toEqual(['ann_first', 'Anton']);
  expect(namesIn(await read(server.visitor(), '?find=AN'))).toEqual(['ann_first', 'Anton']);
  expect(namesIn(await read(bob, '?find=bob_'))).toEqual(['bob_last']);
  // the search takes no patterns
  const nobody = await read(bob, '?find=b_b%25');
  expect(namesIn(nobody)).toEqual([]);
  expect(nobody).toContain('name begins with \u2068b_b%\u2069.');
});

test('a gap is what is missing to the next place and to place 1, in whole dollars rounded up', async () => {
  await priceIs('110.003');
  // totals: 103,000.90, 102,000.60 and 101,000.30
  expect(await gapOf(bob)).toMatchObject({
    next: { place: '2', amount: '$1,001' },
    goal: { amount: '$2,001' },
  });
  expect(await gapOf(anton)).toMatchObject({ next: null, goal: { amount: '$1,001' } });
  expect(await gapOf(ann)).toBeNull();
  expect(await read(bob)).toContain(
    '>YOU</b> to place \u20662\u2069: \u2066$1,001\u2069 · to place \u20661\u2069: ',
  );
});

test('in a season for prizes, a trader without one reads what is missing to the last place that wins one', async () => {
  await server.sql`update seasons set terms = terms || '{"market": "simulated", "marketSeed": false, "delaySec": 0}'`;
  await admin.post('/api/prize-split', { percents: '100', reason: 'x' });
  expect(await gapOf(bob)).toEqual({
    next: { place: '2', amount: '$1,001' },
    goal: { place: null, amount: '$2,001' },
  });
  await admin.post('/api/prize-split', { percents: '60 40', reason: 'x' });
  expect(await gapOf(bob)).toEqual({ next: null, goal: { place: null, amount: '$1,001' } });
  expect(await gapOf(anton)).toEqual({ next: null, goal: { place: '1', amount: '$1,001' } });
  expect(await read(bob)).toContain('>YOU</b> to the prize: ');
  // only for visitors the page says what the table is about
  const contest = 'Season 1 of Paperpit: everyone trades $100,000 of paper money. The prize pool is ₪50.';
  expect(textOf(await read(server.visitor()))).toContain(contest);
  expect(textOf(await read(bob))).not.toContain('of Paperpit');
  await admin.post('/api/prize-split', { percents: '100', reason: 'x' });
  // without a pool there is no prize
  await admin.post('/api/update-competition', { prizePool: '0' });
  expect(await gapOf(bob)).toMatchObject({ goal: { place: '1', amount: '$2,001' } });
  await admin.post('/api/update-competition', { prizePool: '50' });
});

test('moves compare with the first snapshot of the day', async () => {
  expect(await movesFor(bob)).toEqual(['ann_first 0', 'Anton 0', 'bob_last 0']);
  await priceIs('90.37');
  expect(await movesFor(bob)).toEqual(['bob_last 2', 'Anton 0', 'ann_first -2']);
});

test('while positions are hidden: no fills, moves and gaps of public tables, in every answer', async () => {
  await priceIs('110');
  await admin.post('/api/update-competition', { hideOpen: true });
  await passQuarter();
  await passQuarter();
  expect(await movesFor(bob)).toEqual(['ann_first 0', 'Anton 0', 'bob_last 0']);
  await priceIs('90.37');
  // totals: 97,111, 98,074 and 99,037; others still read 103,000, 102,000 and 101,000
  expect(await movesFor(admin, true)).toEqual(['bob_last 2', 'Anton 0', 'ann_first -2']);
  for (const reader of [ann, bob])
    expect(await movesFor(reader)).toEqual(['ann_first 0', 'Anton 0', 'bob_last 0']);
  expect(await gapOf(bob)).toMatchObject({
    next: { place: '2', amount: '$2,963' },
    goal: { amount: '$3,963' },
  });
  expect(await gapOf(ann)).toBeNull();

  await passQuarter();
  await passQuarter();
  expect(await movesFor(ann)).toEqual(['bob_last 2', 'Anton 0', 'ann_first -2']);
  // from one's own exact total to the steps of $500 that others can read
  expect(await gapOf(ann)).toMatchObject({
    next: { place: '2', amount: '$889' },
    goal: { amount: '$1,889' },
  });

  for (const reader of [tableFor(bob), server.services.leaderboard.seenBy(VISITOR)]) {
    const rows = [...(await reader.page(1, 50)).rows, ...(await reader.find('an'))];
    expect(rows.map(({ username, equity, cash, trades }) => [username, equity, cash, trades])).toEqual([
      ['bob_last', 9_900_000n, 0n, null],
      ['Anton', 9_800_000n, 0n, null],
      ['ann_first', 9_700_000n, 0n, null],
      ['Anton', 9_800_000n, 0n, null],
      ['ann_first', 9_700_000n, 0n, null],
    ] as never);
  }
  // another address: visitors may get a stored page up to ten seconds old
  const visitors = await read(server.visitor(), '?page=1');
  for (const html of [await read(bob), await read(bob, '?find=an'), visitors])
    expect(html).not.toContain('class="trades"');
  expect(await read(admin)).toContain('<td class="trades">1</td>');
});
