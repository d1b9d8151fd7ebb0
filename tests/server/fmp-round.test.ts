/** The whole product on FMP's prices from a stand-in: a round of trading, every failure, hours, and the keys. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createFmpMarket } from '#market/fmp/market.ts';
import type { Hours, Market } from '#market/market.ts';
import { createLog } from '#services/platform/log.ts';
import type { Client } from '../helpers/client.ts';
import { type ManualTime, manualTime } from '../helpers/manual-time.ts';
import { type Fault, FINNHUB_KEY, FMP_KEY, type StandIn, standIn } from '../helpers/market-stand-in.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { asBrowser, openSocket } from '../helpers/socket.ts';
import { until } from '../helpers/until.ts';

/** A Tuesday, 13:00 in New York. */
const NOON = Date.parse('2026-06-02T17:00:00Z');

let time: ManualTime;
let stand: StandIn;

const openMarket = (hours: Hours = 'always'): Promise<Market> =>
  createFmpMarket({ apiKey: FMP_KEY, baseUrl: stand.url, perMinute: 6_000, hours, time, warn: () => {} });

/** Returns a market that a test can replace by a new one without data. */
function exchangeable(first: Market) {
  let current = first;
  const market = new Proxy({} as Market, {
    get: (_, name) => Reflect.get(current, name),
    has: (_, name) => Reflect.has(current, name),
  });
  return {
    market,
    exchange(next: Market) {
      current.stop();
      current = next;
    },
  };
}

async function openServer(market: Market) {
  const server = await startServer({ market, clock: time });
  const admin = await server.admin();
  expect((await admin.post('/api/toggle-competition', { active: true })).status).toBe(200);
  return server;
}

beforeAll(async () => {
  time = manualTime(NOON);
  stand = await standIn({ now: time.now });
});
afterAll(() => stand.stop());

