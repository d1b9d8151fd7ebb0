import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cents } from '#core/money/units.ts';
import { seasonMarks } from '#db/queries/season/closing.ts';
import { resultRows } from '#db/queries/season/results.ts';
import { seedPeriodRows } from '#db/queries/season/seed-periods.ts';
import { MarketUnavailableError } from '#market/market.ts';
import { createAccounts } from '#services/account/accounts.ts';
import { systemClock } from '#services/platform/clock.ts';
import { openPit, type Pit } from '../helpers/season.ts';

describe('a season from Start to Reset', () => {
  let pit: Pit;
  let ann: number;
  let bob: number;
  let admin: number;
  beforeAll(async () => {
    pit = await openPit();
    [ann, bob] = [await pit.trader('ann'), await pit.trader('bob')];
    admin = await pit.trader('boss', { isAdmin: true });
  });
  afterAll(() => pit.close());

  const accounts = () =>
    pit.sql<{ number: number; cash: string }[]>`
      select s.number, a.cash from accounts a join seasons s on s.id = a.season_id
      where a.user_id = ${ann} order by s.number`.then((rows) => rows.map((r) => [r.number, r.cash]));

  test('an empty database gets a first season that waits', () => {
    expect(pit.seasons.current()).toMatchObject({ number: 1, status: 'waiting', startCash: '100000.00' });
    expect(pit.seasons.active()).toBe(false);
  });

  test('ending what has not begun is refused', async () => {
    await expect(pit.seasons.end(admin)).rejects.toMatchObject({ code: 'NOT_ACTIVE', status: 409 });
  });

  test('start activates it, once, however often it is clicked', async () => {
    const clicks = await Promise.allSettled(Array.from({ length: 8 }, () => pit.seasons.start(admin)));
    expect(clicks.filter((c) => c.status === 'fulfilled')).toHaveLength(1);
    for (const c of clicks) if (c.status === 'rejected') expect(c.reason.code).toBe('ALREADY_ACTIVE');
    expect(pit.seasons.current()).toMatchObject({ number: 1, status: 'active' });
    expect(
      await pit.sql`select from audit where action = 'season_start' and user_id = ${admin}`,
    ).toHaveLength(1);
  });

  test('the tape takes a new seed at a whole minute at least 5 s ahead, its hash known and the seed not', async () => {
    const period = (await seedPeriodRows(pit.sql)).find((e) => e.seasonId !== null);
    expect(new Date(period!.effectiveFrom).toISOString()).toBe('2026-01-05T12:01:00.000Z');
    const [before, commitment] = await pit.seasons.commitments(pit.seasons.current()!);
    // in the first minute prices still follow the previous seed
    expect(before).toMatchObject({ from: Date.parse('2026-01-05T12:00:00Z'), seed: null });
    expect(commitment).toEqual({
      from: period!.effectiveFrom,
      hash: new Bun.CryptoHasher('sha256').update(period!.seed!).digest('hex'),
      seed: null,
    });
  });

  test('end marks prices once and freezes the table', async () => {
    await pit.hold(ann, 'AAPL', '10', '100');
    await pit.hold(bob, 'TSLA', '10', '50', true);
    await pit.hold(bob, 'AAPL', '0.333333', '100');
    pit.market.set('AAPL', '110.55');
    pit.market.set('TSLA', '60');
    await pit.seasons.end(admin);
    pit.market.set('AAPL', '1');
    const season = pit.seasons.current()!;
    expect(season.status).toBe('ended');
    expect(
      Object.fromEntries((await seasonMarks(pit.sql, season.id)).map((m) => [m.symbol, m.price])),
    ).toEqual({
      AAPL: '110.5500',
      TSLA: '60.0000',
    });
    const table = await resultRows(pit.sql, season.id, 1, 10);
    expect(table.map((r) => [r.rowNumber, r.place, r.username, r.equity, r.ranked, r.rank])).toEqual([
      [1, 1, 'ann', '100105.50', true, 'GENERAL'],
      // 100000 − 500 − 33.34 (33.3333, up) + (2·500 − 600) + 36.84 (110.55 × 0.333333, down)
      [2, 2, 'bob', '99903.50', true, 'LIEUTENANT'],
    ]);
    await pit.leaderboard.pass(true);
    expect((await pit.leaderboard.page(1, 100)).rows.map((r) => [r.username, r.equity])).toEqual([
      ['ann', cents(10_010_550n)],
      ['bob', cents(9_990_350n)],
    ]);
    expect(pit.leaderboard.state().frozen).toBe(true);
    await expect(pit.seasons.end(admin)).rejects.toMatchObject({ code: 'NOT_ACTIVE' });
  });

  test('the seed is told once a later one is in effect', async () => {
    const season = pit.seasons.current()!;
    expect((await pit.seasons.commitments(season))[0]!.seed).toBeNull();
    pit.time.ms += 120_000;
    const [commitment] = await pit.seasons.commitments(season);
    expect(new Bun.CryptoHasher('sha256').update(Buffer.from(commitment!.seed!, 'hex')).digest('hex')).toBe(
      commitment!.hash,
    );
  });

  test('reset closes open rows at the frozen marks without XP and opens a waiting season with full cash', async () => {
    const old = pit.seasons.current()!;
    await pit.seasons.reset(admin);
    expect(pit.seasons.current()).toMatchObject({ number: 2, status: 'waiting' });
    expect(await accounts()).toEqual([
      [1, '100105.50'],
      [2, '100000.00'],
    ]);
    const closed = await pit.sql`
      select symbol, is_short, exit_price, pnl, pnl_percent, xp, close_reason from closed_trades
      where season_id = ${old.id} order by user_id, symbol`;
    expect(closed.map((c) => Object.values(c))).toEqual([
      ['AAPL', false, '110.5500', '105.50', '10.55', '0.00', 'season_reset'],
      ['AAPL', false, '110.5500', '3.50', '10.55', '0.00', 'season_reset'],
      ['TSLA', true, '60.0000', '-100.00', '-20.00', '0.00', 'season_reset'],
    ]);
    expect(await pit.sql`select from positions where closed_at is null`).toHaveLength(0);
    await pit.checkLedger();
  });

  test('reset of a running season ends it first and runs the next one at once', async () => {
    await pit.seasons.start(admin);
    await pit.hold(ann, 'TSLA', '2', '60');
    await pit.seasons.reset(admin);
    expect(pit.seasons.current()).toMatchObject({ number: 3, status: 'active' });
    const [second] = await pit.sql<
      { id: number; status: string }[]
    >`select id, status from seasons where number = 2`;
    expect(second!.status).toBe('archived');
    expect((await resultRows(pit.sql, second!.id, 1, 1))[0]).toMatchObject({
      username: 'ann',
      equity: '100000.00',
    });
    await pit.checkLedger();
  });

  test('start after an end archives the ended season', async () => {
    await pit.hold(bob, 'TSLA', '1', '60');
    await pit.seasons.end(admin);
    await pit.seasons.start(admin);
    expect(pit.seasons.current()).toMatchObject({ number: 4, status: 'active' });
    const statuses = await pit.sql<{ status: string }[]>`select status from seasons order by number`;
    expect(statuses.map((s) => s.status)).toEqual(['archived', 'archived', 'archived', 'active']);
    await pit.checkLedger();
  });

  test('seedPeriods never share a minute, whatever the pace of the admins', async () => {
    const minutes = (await seedPeriodRows(pit.sql)).map((e) => e.effectiveFrom);
    expect(new Set(minutes).size).toBe(minutes.length);
    for (const m of minutes) expect(m % 60_000).toBe(0);
  });

  test('the prize is reduced to digits and dot', async () => {
    expect(await pit.seasons.update({ prizePool: '₪ 2,500.5 NIS' }, admin)).toMatchObject({
      prizePool: '2500.50',
      nextCompetitionDate: '3.8',
    });
    await expect(pit.seasons.update({ prizePool: '9'.repeat(40) }, admin)).rejects.toMatchObject({
      status: 422,
    });
    expect(pit.seasons.details().prizePool).toBe('2500.50');
  });
});

