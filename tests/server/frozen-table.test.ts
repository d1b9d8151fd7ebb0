/** In the last hours of a season nobody sees how others trade: everything a reader can open stays as it was at the freeze. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { RouteManifest } from '#framework/define.ts';
import { addressesIn } from '../helpers/addresses.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { addExampleLeague } from '../helpers/league.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { asBrowser, openSocket, type Socket } from '../helpers/socket.ts';

const HOUR = 3_600_000;
/** The test alone moves this clock. */
const time = { ms: Date.parse('2026-07-08T15:00:00Z') };
const END = time.ms + 10 * HOUR;

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;
let socket: Socket;
let manifest: RouteManifest;

beforeAll(async () => {
  const now = () => time.ms;
  market = heldMarket({ AAPL: '100', TSLA: '50' }, now);
  server = await startServer({ market, clock: { now }, env: { PROFIT_TOAST_MIN_PERCENT: '0.5' } });
  ({ manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest });
  admin = await server.admin();
  [ann, bob] = [await server.register('ann_trades'), await server.register('bob_reads')];
  await addExampleLeague(server.sql, bob.userId);
  socket = await openSocket(server.url, asBrowser(server.url, bob));
});
afterAll(() => server?.stop());

async function order(who: Client, action: string, symbol: string, quantity: number) {
  const body = { user_id: who.userId, symbol, action, quantity };
  expect((await who.post('/api/trade', body)).status).toBe(200);
  await server.services.leaderboard.pass(true);
}
const save = (terms: object) =>
  admin.post<{ en: string[]; he: string[] }>('/api/season-terms', { step: 'save', ...terms });
/** Advances the clock with ranking passes. */
async function passTo(ms: number) {
  time.ms = ms;
  for (let n = 0; n < 3; n++) {
    time.ms += 11_000;
    await server.services.leaderboard.pass(true);
  }
}

/** Returns everything that `reader` can read, by address. */
async function everything(reader: Client): Promise<Map<string, string>> {
  const queries: Record<string, string> = { '/api/rankings': '?page=1&limit=100' };
  const calls = server.routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'))
    .map(({ path }) =>
      path.replace(/:id/, String(ann.userId)).replace(':number', '1').replace(':symbol', 'AAPL'),
    )
    .map((path) => path + (queries[path] ?? ''));
  const tabs = ['stats', 'history', 'profile'].map((tab) => `/leaderboards?trader=ann_trades&tab=${tab}`);
  const pages = [...addressesIn(manifest, 'en', 'ann_trades').map(({ path }) => path), ...tabs];
  const texts = new Map<string, string>();
  for (const path of new Set([...calls, ...pages])) {
    const { text } = await reader.get(path, { accept: path.startsWith('/api/') ? '*/*' : 'text/html' });
    texts.set(path, text);
  }
  return texts;
}
/** Returns where these texts occur. */
const telling = (all: ReadonlyMap<string, string>, facts: readonly string[]) =>
  [...all].flatMap(([path, text]) =>
    facts.filter((fact) => text.includes(fact)).map((fact) => `${path}: ${fact}`),
  );

type Row = { username: string; place: number | null; totalValue: number; balance: string | null };
const table = async (reader: Client) =>
  (await reader.get<Row[]>('/api/rankings')).json.map(({ username, place, totalValue }) => [
    username,
    place,
    totalValue,
  ]);
const board = async (reader: Client) =>
  textOf((await reader.get('/leaderboards', { accept: 'text/html' })).text);
const FROZEN = 'The table is frozen for the last 2 hours of the season';

test('the terms say it in both languages', async () => {
  expect((await admin.post('/api/season-terms', { frozenHours: '49' })).status).toBe(422);
  const { json } = await save({ frozenHours: '2' });
  expect(json.en.join(' ')).toContain('In the last 2 hours before the planned end the table is frozen');
  expect(json.he.join(' ')).toContain('בשעתיים האחרונות לפני הסיום המתוכנן הטבלה קפואה');
  await admin.post('/api/toggle-competition', { active: true });
  await save({ endsAt: new Date(END).toISOString() });
});

