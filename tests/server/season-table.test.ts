/** The final table of a season as a trader far down reads it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { htmlFaults } from '../helpers/html.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let admin: Client;
/** In the order of their places. */
const people: Client[] = [];
beforeAll(async () => {
  const market = heldMarket({ AAPL: '100' });
  server = await startServer({ market });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  for (let i = 1; i <= 9; i++) {
    const who = await server.register(`place${i}`);
    people.push(who);
    await who.post('/api/trade', { user_id: who.userId, symbol: 'AAPL', action: 'buy', quantity: 100 - i });
  }
  market.set('AAPL', '110');
  await admin.post('/api/toggle-competition', { active: false });
});
afterAll(() => server?.stop());

/** The names in the table's rows, `···` for rows left out, and the name in the marked row. */
async function table(who: Client, path: string) {
  const { text } = await who.get(path, { accept: 'text/html' });
  expect(await htmlFaults(text)).toEqual([]);
  // one body for each rank, with a heading
  const bodies = [...text.matchAll(/<tbody>.*?<\/tbody>/gs)].map(([body]) => body).join('');
  const rows = bodies
    .split('<tr')
    .slice(1)
    .filter((row) => !row.includes('scope="rowgroup"'));
  const nameOf = (row: string) => /place\d/.exec(row)?.[0] ?? '···';
  const ownRows = rows.filter((row) => row.includes('>YOU<')).map(nameOf);
  return { names: rows.map(nameOf).join(' '), ownRows, asksForMore: text.includes('The whole table') };
}

test('the first three and the neighbours, one’s own row marked; the whole table is one press away', async () => {
  expect(await table(people[7]!, '/competitions/1')).toEqual({
    names: 'place1 place2 place3 ··· place7 place8 place9',
    ownRows: ['place8'],
    asksForMore: true,
  });
  const all = 'place1 place2 place3 place4 place5 place6 place7 place8 place9';
  const whole = { names: all, asksForMore: false };
  expect(await table(people[7]!, '/competitions/1?page=1')).toEqual({ ...whole, ownRows: ['place8'] });
  expect(await table(people[5]!, '/competitions/1')).toEqual({ ...whole, ownRows: ['place6'] });
  expect(await table(server.visitor(), '/competitions/1')).toEqual({ ...whole, ownRows: [] });
});

test('the last in the table has one neighbour', async () => {
  expect((await table(people[8]!, '/competitions/1')).names).toBe('place1 place2 place3 ··· place8 place9');
});

test('a trader who registers after the Reset of a running season has a row, a place and a rank in every pass', async () => {
  const { leaderboard } = server.services;
  const buyer = async (name: string) => {
    const trader = await server.register(name);
    const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
    expect((await trader.post('/api/trade', order)).status).toBe(200);
    await leaderboard.pass(true);
    return trader;
  };
  await admin.post('/api/reset-competition', {});
  await admin.post('/api/toggle-competition', { active: true });
  await leaderboard.pass(true);
  await buyer('sooner');
  // The next season runs at once, so its first table follows the last one of the season before.
  await admin.post('/api/reset-competition', {});
  const newcomer = await buyer('newcomer');
  type Row = { username: string; place: number; rankName: string };
  // Two tables take turns as the spare one: four passes use each of them twice.
  for (let pass = 1; pass <= 4; pass++) {
    await leaderboard.pass(true);
    const { json } = await newcomer.get<Row[]>('/api/rankings');
    expect(json[0]).toMatchObject({ username: 'newcomer', place: 1, rankName: 'GENERAL' });
    expect(await leaderboard.mine(newcomer.userId!)).toMatchObject({ place: 1, rowNumber: 1 });
  }
});
