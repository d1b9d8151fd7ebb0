import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { writeCents, writePrice } from '#core/money/money.ts';
import { cents, entryE8, priceE4 } from '#core/money/units.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { MarketUnavailableError } from '#market/market.ts';
import type { BusEvent } from '#services/realtime/bus.ts';
import { tradesSeenBy, viewAccount } from '#services/trading/portfolio.ts';
import { english } from '../helpers/english.ts';
import { type Floor, openFloor } from '../helpers/trading.ts';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor({ AAPL: '100', TSLA: '50', ODD: '333.33' });
});
afterAll(() => floor.close());

const refusal = async (promise: Promise<unknown>) => {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, status, details } = error;
    return { code, status, details, message: english(error) };
  }
  throw new Error('it was not refused');
};

const tradeRows = async (floor: Floor, userId: number) =>
  (await tradesSeenBy({ id: userId, isAdmin: false }, floor, userId)).rows;

describe('golden vectors from 100,000.00', () => {
  test('1: buy 10 at 100, buy 10 at 120, sell 5 at 130, sell 15 at 99', async () => {
    const ann = await floor.join();
    floor.market.set('AAPL', '100');
    await floor.send(ann, { action: 'buy', quantity: 10 });
    floor.market.set('AAPL', '120');
    const second = await floor.send(ann, { action: 'buy', quantity: '10' });
    expect(second.answer.cash).toBe('97800.00');
    expect((await floor.audit(ann)).items[0]!.entry).toBe(entryE8(11_000_000_000n));
    floor.market.set('AAPL', '130');
    const third = await floor.send(ann, { action: 'sell', quantity: 5 });
    expect(third.answer).toMatchObject({ cash: '98450.00', pnl: '100.00', pnlPercent: '18.18', price: 130 });
    floor.market.set('AAPL', '99');
    const last = await floor.send(ann, { action: 'sell', quantity: 15 });
    expect(last.answer).toMatchObject({
      cash: '99935.00',
      pnl: '-165.00',
      pnlPercent: '-10.00',
      xpGained: 0,
    });
    const rows = await tradeRows(floor, ann.id);
    expect(rows.map((r) => [r.buy_price, r.sell_price, r.buy_quantity, r.sell_quantity, r.pnl])).toEqual([
      ['110.0000', '99.0000', '15.000000', '15.000000', '-165.00'],
      ['110.0000', '130.0000', '5.000000', '5.000000', '100.00'],
    ]);
    expect(new Set(rows.map((r) => r.position_id)).size).toBe(1);
    expect((await floor.audit(ann)).items).toEqual([]);
  });

  test('a share from the lowest price to 10,001: percent and XP are stored whole', async () => {
    const lou = await floor.join();
    floor.market.set('AAPL', '0.0001');
    await floor.send(lou, { action: 'buy', quantity: 100 });
    floor.market.set('AAPL', '10001');
    const { answer } = await floor.send(lou, { action: 'sell', closeAll: true });
    expect(answer).toMatchObject({
      cash: '1100099.99',
      pnlPercent: '10000999900.00',
      xpGained: 10_000_999_900,
    });
    expect(await tradeRows(floor, lou.id)).toMatchObject([
      { pnl: '1000099.99', pnl_percent: '10000999900.00', xp: '10000999900.00' },
    ]);
  });

  test('2: short 10 at 50, mark 60, cover 4 at 45, mark 45', async () => {
    const bob = await floor.join();
    const equity = async () => writeCents((await floor.audit(bob)).equity);
    floor.market.set('TSLA', '50');
    const opened = await floor.send(bob, { symbol: 'TSLA', action: 'short', quantity: 10 });
    expect(opened.answer.cash).toBe('99500.00');
    floor.market.set('TSLA', '60');
    expect(await equity()).toBe('99900.00');
    floor.market.set('TSLA', '45');
    const covered = await floor.send(bob, { symbol: 'TSLA', action: 'cover', quantity: 4 });
    expect(covered.answer).toMatchObject({ cash: '99720.00', pnl: '20.00', pnlPercent: '10.00' });
    expect(await equity()).toBe('100050.00');
    const [open, closed] = await tradeRows(floor, bob.id);
    expect(open).toMatchObject({
      is_short: true,
      buy_price: '50.0000',
      current_price: '45.0000',
      pnl: '30.00',
    });
    expect(closed).toMatchObject({ buy_price: '50.0000', sell_price: '45.0000', pnl: '20.00' });
    expect(open!.position_id).toBe(closed!.position_id);
    expect(open!.open_position_timestamp).toBe(closed!.open_position_timestamp);
  });

  test('3: amount 1,000 at 333.33', async () => {
    const cyd = await floor.join();
    const { answer } = await floor.send(cyd, { symbol: 'ODD', action: 'buy', amount: 1000 });
    expect(answer).toMatchObject({ quantity: 3.00003, cash: '99000.00' });
    await floor.audit(cyd);
  });

  test('4: long 5, sell 8 is refused and changes nothing', async () => {
    const dan = await floor.join();
    await floor.send(dan, { action: 'buy', quantity: 5 });
    const snapshotBefore = await floor.snapshot(dan);
    const refused = await refusal(floor.send(dan, { action: 'sell', quantity: 8 }));
    expect(refused).toMatchObject({ code: 'NOT_ENOUGH_SHARES', status: 409, details: { maxQuantity: '5' } });
    expect(await floor.snapshot(dan)).toBe(snapshotBefore);
  });

  test('5: buy 10 at 100, sell 5 at 110, sell 5 at 120 earns 15 XP', async () => {
    const eve = await floor.join();
    floor.market.set('AAPL', '100');
    await floor.send(eve, { action: 'buy', quantity: 10 });
    floor.market.set('AAPL', '110');
    expect((await floor.send(eve, { action: 'sell', quantity: 5 })).answer.xpGained).toBe(5);
    floor.market.set('AAPL', '120');
    expect((await floor.send(eve, { action: 'sell', quantity: 5 })).answer.xpGained).toBe(10);
    const [progress] = await floor.sql`select xp, level from progress where user_id = ${eve.id}`;
    expect(progress).toMatchObject({ xp: '15.00', level: 0 });
    await floor.audit(eve);
  });

  test('6: all-in short 2000 at 50 stands at 76.92 and is covered at 76.93', async () => {
    const fay = await floor.join();
    const events: BusEvent[] = [];
    const stop = floor.bus.subscribe((event) => void events.push(event));
    floor.market.set('TSLA', '50');
    await floor.send(fay, { symbol: 'TSLA', action: 'short', quantity: 2000 });
    floor.market.set('TSLA', '76.92');
    expect(await floor.trading.forceCovers([fay.id])).toBe(0);
    floor.market.set('TSLA', '76.93');
    expect(await floor.trading.forceCovers([fay.id])).toBe(1);
    stop();
    const view = await floor.audit(fay);
    expect([view.items.length, writeCents(view.cash)]).toEqual([0, '46140.00']);
    expect((await tradeRows(floor, fay.id))[0]).toMatchObject({
      close_reason: 'forced_cover',
      pnl: '-53860.00',
    });
    expect(events).toContainEqual(expect.objectContaining({ type: 'notice', userId: fay.id }));
    expect(await floor.trading.forceCovers([fay.id])).toBe(0);
  });
});

