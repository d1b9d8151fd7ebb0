/** The scanner: its address alone determines the scan. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { MarketUnavailableError, type ScreenRow } from '#market/market.ts';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const company = (symbol: string, more: Partial<ScreenRow>): ScreenRow => ({
  symbol,
  companyName: `${symbol} & Sons`,
  exchange: 'TEST',
  sector: 'Energy',
  source: 'simulated',
  price: 100,
  changePercent: 0,
  volume: 2e6,
  marketCap: 80e9,
  beta: 1,
  ...more,
});
const ROWS = [
  company('BIG', { marketCap: 900e9, price: 400, beta: 2.5 }),
  company('QUIET', { volume: 900_000, beta: 0.4, sector: 'Utilities' }),
  company('WILD', { changePercent: 4.25, beta: 1.9, volume: 8e6, price: 12.5 }),
  company('DIM', { marketCap: null, beta: null, price: 1 }),
];

let server: TestServer;
let trader: Client;
let away = false;
/** The filter the market was last asked for. */
let filters: object = {};
beforeAll(async () => {
  const market = {
    ...heldMarket({ AAPL: '100' }),
    async screen(filter: object) {
      filters = filter;
      if (away) throw new MarketUnavailableError('UNAVAILABLE.slow');
      return ROWS;
    },
  };
  server = await startServer({ market });
  trader = await server.register();
});
afterAll(() => server?.stop());

const open = async (query: string, client = trader) => {
  const answer = await client.get(`/screener${query}`, { accept: 'text/html' });
  expect(answer.status).toBe(200);
  return answer.text;
};
const symbols = (html: string) =>
  [...html.matchAll(/href="\/chart\?symbol=(\w+)"/g)].map(([, symbol]) => symbol);
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('is for members', async () => {
  const { status, headers } = await server.visitor().get('/screener');
  expect([status, headers.get('location')]).toEqual([303, '/auth?next=%2Fscreener']);
});

test('before the first scan there are the form and the biggest moves of the day', async () => {
  const html = await open('');
  for (const said of [
    'Day Trading',
    'Swing Trading',
    'Momentum',
    'Value',
    'Growth',
    'Technical Breakouts',
    'Earnings Plays',
    'Scan Market',
  ])
    expect(text(html)).toContain(said);
  expect(text(html)).toContain('Biggest moves today');
  expect(filters).toEqual({ limit: 500 });
  expect(symbols(html)).toEqual(['WILD', 'BIG', 'DIM', 'QUIET']);
  expect(html).not.toMatch(/<th [^>]*aria-sort/);
});

test('an empty filter is none; the largest company comes first, the unknown last', async () => {
  const html = await open(
    '?scan=1&priceMoreThan=&priceLowerThan=+&volumeMoreThan=&marketCapMoreThan=&sector=',
  );
  expect(filters).toEqual({ limit: 500 });
  expect(symbols(html)).toEqual(['BIG', 'QUIET', 'WILD', 'DIM']);
  expect(text(html)).toContain('4 companies');
  expect(html).toContain('BIG &amp; Sons');
});

test('filters reach the market as numbers, thousands or not', async () => {
  await open(
    '?scan=1&priceMoreThan=5&priceLowerThan=1,000.50&volumeMoreThan=1000000&marketCapMoreThan=1,000,000&sector=Energy',
  );
  expect(filters).toEqual({
    priceMoreThan: 5,
    priceLowerThan: 1000.5,
    volumeMoreThan: 1e6,
    marketCapMoreThan: 1e6,
    sector: 'Energy',
    limit: 500,
  });
});

test('a filter with a decimal comma is read; one that may be two numbers is asked about', async () => {
  await open('?scan=1&priceMoreThan=12,34');
  expect(filters).toEqual({ priceMoreThan: 12.34, limit: 500 });
  filters = {};
  expect(text(await open('?scan=1&priceMoreThan=1,500'))).toContain('type 1500 or 1.500.');
  expect(filters).toEqual({});
});

