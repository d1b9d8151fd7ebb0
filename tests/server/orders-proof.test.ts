/** Orders on the simulated tape fill once, at the price and time of the tape, however long a trader is away, and provably. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readOrderRequest } from '#core/contract/order-request.ts';
import { readPrice } from '#core/money/money.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { chainHorizon, chainTail } from '#db/queries/proof/chain.ts';
import { orderFault } from '#db/queries/proof/verify.ts';
import { verifySeason } from '#services/verify/verify.ts';
import { spawnServer } from '../helpers/own-process.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until, waits } from '../helpers/until.ts';

const MINUTE = 60_000;

/** Adds `count` simulated traders to the newest season. */
async function addTraders({ sql, services }: TestServer, count: number, name: string) {
  const seasonId = services.seasons.current()!.id;
  return await sql<{ id: number; username: string }[]>`
    with made as (
      insert into users (username, username_key, is_simulated)
      select ${name} || g, ${name} || g, true from generate_series(1, ${count}::integer) g returning id, username
    ), opened as (
      insert into accounts (season_id, user_id, cash) select ${seasonId}, id, 100000 from made returning user_id, cash
    ), granted as (
      insert into ledger (user_id, season_id, currency, kind, amount)
      select user_id, ${seasonId}, 'USD', 'season_grant', cash from opened
    )
    select id, username from made order by id`;
}

