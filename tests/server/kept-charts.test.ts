/** Drawings and indicators of a symbol: private to their trader, limited, in the export, and deleted with the account. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { usernameKey } from '#core/account/username.ts';
import { MOST_CHARTS, MOST_DRAWINGS } from '#core/market/drawings.ts';
import { exportShort } from '#db/queries/account/export.ts';
import { anonymise, setLeaving } from '#db/queries/account/leaving.ts';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let trader: Client;
let other: Client;

beforeAll(async () => {
  server = await startServer({ market: heldMarket({ AAPL: '100' }) });
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  trader = await server.register('drafter');
  other = await server.register('onlooker');
});
afterAll(() => server?.stop());

const point = (time: number, price: number) => ({ time, price });
const line = { kind: 'line', a: point(1_700_000_000, 99.5), b: point(1_700_086_400, 101) };
const chart = { drawings: [line], averages: [9, 50], studies: ['rsi'] };
const keep = (body: object, symbol = 'AAPL', client = trader) =>
  client.send('PUT', `/api/charts/${symbol}`, body);
const load = async (symbol = 'AAPL', client = trader) =>
  (await client.get(`/api/charts/${symbol}`)).json.chart;

test('what is kept comes back, to its trader alone', async () => {
  expect(await load()).toBeNull();
  expect((await keep(chart)).status).toBe(200);
  expect(await load()).toEqual(chart);
  expect(await load('MSFT')).toBeNull();
  expect(await load('AAPL', other)).toBeNull();
  expect((await server.visitor().get('/api/charts/AAPL')).status).toBe(401);
});

test('the page draws the indicators that were chosen, unless its address names others', async () => {
  const chartOf = async (path: string, client = trader) => {
    const { text } = await client.get(path, { accept: 'text/html' });
    const hidden = (name: string) =>
      new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
    return [hidden('sma'), hidden('ind'), text.includes('99.5')];
  };
  expect(await chartOf('/chart')).toEqual(['9,50', 'rsi', true]);
  expect(await chartOf('/chart?sma=20&ind=')).toEqual(['20', '', true]);
  expect(await chartOf('/chart', other)).toEqual(['', '', false]);
});

test('without scripts, averages that were switched off stay off at the next press', async () => {
  const { text } = await trader.get('/chart?sma=&ind=', { accept: 'text/html' });
  const [form] = text.match(/<form(?:(?!<\/form>).)*name="interval".*?<\/form>/s)!;
  const sent = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, ...pair]) => pair);
  const next = await trader.get(`/chart?interval=1h&${new URLSearchParams(sent as [string, string][])}`, {
    accept: 'text/html',
  });
  expect(sent).toEqual([
    ['sma', ''],
    ['ind', ''],
  ]);
  expect(next.text).not.toContain('value="9,50"');
  expect(next.text).not.toContain('name="ind" value="rsi" aria-pressed="true"');
});

test.each([
  ['another kind', { ...chart, drawings: [{ ...line, kind: 'circle' }] }],
  ['no number', { ...chart, drawings: [{ ...line, a: { time: 'x', price: 1 } }] }],
  ['a price out of this world', { ...chart, drawings: [{ ...line, a: point(1, 1e11) }] }],
  ['too many', { ...chart, drawings: Array.from({ length: MOST_DRAWINGS + 1 }, () => line) }],
  ['an average nobody offers', { ...chart, averages: [10] }],
  ['an unknown indicator', { ...chart, studies: ['moon'] }],
])('refused: %s', async (_, body) => {
  expect((await keep(body)).status).toBe(422);
  expect(await load()).toEqual(chart);
});

test('of too many symbols the one changed longest ago goes', async () => {
  await server.sql`insert into kept_charts
    select ${trader.userId}, 'Z' || n, '[]', '{}', '{}', now() - make_interval(days => n)
    from generate_series(1, ${MOST_CHARTS - 1}) n`;
  await keep(chart, 'TSLA');
  const [row] = await server.sql<{ count: number; oldest: boolean }[]>`
    select count(*)::int as count, bool_or(symbol = ${`Z${MOST_CHARTS - 1}`}) as oldest
    from kept_charts where user_id = ${trader.userId}`;
  expect(row).toEqual({ count: MOST_CHARTS, oldest: false });
  expect(await load()).toEqual(chart);
});

test('the export tells it, and it goes with the account', async () => {
  const rows = (await exportShort(server.sql, 'kept_charts', trader.userId)).map((row) => JSON.parse(row));
  expect(rows.find(({ symbol }) => symbol === 'AAPL')).toMatchObject(chart);
  const name = { username: 'deleted-1', usernameKey: usernameKey('deleted-1') };
  await setLeaving(server.sql, trader.userId, 0);
  await server.sql.begin((tx) => anonymise(tx, trader.userId, name, Date.now()));
  expect(await exportShort(server.sql, 'kept_charts', trader.userId)).toEqual([]);
});