describe('orders', () => {
  test('a level passed pays 50 TKF once, and the toast hears of the trade', async () => {
    const gus = await floor.join();
    const events: BusEvent[] = [];
    const stop = floor.bus.subscribe((event) => void events.push(event));
    floor.market.set('AAPL', '100');
    await floor.send(gus, { action: 'buy', quantity: 10 });
    floor.market.set('AAPL', '450');
    const { answer } = await floor.send(gus, { action: 'sell', closeAll: true });
    stop();
    expect(answer).toMatchObject({ quantity: 10, xpGained: 350, levelsGained: 2, tkfGained: 100 });
    const [progress] = await floor.sql`select xp, level, tkf from progress where user_id = ${gus.id}`;
    expect(progress).toEqual({ xp: '350.00', level: 2, tkf: 100 });
    const { id: userId, username } = gus;
    expect(events).toContainEqual({ type: 'tradeSuccess', userId, username, profitPercentage: 350 });
    expect(events.filter((e) => e.type === 'traded')).toHaveLength(2);
    await floor.audit(gus);
  });

  test('buying while short names the position; reverse does both fills at once', async () => {
    const hal = await floor.join();
    floor.market.set('AAPL', '100');
    await floor.send(hal, { action: 'short', quantity: 3 });
    const refused = await refusal(floor.send(hal, { action: 'buy', quantity: 2 }));
    expect(refused).toMatchObject({ code: 'POSITION_CONFLICT', status: 409 });
    expect(refused.message).toContain('short 3 AAPL');
    const { answer } = await floor.send(hal, { action: 'buy', quantity: 2, reverse: true });
    expect(answer.fills.map((f) => [f.action, f.quantity])).toEqual([
      ['cover', 3],
      ['buy', 2],
    ]);
    const view = await floor.audit(hal);
    expect(view.items).toMatchObject([{ symbol: 'AAPL', isShort: false, quantity: 2_000_000n }]);
    const fills = await floor.sql`select reason from fills where user_id = ${hal.id} order by id`;
    expect(fills.map((f) => f.reason)).toEqual([null, 'reverse', 'reverse']);
    expect((await refusal(floor.send(hal, { action: 'buy', quantity: 1, reverse: true }))).code).toBe(
      'POSITION_CONFLICT',
    );
  });

  test('a reverse that does not fit leaves both sides as they were', async () => {
    const ida = await floor.join();
    await floor.send(ida, { action: 'buy', quantity: 3 });
    const snapshotBefore = await floor.snapshot(ida);
    const refused = await refusal(floor.send(ida, { action: 'short', quantity: 100_000, reverse: true }));
    expect(refused.code).toBe('NOT_ENOUGH_CASH');
    expect(await floor.snapshot(ida)).toBe(snapshotBefore);
  });

  test('a refusal for cash names the largest affordable quantity, which then fills', async () => {
    const jim = await floor.join();
    floor.market.set('AAPL', '333.33');
    const refused = await refusal(floor.send(jim, { action: 'buy', quantity: 301 }));
    expect(refused).toMatchObject({ code: 'NOT_ENOUGH_CASH', details: { maxQuantity: '300.003' } });
    expect(refused.message).toContain('300.003');
    const { answer } = await floor.send(jim, { action: 'buy', quantity: refused.details!.maxQuantity });
    expect(answer.cash).toBe('0.00');
    await floor.audit(jim);
  });

  test('an entry opened again is a new position with its own age', async () => {
    const kim = await floor.join();
    await floor.send(kim, { action: 'buy', amount: '100' });
    await floor.send(kim, { action: 'sell', closeAll: true });
    await floor.send(kim, { action: 'buy', quantity: 1 });
    const rows = await tradeRows(floor, kim.id);
    expect(rows).toHaveLength(2);
    expect(rows[0]!.position_id).not.toBe(rows[1]!.position_id);
  });

  test('a price that moved over 1% asks again with the new price, exactly 1% fills', async () => {
    const lea = await floor.join();
    floor.market.set('AAPL', '101');
    const { answer } = await floor.send(lea, { action: 'buy', quantity: 1, quotedPrice: 100 });
    expect(answer).toMatchObject({ price: 101, quotedPrice: 100, source: 'simulated' });
    floor.market.set('AAPL', '101.0001');
    const refused = await refusal(floor.send(lea, { action: 'buy', quantity: 1, quotedPrice: '100' }));
    expect(refused).toMatchObject({ code: 'PRICE_MOVED', status: 409, details: { price: 101.0001 } });
    const [fill] =
      await floor.sql`select quoted_price, price, source, quote_age_ms from fills where user_id = ${lea.id}`;
    expect(fill).toMatchObject({ quoted_price: '100.0000', price: '101.0000', source: 'simulated' });
  });

  test('an old price is no price', async () => {
    const max = await floor.join();
    const snapshotBefore = await floor.snapshot(max);
    const old = floor.another({
      ...floor.market,
      quote: async (symbol) => ({ ...(await floor.market.quote(symbol)), asOfMs: Date.now() - 15_001 }),
    });
    const order = floor.order(max, { action: 'buy', quantity: 1 });
    expect(await refusal(old.execute(max, order))).toMatchObject({ code: 'STALE_PRICE', status: 503 });
    expect(await floor.snapshot(max)).toBe(snapshotBefore);
  });

  test('a price that gets old while the order waits for a lock does not fill', async () => {
    const ned = await floor.join();
    const asOfMs = Date.now() - 14_900;
    const soon = floor.another({
      ...floor.market,
      quote: async (symbol) => ({ ...(await floor.market.quote(symbol)), asOfMs }),
    });
    const snapshotBefore = await floor.snapshot(ned);
    const order = floor.order(ned, { action: 'buy', quantity: 1 });
    const refused = await floor.sql.begin(async (tx) => {
      await tx`select from accounts where user_id = ${ned.id} for update`;
      let answered = false;
      const answer = refusal(soon.execute(ned, order)).finally(() => {
        answered = true;
      });
      for (let waited = false; !waited && !answered; ) {
        await tx`select pg_stat_clear_snapshot()`;
        const rows = await tx`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '110 ms'`;
        waited = rows.length > 0;
      }
      return { answer };
    });
    expect(await refused.answer).toMatchObject({ code: 'STALE_PRICE', status: 503 });
    expect(await floor.snapshot(ned)).toBe(snapshotBefore);
  });

  test('a closed market, a market that is down and an unknown ticker refuse', async () => {
    const oda = await floor.join();
    const closed = floor.another({
      ...floor.market,
      session: () => ({ open: false, opensAt: Date.UTC(2026, 0, 6), closesAt: null }),
    });
    const order = floor.order(oda, { action: 'buy', quantity: 1 });
    expect(await refusal(closed.execute(oda, order))).toMatchObject({
      code: 'MARKET_CLOSED',
      details: { opensAt: '2026-01-06T00:00:00.000Z' },
    });
    const down = floor.another({
      ...floor.market,
      quote: async () => {
        throw new MarketUnavailableError('UNAVAILABLE.slow');
      },
    });
    expect(await refusal(down.execute(oda, order))).toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      message: 'The price provider is slow to respond.',
    });
    const unknown = await refusal(floor.send(oda, { symbol: 'NOPE', action: 'buy', quantity: 1 }));
    expect(unknown).toMatchObject({ code: 'UNKNOWN_SYMBOL', status: 404, message: 'Unknown ticker NOPE.' });
  });

  test('nobody is covered by force on an old price', async () => {
    const pam = await floor.join();
    floor.market.set('TSLA', '50');
    await floor.send(pam, { symbol: 'TSLA', action: 'short', quantity: 2000 });
    floor.market.set('TSLA', '90');
    const old = floor.another({
      ...floor.market,
      quotes: async (symbols) =>
        new Map([...(await floor.market.quotes(symbols))].map(([s, q]) => [s, { ...q, asOfMs: 0 }])),
    });
    expect(await old.forceCovers([pam.id])).toBe(0);
    expect(await floor.trading.forceCovers([pam.id])).toBe(1);
    await floor.audit(pam);
  });

  test('a ticker without a fresh price keeps no short in another from being covered', async () => {
    const ron = await floor.join();
    floor.market.set('AAPL', '100');
    floor.market.set('TSLA', '50');
    await floor.send(ron, { action: 'buy', quantity: 1 });
    await floor.send(ron, { symbol: 'TSLA', action: 'short', quantity: 1990 });
    floor.market.set('TSLA', '90');
    const halted = floor.another({
      ...floor.market,
      quotes: async (symbols) =>
        new Map(
          [...(await floor.market.quotes(symbols))].map(([s, q]) => [
            s,
            s === 'AAPL' ? { ...q, asOfMs: 0 } : q,
          ]),
        ),
    });
    expect(await halted.forceCovers([ron.id])).toBe(1);
    const { items } = await floor.audit(ron);
    expect(items.map(({ symbol }) => symbol)).toEqual(['AAPL']);
  });

  test('an account whose cover fails keeps no other from its own', async () => {
    const [sam, tea] = [await floor.join(), await floor.join()];
    floor.market.set('TSLA', '50');
    for (const who of [sam, tea]) await floor.send(who, { symbol: 'TSLA', action: 'short', quantity: 2000 });
    floor.market.set('TSLA', '90');
    await floor.sql.unsafe(`
      create function refuse_sam() returns trigger language plpgsql as $$ begin
        if new.user_id = ${sam.id} then raise exception 'refused'; end if; return new; end $$;
      create trigger refuse_sam before insert on fills for each row execute function refuse_sam()`);
    await expect(floor.trading.forceCovers([sam.id, tea.id])).rejects.toThrow('refused');
    await floor.sql.unsafe('drop trigger refuse_sam on fills; drop function refuse_sam');
    expect((await floor.audit(sam)).items).toHaveLength(1);
    expect((await floor.audit(tea)).items).toHaveLength(0);
  });

  test('a gap beyond everything leaves cash and equity at zero', async () => {
    const quy = await floor.join();
    floor.market.set('TSLA', '50');
    await floor.send(quy, { symbol: 'TSLA', action: 'short', quantity: 2000 });
    floor.market.set('TSLA', '500');
    expect((await viewAccount(floor, quy.id))!.equity).toBe(0n);
    await floor.trading.forceCovers([quy.id]);
    const view = await floor.audit(quy);
    expect([view.cash, view.equity, view.realised]).toEqual([0n, 0n, cents(-10_000_000n)]);
  });
});