describe('a held clock', () => {
  let server: TestServer;
  const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };
  beforeAll(async () => {
    server = await startServer({ clock: { now: () => time.ms } });
    const admin = await server.admin();
    await admin.post('/api/toggle-competition', { active: true });
  });
  afterAll(() => server?.stop());

  const verify = () => verifySeason(server.services, 1);

  /** Places an order as POST /api/orders does. @returns its id; null when it is refused */
  async function place(trader: { id: number; username: string }, body: object): Promise<string | null> {
    try {
      const request = readOrderRequest(body, trader.id, time.ms);
      const placed = await server.services.orders.place({ ...trader, isAdmin: false }, request);
      return placed.answer.order.id;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return null;
      throw error;
    }
  }

  test('an hour away: every fill is the first price of the tape that made its order due', async () => {
    const { services, sql } = server;
    const traders = await addTraders(server, 20, 'away');
    const symbols = ['AAPL', 'MSFT', 'TSLA', 'NVDA', 'KO'];
    let placed = 0;
    for (const [n, trader] of traders.entries()) {
      for (const [k, symbol] of symbols.entries()) {
        const last = Number((await services.market.quote(symbol)).price);
        const near = (percent: number) => (last * (1 + percent / 100)).toFixed(4);
        const away = 0.05 * (1 + ((n * 5 + k) % 9));
        const bracket = { takeProfit: { limitPrice: near(0.3) }, stopLoss: { stopPrice: near(-away - 0.3) } };
        const bodies = [
          { symbol, action: 'buy', type: 'limit', amount: '2000', limitPrice: near(-away), ...bracket },
          { symbol, action: 'short', type: 'stop', quantity: '5', stopPrice: near(-away), tif: 'day' },
          {
            symbol,
            action: 'buy',
            type: 'stop_limit',
            quantity: 3,
            stopPrice: near(away),
            limitPrice: near(away),
          },
          { symbol, action: 'buy', type: 'market', amount: 1000, stopLoss: { trailPercent: '0.20' } },
        ];
        const kind = (n + k) % bodies.length;
        const id = await place(trader, bodies[kind]!);
        if (!id) continue;
        placed++;
        // `carry` moves target and stop along with the limit
        const next = { limit: readPrice(near(-away - 0.02)), carry: true };
        if (kind === 0) await services.orders.replace({ ...trader, isAdmin: false }, id, next);
      }
    }
    expect(placed).toBeGreaterThan(60);
    time.ms += 60 * MINUTE;
    await services.orderEngine.pump();
    const fills = await sql<{ late: boolean }[]>`
      select recorded_at is not null as late from fills where order_id is not null`;
    expect(fills.length).toBeGreaterThan(60);
    expect(await orderFault(sql, services.seasons.current()!.id)).toBeNull();
    const proved = await verify();
    expect(proved.orders).toBeGreaterThan(placed);
    expect(proved.prices).toBe(fills.length);
  });

  test('how often prices are looked at changes no fill', async () => {
    const { services, sql } = server;
    const [often, seldom] = await addTraders(server, 2, 'window');
    const last = Number((await services.market.quote('AAPL')).price);
    const body = {
      symbol: 'AAPL',
      action: 'buy',
      type: 'market',
      quantity: 10,
      stopLoss: { trailPercent: '0.04' },
    };
    await place(often!, body);
    await place(seldom!, body);
    const limit = {
      symbol: 'AAPL',
      action: 'buy',
      type: 'limit',
      quantity: 10,
      limitPrice: (last * 0.9998).toFixed(4),
    };
    await place(often!, limit);
    await place(seldom!, limit);
    const begin = time.ms;
    for (; time.ms < begin + 20 * MINUTE; time.ms += 7_000)
      // cancels nothing, but brings this one account up to date
      await services.orders.cancelAll({ ...often!, isAdmin: false }, 'KO');
    await services.orderEngine.pump();
    const fillsOf = async ({ id }: { id: number }) =>
      await sql`select symbol, action, quantity, price, quote_at from fills where user_id = ${id} order by id`;
    expect([...(await fillsOf(often!))].slice(1)).toEqual([...(await fillsOf(seldom!))].slice(1));
    expect((await fillsOf(often!)).length).toBeGreaterThan(1);
  });

  test('73: another process takes the lease over; nothing fills twice', async () => {
    const { services, sql } = server;
    const traders = await addTraders(server, 40, 'lease');
    const last = Number((await services.market.quote('MSFT')).price);
    for (const trader of traders)
      await place(trader, {
        symbol: 'MSFT',
        action: 'buy',
        type: 'limit',
        quantity: 1,
        limitPrice: (last * 0.9995).toFixed(4),
      });
    const other = await startServer({
      clock: { now: () => time.ms },
      database: services.settings.databaseUrl,
    });
    expect([services.orderEngine.state().isHolder, other.services.orderEngine.state().isHolder]).toEqual([
      true,
      false,
    ]);
    time.ms += 30 * MINUTE;
    // both match at once: one process holds the lease, the other acts for its traders
    await Promise.all([
      services.orderEngine.pump(),
      ...traders.map((trader) => other.services.orders.cancelAll({ ...trader, isAdmin: false }, 'KO')),
    ]);
    const filled = await sql<{ orders: number; fills: number; prices: number }[]>`
      select count(distinct o.id)::integer as orders, count(f.id)::integer as fills,
        count(distinct (f.price, f.quote_at))::integer as prices
      from orders o left join fills f on f.order_id = o.id
      where o.user_id = any(${traders.map(({ id }) => id)})`;
    expect(filled[0]).toEqual({ orders: 40, fills: 40, prices: 1 });
    await services.orderEngine.stop();
    await until(async () => {
      await other.services.orderEngine.pump();
      return other.services.orderEngine.state().isHolder;
    });
    await other.stop();
  });

  describe('what verify finds', () => {
    type Change = { name: string; sql: string; finds: RegExp };
    const one = `(select o.id from orders o join fills f on f.order_id = o.id join order_events e on e.order_id = o.id
      where o.type = 'limit' and o.parent_id is null and e.kind = 'placed' and (e.terms->>'active_from') is not null
      order by o.id limit 1)`;
    const CHANGES: Change[] = [
      {
        name: '74: a fill and its event are gone',
        sql: `delete from order_events where order_id = ${one} and kind = 'filled';
          update orders o set status = 'working', final_at = null, fill_id = null, hold = 2000,
            active_from = (select (terms->>'active_from')::timestamptz from order_events e where e.order_id = o.id and kind = 'placed')
          where id = ${one}`,
        finds: /^Order .+ was passed over: the tape was at [\d.]+ at 2026-06-03T.+Z\.$/,
      },
      {
        name: '75: a fill is moved to the next price',
        sql: `update fills set quote_at = quote_at + interval '600 milliseconds', price = price - 0.01 where order_id = ${one}`,
        finds: /^Order .+ filled at [\d.]+ at .+, but the tape first reached it at .+Z\.$/,
      },
      {
        name: 'a fill is moved to before',
        sql: `update fills set quote_at = quote_at - interval '5 seconds' where order_id = ${one};
          update orders set final_at = final_at - interval '5 seconds' where id = ${one};
          update order_events e set at = e.at - interval '5 seconds', terms = e.terms || jsonb_build_object('final_at', o.final_at)
            from orders o where o.id = e.order_id and e.kind = 'filled' and e.order_id = ${one}`,
        finds: /^Order .+ filled at [\d.]+ at .+, but the tape first reached it at .+Z\.$/,
      },
      {
        name: 'a limit is changed afterwards',
        sql: `update orders set limit_price = limit_price + 1 where id = ${one}`,
        finds: /^Order .+ has limit_price/,
      },
      {
        name: 'an account holds more',
        sql: `update accounts set held = held + 1 where user_id = (select user_id from orders where id = ${one})`,
        finds: /^The account of .+ holds [\d.]+; its working orders hold [\d.]+\.$/,
      },
      {
        name: 'an account counts an order more',
        sql: `update accounts set live_orders = live_orders + 1
          where user_id = (select user_id from orders where id = ${one})`,
        finds: /^The account of .+ counts \d+ working orders; it has \d+\.$/,
      },
      {
        name: 'a fill names an order that is not its own',
        sql: `update fills set order_id = gen_random_uuid() where order_id = ${one}`,
        finds: /^Order .+ has another order's fill, \d+\.$/,
      },
    ];
    test.each(CHANGES.map((change) => [change.name, change] as const))('%s', async (_, change) => {
      const { sql } = server;
      await expect(verify()).resolves.toMatchObject({ foreign: 0 });
      const undone = new Error('undone');
      const rows = await sql
        .begin(async (tx) => {
          await tx.unsafe(
            'alter table order_events disable trigger all; alter table fills disable trigger all',
          );
          await tx.unsafe(change.sql);
          const error = await verifySeason({ ...server.services, sql: tx as never }, 1).catch(
            (thrown) => thrown,
          );
          throw Object.assign(undone, { found: String((error as Error).message ?? error) });
        })
        .catch((error) => (error === undone ? (error as { found?: string }).found : Promise.reject(error)));
      expect(rows).toMatch(change.finds);
    });
  });
});

