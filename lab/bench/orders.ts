/** Measures a million working orders: memory, placements, fills, and a server's start. */
import { join } from 'node:path';
import { readOrderRequest } from '#core/contract/order-request.ts';
import { systemBinaries } from '#db/embedded/binaries.ts';
import { sideBySide } from '#services/platform/concurrency.ts';
import type { Trader } from '#services/trading/trading.ts';
import { urlOf } from '#tests/helpers/database.ts';
import { type HeldMarket, heldMarket } from '#tests/helpers/held-market.ts';
import { ownServer } from '#tests/helpers/postgres.ts';
import { startServer, type TestServer } from '#tests/helpers/server.ts';
import type { LevelsCost } from './order-levels.ts';
import type { Bench, Row } from './report.ts';
import { insertTraders } from './trades.ts';

const MB = 1_000_000;
const WAITING = 1_000_000;
const CALLERS = 16;
const DUE = 10_000;
/** Number of orders in the measurement from a price to the last fill. */
const WATCHED = 100;
const AWAY_MS = 3_600_000;

async function levels(): Promise<Row[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'order-levels.ts'), String(WAITING)], {
    stdin: 'ignore',
    stderr: 'inherit',
  });
  const cost: LevelsCost = JSON.parse(await new Response(child.stdout).text());
  return [
    {
      name: `${WAITING.toLocaleString('en')} waiting orders of 500 symbols, a tenth of them trailing`,
      figure: `${Math.round(cost.bytes / MB)} MB`,
      target: 'at most 150 MB',
      met: cost.bytes <= 150 * MB,
    },
    {
      name: 'a price that reaches no order',
      figure: `${Math.round(cost.quietNs)} ns`,
      target: 'at most 100 ns',
      met: cost.quietNs <= 100,
    },
    {
      name: 'an order that is reached',
      figure: `${(cost.dueNs / 1000).toFixed(2)} us`,
      target: 'at most 1 us',
      met: cost.dueNs <= 1000,
    },
  ];
}

/** Runs `work` on all items, `CALLERS` at a time. @returns items a second */
async function rateOf<T>(things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await sideBySide(things, CALLERS, work);
  return (things.length * 1000) / (performance.now() - began);
}

/**
 * Times the fills of DUE traders' orders at one price, then the fills of WATCHED orders, from the price to the last
 * fill.
 */
async function fills(server: TestServer, market: HeldMarket): Promise<Row[]> {
  const { services, sql } = server;
  const { orderEngine, orders } = services;
  const traders = await insertTraders(server, DUE);
  const place = (trader: Trader, limitPrice: string) => {
    const body = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice };
    return orders.place(trader, readOrderRequest(body, trader.id, market.now()));
  };
  const placed = await rateOf(traders, (trader) => place(trader, '99'));
  await orderEngine.pump();

  market.set('AAPL', '98.50');
  let began = performance.now();
  await orderEngine.pump();
  const seconds = (performance.now() - began) / 1000;
  const [due] = await sql<{ n: number }[]>`
    select count(*)::integer as n from fills where order_id is not null and price = 98.5`;
  if (due!.n !== DUE) throw new Error(`${due!.n} of ${DUE} orders were filled`);

  await rateOf(traders.slice(0, WATCHED), (trader) => place(trader, '90'));
  await orderEngine.pump();
  began = Date.now();
  market.set('AAPL', '89.00');
  const latest = async () => {
    const [row] = await sql<{ n: number; ms: number }[]>`
      select count(*)::integer as n, (extract(epoch from max(recorded_at)) * 1000)::float8 as ms from fills
      where order_id is not null and price = 89`;
    return row!.n === WATCHED ? row!.ms : null;
  };
  let last: number | null = null;
  while (last === null) last = await latest();
  const delay = last - began;

  const rate = DUE / seconds;
  return [
    {
      name: `limit orders placed, ${CALLERS} callers`,
      figure: `${Math.round(placed)} a second`,
      target: 'at least 3,000 a second',
      met: placed >= 3_000,
    },
    {
      name: `${DUE.toLocaleString('en')} orders of as many traders due at one price, until all are committed`,
      figure: `${seconds.toFixed(1)} s, ${Math.round(rate)} fills a second`,
      target: 'at most 4 s, at least 3,000 a second',
      met: seconds <= 4 && rate >= 3_000,
    },
    {
      name: `from a price to the last of ${WATCHED} fills`,
      figure: `${Math.round(delay)} ms`,
      target: 'at most 400 ms',
      met: delay <= 400,
    },
  ];
}

/** Stores a million orders far from every price, and dates the last match an hour back, as after an outage. */
async function leaveWaiting(server: TestServer): Promise<void> {
  const { services, sql } = server;
  await insertTraders(server, DUE);
  await services.orderEngine.stop();
  const companies = await services.market.screen({});
  const symbols = companies.map(({ symbol }) => symbol);
  const since = new Date(Date.now() - 2 * AWAY_MS);
  for (let g = 0; g < WAITING / DUE; g++)
    await sql`
      insert into orders (id, season_id, user_id, rev, symbol, action, type, tif, quantity, close_all, limit_price,
        status, hold, placed_at, active_from, changed_at)
      -- ids follow the time, as those of placed orders do
      select (lpad(to_hex(${g}::integer), 12, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
        season_id, user_id, 1, (${symbols}::text[])[1 + (${g} + user_id) % ${symbols.length}],
        'buy', 'limit', 'gtc', 1, false, 0.01, 'working', 0.01, ${since}, ${since}, ${since}
      from accounts where season_id = ${services.seasons.current()!.id}`;
  // The first read of a row writes its page, and with checksums the log. On a running site this happened long before.
  await sql`vacuum analyze orders`;
  await sql`update leases set until = 'epoch' where name = 'orders'`;
  await sql`update order_engine set matched_to = ${new Date(Date.now() - AWAY_MS)}`;
}

/** Times a start until the engine has caught up with the present. */
async function catchUp(database: string): Promise<Row> {
  const first = await startServer({ database });
  await first.services.seasons.start(null);
  await leaveWaiting(first);
  await first.stop();
  const began = Date.now();
  const second = await startServer({ database });
  const { orderEngine } = second.services;
  while (orderEngine.state().cursor < began) await orderEngine.pump();
  const seconds = (Date.now() - began) / 1000;
  const { orders } = orderEngine.state();
  await second.stop();
  if (orders !== WAITING) throw new Error(`${orders} of ${WAITING} orders wait`);
  return {
    name: `start with ${WAITING.toLocaleString('en')} waiting orders after an hour away`,
    figure: `${seconds.toFixed(1)} s`,
    target: 'at most 30 s',
    met: seconds <= 30,
  };
}

/** Runs the bench on a separate, durable database. */
async function onDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await ownServer('system');
  try {
    return await work(urlOf(postgres.target));
  } finally {
    await postgres.stop();
  }
}

export const orders: Bench = {
  name: 'orders',
  async run() {
    const rows = await levels();
    if (!systemBinaries()) return rows;
    const filled = await onDatabase(async (database) => {
      const market = heldMarket({ AAPL: '100' });
      const server = await startServer({ database, market });
      await server.services.seasons.start(null);
      const rows = await fills(server, market);
      await server.stop();
      return rows;
    });
    return [...rows, ...filled, await onDatabase(catchUp)];
  },
};
