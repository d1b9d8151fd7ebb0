/** A whole season on the simulated tape, and its proof. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { AppError } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import { nextOrder } from '#services/demo/behaviour.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const SYMBOLS = ['AAPL', 'MSFT', 'TSLA', 'NVDA', 'KO'];
const TRADERS = 30;
const PLAYED = 1;

let server: TestServer;
let admin: Client;
/** A fixed clock, so that every run has the same prices. */
const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };
beforeAll(async () => {
  server = await startServer({ clock: { now: () => time.ms } });
  await server.sql`insert into users (username, username_key, is_simulated)
    select 'player' || g, 'player' || g, true from generate_series(1, ${TRADERS}::int) g`;
  admin = await server.admin();
  const rules = { minPrice: '2', maxShare: 60, minHoldMinutes: 10, prizePool: '900' };
  await admin.post('/api/update-competition', rules);
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server.stop());

/** Numbers from 0 to 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const verify = (number: number) => verifySeason(server.services, number);

/** Runs `npm run verify-season -- N`. */
async function verifyProgram(number: number) {
  const program = Bun.spawn([process.execPath, 'scripts/verify-season.ts', String(number)], {
    env: { ...process.env, DATABASE_URL: server.services.settings.databaseUrl, MARKET_SEED: 'tests' },
    stderr: 'pipe',
  });
  const texts = [new Response(program.stdout).text(), new Response(program.stderr).text()];
  const [out, err] = await Promise.all(texts);
  return { code: await program.exited, out, err };
}

/** Plays rounds of seeded orders, some of which the rules refuse. @returns how many were refused */
async function play(players: readonly { id: number; username: string }[], rounds: number, seed: number) {
  const { sql, services } = server;
  const random = randomFrom(seed);
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    time.ms += 7 * 60_000;
    for (const player of players) {
      const holdings = (await readHoldings(sql, player.id))!;
      const open = holdings.open.map((h) => h.position);
      const order = nextOrder({ cash: holdings.cash, open, nerve: random(), most: null }, SYMBOLS, random);
      if (!order) continue;
      try {
        await services.trading.execute({ ...player, isAdmin: false }, order);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'SHARE_LIMIT') throw error;
        refused++;
      }
    }
  }
  return refused;
}