test('the season ends after half an hour without a matching process: all orders that were due are filled', async () => {
  const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };
  const server = await startServer({ clock: { now: () => time.ms } });
  try {
    const { services, sql } = server;
    const admin = await server.admin();
    await admin.post('/api/toggle-competition', { active: true });
    await services.orderEngine.stop();
    const last = Number((await services.market.quote('AAPL')).price);
    for (const [n, trader] of (await addTraders(server, 40, 'ended')).entries()) {
      const price = (last * (1 + (n - 20) / 10_000)).toFixed(4);
      const terms = n < 20 ? { type: 'limit', limitPrice: price } : { type: 'stop', stopPrice: price };
      const body = { symbol: 'AAPL', action: 'buy', quantity: 1, ...terms };
      await services.orders
        .place({ ...trader, isAdmin: false }, readOrderRequest(body, trader.id, time.ms))
        .catch((error) => expect(error).toMatchObject({ code: 'PRICE_CROSSED' }));
    }
    time.ms += 40 * MINUTE;
    expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
    const statuses = await sql<{ status: string }[]>`select distinct status from orders order by status`;
    expect(statuses.map(({ status }) => status)).toEqual(['cancelled', 'filled']);
    await verifySeason(services, 1);
  } finally {
    await server.stop();
  }
});