describe('any sequence of orders and prices', () => {
  const size = fc.oneof(
    fc.integer({ min: 1, max: 1500 }).map((quantity) => ({ quantity })),
    fc.integer({ min: 100, max: 9_000_000 }).map((whole) => ({ amount: writeCents(cents(BigInt(whole))) })),
  );
  const step = fc.record({
    symbol: fc.constantFrom('AAPL', 'TSLA'),
    action: fc.constantFrom('buy', 'sell', 'short', 'cover'),
    size,
    closeAll: fc.boolean(),
    reverse: fc.boolean(),
    price: fc.bigInt({ min: 50_000n, max: 4_000_000n }).map(priceE4),
    cover: fc.boolean(),
  });

  test('the stored books agree to the cent after every one', async () => {
    let filled = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const trader = await floor.join();
        for (const { symbol, action, size, closeAll, reverse, price, cover } of steps) {
          floor.market.set(symbol, writePrice(price));
          const closing = action === 'sell' || action === 'cover';
          const more = closing ? { closeAll } : { reverse };
          try {
            await floor.send(trader, { symbol, action, ...size, ...more });
            filled += 1;
          } catch (error) {
            if (!(error instanceof AppError) || error.status >= 500) throw error;
          }
          if (cover) await floor.trading.forceCovers([trader.id]);
          const view = await floor.audit(trader);
          if (cover) expect(view.margin).not.toBe('call');
        }
      }),
      { numRuns: 12 },
    );
    expect(filled).toBeGreaterThan(10);
  });
});

