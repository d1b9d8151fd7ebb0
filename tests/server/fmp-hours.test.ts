/** Between two sessions the prices of real shares do not move: no order fills at them, whatever the settings, and pages say so. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { loadSettings } from '#services/platform/settings.ts';
import type { Client } from '../helpers/client.ts';
import { type ManualTime, manualTime } from '../helpers/manual-time.ts';
import { FMP_KEY, type StandIn, standIn } from '../helpers/market-stand-in.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

/** A Friday at noon in New York, its close, the following Sunday, and Monday's opening. */
const FRIDAY = Date.parse('2026-11-20T17:00:00Z');
const CLOSE = Date.parse('2026-11-20T21:00:00Z');
const SUNDAY = Date.parse('2026-11-22T07:46:00Z');
const BELL = Date.parse('2026-11-23T14:30:00Z');
const UNTIL_MONDAY =
  'The market is closed right now. It opens on Mon, 23 Nov at 09:30 New York time (14:30 UTC, 16:30 in Israel).';
const UNTIL_MONDAY_HE =
  'השוק סגור כרגע. המסחר ייפתח ביום ב׳, 23 בנוב׳ בשעה 16:30 שעון ישראל (09:30 בניו יורק, 14:30 UTC).';

let time: ManualTime;
let stand: StandIn;
let server: TestServer;
let ann: Client;

beforeAll(async () => {
  time = manualTime(FRIDAY);
  stand = await standIn({ now: time.now });
});
afterEach(() => server?.stop());
afterAll(() => stand.stop());

async function open(env: Record<string, string> = {}) {
  time.set(FRIDAY);
  server = await startServer({ clock: time, env: { ...stand.env, ...env } });
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  ann = await server.register();
}
const trade = (order: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ann.post('/api/trade', { user_id: ann.userId, symbol: 'AAPL', ...order }, headers);
const price = async (symbol = 'AAPL') =>
  (await ann.get<Record<string, unknown>>(`/api/price?symbol=${symbol}`)).json;
const books = () => server.sql`
  select a.cash, a.version, (select count(*)::integer from fills) as fills,
    (select string_agg(symbol || quantity || cost, ',' order by id) from positions) as held
  from accounts a where user_id = ${ann.userId!}`;

const ORDERS = [
  { action: 'buy', quantity: 1 },
  { action: 'sell', quantity: 1 },
  { action: 'sell', closeAll: true },
  { action: 'short', quantity: 1, reverse: true },
  { action: 'short', quantity: 1, symbol: 'MSFT' },
  { action: 'cover', closeAll: true, symbol: 'KO' },
];

test.each([
  ['as README starts it', {}],
  ['MARKET_HOURS=always', { MARKET_HOURS: 'always' }],
  ['MARKET_HOURS=always and any age allowed', { MARKET_HOURS: 'always', QUOTE_MAX_AGE_MS: '86400000' }],
] as [string, Record<string, string>][])(
  '%s: on Sunday the price is as old as Friday, and no order changes anything',
  async (_, env) => {
    await open(env);
    expect((await trade({ action: 'buy', quantity: 10 })).status).toBe(200);
    expect((await trade({ action: 'short', quantity: 10, symbol: 'KO' })).status).toBe(200);
    const booksBefore = await books();
    for (const now of [CLOSE + 1_000, CLOSE + 600_000, SUNDAY]) {
      time.set(now);
      await time.advance(60_000);
      const answer = await price();
      expect(answer).toMatchObject({ stale: true, asOf: new Date(CLOSE).toISOString() });
      expect(answer.ageMs).toBe(time.now() - CLOSE);
      for (const order of ORDERS) {
        const { status, json } = await trade(order);
        expect([status, json.code, json.error]).toEqual([409, 'MARKET_CLOSED', UNTIL_MONDAY]);
        expect(json.opensAt).toBe(new Date(BELL).toISOString());
      }
    }
    expect((await trade(ORDERS[0]!, { 'accept-language': 'he' })).json.error).toBe(UNTIL_MONDAY_HE);
    // at any fresh price it would be covered by force
    await server.sql`update accounts set cash = 0 where user_id = ${ann.userId!}`;
    stand.state.prices.set('KO', 100_000);
    await time.advance(60_000);
    expect(await server.services.trading.forceCovers([ann.userId!])).toBe(0);
    stand.state.prices.clear();
    await server.sql`update accounts set cash = ${booksBefore[0]!.cash} where user_id = ${ann.userId!}`;
    expect(await books()).toEqual(booksBefore);

    time.set(BELL + 60_000);
    expect(await price()).toMatchObject({ stale: false, ageMs: 0 });
    time.set(BELL + 61_000);
    expect((await trade({ action: 'sell', closeAll: true })).status).toBe(200);
  },
);

test('a season may end on Sunday: at the last close, and its page says so', async () => {
  await open();
  expect((await trade({ action: 'buy', quantity: 10 })).status).toBe(200);
  time.set(SUNDAY);
  await server.services.seasons.end(null);
  const [mark] = await server.sql`select price, quote_at, source from season_marks`;
  expect(mark).toMatchObject({ quote_at: new Date(CLOSE), source: 'fmp' });
  expect(Number(mark!.price)).toBe(stand.days().at(-1)!.close);
  const { number } = server.services.seasons.current()!;
  ann.cookies.set('tz', 'UTC');
  const visit = async (language: string) =>
    (await ann.get(`/competitions/${number}`, { 'accept-language': language })).text;
  expect(await visit('en')).toMatch(/The oldest is from .*20 Nov.*21:00/);
  expect(await visit('he')).toContain('המוקדם שבהם');
});

test('prices whose time nobody tells fill no order', async () => {
  await open();
  stand.state.batch = false;
  expect((await trade({ action: 'buy', quantity: 10, symbol: 'KO' })).status).toBe(200);
  const { market } = server.services;
  const unknown = (await market.quotes(['MSFT', 'KO'])).get('MSFT')!;
  expect(unknown.asOfMs).toBeNull();
  await server.services.leaderboard.pass(true);
  const [mark] = await server.sql`select price from marks where symbol = 'KO'`;
  expect(mark).toBeDefined();
  const quote = market.quote;
  market.quote = async (symbol) => ({ ...(await quote(symbol)), asOfMs: null });
  expect(await price('MSFT')).toMatchObject({ stale: true, asOf: null, ageMs: null });
  expect((await trade({ action: 'buy', quantity: 1, symbol: 'MSFT' })).json.code).toBe('STALE_PRICE');
  market.quote = quote;
  expect(await price('MSFT')).toMatchObject({ stale: false });
  stand.state.batch = true;
});

test('New York hours are what MARKET=fmp keeps unless it is told otherwise', () => {
  const hours = (env: Record<string, string>) =>
    loadSettings({ MARKET: 'fmp', FMP_API_KEY: FMP_KEY, ...env }).marketHours;
  expect(hours({})).toBe('us');
  expect(hours({ MARKET_HOURS: 'always' })).toBe('always');
  expect(loadSettings({}).marketHours).toBe('always');
});