describe('a round of trading', () => {
  let server: TestServer;
  let trader: Client;
  let market: Market;
  let exchange: (next: Market) => void;
  const trade = (more: Record<string, unknown>) =>
    trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', ...more });
  beforeAll(async () => {
    ({ market, exchange } = exchangeable(await openMarket()));
    server = await openServer(market);
    trader = await server.register();
  });
  afterAll(() => server.stop());

  test('chart, buy, live price, sell, portfolio, leaderboard: all by FMP and saying so', async () => {
    const page = await trader.get('/chart');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Prices by FMP');
    expect(page.text).toContain('Apple Inc.');
    const { json: price } = await trader.get<{ price: number; source: string; stale: boolean }>(
      '/api/price?symbol=AAPL',
    );
    expect(price).toMatchObject({ source: 'fmp', stale: false });

    // the same price a second later: an order fills only at a price made after it
    stand.state.prices.set('AAPL', price.price);
    await time.advance(1_000);
    const bought = await trade({ action: 'buy', quantity: 10 });
    expect(bought.status).toBe(200);
    expect(bought.json).toMatchObject({ price: price.price, symbol: 'AAPL' });
    const socket = await openSocket(server.url, asBrowser(server.url, trader));
    socket.send({ action: 'subscribe', ticker: 'AAPL' });
    const tick = await socket.next((m) => m.ticker === 'AAPL');
    expect(tick.trade).toEqual({ price: price.price, time: NOON + 1_000 });
    await socket.close();

    const higher = Math.round(price.price * 104) / 100;
    stand.state.prices.set('AAPL', higher);
    await time.advance(6_000);
    expect((await trade({ action: 'sell', quantity: 4 })).json).toMatchObject({ price: higher });
    const { json: held } =
      await trader.get<{ symbol: string; quantity: number; currentPrice: number }[]>('/api/portfolio');
    expect(held).toMatchObject([{ symbol: 'AAPL' }]);
    expect(Number(held[0]!.quantity)).toBe(6);
    await server.services.leaderboard.pass(true);
    const { json: ranking } = await trader.get<{ userId: number }[]>('/api/rankings?page=1&limit=100');
    expect(ranking.map((row) => row.userId)).toContain(trader.userId);
    expect((await trader.get('/leaderboards')).text).toContain(trader.username);
    const fills = await server.sql`select distinct source from fills`;
    expect(fills.map((row) => row.source)).toEqual(['fmp']);
    const logo = await server.visitor().get('/api/logo/AAPL');
    expect(logo.headers.get('content-type')).toBe('image/png');
    const tile = await server.visitor().get('/api/logo/ZZZZ');
    expect(tile.headers.get('content-type')).toBe('image/svg+xml');
  });

  test('an unknown ticker is one everywhere', async () => {
    for (const path of ['/api/candles?symbol=ZZZZ', '/api/company?symbol=ZZZZ', '/api/price?symbol=ZZZZ'])
      expect((await trader.get(path)).json.code).toBe('UNKNOWN_SYMBOL');
    expect((await trade({ symbol: 'ZZZZ', action: 'buy', quantity: 1 })).json.code).toBe('UNKNOWN_SYMBOL');
    expect((await trader.get('/chart?symbol=ZZZZ')).text).toContain('Unknown ticker ZZZZ.');
  });

  const FAULTS: [Fault | 'down' | 'slow', string][] = [
    ['error object', 'Invalid historical data'],
    ['html', 'Error parsing JSON'],
    ['half', 'Error parsing JSON'],
    ['garbage', 'Error parsing JSON'],
    ['incomplete', 'Incomplete daily data'],
    ['500', 'Error fetching data for MSFT'],
    ['403', 'Error fetching data for MSFT'],
    ['down', 'Network error for MSFT'],
    ['slow', 'Network error for MSFT'],
    ['limit', "The price provider's request limit has been reached."],
  ];

  test.each(FAULTS)(
    '%s: the page is drawn with "%s", no order fills, the ranking goes on, and it ends by itself',
    async (fault, sentence) => {
      stand.state.prices.delete('AAPL');
      exchange(await openMarket());
      await market.quote('AAPL');
      await time.advance(20_000);
      const { cash } = (await server.sql`select cash from accounts where user_id = ${trader.userId}`)[0]!;
      if (fault === 'down') await stand.down();
      else stand.state.fault = fault;
      const asking = stand.requests.length;
      const answers = Promise.all([
        trader.get('/chart?symbol=MSFT'),
        trader.get('/api/candles?symbol=MSFT'),
        trade({ symbol: 'MSFT', action: 'buy', quantity: 1 }),
        trade({ action: 'sell', quantity: 1 }),
        server.services.leaderboard.pass(true),
        trader.get('/api/portfolio'),
      ]);
      if (fault === 'slow') {
        let done = false;
        answers.finally(() => {
          done = true;
        });
        await until(() => stand.requests.length > asking);
        // with pauses, so that the market does not close while a busy machine renders the page
        await until(async () => {
          await time.advance(500);
          return done;
        });
      }
      const [page, candles, order, sale, , portfolio] = await answers;
      expect(page.status).toBe(200);
      expect(page.text.replaceAll('&#x27;', "'")).toContain(sentence);
      expect(candles.status).toBe(503);
      expect(candles.json).toMatchObject({ code: 'UNAVAILABLE', error: expect.stringContaining(sentence) });
      for (const refused of [order, sale]) {
        expect([refused.status, refused.json.code]).toEqual([503, 'STALE_PRICE']);
        expect(refused.json.error).toMatch(/^There is no fresh price for (MSFT|AAPL) right now\./);
      }
      expect(portfolio.status).toBe(200);
      expect((await server.sql`select cash from accounts where user_id = ${trader.userId}`)[0]!.cash).toBe(
        cash,
      );

      if (fault === 'down') stand.up();
      stand.state.fault = 'none';
      stand.release();
      await time.advance(61_000);
      expect((await trader.get('/api/candles?symbol=MSFT')).status).toBe(200);
      for (const sent of [
        { action: 'buy', quantity: 1 },
        { action: 'sell', closeAll: true },
      ]) {
        await time.advance(1_000);
        expect((await trade({ symbol: 'MSFT', ...sent })).status).toBe(200);
      }
    },
  );

  test('older bars stay on the chart, their age beside the source', async () => {
    stand.state.fault = 'none';
    exchange(await openMarket());
    await trader.get('/chart?symbol=KO');
    stand.state.fault = 'html';
    await time.advance(6 * 3_600_000);
    const page = await trader.get('/chart?symbol=KO');
    expect(page.text).toContain('Prices by FMP, 360 min old');
    const { json } = await trader.get('/api/candles?symbol=KO');
    expect(json.stale).toMatchObject({ problem: 'Error parsing JSON' });
    stand.state.fault = 'none';
  });
});

