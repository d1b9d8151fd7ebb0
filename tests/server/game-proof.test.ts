/** A private game on the simulated tape, and its proof. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const MINUTE = 60_000;

let server: TestServer;
let ann: Client;
let ben: Client;
let game: LeagueGame;
/** Held, so that every run sees the same prices. */
const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };

beforeAll(async () => {
  server = await startServer({ clock: { now: () => time.ms } });
  server.services.gameKeeper.stop();
  [ann, ben] = [await server.register('ann'), await server.register('ben')];
  const late = await server.register('late');
  const fields = { name: 'Friends', joining: 'open', isLateOpen: true, kind: 'own', maxShare: '60' };
  const endsAt = new Date(time.ms + 120 * MINUTE).toISOString();
  const { json } = await ann.post<{ id: LeagueGame; code: string }>('/api/leagues', { ...fields, endsAt });
  game = json.id;
  for (const who of [ben, late]) await who.post('/api/leagues/join', { code: json.code });
  await trade(ann, 'AAPL', 'buy', 20);
  await trade(ben, 'MSFT', 'short', 12.5);
  time.ms += 20 * MINUTE;
  await trade(ann, 'AAPL', 'sell', 8);
  await trade(ben, 'AAPL', 'buy', 3);
  await trade(ben, 'MSFT', 'cover', 12.5);
});
afterAll(() => server?.stop());

async function trade(who: Client, symbol: string, action: string, quantity: number): Promise<void> {
  time.ms += MINUTE;
  const order = { user_id: who.userId, symbol, action, quantity, game };
  const { status, text } = await who.post('/api/trade', order);
  expect([status, text]).toEqual([200, text]);
}
const verify = () => verifySeason(server.services, game);
/** `npm run verify-season -- ID` as a program of its own. */
async function verifyProgram(id: string) {
  const program = Bun.spawn([process.execPath, 'scripts/verify-season.ts', id], {
    env: { ...process.env, DATABASE_URL: server.services.settings.databaseUrl, MARKET_SEED: 'tests' },
    stderr: 'pipe',
  });
  const texts = [new Response(program.stdout).text(), new Response(program.stderr).text()];
  const [out, err] = await Promise.all(texts);
  return { code: await program.exited, out, err };
}

test('a game that runs is proved up to now', async () => {
  expect(await verify()).toMatchObject({ market: 'simulated', prices: 5, standings: 0, links: 0 });
});

test('its rules are fixed once somebody has traded, so that one set of them proves every fill', async () => {
  const { json } = await ann.post<{ id: string }>('/api/leagues', {
    name: 'Alone',
    joining: 'open',
    isLateOpen: true,
    kind: 'own',
    endsAt: new Date(time.ms + 120 * MINUTE).toISOString(),
  });
  const fields = { name: 'Alone', joining: 'open', isLateOpen: true, kind: 'own' };
  const endsAt = new Date(time.ms + 120 * MINUTE).toISOString();
  const change = (more: object) => ann.post(`/api/leagues/${json.id}`, { ...fields, endsAt, ...more });
  expect((await change({ longOnly: true })).status).toBe(200);
  await ann.post('/api/trade', {
    user_id: ann.userId,
    symbol: 'AAPL',
    action: 'buy',
    quantity: 1,
    game: json.id,
  });
  const fixed = await change({ longOnly: false });
  expect([fixed.status, fixed.json.code]).toEqual([409, 'SETTING_FIXED']);
});

test('a game that is over is proved with its last prices and its table', async () => {
  time.ms += 120 * MINUTE;
  expect(await server.services.gameKeeper.check()).toBeGreaterThan(0);
  // five fills, and the last price of the one symbol that was held
  expect(await verify()).toMatchObject({ prices: 6, standings: 2, links: 0 });
  const { code, out } = await verifyProgram(game.toLowerCase());
  expect([code, out]).toEqual([0, expect.stringContaining(`Game ${game}: 6 prices`)]);
  const none = await verifyProgram('222222');
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('There is no private game 222222.')]);
});

test.each([
  ['a price', `update fills set price = price + 0.01 where season_id = $1 and symbol = 'MSFT'`],
  ['cash', `update accounts set cash = cash + 1 where season_id = $1`],
  ['an equity', `update results set equity = equity + 1 where season_id = $1 and row_number = 1`],
  ['a place', `update results set place = 1 where season_id = $1`],
  ['XP', `update closed_trades set xp = 5 where season_id = $1`],
])('who changes %s is found', async (_, statement) => {
  const { sql } = server;
  const undone = new Error('undone');
  const changed = sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement, [seasonIdOfGame(game)]);
    await expect(verifySeason({ ...server.services, sql: tx as never }, game)).rejects.toThrow(/^(?!undone)/);
    throw undone;
  });
  await expect(changed).rejects.toBe(undone);
  expect(await verify()).toMatchObject({ standings: 2 });
});

test('a game that goes on upon another market cannot be proved', async () => {
  const { sql } = server;
  await sql`update seasons set terms = null where id = ${seasonIdOfGame(game)}`;
  const { code, err } = await verifyProgram(game);
  expect([code, err]).toEqual([3, expect.stringContaining(`Game ${game} cannot be checked`)]);
});