test('a whole season: 30 traders, random orders, rules edited on the way, End, Reset, hall of fame, CSV, proof', async () => {
  const { services, sql } = server;
  const { seasons, leaderboard } = services;
  const number = PLAYED;
  expect(seasons.current()).toMatchObject({ number, status: 'active' });
  const seasonId = seasons.current()!.id;
  await sql`
    with opened as (insert into accounts (season_id, user_id, cash)
      select ${seasonId}, id, 100000 from users on conflict do nothing returning user_id, cash)
    insert into ledger (user_id, season_id, currency, kind, amount, at)
    select user_id, ${seasonId}, 'USD', 'season_grant', cash, ${new Date(time.ms)} from opened`;
  const players = await sql<{ id: number; username: string }[]>`
    select id, username from users where is_simulated order by id`;
  expect(players).toHaveLength(TRADERS);
  // the last three players never trade
  const active = players.slice(0, -3);
  await play(active, 5, 7);
  await admin.post('/api/update-competition', { maxShare: 20, minPrice: '3', minHoldMinutes: 20 });
  expect(await play(active, 5, 8)).toBeGreaterThan(0);
  expect((await verify(number)).standings).toBe(0);

  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  const frozen = (await leaderboard.page(1, 100)).rows;
  time.ms += 3_600_000;
  await leaderboard.pass(true);
  expect((await leaderboard.page(1, 100)).rows).toEqual(frozen);
  const late = services.trading.execute(
    { ...active[0]!, isAdmin: false },
    { symbol: 'AAPL', action: 'buy', size: { kind: 'all' }, reverse: false, quotedPrice: null },
  );
  await expect(late).rejects.toMatchObject({ code: 'COMPETITION_INACTIVE' });
  const proved = await verify(number);
  expect(proved.prices).toBeGreaterThan(150);
  expect(proved).toMatchObject({ foreign: 0, standings: TRADERS });

  expect((await admin.post('/api/reset-competition')).status).toBe(200);
  expect(seasons.current()).toMatchObject({ number: number + 1, status: 'waiting', startCash: '100000.00' });
  expect(
    (await leaderboard.page(1, 100)).rows.every((r) => r.place === null && r.equity === 10_000_000n),
  ).toBe(true);
  expect(await verify(number)).toEqual(proved);
  const ranked = frozen.filter((r) => r.place !== null);
  expect(ranked).toHaveLength(active.length);
  const results = await sql<{ user_id: number; place: number }[]>`
    select user_id, place from results where season_id = ${seasonId} and ranked order by row_number`;
  expect(results.map((r) => [r.user_id, r.place])).toEqual(ranked.map((r) => [r.userId, r.place!]));
  const [open] =
    await sql`select count(*)::int as n from positions where season_id = ${seasonId} and closed_at is null`;
  expect(open).toEqual({ n: 0 });

  const hall = (await admin.get('/competitions', { accept: 'text/html' })).text;
  const top = ranked.slice(0, 3).map((r) => r.username);
  for (const name of top) expect(hall).toMatch(new RegExp(`<bdi[^>]*>${name}</bdi>`));
  const csv = (await admin.get(`/api/season-results/${number}`)).text.trimEnd().split('\r\n');
  expect(csv).toHaveLength(1 + TRADERS);
  expect(csv.slice(1, 4).map((line) => line.split(',')[1])).toEqual(top);
  const page = (await admin.get(`/competitions/${number}`, { accept: 'text/html' })).text;
  expect(page).toContain('At most 20% of the starting cash');
  expect(page).toContain(`27 of ${TRADERS} traders ranked`);
});

