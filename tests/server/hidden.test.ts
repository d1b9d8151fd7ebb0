/** A season that hides open positions: nothing that others can read gives away what a trader holds. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { LOCALES, type Locale } from '#core/locale/locale.ts';
import type { RouteManifest } from '#framework/define.ts';
import { COMPANIES } from '#market/simulated/companies.ts';
import { readHead } from '#services/proof/chain.ts';
import { addressesIn } from '../helpers/addresses.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { asBrowser, openSocket, type Socket } from '../helpers/socket.ts';
import { until } from '../helpers/until.ts';

/** Prices in cents, a different one for each symbol, before and after a move. */
const SYMBOLS = COMPANIES.map((company) => company.symbol);
const answersBefore = new Map(
  SYMBOLS.map((symbol, i) => [symbol, symbol === 'TSLA' ? 23_869 : 1_000 + i * 317 + (i % 7)]),
);
const after = new Map(
  [...answersBefore].map(([symbol, cents], i) => [symbol, cents + 37 + ((i * 53) % 211)]),
);
const text = (cents: number) => (cents / 100).toFixed(2);

/** Ms the server's clock is ahead. */
let shift = 0;
const clock = { now: () => Date.now() + shift };
const QUARTER_MS = 900_000;

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;
let socket: Socket;
let manifest: RouteManifest;

beforeAll(async () => {
  market = heldMarket(Object.fromEntries([...answersBefore].map(([symbol, cents]) => [symbol, text(cents)])));
  server = await startServer({ market, clock, env: { PROFIT_TOAST_MIN_PERCENT: '0.5' } });
  ({ manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest });
  admin = await server.admin();
  [ann, bob] = [await server.register('ann_trades'), await server.register('bob_reads')];
  await admin.post('/api/update-competition', { hideOpen: true });
  await admin.post('/api/toggle-competition', { active: true });
  socket = await openSocket(server.url, asBrowser(server.url, bob));
});
afterAll(() => server?.stop());

const order = async (action: string, quantity: number) => {
  const body = { user_id: ann.userId, symbol: 'TSLA', action, quantity };
  expect((await ann.post('/api/trade', body)).status).toBe(200);
  await server.services.leaderboard.pass(true);
};

/** Lets a quarter of an hour pass: one snapshot of the leaderboard is taken, and an earlier one becomes public. */
async function passQuarter() {
  shift += QUARTER_MS + 1_000;
  await server.services.leaderboard.pass(true);
  await server.services.leaderboard.pass(true);
}

const QUERIES: Record<string, string> = {
  '/api/price': '?symbol=TSLA',
  '/api/candles': '?symbol=TSLA&interval=1D',
  '/api/company': '?symbol=TSLA',
  '/api/splits': '?symbol=TSLA',
  '/api/search': '?q=TS',
  '/api/rankings': '?page=1&limit=100',
};