describe('seasons', () => {
  test('an account is opened for who has none yet', async () => {
    const [row] = await floor.sql`
      insert into users (username, username_key, is_simulated) values ('late', 'late', true) returning id`;
    const late = { id: row!.id as number, username: 'late', isAdmin: false };
    floor.market.set('AAPL', '100');
    expect((await floor.send(late, { action: 'buy', quantity: 1 })).answer.cash).toBe('99900.00');
    await floor.audit(late);
  });

  test('traders wait for a season, admins may try things', async () => {
    const waiting = await openFloor();
    try {
      const [rex, boss] = [await waiting.join(), await waiting.join({ isAdmin: true })];
      await waiting.send(rex, { action: 'buy', quantity: 1 });
      await waiting.seasons.end(boss.id);
      const snapshotBefore = await waiting.snapshot(rex);
      expect(await refusal(waiting.send(rex, { action: 'sell', quantity: 1 }))).toMatchObject({
        code: 'COMPETITION_INACTIVE',
        status: 409,
      });
      expect(await waiting.snapshot(rex)).toBe(snapshotBefore);
      await waiting.send(boss, { action: 'buy', quantity: 1 });
      await waiting.audit(boss);
    } finally {
      await waiting.close();
    }
  });

  test('an order that meets the end of the season is refused', async () => {
    const ending = await openFloor();
    try {
      const sue = await ending.join();
      const { promise: request, resolve: ask } = Promise.withResolvers<void>();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      // the order arrives before the season's end, its quote after
      const slow = ending.another({
        ...ending.market,
        quote: async (symbol) => {
          ask();
          await ended;
          return await ending.market.quote(symbol);
        },
      });
      const order = slow.execute(sue, ending.order(sue, { action: 'buy', quantity: 1 }));
      await request;
      await ending.seasons.end(null);
      end();
      expect(await refusal(order)).toMatchObject({ code: 'COMPETITION_INACTIVE' });
      expect((await ending.sql`select from fills`).length).toBe(0);
    } finally {
      await ending.close();
    }
  });

  test('orders and the end of the season at once: what filled is in the final table, nothing after', async () => {
    const ending = await openFloor();
    try {
      const people = await Promise.all(Array.from({ length: 8 }, () => ending.join()));
      const orders = people.flatMap((trader) =>
        Array.from({ length: 6 }, () => ending.send(trader, { action: 'buy', quantity: 1 })),
      );
      const results = Promise.allSettled(orders);
      await ending.seasons.end(null);
      const frozen = await ending.sql`select user_id, trade_count from results order by user_id`;
      for (const result of await results) {
        if (result.status === 'rejected') expect(result.reason.code).toBe('COMPETITION_INACTIVE');
      }
      const now = await ending.sql`select user_id, trade_count from accounts order by user_id`;
      expect(now.map((r) => ({ ...r }))).toEqual(frozen.map((r) => ({ ...r })));
      await ending.checkLedger();
    } finally {
      await ending.close();
    }
  });
});