/** Forgeries and what the message then names. Each is made in a transaction that is rolled back. */
const TAMPERED: [change: string, named: RegExp][] = [
  ['update fills set price = price + 0.01 where id = X', /^Fill X \(.* should be at/],
  ['update fills set quantity = quantity + 1 where id = X', /^Fill X .*should move cash by/],
  ['update fills set cash_delta = cash_delta + 1 where id = X', /^Fill X .*should move cash by/],
  [
    "update fills set quote_at = quote_at - interval '1 hour' where id = X",
    /^Fill X .*(should be at|not of its own time)/,
  ],
  ['delete from fills where id = X', /^(Fill \d+|Closed trade \d+|Ledger row \d+|The (account|result) of) /],
  [
    "update fills set reason = 'forced_cover' where id = X",
    /^Fill X \(.+\) is forced, and no margin called for it/,
  ],
  ['update closed_trades set pnl = pnl + 1 where id = C', /^Closed trade C has pnl/],
  ['update closed_trades set xp = xp + 1 where id = C', /^Closed trade C has xp/],
  ['update closed_trades set exit_price = exit_price + 1 where id = C', /^Closed trade C has exit/],
  [
    "update closed_trades set opened_at = opened_at - interval '1 min' where id = C",
    /^Closed trade C has openedAt/,
  ],
  ['delete from closed_trades where id = C', /^Fill \d+ .* has no closed trade/],
  [
    `insert into closed_trades overriding system value select (jsonb_populate_record(t, '{"id": 99999999}')).* from closed_trades t where id = C`,
    /^Closed trade 99999999 belongs to no fill/,
  ],
  ['update ledger set amount = amount + 5 where id = L', /^Ledger row L has amount/],
  ['delete from ledger where id = L', /^Fill \d+ .* has no row in the ledger/],
  [
    "update ledger set amount = 100001 where season_id = S and kind = 'season_grant' and user_id = (select min(user_id) from fills where season_id = S)",
    /^Ledger row \d+ has amount 100001.00; it should be 100000.00/,
  ],
  [
    "delete from ledger where season_id = S and kind = 'season_reset'",
    /^The account of player\d+ has no row in the ledger/,
  ],
  [
    'update accounts set cash = cash + 1 where season_id = S and cash > 0',
    /^The account of player\d+ has cash/,
  ],
  [
    'update accounts set realised_pnl = 0 where season_id = S and realised_pnl <> 0',
    /^The account of player\d+ has realised/,
  ],
  [
    'update results set equity = equity + 1 where season_id = S and row_number = 4',
    /^The result of player\d+ .* has equity/,
  ],
  [
    'update results set trade_count = 99 where season_id = S and row_number = 5',
    /^The result of player\d+ .* has trades 99/,
  ],
  [`update results set tier = 'GENERAL' where season_id = S and row_number = 9`, /has rank GENERAL/],
  [
    'update results set place = place + 1 where season_id = S and row_number = 6',
    /^The result of player\d+ \(place 7\) has place/,
  ],
  ['delete from results where season_id = S and row_number = 30', /^The result of player\d+ is missing/],
  [
    'update season_marks set price = price + 1 where season_id = S',
    /^The result of player\d+ .* has (equity|row|place)/,
  ],
  [
    'with m as (update season_marks set price = price + 1 where season_id = S) update fills set source = source where id = X',
    /^The result of player\d+ .* has (equity|row|place)/,
  ],
  [
    "insert into season_marks values (S, 'DIS', 1, now(), (select min(quote_at) from fills where season_id = S), 'simulated')",
    /^The last price of DIS is 1.0000; it should be/,
  ],
  [
    "update fills set source = 'fmp' where id = X",
    /^Fill X .* is from fmp, and the season was played on simulated prices/,
  ],
  [
    "update season_marks set source = 'fmp' where symbol = (select min(symbol) from season_marks where season_id = S)",
    /^The last price of [A-Z]+ is from fmp, and the season/,
  ],
  [
    "update fills set source = 'replay' where season_id = S and reason is null",
    /^Fill \d+ .* is from replay, and the season was played on simulated prices/,
  ],
  [
    "update season_marks set source = 'replay' where season_id = S",
    /^The last price of [A-Z]+ is from replay, and the season/,
  ],
  [
    'update season_marks set source = null where season_id = S',
    /^The last price of [A-Z]+ is from an unknown source/,
  ],
  [
    'update progress set xp = xp + 1 where user_id = (select user_id from closed_trades where id = C)',
    /^The progress of player\d+ has xp/,
  ],
  [
    'update progress set level = level + 1 where user_id = (select user_id from closed_trades where id = C)',
    /^The progress of player\d+ has level/,
  ],
  [
    'delete from progress where user_id = (select user_id from closed_trades where id = C)',
    /^The progress of player\d+ has xp 0.00/,
  ],
  [
    'update progress set tkf = tkf + 1 where user_id = (select user_id from closed_trades where id = C)',
    /^The progress of player\d+ has tkf/,
  ],
  [
    "insert into ledger (user_id, currency, kind, amount) select user_id, 'TKF', 'level_reward', 50 from closed_trades where id = C",
    /^The progress of player\d+ has rewards/,
  ],
  [
    "insert into owned_items (user_id, item_id, type, price) select user_id, 'logo_1', 'logo', 50 from closed_trades where id = C",
    /^The progress of player\d+ has tkf/,
  ],
  ['update positions set cost = cost + 1 where id = P', /^Position P has cost/],
  ['update positions set exact_cost = null where id = P', /^Position P has exactCost/],
  ['update positions set quantity = quantity + 1, closed_at = null where id = P', /^Position P has /],
  ['update positions set entry_price = entry_price * 2 where id = P', /^Position P has entry/],
  ['delete from positions where id = P', /^Position P is missing/],
  [
    `insert into positions (id, season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost, opened_at, closed_at)
      overriding system value select 99999999, season_id, user_id, 'DIS', false, 0, 1, 1, 0, opened_at, opened_at from positions where id = P`,
    /^Position 99999999 belongs to no fill/,
  ],
  [
    "update fills set filled_at = filled_at + interval '1 hour' where id = X",
    /^Fill X .* is at a price of .*, not of its own time/,
  ],
  [
    "update seed_periods set seed = decode(repeat('00', 32), 'hex') where season_id = S",
    /^The seed of period/,
  ],
  [
    "update seed_periods set seed = decode(repeat('00', 32), 'hex'), seed_hash = sha256(decode(repeat('00', 32), 'hex')) where season_id = S",
    /^Fill \d+ .* should be at/,
  ],
  [
    `update season_rules set rules = rules || '{"minPrice": "100000.00"}' where season_id = S`,
    /^Fill \d+ .* is under the season's minimum price/,
  ],
  [
    `update season_rules set rules = rules || '{"maxShare": 1}' where season_id = S`,
    /^Fill \d+ .* puts more into one symbol/,
  ],
  [
    `update season_rules set rules = rules || '{"minHoldMinutes": 10000}' where season_id = S`,
    /^Closed trade \d+ has xp/,
  ],
];

test('every tampered row is named', async () => {
  const { sql, services } = server;
  const [{ season, fill, closed, ledger, position }] = (await sql`
    select s.id as season, (select id from fills where season_id = s.id and reason is null order by id offset 20 limit 1) as fill,
      (select id from closed_trades where season_id = s.id and close_reason = 'order' and xp > 0 order by id offset 3 limit 1) as closed,
      (select position_id from closed_trades where season_id = s.id order by id offset 3 limit 1) as position,
      (select id from ledger where season_id = s.id and kind = 'trade' order by id offset 30 limit 1) as ledger
    from seasons s where s.number = ${PLAYED}`) as unknown as [
    Record<'season' | 'fill' | 'closed' | 'ledger' | 'position', bigint>,
  ];
  const named = (text: string) =>
    text
      .replaceAll(/\bX\b/g, String(fill))
      .replaceAll(/\bS\b/g, String(season))
      .replaceAll(/\bC\b/g, String(closed))
      .replaceAll(/\bP\b/g, String(position))
      .replaceAll(/\bL\b/g, String(ledger));
  const undo = new Error('undo');
  for (const [change, sentence] of TAMPERED) {
    const tampering = sql.begin(async (tx) => {
      // the owner of the database can switch off its triggers
      await tx`set local session_replication_role = replica`;
      expect([change, (await tx.unsafe(named(change))).count > 0]).toEqual([change, true]);
      const said = await verifySeason({ ...services, sql: tx as unknown as Sql }, PLAYED).catch(
        (e: Error) => e.message,
      );
      expect([change, said]).toEqual([change, expect.stringMatching(new RegExp(named(sentence.source)))]);
      throw undo;
    });
    expect(await tampering.catch((error: unknown) => error)).toBe(undo);
  }
  await expect(verify(99)).rejects.toThrow('There is no season 99.');
});

test('the program tells what it checked, exits 1 naming the row that differs, 2 when asked for no season', async () => {
  const good = await verifyProgram(PLAYED);
  expect([good.code, good.err]).toEqual([0, '']);
  expect(good.out).toMatch(
    /^Season 1: \d{3} prices, 0 orders, \d+ links and 30 standings checked, all as they should be\.\n$/,
  );
  await server.sql`update results set equity = equity + 1 where row_number = 1`;
  const bad = await verifyProgram(PLAYED);
  expect([bad.code, bad.out]).toEqual([1, '']);
  // lines about waiting for a busy database may come first
  expect(bad.err).toMatch(/^The result of player\d+ \(place 1\) has equity/m);
  await server.sql`update results set equity = equity - 1 where row_number = 1`;
  expect((await verifyProgram('x' as never)).code).toBe(2);
});
