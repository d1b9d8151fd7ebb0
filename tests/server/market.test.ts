/** The market's calls over HTTP, on the simulated tape. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { CandlesAnswer } from '#core/contract/market.ts';
import { MarketUnavailableError, type Profile, type ScreenRow } from '#market/market.ts';
import { createSimulatedMarket } from '#market/simulated/market.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let trader: Client;
beforeAll(async () => {
  server = await startServer();
  trader = await server.register();
});
afterAll(() => server.stop());

test('candles: a year of days by default, named as simulated, the last at the price of the moment', async () => {
  const { status, headers, json } = await trader.get<CandlesAnswer>('/api/candles?symbol=aapl');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toStartWith('application/json');
  expect(json).toMatchObject({
    symbol: 'AAPL',
    interval: '1D',
    source: 'simulated',
    label: 'Simulated prices',
    provisional: true,
  });
  expect(json.candles).toHaveLength(366);
  for (const [i, c] of json.candles.entries()) {
    expect(c.date).toBe(new Date(c.time * 1000).toISOString().slice(0, 10));
    expect(c.low).toBeLessThanOrEqual(Math.min(c.open, c.close));
    expect(c.high).toBeGreaterThanOrEqual(Math.max(c.open, c.close));
    if (i) expect(c.time).toBeGreaterThan(json.candles[i - 1]!.time);
  }
  const price = await trader.get<{ price: number }>('/api/price?symbol=AAPL');
  expect(Math.abs(price.json.price / json.candles.at(-1)!.close - 1)).toBeLessThan(0.05);
});

test('candles: asked for tomorrow and beyond, it gives nothing; asked across now, it ends now', async () => {
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
  const ahead = await trader.get<CandlesAnswer>(`/api/candles?symbol=AAPL&interval=1m&from=${tomorrow}`);
  expect(ahead.json.candles).toEqual([]);
  const across = await trader.get<CandlesAnswer>('/api/candles?symbol=AAPL&interval=5m&to=2099-01-01');
  expect(across.json.candles.at(-1)!.time).toBeLessThanOrEqual(Date.now() / 1000);
});

test('candles: an unchanged answer is not sent twice', async () => {
  const path = '/api/candles?symbol=MSFT&from=2026-01-05&to=2026-02-05';
  const first = await trader.get<CandlesAnswer>(path);
  expect(first.json.candles).toHaveLength(32);
  const again = await trader.get(path, { 'if-none-match': first.headers.get('etag')! });
  expect([again.status, again.text]).toEqual([304, '']);
});

test.each(['BRK.B', 'brk.b', 'BRK-B'])('%s is one ticker, wherever it is named', async (written) => {
  for (const path of ['/api/candles', '/api/company', '/api/price']) {
    const { status, json } = await trader.get<{ symbol: string }>(`${path}?symbol=${written}`);
    expect([path, status, json.symbol]).toEqual([path, 200, 'BRK-B']);
  }
  expect((await trader.get(`/api/logo/${written}`)).status).toBe(200);
  // as an admin: no competition is running
  const admin = await server.admin();
  expect((await admin.get(`/chart?symbol=${written}`)).text).toContain('BRK-B chart');
});

test.each(['BRK.B', 'brk-b', 'BRKB', 'brk/b', 'brk b'])('the search finds BRK-B by %s', async (written) => {
  const { json } = await trader.get<{ symbol: string }[]>(`/api/search?q=${encodeURIComponent(written)}`);
  expect(json[0]?.symbol).toBe('BRK-B');
});

const UNKNOWN = [
  'ZZZZ',
  '../../etc',
  `"';drop`,
  '%00',
  '<b>',
  'A'.repeat(200),
  'constructor',
  '__proto__',
  'AA PL',
];
test.each(UNKNOWN)('unknown ticker %s: 404 and its name, wherever it is asked for', async (symbol) => {
  for (const path of ['/api/candles?symbol=', '/api/company?symbol=', '/api/price?symbol=']) {
    const { status, json, text } = await trader.get(path + encodeURIComponent(symbol));
    expect([path, status, json.code]).toEqual([path, 404, 'UNKNOWN_SYMBOL']);
    expect(json.error).toBe(json.message);
    expect(text.length).toBeLessThan(200);
  }
});

test.each([
  ['/api/candles', 'symbol'],
  ['/api/candles?symbol=', 'symbol'],
  ['/api/candles?symbol=AAPL&interval=2m', 'interval'],
  ['/api/candles?symbol=AAPL&interval=1d', 'interval'],
  ['/api/candles?symbol=AAPL&from=2026-02-30', 'from'],
  ['/api/candles?symbol=AAPL&to=NaN', 'to'],
  ['/api/candles?symbol=AAPL&from=1e400', 'from'],
  ['/api/candles?symbol=AAPL&from=2026-02-01&to=2026-01-01', 'from'],
  ['/api/company', 'symbol'],
  [`/api/search?q=${'x'.repeat(101)}`, 'q'],
  ['/api/screener?priceMoreThan=ten', 'priceMoreThan'],
  ['/api/screener?betaLowerThan=1e400', 'betaLowerThan'],
  ['/api/screener?limit=0', 'limit'],
])('%s: 422 naming %s', async (path, field) => {
  const { status, json } = await trader.get<{ code: string; issues: { path: string }[] }>(path);
  expect([status, json.code, json.issues.map((i) => i.path)]).toEqual([422, 'INVALID', [field]]);
});

test('signed out: 401, the logo aside', async () => {
  const visitor = server.visitor();
  for (const path of [
    '/api/candles?symbol=AAPL',
    '/api/company?symbol=AAPL',
    '/api/search?q=a',
    '/api/screener',
  ])
    expect((await visitor.get(path)).status).toBe(401);
  expect((await visitor.get('/api/logo/AAPL')).status).toBe(200);
});

test('company, search and screener name their source', async () => {
  const company = await trader.get<Profile>('/api/company?symbol=AAPL');
  expect(company.json).toMatchObject({
    symbol: 'AAPL',
    companyName: 'Apple Inc.',
    exchange: 'NASDAQ',
    source: 'simulated',
    label: 'Simulated prices',
  });
  const profiles = await trader.get<Profile[]>('/api/search?q=micro');
  expect(profiles.json.map((p) => p.symbol)).toContain('MSFT');
  expect((await trader.get<Profile[]>('/api/search')).json).toEqual([]);
  const rows = await trader.get<ScreenRow[]>(
    '/api/screener?sector=energy&priceMoreThan=40&marketCapMoreThan=',
  );
  expect(rows.json.length).toBeGreaterThan(2);
  for (const row of rows.json) expect(row).toMatchObject({ sector: 'Energy', source: 'simulated' });
});

test('a logo is a picture that may be kept, and nothing but a ticker has one', async () => {
  const logo = await server.visitor().get('/api/logo/BRK-B');
  expect(logo.headers.get('content-type')).toBe('image/svg+xml');
  expect(logo.headers.get('cache-control')).toContain('public, max-age=');
  expect(logo.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(logo.text).toContain('>BR</text>');
  const again = await server.visitor().get('/api/logo/BRK-B', { 'if-none-match': logo.headers.get('etag')! });
  expect(again.status).toBe(304);
  for (const bad of ['NOPE', '%2e%2e%2f%2e%2e%2fetc', '%22', 'x'.repeat(200)])
    expect((await server.visitor().get(`/api/logo/${bad}`)).status).toBe(404);
});

describe('a market that is down', () => {
  test('503 with its sentence, and no stack', async () => {
    const down = async () => {
      throw new MarketUnavailableError('UNAVAILABLE.prices');
    };
    const market = {
      ...createSimulatedMarket(),
      candles: down,
      profile: down,
      search: down,
      screen: down,
      logo: down,
    };
    const broken = await startServer({ market });
    const someone = await broken.register();
    for (const path of [
      '/api/candles?symbol=AAPL',
      '/api/company?symbol=AAPL',
      '/api/search?q=a',
      '/api/screener',
      '/api/logo/AAPL',
    ]) {
      const { status, json } = await someone.get(path);
      expect([path, status, json.code, json.error]).toEqual([
        path,
        503,
        'UNAVAILABLE',
        'Prices are not available right now.',
      ]);
    }
    await broken.stop();
  });
});