/** All texts about `ann` by address, in both languages by default, and the messages on the reader's socket. */
async function everything(
  reader: Client,
  languages: readonly Locale[] = LOCALES,
): Promise<Map<string, string>> {
  const calls = server.routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'))
    .map(({ path }) =>
      path.replace(/:id/, String(ann.userId)).replace(':number', '1').replace(':symbol', 'TSLA'),
    )
    .map((path) => path + (QUERIES[path] ?? ''));
  const pages = languages.flatMap((lang) =>
    addressesIn(manifest, lang, 'ann_trades').map(({ path }) => path),
  );
  const answerOf = new Map<string, string>();
  for (const path of new Set([
    ...calls,
    ...pages,
    '/leaderboards?page=1',
    '/chart?symbol=TSLA&interval=1D',
  ])) {
    const answer = await reader.get(path, { accept: path.startsWith('/api/') ? '*/*' : 'text/html' });
    answerOf.set(path, answer.text.replace(/nonce="[^"]*"/g, ''));
  }
  answerOf.set('/ws', JSON.stringify(reader === bob ? socket.messages : []));
  return answerOf;
}

/** The numbers of a text, in cents. Those up to ten dollars are left out: they are no sums of money. */
function sums(body: string): number[] {
  const numbers =
    body.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '').match(/(?<![\w.#-])\d[\d,]*(?:\.\d+)?(?![\w.-])/g) ?? [];
  return numbers.map((n) => Math.round(Number(n.replaceAll(',', '')) * 100)).filter((n) => n > 1000);
}

/** Positions that could explain a sum of cents: as their cost, as the rest of the start cash, or as their gain. */
function holdings(sum: number): string[] {
  const START = 10_000_000;
  const whole = sum % 100 === 0 ? 50 : 0;
  return SYMBOLS.flatMap((symbol) => {
    const price = answersBefore.get(symbol)!;
    const move = after.get(symbol)! - price;
    const fits = (part: number, each: number, slack: number) => {
      const quantity = Math.round(part / each);
      return part > 0 &&
        quantity > 0 &&
        quantity * price <= START &&
        Math.abs(quantity * each - part) <= slack
        ? [`${symbol} x ${quantity}`]
        : [];
    };
    return [...fits(sum, price, 0), ...fits(START - sum, price, 0), ...fits(sum - START, move, whole)];
  });
}

/** Positions given away by a new sum of a page: sums that only one position explains. */
function givenAway(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const knownSums = new Set([...old.values()].flatMap(sums));
  return [...now].flatMap(([path, body]) =>
    [...new Set(sums(body))].flatMap((sum) => {
      if (knownSums.has(sum) || sum > 11_000_000) return [];
      const all = [...new Set(holdings(sum))];
      return all.length === 1 ? [`${all[0]} by ${text(sum)} of ${path}`] : [];
    }),
  );
}

/** The paths where one of the texts occurs, with the text. */
const holding = (all: ReadonlyMap<string, string>, texts: readonly string[]) =>
  [...all].flatMap(([path, body]) =>
    texts.filter((each) => body.includes(each)).map((each) => `${path}: ${each}`),
  );

test('nothing that can be read gives a position away, before and after its price moves', async () => {
  const start = await everything(bob);
  const startAdmin = await everything(admin);
  await order('buy', 100);
  const bought = await everything(bob);
  expect(givenAway(start, bought)).toEqual([]);
  expect(holding(bought, ['76131', '76,131', '23869', '23,869'])).toEqual([]);

  for (const [symbol, cents] of after) market.set(symbol, text(cents));
  await server.services.leaderboard.pass(true);
  const equity = 10_000_000 + 100 * (after.get('TSLA')! - answersBefore.get('TSLA')!);
  for (let quarters = 0; quarters < 3; quarters++) await passQuarter();
  const moved = await everything(bob);
  expect(givenAway(start, moved)).toEqual([]);
  expect(
    holding(moved, ['76131', '76,131', `${equity / 100}.00`, `${(equity / 100).toLocaleString('en')}.00`]),
  ).toEqual([]);
  expect(moved.get('/leaderboards')).toContain('ann_trades');
  expect(moved.get('/leaderboards')).toContain('$100,000<');

  // the search does find positions: admins see everything
  const answers = await everything(admin);
  expect(givenAway(startAdmin, answers).join()).toContain('TSLA x 100 by 76131.00 of /api/rankings');
  expect(holding(answers, ['76131.00', '76,131.00']).length).toBeGreaterThan(1);
});

test('totals are late and in steps of 0.5 % of the start cash for others, one’s own are exact', async () => {
  market.set('TSLA', '246.1234');
  await server.services.leaderboard.pass(true);
  type Row = { username: string; balance: string | null; totalValue: number; place: number | null };
  const rowOf = async (reader: Client) =>
    (await reader.get<Row[]>('/api/rankings')).json.find((row) => row.username === 'ann_trades');
  const row = { place: 1, balance: '76131.00', totalValue: 100_743.34 };
  expect(await rowOf(ann)).toMatchObject(row);
  expect(await rowOf(admin)).toMatchObject(row);
  expect(await rowOf(bob)).toMatchObject({ place: 1, balance: null, totalValue: 100_000 });
  await passQuarter();
  expect(await rowOf(bob)).toMatchObject({ totalValue: 100_000 });
  await passQuarter();
  expect(await rowOf(bob)).toMatchObject({ place: 1, balance: null, totalValue: 100_500 });
  expect(holding(await everything(bob), ['100743.34', '100,743.34', '743.34', '100,743'])).toEqual([]);
  const profile = async (reader: Client) => (await reader.get(`/api/user-profile/${ann.userId}`)).json;
  expect(await profile(ann)).toMatchObject({ balance: '76131.00', isAdmin: false });
  expect(await profile(bob)).toMatchObject({ balance: null, username: 'ann_trades' });
  const page = async (reader: Client, tab: string) =>
    (await reader.get(`/leaderboards?trader=ann_trades&tab=${tab}`, { accept: 'text/html' })).text;
  expect(await page(bob, 'profile')).toContain('$100,500<');
  expect(await page(ann, 'profile')).toContain('$76,131.00');
  expect(await page(bob, 'stats')).toContain('rules hide drawdown');
  expect(await page(bob, 'stats')).not.toContain('Portfolio value since the start');
  expect(await page(ann, 'stats')).toContain('Portfolio value since the start');
  // one's own page does not show the leader's curve either
  expect(await page(await server.login(bob.username, bob.password), 'stats')).not.toContain('Leader: ');
  const ownPage = (await bob.get('/leaderboards?trader=bob_reads&tab=stats', { accept: 'text/html' })).text;
  expect(ownPage).toContain('Portfolio value since the start');
  expect(ownPage).not.toContain('ann_trades from');
  expect(ownPage).not.toContain('leader ann_trades');
});

test('a slice of what is still open is told when nothing is left of it', async () => {
  const trades = async (reader: Client) =>
    (await reader.get<unknown[]>(`/api/all-trades/${ann.userId}`)).json;
  const successes = () => socket.messages.filter((message) => message.type === 'tradeSuccess').length;
  const stats = async () =>
    (await bob.get('/leaderboards?trader=ann_trades&tab=stats', { accept: 'text/html' })).text;
  await order('sell', 40);
  expect(await trades(ann)).toHaveLength(2);
  expect(await trades(admin)).toHaveLength(2);
  expect(await trades(bob)).toEqual([]);
  expect(await stats()).toContain('>Won 0 of 0 · This season<');
  await order('sell', 60);
  server.services.hub.announceProfits();
  await socket.next((message) => message.type === 'tradeSuccess');
  expect(successes()).toBe(1);
  expect(await trades(bob)).toHaveLength(2);
  expect(await stats()).toContain('>Won 2 of 2 · This season<');
});

test('XP and level of a slice of what is still open are told when nothing is left of it', async () => {
  const xpOf = async (reader: Client) =>
    (await reader.get<{ xp: number; tkf: number }>(`/api/user-profile/${ann.userId}`)).json.xp;
  const earlier = await xpOf(ann);
  await order('buy', 10);
  market.set('TSLA', '280');
  await order('sell', 4);
  expect(await xpOf(ann)).toBeGreaterThan(earlier);
  expect(await xpOf(bob)).toBe(earlier);
  await order('sell', 6);
  expect(await xpOf(bob)).toBe(await xpOf(ann));
});

/** Estimates the quantity held of each symbol: least squares of `totals` on prices and a constant. */
function fittedQuantities(columns: readonly (readonly number[])[], totals: readonly number[]): number[] {
  const size = columns[0]!.length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const centres = Array.from({ length: size }, (_, i) => mean(columns.map((row) => row[i]!)));
  const middle = mean(totals);
  const rows = columns.map((row, n) => [...row.map((value, i) => value - centres[i]!), totals[n]! - middle]);
  const matrix = centres.map((_, i) =>
    Array.from({ length: size + 1 }, (_, j) =>
      rows.reduce((sum, row) => sum + row[i]! * row[j]!, i === j ? 1e-6 : 0),
    ),
  );
  for (let i = 0; i < size; i++) {
    const pivot = matrix
      .slice(i)
      .reduce((best, row) => (Math.abs(row[i]!) > Math.abs(best[i]!) ? row : best));
    const from = matrix.indexOf(pivot);
    [matrix[i], matrix[from]] = [matrix[from]!, matrix[i]!];
    for (const row of matrix) {
      if (row === matrix[i]) continue;
      const factor = row[i]! / matrix[i]![i]!;
      for (let j = i; j <= size; j++) row[j]! -= factor * matrix[i]![j]!;
    }
  }
  return matrix.map((row, i) => row[size]! / row[i]!);
}

test('an hour of published totals regressed on the prices finds no position, with any delay', async () => {
  const POLLS = 60;
  const symbols = SYMBOLS.slice(0, 10);
  const held = new Map([
    [symbols[1]!, 900],
    [symbols[4]!, -700],
    [symbols[7]!, 500],
  ]);
  const cents = new Map(symbols.map((symbol, i) => [symbol, 3_000 + i * 250]));
  for (const [symbol, price] of cents) market.set(symbol, text(price));
  for (const [symbol, quantity] of held) {
    const action = quantity > 0 ? 'buy' : 'short';
    const body = { user_id: ann.userId, symbol, action, quantity: Math.abs(quantity) };
    expect((await ann.post('/api/trade', body)).status).toBe(200);
  }
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const prices: number[][] = [];
  const totals: Record<'others' | 'admins', number[]> = { others: [], admins: [] };
  const totalFor = async (reader: Client) =>
    (await reader.get<{ username: string; totalValue: number }[]>('/api/rankings')).json.find(
      ({ username }) => username === 'ann_trades',
    )!.totalValue;
  for (let poll = 0; poll < POLLS; poll++) {
    shift += 60_000;
    for (const [symbol, price] of cents) {
      const next = Math.round(price * (1 + (random() - 0.5) * 0.02));
      cents.set(symbol, next);
      market.set(symbol, text(next));
    }
    await server.services.leaderboard.pass(true);
    prices.push([...cents.values()].map((price) => price / 100));
    totals.others.push(await totalFor(bob));
    totals.admins.push(await totalFor(admin));
  }
  /** How many held symbols are estimated with the right sign and within a quarter of their size. */
  const right = (fitted: readonly number[]) =>
    [...held].filter(([symbol, quantity]) => {
      const ratio = fitted[symbols.indexOf(symbol)]! / quantity;
      return ratio > 0.75 && ratio < 1.25;
    }).length;
  // the search does find positions: admins read every pass
  expect(right(fittedQuantities(prices, totals.admins))).toBe(3);
  const delays = Array.from({ length: 36 }, (_, delay) =>
    right(fittedQuantities(prices.slice(0, POLLS - delay), totals.others.slice(delay))),
  );
  expect(Math.max(...delays)).toBeLessThan(2);
  expect(new Set(totals.others).size).toBeGreaterThan(1);
  expect(totals.others.every((total) => total % 500 === 0)).toBe(true);
}, 60_000);

test('who is an admin is told to themselves and to admins', async () => {
  const path = `/api/user-profile/${admin.userId}`;
  expect((await bob.get(path)).json).not.toHaveProperty('isAdmin');
  expect((await admin.get(path)).json).toMatchObject({ isAdmin: true });
  expect((await bob.get('/api/user')).json).toMatchObject({ isAdmin: false });
  expect(holding(await everything(bob), ['"isAdmin":true'])).toEqual([]);
});

test('the head of the chain is told everybody while the season runs, and the salt of a link nobody', async () => {
  const { sql, services } = server;
  const readers = [await server.login(ann.username, ann.password), admin, server.visitor()];
  const sockets = await Promise.all(
    readers.slice(0, -1).map(async (reader) => {
      const watching = await openSocket(server.url, asBrowser(server.url, reader));
      watching.send({ action: 'subscribe', ticker: 'TSLA' });
      return watching;
    }),
  );
  await order('buy', 3);
  const isCovered = async () =>
    (await sql`select from season_chain where last_fill = (select max(id) from fills)`).length > 0;
  await until(isCovered);
  const { seq, head } = await readHead(sql, services.seasons.current()!);
  await Promise.all(sockets.map((watching) => watching.next((message) => message.head === head)));
  const salts = await sql<{ salt: Buffer }[]>`select salt from season_chain order by seq`;
  expect(salts).toHaveLength(seq);
  const texts = salts.flatMap(({ salt }) =>
    (['hex', 'base64', 'base64url', 'latin1', 'utf8'] as const).map((encoding) => salt.toString(encoding)),
  );
  for (const [n, reader] of readers.entries()) {
    const answers = await everything(reader, ['en']);
    answers.set('socket', JSON.stringify(sockets[n]?.messages ?? []));
    answers.set('bundle', (await reader.get('/competitions/1/bundle')).text);
    answers.set('export', (await reader.form('/api/account/export', {})).text);
    expect(holding(answers, texts)).toEqual([]);
    expect(holding(answers, [head]).length).toBeGreaterThan(1);
  }
  await Promise.all(sockets.map((watching) => watching.close()));
});

test('a season that is over has nothing to hide', async () => {
  await order('buy', 10);
  await admin.post('/api/toggle-competition', { active: false });
  await server.services.leaderboard.pass(true);
  const { json } = await bob.get(`/api/user-profile/${ann.userId}`);
  expect(json.balance).toBeString();
});
