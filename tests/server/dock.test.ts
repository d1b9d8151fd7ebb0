/** Positions and orders on the page: closing, changing and cancelling them by forms and by calls. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { flashOf } from '../helpers/flash.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let market: HeldMarket;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50', NVDA: '10', MSFT: '40' });
  server = await startServer({ market });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const page = async (trader: Client, path: string) =>
  text((await trader.get(path, { accept: 'text/html' })).text);

async function holder(): Promise<Client> {
  const trader = await server.register();
  const order = { user_id: trader.userId, quantity: '10' };
  await trader.post('/api/trade', { ...order, symbol: 'AAPL', action: 'buy' });
  await trader.post('/api/trade', { ...order, symbol: 'TSLA', action: 'short' });
  return trader;
}
type CloseAnswer = {
  closed: { symbol: string; price: number }[];
  refused: { symbol: string; code: string }[];
};
const open = async (trader: Client) =>
  (await trader.get<{ symbol: string }[]>('/api/portfolio')).json.map(({ symbol }) => symbol);

test('positions are closed at once, each at its own price; a repeat closes nothing more', async () => {
  const trader = await holder();
  const body = { positions: ['AAPL:long', 'TSLA:short'] };
  const key = { 'idempotency-key': 'close-all-1' };
  const first = await trader.post<CloseAnswer>('/api/positions/close', body, key);
  expect(first.status).toBe(200);
  expect(first.json.closed.map(({ symbol, price }) => [symbol, price])).toEqual([
    ['AAPL', 100],
    ['TSLA', 50],
  ]);
  expect(await open(trader)).toEqual([]);
  await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: '1' });
  const again = await trader.post<CloseAnswer>('/api/positions/close', body, key);
  expect(again.json).toEqual(first.json);
  expect(await open(trader)).toEqual(['AAPL']);
});

test('a key stands for one request: a repeat is marked, and other positions under the key are refused', async () => {
  const trader = await holder();
  const close = (positions: string[], key: string) =>
    trader.post('/api/positions/close', { positions }, { 'idempotency-key': key });
  const saidOf = ({ status, json, headers }: Awaited<ReturnType<typeof close>>) => [
    status,
    json.code,
    headers.get('idempotent-replay'),
  ];
  expect(saidOf(await close(['AAPL:long'], 'a b'))).toEqual([422, 'INVALID', null]);
  expect(saidOf(await close(['AAPL:long'], 'one'))).toEqual([200, undefined, null]);
  expect(saidOf(await close(['AAPL:long'], 'one'))).toEqual([200, undefined, 'true']);
  for (const positions of [['TSLA:short'], ['AAPL:long', 'TSLA:short']])
    expect(saidOf(await close(positions, 'one'))).toEqual([422, 'IDEMPOTENCY_MISMATCH', null]);
  const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: '1' };
  await trader.post('/api/trade', order, { 'idempotency-key': 'two' });
  expect(saidOf(await close(['TSLA:short'], 'two'))).toEqual([422, 'IDEMPOTENCY_MISMATCH', null]);
  expect(await open(trader)).toEqual(['TSLA', 'AAPL']);
});

test('what is refused stays open and is named, the rest is closed', async () => {
  const trader = await holder();
  const body = { positions: ['NVDA:long', 'AAPL:long'] };
  const { status, json } = await trader.post<CloseAnswer>('/api/positions/close', body);
  expect(status).toBe(200);
  expect(json.closed.map(({ symbol }) => symbol)).toEqual(['AAPL']);
  expect(json.refused).toMatchObject([{ symbol: 'NVDA', code: 'NOT_ENOUGH_SHARES' }]);
  expect(await open(trader)).toEqual(['TSLA']);
  const none = await trader.post('/api/positions/close', { positions: ['NVDA:long'] });
  expect([none.status, none.json.code]).toEqual([409, 'NOT_ENOUGH_SHARES']);
});

test.each([{}, { positions: [] }, { positions: 'AAPL' }, { positions: ['AAPL:sideways'] }])(
  'which positions has to be said: %j',
  async (body) => {
    const trader = await server.register();
    const { status, json } = await trader.post('/api/positions/close', body);
    expect([status, json.code]).toEqual([422, 'INVALID']);
  },
);

/** Returns the fields of the form that posts to `action` and has a field of this value. */
function formOf(html: string, action: string, value: string): Record<string, string> {
  const forms = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const form = forms.find(([, to, inner]) => to === action && inner!.includes(`value="${value}"`));
  if (!form) throw new Error(`No form to ${action} with ${value}: ${text(html)}`);
  const inputs = [...form[2]!.matchAll(/<input[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)![1]!,
    /value="([^"]*)"/.exec(tag)?.[1] ?? '',
  ]);
  return Object.fromEntries(inputs);
}

