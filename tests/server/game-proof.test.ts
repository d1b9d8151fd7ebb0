/** A private game on the simulated tape, and its proof. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type LeagueGame, PRACTICE_ID, seasonIdOfGame } from '#core/season/game.ts';
import { chainTail } from '#db/queries/proof/chain.ts';
import { seasonRecord } from '#services/proof/record.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const MINUTE = 60_000;

let server: TestServer;
let ann: Client;
let ben: Client;
let game: LeagueGame;
/** A fixed clock, so that every run has the same prices. */
const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };

beforeAll(async () => {
  server = await startServer({ clock: { now: () => time.ms } });
  server.services.gameKeeper.stop();
  // `linked` alone makes links: one that began before the clock moved would be older than a fill in it
  await server.services.chain.stop();
  [ann, ben] = [await server.register('ann'), await server.register('ben')];
  const late = await server.register('late');
  const fields = { name: 'Friends', joining: 'open', isLateOpen: true, kind: 'own', maxShare: '60' };
  const endsAt = new Date(time.ms + 120 * MINUTE).toISOString();
  const { json } = await ann.post<{ id: LeagueGame; code: string }>('/api/leagues', { ...fields, endsAt });
  game = json.id;
  for (const who of [ben, late]) await who.post('/api/leagues/join', { code: json.code });
  await trade(ann, 'AAPL', 'buy', 20);
  await trade(ben, 'MSFT', 'short', 12.5);
  await linked();
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
/** Runs `npm run verify-season -- ID`. */
async function verifyProgram(id: string) {
  const program = Bun.spawn([process.execPath, 'scripts/verify-season.ts', id], {
    env: { ...process.env, DATABASE_URL: server.services.settings.databaseUrl, MARKET_SEED: 'tests' },
    stderr: 'pipe',
  });
  const texts = [new Response(program.stdout).text(), new Response(program.stderr).text()];
  const [out, err] = await Promise.all(texts);
  return { code: await program.exited, out, err };
}

async function linked(): Promise<void> {
  const seasonId = seasonIdOfGame(game);
  await until(async () => {
    await server.services.chain.tick();
    const [row] = await server.sql<{ newest: bigint }[]>`
      select max(id) as newest from fills where season_id = ${seasonId}`;
    return (await chainTail(server.sql, seasonId)).fill === row!.newest;
  });
}

test('a game that runs is proved up to now, and its chain has each fill', async () => {
  await linked();
  const { links, ...verified } = await verify();
  expect(verified).toMatchObject({ market: 'simulated', prices: 5, standings: 0 });
  expect(links).toBeGreaterThan(1);
});

test('while it runs, a fill in no link is found once it is minutes old, also without any link', async () => {
  const { sql, services } = server;
  const seasonId = seasonIdOfGame(game);
  const undone = new Error('undone');
  const without = async (least: number) => {
    let result: unknown;
    const changed = sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update schema_migrations set applied_at = '2026-06-01' where name = '0077_game_chains.sql'`;
      await tx`delete from season_chain where season_id = ${seasonId} and seq > ${least}`;
      result = await verifySeason({ ...services, sql: tx as never }, game).catch((error: unknown) => error);
      throw undone;
    });
    await expect(changed).rejects.toBe(undone);
    return result;
  };
  const matched = () =>
    until(async () => {
      const [row] = await sql<{ at: Date }[]>`select matched_to as at from order_engine`;
      return row!.at.getTime() >= time.ms - 1_000;
    });
  await linked();
  await matched();
  const { seq } = await chainTail(sql, seasonId);
  // a server that stopped within a second of the newest fill has no link of it
  expect(await without(seq - 1)).toMatchObject({ prices: 5, links: seq - 1 });
  const [first] = await sql<{ id: bigint }[]>`select min(id) as id from fills where season_id = ${seasonId}`;
  const missing = `Fill ${first!.id} is in no link of the chain, though it is minutes old.`;
  expect(await without(0)).toHaveProperty('message', missing);
  time.ms += 6 * MINUTE;
  await matched();
  expect(await without(seq - 1)).toHaveProperty(
    'message',
    expect.stringContaining('is in no link of the chain'),
  );
  expect(await verify()).toMatchObject({ prices: 5, links: seq });
});

test('its chain is of its own fills: neither those of the season and of practice nor of another game', async () => {
  const { sql, services } = server;
  const blocks = await Array.fromAsync(seasonRecord(sql, seasonIdOfGame(game)));
  expect(blocks.flatMap(({ rules }) => rules)).toHaveLength(1);
  const traders = blocks.flatMap(({ fills }) => fills.map((line) => JSON.parse(line)[2]));
  expect(traders).toEqual([ann.userId, ben.userId, ann.userId, ben.userId, ben.userId]);
  const practice = { user_id: ann.userId, symbol: 'AAPL', action: 'buy', quantity: 1, game: 'practice' };
  expect((await ann.post('/api/trade', practice)).status).toBe(200);
  await services.chain.tick();
  await services.chain.tick();
  expect(await sql`select from season_chain where season_id = ${PRACTICE_ID}`).toHaveLength(0);
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
  // five fills, and the last price of the one held symbol
  const { links, ...verified } = await verify();
  expect(verified).toMatchObject({ prices: 6, standings: 2 });
  expect(links).toBeGreaterThan(1);
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
  [
    'the price and its source',
    `update fills set source = 'simulated', quoted_price = 1, filled_at = filled_at + interval '1 ms' where season_id = $1 and symbol = 'MSFT' and action = 'short'`,
  ],
  [
    'the rules of before',
    `update season_rules set rules = rules || '{"minPrice": "1.00"}' where season_id = $1`,
  ],
  ['a link', `update season_chain set head = rows_hash where season_id = $1 and seq = 1`],
  ['a salt', `update season_chain set salt = rows_hash where season_id = $1 and seq = 1`],
  [
    'the newest link away',
    `delete from season_chain where season_id = $1 and seq = (select max(seq) from season_chain where season_id = $1)`,
  ],
  [
    'the whole chain and its rules away',
    `with links as (delete from season_chain where season_id = $1), rules as (delete from season_rules where season_id = $1)
      update schema_migrations set applied_at = '2026-06-01' where name = '0077_game_chains.sql' and $1 < 0`,
  ],
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

test('a game that ran before private games had chains has none, and is proved without', async () => {
  const { json } = await ann.post<{ id: LeagueGame }>('/api/leagues', {
    name: 'Older',
    joining: 'open',
    isLateOpen: true,
    kind: 'own',
    endsAt: new Date(time.ms + 120 * MINUTE).toISOString(),
  });
  const older = seasonIdOfGame(json.id);
  await server.sql`delete from season_rules where season_id = ${older}`;
  const order = { user_id: ann.userId, symbol: 'AAPL', action: 'buy', quantity: 1, game: json.id };
  expect((await ann.post('/api/trade', order)).status).toBe(200);
  await server.services.chain.tick();
  time.ms += 121 * MINUTE;
  await server.services.gameKeeper.check();
  expect(await server.sql`select from season_chain where season_id = ${older}`).toHaveLength(0);
  expect(await verifySeason(server.services, json.id)).toMatchObject({ prices: 2, standings: 1, links: 0 });
});

test('a game that goes on upon another market cannot be proved', async () => {
  const { sql } = server;
  await sql`update seasons set terms = null where id = ${seasonIdOfGame(game)}`;
  const { code, err } = await verifyProgram(game);
  expect([code, err]).toEqual([3, expect.stringContaining(`Game ${game} cannot be checked`)]);
});

test('who leaves while nobody matches orders has those filled that were due', async () => {
  const other = await startServer({ clock: { now: () => time.ms } });
  try {
    const { services, sql } = other;
    services.gameKeeper.stop();
    await services.orderEngine.stop();
    const [owner, member] = [await other.register('owner'), await other.register('member')];
    const fields = { name: 'Short', joining: 'open', isLateOpen: true, kind: 'own' };
    const endsAt = new Date(time.ms + 120 * MINUTE).toISOString();
    const { json } = await owner.post<{ id: LeagueGame; code: string }>('/api/leagues', {
      ...fields,
      endsAt,
    });
    await member.post('/api/leagues/join', { code: json.code });
    const last = Number((await services.market.quote('AAPL')).price);
    for (let n = 1; n <= 20; n++) {
      const limitPrice = (last * (1 - n / 10_000)).toFixed(4);
      const order = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice, game: json.id };
      expect((await member.post('/api/orders', order)).status).toBe(201);
    }
    time.ms += 40 * MINUTE;
    expect((await member.post(`/api/leagues/${json.id}/leave`, {})).status).toBe(200);
    const statuses = await sql<{ status: string }[]>`select distinct status from orders order by status`;
    expect(statuses.map(({ status }) => status)).toEqual(['cancelled', 'filled']);
    await verifySeason(services, json.id);
  } finally {
    await other.stop();
  }
});