describe('New York hours', () => {
  let server: TestServer;
  beforeAll(async () => {
    time.set(Date.parse('2026-04-03T12:00:00Z'));
    server = await openServer(await openMarket('us'));
  });
  afterAll(() => server.stop());

  test.each([
    [
      'Good Friday',
      '2026-04-03T15:00:00Z',
      '2026-04-06T13:30:00.000Z',
      '09:30 New York time (13:30 UTC, 16:30 in Israel)',
      'Mon, 6 Apr 16:30',
    ],
    [
      'a weekend',
      '2026-06-06T12:00:00Z',
      '2026-06-08T13:30:00.000Z',
      '09:30 New York time (13:30 UTC, 16:30 in Israel)',
      'Mon, 8 Jun 16:30',
    ],
    [
      'after a half day',
      '2026-11-27T18:00:00Z',
      '2026-11-30T14:30:00.000Z',
      '09:30 New York time (14:30 UTC, 16:30 in Israel)',
      'Mon, 30 Nov 16:30',
    ],
  ])(
    '%s: no order; the next opening is told in the sentence, the details and on the chart',
    async (_, now, opensAt, clock, local) => {
      time.set(Date.parse(now));
      const trader = await server.register();
      trader.cookies.set('tz', 'Asia%2FJerusalem');
      const page = await trader.get('/chart');
      expect(page.text).toContain(`>${local}</bdi>`);
      expect(page.text).toContain('data-testid="opens-in"');
      const minutes = Math.ceil((Date.parse(opensAt) - Date.parse(now)) / 60_000);
      const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
      const remaining = days > 0 ? `${days}d ${hours} h` : `${hours} h ${minutes % 60} m`;
      expect(page.text).toContain(`Closed, opens in ${remaining}`);
      const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
      const refused = await trader.post('/api/trade', order);
      expect([refused.status, refused.json.code, refused.json.opensAt]).toEqual([
        409,
        'MARKET_CLOSED',
        opensAt,
      ]);
      expect(refused.json.error).toBe(
        `The market is closed right now. It opens on ${local.replace(/ \d\d:\d\d$/, '')} at ${clock}.`,
      );
      time.set(Date.parse(opensAt) + 60_000);
      expect((await trader.post('/api/trade', order)).json).toMatchObject({ symbol: 'AAPL' });
      expect((await trader.get('/chart')).text).not.toContain('opens-in');
    },
  );

  test('the simulated market keeps the same hours', async () => {
    time.set(Date.parse('2026-12-05T12:00:00Z'));
    const simulated = await startServer({ clock: time, env: { MARKET_HOURS: 'us' } });
    await (await simulated.admin()).post('/api/toggle-competition', { active: true });
    const trader = await simulated.register();
    const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
    expect((await trader.post('/api/trade', order)).json.code).toBe('MARKET_CLOSED');
    expect((await trader.get('/chart')).text).toContain('Closed, opens in 2d 2 h');
    await simulated.stop();
  });
});