test('until then everybody sees everything', async () => {
  await order(bob, 'buy', 'TSLA', 100);
  market.set('TSLA', '55');
  await order(ann, 'buy', 'AAPL', 200);
  await passTo(END - 2 * HOUR - 60_000);
  expect(await table(bob)).toEqual([
    ['bob_reads', 1, 100_500],
    ['ann_trades', 2, 100_000],
  ]);
  expect(await board(bob)).not.toContain(FROZEN);
  expect(telling(await everything(bob), ['80000.00']).length).toBeGreaterThan(0);
});

test('from the first second on, others read the table that was shown last, not the snapshot of the morning', async () => {
  const frozenRows = await table(bob);
  time.ms = END - 2 * HOUR;
  expect(await table(bob)).toEqual(frozenRows);
  expect(await board(server.visitor())).toContain(FROZEN);
  // a trade and a price in the first pass of the freeze, which must stay hidden
  market.set('TSLA', '70');
  await order(bob, 'sell', 'TSLA', 50);
  expect(await table(ann)).toEqual([
    ['bob_reads', 1, 100_500],
    ['ann_trades', 2, 100_000],
  ]);
  await order(bob, 'buy', 'TSLA', 50);
  market.set('TSLA', '55');
  time.ms += 1000;
  await server.services.leaderboard.pass(true);
  expect(await table(ann)).toEqual(frozenRows);
});

/** The figures of ann after the freeze: 200 AAPL bought at 100 and sold at 137.31. */
const FACTS = ['107462', '107,462', '107,500', '7462', '7,462', '37.31%', '7.46%'];

test('then the trades, totals and places of others stay as they were, for visitors as well', async () => {
  await passTo(END - 2 * HOUR);
  const visitor = server.visitor();
  const frozen = await table(bob);
  expect(frozen).toEqual([
    ['bob_reads', 1, 100_500],
    ['ann_trades', 2, 100_000],
  ]);
  market.set('AAPL', '137.31');
  await order(ann, 'sell', 'AAPL', 200);
  // prices are public: the test looks only for the figures of ann's trades
  market.set('AAPL', '91');
  await passTo(END - HOUR);
  expect(await table(bob)).toEqual(frozen);
  for (const reader of [bob, visitor]) {
    expect(await board(reader)).toContain(FROZEN);
    expect(telling(await everything(reader), FACTS)).toEqual([]);
  }
  const page = await bob.get('/he/leaderboards', { accept: 'text/html' });
  expect(textOf(page.text)).toContain('הטבלה קפואה בשעתיים האחרונות של העונה');
  // no message announces the profit
  expect(socket.messages.filter(({ type }) => type === 'tradeSuccess')).toEqual([]);
});

test('the trader sees the own money as it is, and the own place as it was; admins see all', async () => {
  expect((await table(ann)).find(([name]) => name === 'ann_trades')).toEqual(['ann_trades', 2, 107_462]);
  expect(telling(await everything(ann), ['107,462']).length).toBeGreaterThan(0);
  const league = textOf((await ann.get('/leagues/AAAA22', { accept: 'text/html' })).text);
  expect(league).toMatch(/bob_reads[\s\S]*ann_trades[\s\S]*\+7\.46%/);
  expect((await table(admin))[0]).toEqual(['ann_trades', 1, 107_462]);
  expect(await board(admin)).not.toContain(FROZEN);
});

test('a later end opens the table again until its own last hours, and the end shows everything', async () => {
  await save({ endsAt: new Date(END + 24 * HOUR).toISOString() });
  await passTo(END - HOUR / 4);
  expect((await table(bob))[0]).toEqual(['ann_trades', 1, 107_462]);
  await save({ endsAt: new Date(END + HOUR).toISOString(), reason: 'The match is over.' });
  await passTo(END);
  expect(await board(bob)).toContain(FROZEN);
  await admin.post('/api/toggle-competition', { active: false });
  await server.services.leaderboard.pass(true);
  expect((await table(bob))[0]).toEqual(['ann_trades', 1, 107_462]);
  expect(await board(bob)).not.toContain(FROZEN);
});