test('the forms of the portfolio close, reverse, add, change and cancel without a script', async () => {
  const trader = await holder();
  const read = async (path = '/portfolio') => (await trader.get(path, { accept: 'text/html' })).text;

  const stop = { ...formOf(await read(), '/api/orders', 'stop'), stopPrice: '90' };
  expect((await trader.form('/api/orders', stop)).headers.get('location')).toBe('/portfolio#dock');
  const { json } = await trader.get<{ orders: { id: string }[] }>('/api/orders?status=live');
  const { id } = json.orders[0]!;
  expect(await page(trader, '/portfolio?dock=orders')).toContain('Sell stop All $90.00 Working');

  const change = { ...formOf(await read(), `/api/orders/${id}`, 'replace'), stopPrice: '91' };
  const changed = await trader.form(`/api/orders/${id}`, change);
  expect([changed.status, changed.headers.get('location')]).toEqual([303, '/portfolio#dock']);
  expect(await page(trader, '/portfolio?dock=orders')).toContain('$91.00');

  await trader.form(`/api/orders/${id}`, formOf(await read(), `/api/orders/${id}`, 'cancel'));
  expect(await page(trader, '/portfolio?dock=history')).toMatch(/Sell stop .*Cancelled · By you/);

  await trader.form('/api/trade', formOf(await read(), '/api/trade', 'cover'));
  await trader.form('/api/trade', formOf(await read(), '/api/trade', 'short'));
  const { json: held } = await trader.get<{ symbol: string; type: string }[]>('/api/portfolio');
  expect(held.map(({ symbol, type }) => [symbol, type])).toEqual([['AAPL', 'short']]);

  const all = formOf(await read(), '/api/positions/close', 'AAPL:short');
  const closed = await trader.form('/api/positions/close', all);
  expect(closed.status).toBe(303);
  expect(flashOf(server.services, trader.cookies)).toMatchObject({ kind: 'success' });
  expect(await open(trader)).toEqual([]);
});

test('a refused change stands in its form as it was typed, with its fault marked', async () => {
  const trader = await holder();
  const read = async () => (await trader.get('/portfolio?dock=orders', { accept: 'text/html' })).text;
  const limits = ['120', '130'].map((limitPrice) =>
    trader.post('/api/orders', { symbol: 'AAPL', action: 'sell', type: 'limit', quantity: '5', limitPrice }),
  );
  await Promise.all(limits);
  const { json } = await trader.get<{ orders: { id: string }[] }>('/api/orders?status=live');
  const path = `/api/orders/${json.orders[1]!.id}`;
  const refused = await trader.form(path, { ...formOf(await read(), path, 'replace'), limitPrice: 'much' });
  expect(refused.status).toBe(303);
  const html = await read();
  expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1);
  expect(html.match(/<input[^>]*aria-invalid="true"[^>]*>/g)).toEqual([
    expect.stringContaining('value="much"'),
  ]);
  expect(html.match(/value="much"/g)).toHaveLength(1);
  expect(await read()).not.toContain('value="much"');
});

