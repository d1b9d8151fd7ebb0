/** A whole season on the simulated tape, and its proof. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readHoldings } from '#db/queries/portfolio.ts';
import { nextOrder } from '#server/demo/behaviour.ts';
import { verifySeason } from '#server/verify.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const SYMBOLS = ['AAPL', 'MSFT', 'TSLA', 'NVDA', 'KO'];
const TRADERS = 30;

let server: TestServer;
/** Held, so that every run sees the same prices. */
const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };
beforeAll(async () => {
  server = await startServer({ clock: { now: () => time.ms } });
  await server.sql`insert into users (username, username_key, is_simulated)
    select 'player' || g, 'player' || g, true from generate_series(1, ${TRADERS}::int) g`;
  await server.services.seasons.reset(null);
  const { seasons } = server.services;
  if (!seasons.active()) await seasons.start(null);
}, 60_000);
afterAll(() => server.stop());

/** 0..1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const verify = (number: number) => verifySeason(server.services, number);

test('a season is played, ended, reset, and proved; every tampered row is named', async () => {
  const { services, sql } = server;
  const { trading, seasons, standings } = services;
  const number = seasons.current()!.number;
  const seasonId = seasons.current()!.id;
  await sql`insert into accounts (season_id, user_id, cash) select ${seasonId}, id, 100000 from users on conflict do nothing`;
  const players = await sql<{ id: number; username: string }[]>`
    select id, username from users where is_simulated order by id`;
  expect(players).toHaveLength(TRADERS);
  const random = randomFrom(7);
  for (let round = 0; round < 8; round++) {
    time.ms += 7 * 60_000;
    // the last three never trade
    for (const player of players.slice(0, -3)) {
      const holdings = (await readHoldings(sql, player.id))!;
      const open = holdings.open.map((h) => h.position);
      const order = nextOrder({ cash: holdings.cash, open, nerve: random() }, SYMBOLS, random);
      if (order) await trading.execute({ ...player, isAdmin: false }, order);
    }
  }
  expect((await verify(number)).standings).toBe(0);

  await seasons.end(null);
  await standings.pass(true);
  const frozen = (await standings.page(1, 100)).rows;
  const proved = await verify(number);
  expect(proved.prices).toBeGreaterThan(150);
  expect(proved).toMatchObject({ foreign: 0, standings: TRADERS });

  await seasons.reset(null);
  expect(seasons.current()!.number).toBe(number + 1);
  expect(await verify(number)).toEqual(proved);
  const results = await sql<{ user_id: number; place: number }[]>`
    select user_id, place from results where season_id = ${seasonId} and ranked order by row_number`;
  expect(results.map((r) => [r.user_id, r.place])).toEqual(
    frozen.filter((r) => r.place !== null).map((r) => [r.userId, r.place!]),
  );

  // each change is undone after it was found
  const tampered: [change: string, undo: string, named: RegExp][] = [
    [
      'update fills set price = price + 0.01 where id = X',
      'update fills set price = price - 0.01 where id = X',
      /^Fill X \(/,
    ],
    [
      'update fills set quantity = quantity + 1 where id = X',
      'update fills set quantity = quantity - 1 where id = X',
      /^Fill X .*should move cash by/,
    ],
    [
      "update fills set quote_at = quote_at - interval '1 hour' where id = X",
      "update fills set quote_at = quote_at + interval '1 hour' where id = X",
      /^Fill X .*should be at/,
    ],
    [
      'update results set equity = equity + 1 where season_id = S and row_number = 4',
      'update results set equity = equity - 1 where season_id = S and row_number = 4',
      /^The result of player\d+ .* has equity/,
    ],
    [
      "update results set tier = 'GENERAL' where season_id = S and row_number = 9",
      `update results set tier = '${frozen[8]!.rank}' where season_id = S and row_number = 9`,
      /has rank GENERAL/,
    ],
    [
      'update season_marks set price = price + 1 where season_id = S and symbol = (select min(symbol) from season_marks where season_id = S)',
      'update season_marks set price = price - 1 where season_id = S and symbol = (select min(symbol) from season_marks where season_id = S)',
      /^Fill \d+ .*not at the season's last price/,
    ],
    [
      "update tape_epochs set seed = decode(repeat('00', 32), 'hex') where season_id = S",
      '',
      /^The seed of tape epoch/,
    ],
  ];
  const [fill] = await sql<{ id: bigint }[]>`
    select id from fills where season_id = ${seasonId} and reason is null order by id offset 20 limit 1`;
  const named = (text: string) =>
    text.replaceAll('X', String(fill!.id)).replaceAll(/\bS\b/g, String(seasonId));
  for (const [change, undo, sentence] of tampered) {
    await sql.unsafe(named(change));
    const said = await verify(number).catch((error: Error) => error.message);
    expect([change, said]).toEqual([change, expect.stringMatching(new RegExp(named(sentence.source)))]);
    if (undo) await sql.unsafe(named(undo));
  }
  await expect(verify(99)).rejects.toThrow('There is no season 99.');
}, 60_000);