test('a target with an end of its own expires then, though its entry still waits', async () => {
  const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };
  const server = await startServer({ clock: { now: () => time.ms } });
  try {
    const { services, sql } = server;
    const admin = await server.admin();
    await admin.post('/api/toggle-competition', { active: true });
    /** Places an entry far from the price, whose target ends in ten minutes. */
    const placeFar = async (trader: { id: number; username: string }) => {
      const far = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '1' };
      const request = readOrderRequest({ ...far, takeProfit: { limitPrice: '2' } }, trader.id, time.ms);
      const { children } = (await services.orders.place({ ...trader, isAdmin: false }, request)).answer;
      const expiresAt = time.ms + 10 * MINUTE;
      await services.orders.replace({ ...trader, isAdmin: false }, children[0]!.id, { expiresAt });
      return { id: children[0]!.id, expiresAt };
    };
    const stateOf = async ({ id }: { id: string }) => {
      const [row] = await sql<{ status: string; endedAt: Date | null }[]>`
        select status, final_at as "endedAt" from orders where id = ${id}`;
      return [row!.status, row!.endedAt?.getTime()];
    };
    const [matched, unmatched] = await addTraders(server, 2, 'held');
    const first = await placeFar(matched!);
    await services.orderEngine.pump();
    time.ms += 20 * MINUTE;
    await services.orderEngine.pump();
    expect(await stateOf(first)).toEqual(['expired', first.expiresAt]);
    await services.orderEngine.stop();
    const second = await placeFar(unmatched!);
    time.ms += 20 * MINUTE;
    expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
    expect(await stateOf(second)).toEqual(['expired', second.expiresAt]);
    await verifySeason(services, 1);
  } finally {
    await server.stop();
  }
});

/** With TEST_WHOLE=1 the test takes minutes. */
const KILLED = process.env.TEST_WHOLE ? { orders: 10_000, kills: 10 } : { orders: 1_000, kills: 3 };

test(`72: killed ${KILLED.kills} times half-way through ${KILLED.orders} due orders, each is filled once, at its price`, async () => {
  const { orders, kills } = KILLED;
  if (process.env.TEST_WHOLE) waits.limitMs = 240_000;
  // placed half an hour ago, so that the prices they wait for have come
  const time = { ms: Date.now() - 30 * MINUTE };
  const server = await startServer({ clock: { now: () => time.ms } });
  const { services, sql } = server;
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  await services.orderEngine.stop();
  const traders = await addTraders(server, orders, 'killed');
  const quote = await services.market.quote('TSLA');
  const [low, high] = [0.9997, 1.0003].map((part) => (Number(quote.price) * part).toFixed(4));
  const buyTesla = (more: object) =>
    readOrderRequest({ symbol: 'TSLA', action: 'buy', quantity: 1, ...more }, 1, services.market.now());
  const waiting = [...traders];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const trader = { ...next, isAdmin: false };
        const { order } = (await services.orders.place(trader, buyTesla({ type: 'limit', limitPrice: low })))
          .answer;
        const group = { oco: order.id };
        // one of the two fills, whichever way the price goes; where it has already gone, a market order buys
        const either = services.orders.place(trader, buyTesla({ type: 'stop', stopPrice: high, ...group }));
        await either.catch(async ({ code }) => {
          if (code === 'PRICE_CROSSED')
            await services.orders.place(trader, buyTesla({ type: 'market', ...group }));
          else if (code !== 'ORDER_FINAL') throw new Error(code);
        });
      }
    }),
  );
  const count = async () => {
    const [row] = await sql<
      { n: number }[]
    >`select count(*)::integer as n from fills where order_id is not null`;
    return row!.n;
  };
  const begin = await count();
  expect(begin).toBeLessThan(orders / 2);
  // the other processes' clocks are half an hour ahead: this one's orders are in links of their own
  await until(async () => {
    await services.chain.tick();
    const seasonId = services.seasons.current()!.id;
    const [tail, now] = [await chainTail(sql, seasonId), await chainHorizon(sql)];
    return tail.fill === now.fill && tail.event === now.event;
  });
  await services.chain.stop();
  for (let run = 1; run <= kills + 1; run++) {
    const { child } = await spawnServer(services.settings.databaseUrl!);
    const enough = begin + Math.round(((orders - begin) * run) / (kills + 1));
    await until(async () => (await count()) >= enough);
    child.kill('SIGKILL');
    await child.exited;
  }
  const [all] = await sql<{ fills: number; traders: number; live: number }[]>`
    select (select count(*) from fills where order_id is not null)::integer as fills,
      (select count(distinct user_id) from fills)::integer as traders,
      (select count(*) from orders where final_at is null)::integer as live`;
  expect(all).toEqual({ fills: orders, traders: orders, live: 0 });
  expect((await verifySeason(services, 1)).orders).toBeGreaterThan(orders);
  await server.stop();
}, 1_200_000);