test('a season does not end while a held symbol has no price at all, and nothing is half done', async () => {
  const pit = await openPit();
  const ann = await pit.trader();
  await pit.seasons.start(null);
  await pit.hold(ann, 'AAPL', '1', '100');
  pit.market.remove('AAPL');
  await expect(pit.seasons.end(null)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await pit.sql`select from results`).toHaveLength(0);
  await pit.seasons.refresh();
  expect(pit.seasons.active()).toBe(true);
  await pit.close();
});

test('while the market is away a season ends at the last prices the ranking knew', async () => {
  const pit = await openPit();
  const ann = await pit.trader();
  await pit.seasons.start(null);
  await pit.hold(ann, 'AAPL', '1', '90');
  await pit.leaderboard.pass(true);
  pit.market.quotes = async () => {
    throw new MarketUnavailableError('UNAVAILABLE.prices');
  };
  await pit.leaderboard.pass(true);
  await pit.seasons.end(null);
  expect(await seasonMarks(pit.sql, pit.seasons.current()!.id)).toMatchObject([
    { symbol: 'AAPL', price: '100.0000' },
  ]);
  await pit.close();
});

test('who registers while seasons change has an account in the newest one', async () => {
  const pit = await openPit();
  await pit.seasons.start(null);
  const accounts = createAccounts({ sql: pit.sql, clock: systemClock, sessions: {} as never });
  const joining = Array.from({ length: 6 }, (_, i) =>
    accounts.register({ username: `joiner${i}`, password: 'a long enough one' }),
  );
  await Promise.all([...joining, pit.seasons.reset(null)]);
  const without = await pit.sql`
    select u.id from users u where not exists (
      select from accounts a where a.user_id = u.id and a.season_id = ${pit.seasons.current()!.id})`;
  expect(without).toHaveLength(0);
  await pit.checkLedger();
  await pit.close();
});
