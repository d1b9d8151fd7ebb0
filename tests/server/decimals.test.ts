/** Every decimal field, sent by a form without scripts with a decimal comma, and with a number of two readings. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let admin: Client;
let trader: Client;
beforeAll(async () => {
  server = await startServer({ market: heldMarket({ AAPL: '2000' }) });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  trader = await server.register('comma');
  await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 10 });
});
afterAll(() => server?.stop());

type Order = { id: string; children: Record<string, unknown>[] } & Record<string, unknown>;
const working = async () => (await trader.get<{ orders: Order[] }>('/api/orders?status=live')).json.orders;
/** Returns the page that a form's response leads to. */
async function saying(who: Client, path: string, fields: Record<string, string>, page: string) {
  expect((await who.form(path, fields, { referer: server.url + page })).status).toBe(303);
  return (await who.get(page, { accept: 'text/html' })).text;
}

const BUY = { symbol: 'AAPL', action: 'buy', quantity: '1' };
const SELL = { symbol: 'AAPL', action: 'sell', quantity: '1' };
const TICKET = { ...BUY, form: 'ticket', type: 'limit', limitPrice: '1900', mode: 'quantity', tif: 'gtc' };

test.each([
  ['size', { ...BUY, type: 'limit', limitPrice: '1900', quantity: '1,5' }, { quantity: '1.5' }],
  [
    'size with thousands',
    { ...BUY, type: 'limit', limitPrice: '1.5', quantity: '1 234,5' },
    { quantity: '1234.5' },
  ],
  ['dollars', { ...TICKET, quantity: '', amount: '187,20', mode: 'amount' }, { amount: '187.20' }],
  ['limit', { ...BUY, type: 'limit', limitPrice: '187,20' }, { limitPrice: '187.2000' }],
  [
    'limit with a dollar sign',
    { ...BUY, type: 'limit', limitPrice: '$1,234.56' },
    { limitPrice: '1234.5600' },
  ],
  ['stop', { ...SELL, type: 'stop', stopPrice: '187,20' }, { stopPrice: '187.2000' }],
  [
    'stop and limit',
    { ...SELL, type: 'stop_limit', stopPrice: '187,20', limitPrice: '1,5' },
    { limitPrice: '1.5000' },
  ],
  ['trail in dollars', { ...SELL, type: 'trailing_stop', trailAmount: '1,5' }, { trailAmount: '1.5000' }],
  ['trail in percent', { ...SELL, type: 'trailing_stop', trailPercent: '1,5' }, { trailPercent: '1.50' }],
  [
    'trail of the ticket',
    { ...TICKET, ...SELL, type: 'trailing_stop', trail: '2,5', trailUnit: 'percent' },
    { trailPercent: '2.50' },
  ],
  [
    'target and stop of the ticket',
    { ...TICKET, hasTarget: 'on', targetPrice: '1950,5', hasStop: 'on', lossPrice: '1850,25' },
    { children: [{ limitPrice: '1950.5000' }, { stopPrice: '1850.2500' }] },
  ],
  [
    'distances of the ticket',
    { ...TICKET, hasTarget: 'on', targetPrice: '+1,5', hasStop: 'on', lossPrice: '2,5%' },
    { children: [{ limitPrice: '1901.5000' }, { stopPrice: '1852.5000' }] },
  ],
] as const)('%s with a comma is read', async (_, fields, expected) => {
  await trader.form('/api/orders', { user_id: String(trader.userId), ...fields });
  const [order] = await working();
  expect(order).toMatchObject(expected);
  await trader.form('/api/orders/cancel', { next: '/portfolio' });
});

test.each([
  ['/api/trade', { ...BUY, quantity: '1,234' }],
  ['/api/trade', { symbol: 'AAPL', action: 'buy', amount: '1,234' }],
  ['/api/orders', { ...BUY, type: 'limit', limitPrice: '1900', quantity: '1,234' }],
  ['/api/orders', { ...BUY, type: 'limit', limitPrice: '1,234' }],
  ['/api/orders', { ...SELL, type: 'stop', stopPrice: '1,234' }],
  ['/api/orders', { ...SELL, type: 'trailing_stop', trailAmount: '1,234' }],
  ['/api/orders', { ...SELL, type: 'trailing_stop', trailPercent: '1,234' }],
  ['/api/orders', { ...TICKET, ...SELL, type: 'trailing_stop', trail: '1,234', trailUnit: 'amount' }],
  ['/api/orders', { ...TICKET, hasTarget: 'on', targetPrice: '1,234' }],
  ['/api/orders', { ...TICKET, hasTarget: 'on', targetPrice: '+1,234' }],
  ['/api/orders', { ...TICKET, hasStop: 'on', lossPrice: '1,234' }],
  ['/api/orders', { ...TICKET, hasStop: 'on', lossPrice: '-1,234%' }],
] as const)('%s asks which of two numbers %j means', async (path, fields) => {
  const html = await saying(trader, path, { user_id: String(trader.userId), ...fields }, '/portfolio');
  expect(html).toContain('This can be read as two numbers: type 1234 or 1.234.');
  expect(await working()).toEqual([]);
});

test.each([
  ['limitPrice', { type: 'limit', limitPrice: '1900' }],
  ['stopPrice', { type: 'stop', stopPrice: '2100' }],
  ['quantity', { type: 'limit', limitPrice: '1900' }],
] as const)('a moved order: %s', async (field, order) => {
  await trader.post('/api/orders', { ...BUY, ...order });
  const [{ id }] = (await working()) as [Order];
  const change = (typed: string) =>
    saying(trader, `/api/orders/${id}`, { _method: 'replace', order: id, [field]: typed }, '/portfolio');
  await change(field === 'stopPrice' ? '2187,25' : '1,25');
  expect(String((await working())[0]![field])).toStartWith(field === 'stopPrice' ? '2187.25' : '1.25');
  expect(await change('1,234')).toContain('type 1234 or 1.234.');
  await trader.form('/api/orders/cancel', { next: '/portfolio' });
});

test('a moved trail', async () => {
  for (const [field, first] of [
    ['trailAmount', '5'],
    ['trailPercent', '5'],
  ] as const) {
    await trader.post('/api/orders', { ...SELL, type: 'trailing_stop', [field]: first });
    const [{ id }] = (await working()) as [Order];
    const change = (typed: string) =>
      saying(trader, `/api/orders/${id}`, { _method: 'replace', order: id, [field]: typed }, '/portfolio');
    await change('1,25');
    expect(String((await working())[0]![field])).toStartWith('1.25');
    expect(await change('1,234')).toContain('type 1234 or 1.234.');
    await trader.form('/api/orders/cancel', { next: '/portfolio' });
  }
});

test('the rules of a season', async () => {
  const page = '/competitions?dialog=edit';
  const edit = (fields: Record<string, string>) => saying(admin, '/api/update-competition', fields, page);
  await server.services.seasons.reset(admin.userId);
  await edit({ minPrice: '1,5', prizePool: '187,20' });
  const html = (await admin.get(page, { accept: 'text/html' })).text;
  for (const value of ['1.50', '187.20']) expect(html).toContain(`value="${value}"`);
  for (const name of ['minPrice', 'maxShare', 'minHoldMinutes'])
    expect(await edit({ [name]: '1,234' })).toContain('type 1234 or 1.234.');
});