test('forms read decimals with a comma; a number that may be two is asked about, JSON stays strict', async () => {
  const trader = await server.register();
  const order = { user_id: String(trader.userId), symbol: 'AAPL', action: 'buy', type: 'limit' };
  const ticket = { ...order, form: 'ticket', mode: 'quantity', hasStop: 'true', tif: 'gtc' };
  const typed = { quantity: '1,5', amount: '1,500', limitPrice: '87,20', lossPrice: '-7,20' };
  expect((await trader.form('/api/orders', { ...ticket, ...typed })).status).toBe(303);
  const working = async () =>
    (await trader.get<{ orders: Record<string, unknown>[] }>('/api/orders?status=live')).json.orders;
  const placed = await working();
  expect(placed).toMatchObject([
    { quantity: '1.5', limitPrice: '87.2000', children: [{ type: 'stop', stopPrice: '80.0000' }] },
  ]);

  const change = { _method: 'replace', limitPrice: '86,55', quantity: '2,25' };
  await trader.form(`/api/orders/${placed[0]!.id}`, change);
  expect(await working()).toMatchObject([{ quantity: '2.25', limitPrice: '86.5500' }]);

  const sentence = 'This can be read as two numbers: type 1500 or 1.500.';
  for (const [path, doubtful] of [
    ['/api/trade', { user_id: order.user_id, symbol: 'AAPL', action: 'buy', quantity: '1,500' }],
    ['/api/trade', { user_id: order.user_id, symbol: 'AAPL', action: 'buy', amount: '1,500' }],
    ['/api/orders', { ...order, quantity: '1', limitPrice: '1,500' }],
    ['/api/orders', { ...ticket, quantity: '1', limitPrice: '90', lossPrice: '-1,500' }],
    ['/api/orders', { ...order, type: 'trailing_stop', action: 'sell', quantity: '1', trailAmount: '1,500' }],
  ] as const) {
    expect((await trader.form(path, doubtful, { referer: `${server.url}/portfolio` })).status).toBe(303);
    expect(await page(trader, '/portfolio')).toContain(sentence);
  }
  for (const quantity of ['1,5', '1,500', '1,234.56']) {
    const { status, json } = await trader.post('/api/trade', {
      user_id: trader.userId,
      symbol: 'AAPL',
      action: 'buy',
      quantity,
    });
    expect([status, json.code]).toEqual([422, 'INVALID_QUANTITY']);
  }
});

test('all orders are cancelled by one form', async () => {
  const trader = await server.register();
  const order = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: '1' };
  for (const limitPrice of ['90', '80']) await trader.post('/api/orders', { ...order, limitPrice });
  expect(await page(trader, '/portfolio?dock=orders')).toContain('Cancel 2 orders?');
  const { status, headers } = await trader.form('/api/orders/cancel', { next: '/portfolio?dock=orders' });
  expect([status, headers.get('location')]).toEqual([303, '/portfolio?dock=orders']);
  expect(await page(trader, '/portfolio?dock=orders')).toContain('No orders are waiting.');
});

test('below the chart a cookie remembers the tab, the portfolio starts with positions, an address says otherwise', async () => {
  const trader = await holder();
  trader.cookies.set('dock', 'history');
  expect(await page(trader, '/chart')).toMatch(/Buy at market 10 \$100\.00/);
  expect(await page(trader, '/chart?dock=positions')).toContain('Close 10 at $100.00?');
  expect(await page(trader, '/portfolio')).toContain('Close 10 at $100.00?');
  expect(await page(trader, '/portfolio?dock=history')).toContain('Buy at market');
  expect(await page(trader, '/portfolio?dock=nothing')).toContain('Close 10 at $100.00?');
});

test('what was lost since the newest ranking counts in the drawdown, which is never less than the loss of today', async () => {
  const trader = await server.register();
  const order = { user_id: trader.userId, symbol: 'MSFT', action: 'buy', quantity: '10' };
  expect((await trader.post('/api/trade', order)).status).toBe(200);
  await server.services.leaderboard.pass(true);
  market.set('MSFT', '31');
  const read = (await page(trader, '/portfolio')).replace(/[\u2066-\u2069]/g, '');
  expect(read).toMatch(/Today −\$90\.00/);
  expect(read).toMatch(/Max drawdown \$90\.00/);
  const { username } = (await trader.get<{ username: string }>('/api/user')).json;
  const textOf = async (path: string) => (await page(await holder(), path)).replace(/[\u2066-\u2069]/g, '');
  expect(await textOf(`/leaderboards?trader=${username}`)).toMatch(/Max drawdown \$90\.00/);
  expect(await textOf(`/traders/${username}`)).toMatch(/Max drawdown \$90\.00/);
});