test('a Hebrew reader types and reads sectors in Hebrew', async () => {
  trader.cookies.set('lang', 'he');
  const html = await open(`?scan=1&sector=${encodeURIComponent('אנרגיה')}`);
  trader.cookies.delete('lang');
  expect(filters).toEqual({ sector: 'Energy', limit: 500 });
  expect(text(html.slice(html.indexOf('<table')))).toContain('אנרגיה');
  expect(text(html)).not.toContain('Energy');
});

test('day trading wants volume over 1,000,000, swing trading beta below 2; both want both', async () => {
  expect(symbols(await open('?scan=1&type=day'))).toEqual(['BIG', 'WILD', 'DIM']);
  expect(symbols(await open('?scan=1&type=swing'))).toEqual(['QUIET', 'WILD']);
  const both = await open('?scan=1&type=day&type=swing');
  expect(symbols(both)).toEqual(['WILD']);
  expect(text(both)).toContain('1 company');
  expect(both).toMatch(/<input[^>]*name="type"[^>]*checked=""[^>]*value="swing"/);
});

test.each(['abc', '-1', '1e5', '1e400', 'NaN', '12,34,5', '1.2.3', '٣'])(
  '%s is no number: told, nothing asked',
  async (value) => {
    filters = {};
    const html = await open(`?scan=1&type=day&priceMoreThan=${encodeURIComponent(value)}&sector=Energy`);
    expect(text(html)).toContain('Enter 0 or a positive number');
    expect(html).toMatch(/id="priceMoreThan"[^>]*aria-invalid="true" aria-describedby="issue-priceMoreThan"/);
    expect(html).toContain(`value="${value}"`);
    expect(html).toContain('value="Energy"');
    expect(symbols(html)).toEqual([]);
    expect(filters).toEqual({});
  },
);

test('heads sort, and say so', async () => {
  const html = await open('?scan=1&by=price');
  expect(symbols(html)).toEqual(['BIG', 'QUIET', 'WILD', 'DIM']);
  expect(html).toMatch(/<th scope="col" aria-sort="descending" data-column="price">/);
  expect([...html.matchAll(/<th [^>]*aria-sort/g)]).toHaveLength(1);
  expect(html).toContain('href="/screener?scan=1&amp;by=price&amp;dir=asc"');
  expect(symbols(await open('?scan=1&by=price&dir=asc'))).toEqual(['DIM', 'WILD', 'QUIET', 'BIG']);
  expect(symbols(await open('?scan=1&by=beta&dir=asc')).at(-1)).toBe('DIM');
  // an unknown column does not sort
  expect(symbols(await open('?scan=1&by=constructor&dir=up&page=-3&type=x'))).toHaveLength(4);
});

test('nothing found is said', async () => {
  const html = await open('?scan=1&type=value&type=growth');
  expect(text(html)).toContain('No company matches every filter.');
  expect(html).not.toContain('<table');
});

test('a market that does not answer is told, the form stays', async () => {
  away = true;
  try {
    const html = await open('?scan=1&sector=Energy&type=day');
    expect(text(html)).toContain('The scan failed. Please try again. The price provider is slow to respond.');
    expect(html).toContain('value="Energy"');
    expect(symbols(html)).toEqual([]);
  } finally {
    away = false;
  }
});

test('text in the address is text', async () => {
  const html = await open(`?scan=1&sector=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(html).not.toContain('<script>alert');
});

test('logos: the company’s over the default one', async () => {
  const html = await open('?scan=1');
  expect(html).toContain('src="/api/logo/WILD"');
  const logoUrl = /src="(\/assets\/default-logo[^"]+\.png)"/.exec(html)?.[1];
  for (const path of [logoUrl!, '/default-logo.png']) {
    const { status, headers } = await server.visitor().request(path, { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  }
});
