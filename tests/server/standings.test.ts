import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rankOf } from '#core/leaderboard/rank.ts';
import { type Cents, cents, entryE8, quantityMicros, subtract } from '#core/money/units.ts';
import { newestPass, readBoard } from '#db/queries/leaderboard/passes.ts';
import { resultRows } from '#db/queries/season/results.ts';
import { grantSeasonAccount } from '#db/queries/season/seasons.ts';
import { createLeaderboard } from '#services/leaderboard/leaderboard.ts';
import { createLog } from '#services/platform/log.ts';
import { say } from '../helpers/english.ts';
import { openPit, type Pit } from '../helpers/season.ts';
import { until } from '../helpers/until.ts';

describe('the ranking', () => {
  let pit: Pit;
  beforeAll(async () => {
    pit = await openPit({ AAPL: '100', TSLA: '50' });
    await pit.seasons.start(null);
  });
  afterAll(() => pit.close());

  const table = async () =>
    (await pit.leaderboard.page(1, 100)).rows.map((r) => [r.rowNumber, r.place, r.username, r.equity]);

  test('before any trade everybody stands, nobody is ranked', async () => {
    for (const name of ['cat', 'dog']) await pit.trader(name);
    await pit.leaderboard.pass(true);
    expect(pit.leaderboard.state()).toMatchObject({ ranked: 0, traders: 2 });
    expect(await table()).toEqual([
      [1, null, 'cat', cents(10_000_000n)],
      [2, null, 'dog', cents(10_000_000n)],
    ]);
  });

  test('equity, then realised, then the earliest last trade, then id; ties share a place; admins have none', async () => {
    const ids: Record<string, number> = {};
    for (const name of ['tied', 'first', 'late', 'early', 'boss'])
      ids[name] = await pit.trader(name, { isAdmin: name === 'boss' });
    await pit.hold(ids.first!, 'AAPL', '10', '90');
    await pit.hold(ids.tied!, 'TSLA', '10', '50');
    await pit.hold(ids.late!, 'TSLA', '20', '50');
    await pit.hold(ids.early!, 'TSLA', '30', '50', true);
    await pit.hold(ids.boss!, 'AAPL', '10', '1');
    await pit.sql`update accounts set realised_pnl = 5 where user_id = ${ids.late!}`;
    await pit.sql`update accounts set last_trade_at = '2026-01-01' where user_id = ${ids.early!}`;
    await pit.sql`update accounts set last_trade_at = '2026-01-02' where user_id = ${ids.tied!}`;
    await pit.leaderboard.pass(true);
    expect(await table()).toEqual([
      [1, 1, 'first', cents(10_010_000n)],
      [2, 2, 'late', cents(10_000_000n)],
      [3, 2, 'early', cents(10_000_000n)],
      [4, 2, 'tied', cents(10_000_000n)],
      [5, null, 'cat', cents(10_000_000n)],
      [6, null, 'dog', cents(10_000_000n)],
    ]);
    expect(pit.leaderboard.state()).toMatchObject({ ranked: 4, traders: 6 });
    expect(await pit.leaderboard.mine(ids.boss!)).toBeNull();
    expect(await pit.leaderboard.mine(ids.tied!)).toMatchObject({ place: 2, rowNumber: 4 });
  });

  test('moves with the price, and not without a reason', async () => {
    const { generation } = pit.leaderboard.state();
    await pit.leaderboard.pass();
    expect(pit.leaderboard.state().generation).toBe(generation);
    await pit.sql`update leaderboard_passes set made_at = made_at - interval '5 s'`;
    pit.market.set('TSLA', '55');
    await pit.leaderboard.pass();
    expect(pit.leaderboard.state().generation).toBe(generation + 1);
    expect((await table())[0]!.slice(1)).toEqual([1, 'late', cents(10_010_000n)]);
  });

  test('who joins is in the next pass', async () => {
    await pit.sql`update leaderboard_passes set made_at = made_at - interval '5 s'`;
    await pit.leaderboard.pass();
    const { generation, traders } = pit.leaderboard.state();
    const id = await pit.trader('newcomer');
    await pit.sql`update leaderboard_passes set made_at = made_at - interval '5 s'`;
    await pit.leaderboard.pass();
    expect(pit.leaderboard.state()).toMatchObject({ generation: generation + 1, traders: traders + 1 });
    expect(await pit.leaderboard.mine(id)).toMatchObject({ place: null });
    await pit.sql`update leaderboard_passes set made_at = made_at - interval '5 s'`;
    await pit.leaderboard.pass();
    expect(pit.leaderboard.state().generation).toBe(generation + 1);
  });

  test('a name that is changed is another one in the next pass', async () => {
    await pit.sql`update users set username = 'renamed' where username = 'first'`;
    await pit.leaderboard.pass(true);
    const names = (await table()).map(([, , name]) => name);
    expect([names.includes('renamed'), names.includes('first')]).toEqual([true, false]);
  });

  test('a second process shares the pass and makes none of its own', async () => {
    const log = createLog({ logLevel: 'silent' });
    const other = createLeaderboard({ ...pit, log });
    await pit.leaderboard.pass(true);
    await other.pass();
    expect(other.state()).toEqual(pit.leaderboard.state());
    expect((await other.page(1, 100)).rows).toEqual((await pit.leaderboard.page(1, 100)).rows);
    other.stop();
  });

  test('a process that starts again goes on with a young ranking, and makes one when that is old', async () => {
    await pit.leaderboard.pass(true);
    const { generation } = pit.leaderboard.state();
    const begun = async () => {
      const other = createLeaderboard({ ...pit, log: createLog({ logLevel: 'silent' }) });
      await other.begin(async () => {});
      other.stop();
      return other.state().generation;
    };
    expect(await begun()).toBe(generation);
    await pit.sql`update leaderboard_passes set made_at = made_at - interval '1 min'`;
    expect(await begun()).toBe(generation + 1);
    await pit.leaderboard.pass();
  });

  test('two processes at once: one pass, and readers always see a whole table', async () => {
    const log = createLog({ logLevel: 'silent' });
    const others = Array.from({ length: 3 }, () => createLeaderboard({ ...pit, log }));
    const stateBefore = pit.leaderboard.state();
    let reading = true;
    const reader = (async () => {
      const sizes = new Set<number>();
      while (reading) {
        for (const other of others) sizes.add((await other.page(1, 100)).rows.length);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return sizes;
    })();
    await Promise.all(others.map((o) => o.pass()));
    for (const _ of Array(10)) {
      await pit.sql`update leaderboard_passes set made_at = 'epoch'`;
      await Promise.all(others.map((o) => o.pass()));
    }
    reading = false;
    expect([...(await reader)].filter((size) => size > 0)).toEqual([7]);
    const now = (await newestPass(pit.sql))!.generation - stateBefore.generation;
    expect(now).toBeGreaterThanOrEqual(10);
    expect(now).toBeLessThan(30);
    for (const other of others) other.stop();
  });

  test('page and limit are clamped', async () => {
    const ask = async (page: unknown, limit: unknown) => {
      const got = await pit.leaderboard.page(page, limit);
      return [got.page, got.limit, got.rows.length];
    };
    expect(await ask(undefined, undefined)).toEqual([1, 100, 7]);
    expect(await ask('2', '4')).toEqual([2, 4, 3]);
    expect(await ask('99', '4')).toEqual([2, 4, 3]);
    expect(await ask('-3', '0')).toEqual([1, 1, 1]);
    expect(await ask('x', '1e400')).toEqual([1, 1, 1]);
    expect(await ask(1, 5000)).toEqual([1, 100, 7]);
  });
});

test('processes come and go while people trade: one number is one table, whoever is asked', async () => {
  const pit = await openPit({ AAPL: '100', KO: '60', TSLA: '50' });
  await pit.seasons.start(null);
  const log = createLog({ logLevel: 'silent' });
  type Process = ReturnType<typeof createLeaderboard>;
  /** For each generation the different tables, and the processes that showed each. */
  const processesOf = new Map<number, Map<string, Set<Process>>>();
  const begin = async () => {
    const one = createLeaderboard({ ...pit, log });
    await one.begin(async () => {});
    return one;
  };
  const look = async (one: Process) => {
    const { state, rows } = await one.page(1, 100);
    const tables = processesOf.get(state.generation) ?? new Map<string, Set<Process>>();
    // a process may compare with another earlier table, so moves differ; the copy that a starting process shows has no counts of fills
    const figures = rows.map(({ move, trades, ...row }) => row);
    const text = Bun.inspect([state, figures], { depth: 5 });
    processesOf.set(state.generation, tables.set(text, (tables.get(text) ?? new Set()).add(one)));
  };
  const people = await Promise.all(Array.from({ length: 8 }, () => pit.trader()));
  const running = [await begin(), await begin()];
  let trading = true;
  const trades = people.map(async (id, i) => {
    for (let n = 0; trading; n++) {
      await pit.hold(id, n === 0 ? 'AAPL' : `S${i}.${n}`.slice(0, 6), '1', '10', n % 3 === 0);
      pit.bus.publish({ type: 'traded', userId: id });
      if (n % 5 === 0) pit.market.set('AAPL', String(100 + (n % 7)));
    }
  });
  const first = pit.leaderboard.state().generation;
  const newest = () => Math.max(...running.map((each) => each.state().generation));
  /** How many generations more than one process showed. */
  const shared = () => [...processesOf.values()].filter((tables) => [...tables.values()][0]!.size > 1).length;
  for (let joined = 0; newest() < first + 15 || joined < 3 || shared() < 4; ) {
    await Promise.all(running.map(look));
    // pages come from memory: gives the trades a turn
    await new Promise((resolve) => setImmediate(resolve));
    if (newest() < first + 4 * (joined + 1) || joined === 3) continue;
    // meanwhile one process stops and another starts
    running.shift()!.stop();
    running.push(await begin());
    joined += 1;
  }
  trading = false;
  await Promise.all(trades);
  for (const [generation, tables] of processesOf) expect([generation, tables.size]).toEqual([generation, 1]);
  for (const each of running) each.stop();
  // the last one equals what the database holds
  await pit.leaderboard.pass(true);
  const late = createLeaderboard({ ...pit, log });
  await late.begin(async () => {});
  expect(late.state()).toEqual(pit.leaderboard.state());
  expect((await late.page(1, 100)).rows).toEqual((await pit.leaderboard.page(1, 100)).rows);
  const accounts = await pit.sql`select user_id, cash_cents from accounts where trade_count > 0`;
  for (const { user_id, cash_cents } of accounts)
    expect((await pit.leaderboard.mine(user_id))?.cash).toBe(cash_cents);
  late.stop();
  await pit.close();
});

test('a board of any size is read whole, and the connection goes on', async () => {
  const pit = await openPit();
  await pit.seasons.start(null);
  const seasonId = pit.seasons.current()!.id;
  const sizes = [0, 1, 100, 400, 1000, 1001, 2000, 5000];
  for (const [i, size] of sizes.entries()) {
    const first = i === 0 ? 1 : sizes[i - 1]! + 1;
    await pit.sql`insert into users (id, username, username_key, is_simulated) overriding system value
      select g, 'user' || g, 'user' || g, true from generate_series(${first}::int, ${size}::int) g`;
    await pit.sql`insert into accounts (season_id, user_id, cash, trade_count, last_trade_at)
      select ${seasonId}, g, 100 + g, 1, now() from generate_series(${first}::int, ${size}::int) g`;
    await pit.sql`insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price,
        cost, opened_at)
      select ${seasonId}, u, 'S' || s, s = 2, u, u, 1.23456789, round(u * 1.23456789, 2), now()
      from generate_series(${first}::int, ${size}::int) u, generate_series(0, 2) s`;
    const board = await pit.sql.begin(async (tx) => {
      const read = await readBoard(tx, seasonId);
      expect(Number((await tx`select count(*) as n from accounts where season_id = ${seasonId}`)[0]!.n)).toBe(
        size,
      );
      return read;
    });
    expect([board.accounts, board.positionsEnd]).toEqual([size, 3 * size]);
    const last = board.slots.find(size);
    if (size === 0) continue;
    expect(board.cash.get(last)).toBe(cents(BigInt(size + 100) * 100n));
    expect(board.positionsOf(last).map((p) => [p.isShort, p.quantity, p.entry])).toEqual([
      [true, quantityMicros(BigInt(size) * 1_000_000n), entryE8(123456789n)],
      [false, quantityMicros(BigInt(size) * 1_000_000n), entryE8(123456789n)],
      [false, quantityMicros(BigInt(size) * 1_000_000n), entryE8(123456789n)],
    ]);
  }
  await pit.close();
});

test('a position whose symbol has no price counts at cost', async () => {
  const pit = await openPit();
  await pit.seasons.start(null);
  await pit.hold(await pit.trader('ann'), 'NONE', '3', '100.55');
  await pit.leaderboard.pass(true);
  expect((await pit.leaderboard.page(1, 1)).rows[0]!.equity).toBe(cents(10_000_000n));
  await pit.close();
});

test('the parts of a large field are one ranking: nobody twice, nobody left out, ties across parts in order', async () => {
  const pit = await openPit({ AAPL: '110', TSLA: '40' });
  await pit.seasons.start(null);
  const seasonId = pit.seasons.current()!.id;
  // in different parts of the table, and at the edges of the parts
  const ids = [1, 75_000, 75_001, 149_999, 150_000, 150_001, 225_000, 225_001, 299_999, 300_000];
  for (const id of ids) {
    await pit.sql`insert into users (id, username, username_key, is_simulated) overriding system value
      values (${id}, ${`far${id}`}, ${`far${id}`}, true)`;
    await grantSeasonAccount(pit.sql, seasonId, id);
    await pit.hold(id, 'AAPL', id % 2 ? '10' : '20', '100');
    await pit.hold(id, 'TSLA', '5', '50', id % 2 === 0);
  }
  await pit.sql`update accounts set last_trade_at = '2026-01-05'`;
  await pit.leaderboard.pass(true);
  const { rows, state } = await pit.leaderboard.page(1, 100);
  expect(state).toMatchObject({ ranked: 10, traders: 10 });
  // even: +200 and +50 on the short; odd: +100 and −50 on the long
  const [even, odd] = [ids.filter((id) => id % 2 === 0), ids.filter((id) => id % 2 === 1)];
  expect(rows.map((r) => [r.userId, r.username, r.place, r.equity])).toEqual([
    ...even.map((id) => [id, `far${id}`, 1, cents(10_025_000n)] as [number, string, number, Cents]),
    ...odd.map(
      (id) => [id, `far${id}`, 1 + even.length, cents(10_005_000n)] as [number, string, number, Cents],
    ),
  ]);
  await pit.close();
});

test('from any row to any row it is the same ranking, ties over the edges of pages and blocks included', async () => {
  const pit = await openPit({});
  await pit.seasons.start(null);
  const seasonId = pit.seasons.current()!.id;
  const field = 500;
  await pit.sql`insert into users (username, username_key, is_simulated)
    select 'user' || g, 'user' || g, true from generate_series(1, ${field}::int) g`;
  // ties of 1, 3, 5 and so on, up to one of 43 traders; the last 16 have not traded
  await pit.sql`insert into accounts (season_id, user_id, cash, trade_count, last_trade_at)
    select ${seasonId}, id, 1000 - floor(sqrt(id)), case when id <= 484 then 1 else 0 end, now() from users`;
  await pit.trader('boss', { isAdmin: true });
  await pit.leaderboard.pass(true);
  const read = async (limit: number) => {
    const pages = Array.from({ length: Math.ceil(field / limit) }, (_, i) =>
      pit.leaderboard.page(i + 1, limit),
    );
    return (await Promise.all(pages)).flatMap(({ rows }) => rows);
  };
  const rows = await read(100);
  expect(rows.map((r) => r.rowNumber)).toEqual(Array.from({ length: field }, (_, i) => i + 1));
  const hasTraded = (r: { userId: number }) => r.userId <= 484;
  const equities = rows.filter(hasTraded).map((r) => r.equity);
  expect(rows.map((r) => r.place)).toEqual(
    rows.map((r) => (hasTraded(r) ? 1 + equities.filter((e) => e > r.equity).length : null)),
  );
  expect(rows.map((r) => r.equity)).toEqual(rows.map((r) => r.equity).toSorted((a, b) => Number(b - a)));
  for (const limit of [7, 43, 99]) expect(await read(limit)).toEqual(rows);
  const ownRows = await Promise.all(rows.map((row) => pit.leaderboard.mine(row.userId)));
  expect(ownRows).toEqual(rows.map(({ username, logo, hasPage, isSimulated, move, ...row }) => row));
  await pit.close();
});

test('large positions are as exact as small ones', async () => {
  const pit = await openPit({ AAPL: '1234.5678', TSLA: '0.5001' });
  await pit.seasons.start(null);
  const id = await pit.trader('whale');
  await pit.sql`update accounts set cash = 900000000000`;
  await pit.hold(id, 'AAPL', '123456789.123457', '1000.01');
  await pit.hold(id, 'TSLA', '1999997.000003', '0.5', true);
  await pit.leaderboard.pass(true);
  const down = (exact: bigint) => exact / 100_000_000n;
  const up = (exact: bigint) => (exact + 99_999_999n) / 100_000_000n;
  const [long, longCost] = [123456789123457n * 12345678n, 123456789123457n * 10000100n];
  const [short, shortCost] = [1999997000003n * 5001n, 1999997000003n * 5000n];
  // costs are rounded up, proceeds down
  const paid = up(longCost) + up(shortCost);
  const expected = 90_000_000_000_000n - paid + down(long) + down(2n * shortCost - short);
  expect((await pit.leaderboard.mine(id))!.equity).toBe(cents(expected));
  await pit.close();
});

test('ranks of the pass and of the frozen table are the ranks of core, ties and boundaries included', async () => {
  const pit = await openPit({ AAPL: '100' });
  await pit.seasons.start(null);
  for (let n = 1; n <= 41; n++) {
    const id = await pit.trader();
    // every third trader ties with the one before
    await pit.hold(id, 'AAPL', String(n % 3 === 0 ? n - 1 : n), '90');
    if (![1, 2, 3, 10, 25, 40, 41].includes(n)) continue;
    await pit.leaderboard.pass(true);
    const { rows, state } = await pit.leaderboard.page(1, 100);
    expect(state.ranked).toBe(n);
    for (const row of rows) {
      const place = 1 + rows.filter((r) => r.equity > row.equity).length;
      const worst = rows.filter((r) => r.equity >= row.equity).length;
      expect([row.username, row.place, row.rank]).toEqual([row.username, place, rankOf(place, worst, n)]);
    }
  }
  const { rows } = await pit.leaderboard.page(1, 100);
  await pit.seasons.end(null);
  const results = await resultRows(pit.sql, pit.seasons.current()!.id, 1, 100);
  expect(results.map((r) => [r.username, r.place, r.rank])).toEqual(
    rows.map((r) => [r.username, r.place!, r.rank]),
  );
  await pit.leaderboard.pass(true);
  expect((await pit.leaderboard.page(1, 100)).rows).toEqual(rows);
  await pit.close();
});

test('thin accounts are covered by force, and warned before; the boundary is exact', async () => {
  const pit = await openPit({ AAPL: '50' });
  await pit.seasons.start(null);
  const id = await pit.trader('shorty');
  await pit.hold(id, 'AAPL', '2000', '50', true);
  const covered: number[][] = [];
  const notices: string[] = [];
  pit.bus.subscribe((event) => event.type === 'notice' && notices.push(say(event.title, 'en')));
  await pit.leaderboard.begin(async (ids) => covered.push(ids));
  pit.market.set('AAPL', '71.42');
  await pit.leaderboard.pass(true);
  expect([notices.length, covered.length]).toEqual([0, 0]);
  pit.market.set('AAPL', '76.92');
  await pit.leaderboard.pass(true);
  await pit.leaderboard.pass(true);
  expect([notices.length, covered.length]).toEqual([1, 0]);
  pit.market.set('AAPL', '76.93');
  await pit.leaderboard.pass(true);
  expect(covered).toEqual([[id]]);
  await pit.close();
});

test('the pass samples the prices of what is held, no closer than the spacing and only where they moved', async () => {
  const pit = await openPit({ AAPL: '100', TSLA: '50', KO: '60' });
  const ann = await pit.trader('ann');
  await pit.seasons.start(null);
  await pit.hold(ann, 'AAPL', '10', '100');
  await pit.hold(ann, 'TSLA', '10', '50');
  const began = pit.time.ms;
  const samples = async () =>
    (await pit.sql`select symbol, at, price from mark_samples order by at, symbol`).map((s) => [
      ...[s.symbol, s.at.getTime() - began, Number(s.price)],
    ]);
  await pit.leaderboard.pass(true);
  const first = [
    ['AAPL', 0, 100],
    ['TSLA', 0, 50],
  ];
  expect(await samples()).toEqual(first);
  pit.market.set('AAPL', '110');
  pit.time.ms += 9_999;
  await pit.leaderboard.pass(true);
  expect(await samples()).toEqual(first);
  pit.time.ms += 1;
  await pit.leaderboard.pass(true);
  expect(await samples()).toEqual([...first, ['AAPL', 10_000, 110]]);
  // a pass after the season's end takes no sample
  pit.time.ms += 60_000;
  await pit.seasons.end(null);
  pit.market.set('AAPL', '120');
  await pit.leaderboard.pass(true);
  expect(await samples()).toHaveLength(3);
  await pit.close();
});

test('the frozen table outlives passes that are missed', async () => {
  const pit = await openPit();
  await pit.seasons.start(null);
  await pit.hold(await pit.trader('ann'), 'AAPL', '1', '100');
  await pit.seasons.end(null);
  await pit.leaderboard.begin(async () => {});
  const rowsBefore = (await pit.leaderboard.page(1, 100)).rows;
  expect(rowsBefore.map((row) => [row.username, row.place])).toEqual([['ann', 1]]);
  const { generation } = pit.leaderboard.state();
  await pit.leaderboard.pass(true);
  expect(pit.leaderboard.state().generation).toBe(generation + 1);
  expect((await pit.leaderboard.page(1, 100)).rows).toEqual(rowsBefore);
  await pit.close();
});

test('while a process reads all accounts its pages show the stored table', async () => {
  const pit = await openPit();
  await pit.seasons.start(null);
  const ann = await pit.trader('ann');
  await pit.hold(ann, 'AAPL', '10', '90');
  const out = await pit.trader('out');
  const seasonId = pit.seasons.current()!.id;
  await pit.sql`insert into disqualifications (season_id, user_id, reason, admin_id)
    values (${seasonId}, ${out}, 'two accounts', ${ann})`;
  for (let i = 0; i < 20; i++) await pit.trader();
  await pit.leaderboard.pass(true);
  const pageBefore = await pit.leaderboard.page(1, 100);
  expect(pageBefore.rows).toHaveLength(22);
  // blocks every read of an account
  const hold = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = pit.sql.begin(async (tx) => {
    await tx`lock table accounts in access exclusive mode`;
    locked.resolve();
    await hold.promise;
  });
  await locked.promise;
  const late = createLeaderboard({ ...pit, log: createLog({ logLevel: 'silent' }) });
  const begun = late.begin(async () => {});
  await until(() => late.state().traders === 22);
  // the stored table has no counts of fills
  const stored = await late.page(1, 100);
  const figures = (page: typeof stored) => ({
    ...page,
    rows: page.rows.map(({ trades, move, ...row }) => row),
  });
  expect(figures(stored)).toEqual(figures(pageBefore));
  for (const id of [ann, out])
    expect(await late.mine(id)).toEqual({ ...(await pit.leaderboard.mine(id))!, trades: null });
  expect(await late.mine(999)).toBeNull();
  // once the accounts can be read, the new trade shows
  hold.resolve();
  await holding;
  await begun;
  await pit.hold(ann, 'TSLA', '1', '50');
  await late.pass(true);
  await pit.leaderboard.pass(true);
  expect((await late.mine(ann))!.cash).toBe(subtract(pageBefore.rows[0]!.cash, cents(5_000n)));
  late.stop();
  await pit.close();
});