test.each(['none', '500'] as const)(
  'two settings are a start, demo and all, with the provider at "%s"',
  async (fault) => {
    time.set(NOON + 300 * 86_400_000);
    stand.state.fault = fault;
    const server = await startServer({ clock: time, env: { ...stand.env, DEMO: '1' } });
    const [{ count }] =
      (await server.sql`select count(*)::integer as count from fills where source = 'fmp'`) as unknown as [
        { count: number },
      ];
    if (fault === 'none') expect(count).toBeGreaterThan(10);
    expect((await (await server.register()).get('/chart')).status).toBe(200);
    stand.state.fault = 'none';
    await server.stop();
  },
);

test('no key is in any byte a browser gets, or in the log', async () => {
  time.set(NOON + 270 * 86_400_000);
  const logged: string[] = [];
  const server = await startServer({
    clock: time,
    env: {
      ...stand.env,
      FINNHUB_API_KEY: FINNHUB_KEY,
      FINNHUB_WS_URL: stand.socketUrl,
      LOG_LEVEL: 'silent',
    },
  });
  const { settings } = server.services;
  expect([settings.fmpApiKey, settings.finnhubApiKey]).toEqual([FMP_KEY, FINNHUB_KEY]);
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  const socket = await openSocket(server.url, asBrowser(server.url, admin));
  socket.send({ action: 'subscribe', ticker: 'AAPL' });
  await until(() => stand.heard.some((each) => each.type === 'subscribe'));

  const problems: string[] = [];
  let bytes = 0;
  const look = (what: string, text: string) => {
    bytes += text.length;
    for (const key of [FMP_KEY, FINNHUB_KEY, encodeURIComponent(FMP_KEY), btoa(FMP_KEY), btoa(FINNHUB_KEY)])
      if (text.includes(key)) problems.push(what);
  };
  const assets = new Set<string>();
  const visit = async (client: Client, path: string) => {
    const answer = await client.get(path);
    look(path, answer.text + JSON.stringify([...answer.headers]));
    for (const [, asset] of answer.text.matchAll(/["'(](\/(?:assets|static)\/[^"'()\s]+)/g))
      assets.add(asset!);
    return answer;
  };
  const fill = (path: string) =>
    path.replace(/:id\??|:symbol\??|:number\??|:\w+\??/g, (name) =>
      name.startsWith(':symbol') ? 'AAPL' : '1',
    );
  const paths = server.routes
    .filter((route) => route.method === 'GET' && !route.path.includes('*'))
    .map((route) => fill(route.path));
  const isMarket = (path: string) => /chart|candles|price|company|search|screener|logo/.test(path);
  const queries = ['', '?symbol=AAPL', '?symbol=ZZZZ', '?q=apple', '?sector=Technology'];
  for (const fault of ['none', '403', 'error object', 'html'] as const) {
    stand.state.fault = fault;
    time.set(time.now() + 3_600_000);
    const some = fault === 'none' ? paths : paths.filter(isMarket);
    for (const path of some)
      for (const query of isMarket(path) ? queries : [''])
        for (const client of query === '' ? [admin, server.visitor()] : [admin])
          await visit(client, path + query);
  }
  stand.state.fault = 'none';
  expect([...stand.keys]).toEqual(expect.arrayContaining([FMP_KEY, FINNHUB_KEY]));
  for (const asset of [...assets]) await visit(admin, asset);
  expect(assets.size).toBeGreaterThan(5);
  expect(bytes).toBeGreaterThan(500_000);
  for (const message of socket.messages) look('socket', JSON.stringify(message));
  // logs all settings, and an error that contains an address
  const log = createLog({ logLevel: 'trace' }, { write: (line: string) => void logged.push(line) });
  log.error({ settings, err: new Error('the provider failed') }, 'failed');
  await server.services.market.quote('ZZZZ').catch((err: unknown) => log.error({ err }, 'no quote'));
  await stand.down();
  time.set(time.now() + 3_600_000);
  await server.services.market.quote('KO').catch((err: unknown) => log.error({ err }, 'no quote'));
  stand.up();
  expect(logged.length).toBeGreaterThan(1);
  look('log', logged.join('\n'));
  expect(problems).toEqual([]);
  await socket.close();
  await server.stop();
});
