/** A season without short selling: its terms say so, no order goes below zero, and it is fixed at the start. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100' });
  server = await startServer({ market });
  admin = await server.admin();
  ann = await server.register('ann');
});
afterAll(() => server?.stop());

const html = async (path: string) => textOf((await ann.get(path, { accept: 'text/html' })).text);
const save = (longOnly: boolean) =>
  admin.post<{ code: string; reason: string; en: string[]; he: string[] }>('/api/season-terms', {
    step: 'save',
    longOnly,
  });
const trade = (action: string, more: object = {}) =>
  ann.post<{ code: string; message: string }>('/api/trade', {
    user_id: ann.userId,
    symbol: 'AAPL',
    action,
    quantity: '2',
    ...more,
  });
const place = (action: string, limitPrice: string) =>
  ann.post<{ code: string; order: { id: string } }>('/api/orders', {
    symbol: 'AAPL',
    action,
    type: 'limit',
    quantity: '1',
    limitPrice,
  });

test('the form, the rules and the season say it in both languages', async () => {
  const { status, json } = await save(true);
  expect([status, json.en.at(-1), json.he.at(-1)]).toEqual([200, expect.any(String), expect.any(String)]);
  expect(json.en).toContain('Shares cannot be sold short.');
  expect(json.he).toContain('אי אפשר למכור מניות בחסר.');
  for (const path of ['/rules', '/competitions', '/competitions/1'])
    expect([path, await html(path)]).toEqual([path, expect.stringContaining('Shares cannot be sold short.')]);
  expect((await ann.get('/api/competition-details')).json).toMatchObject({ rules: { longOnly: true } });
});

test('no order goes short, nor turns a long into a short', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  const refused = { status: 409, json: { code: 'SHORTING_OFF' } };
  expect(await trade('short')).toMatchObject(refused);
  expect((await trade('short')).json.message).toContain('There is no short selling here.');
  expect(await place('short', '110')).toMatchObject(refused);
  expect((await trade('buy')).status).toBe(200);
  expect(await trade('short')).toMatchObject(refused);
  expect(await trade('short', { reverse: true, quantity: '5' })).toMatchObject(refused);
  expect(await place('short', '110')).toMatchObject(refused);
  expect((await ann.get<{ quantity: string; type: string }[]>('/api/portfolio')).json).toMatchObject([
    { type: 'long' },
  ]);
  // the page has no button that opens a short
  expect(await html('/portfolio')).not.toContain('Reverse');
  const { text } = await ann.get('/chart', { accept: 'text/html' });
  expect(text.includes('name="short"')).toBe(false);
  expect((await trade('sell')).status).toBe(200);
});

test('after the start it is fixed', async () => {
  const refused = await save(false);
  expect([refused.status, refused.json.code, refused.json.reason]).toEqual([
    409,
    'SETTING_FIXED',
    'longOnly',
  ]);
  expect((await save(true)).status).toBe(200);
  const page = (await admin.get('/admin/seasons/next', { accept: 'text/html' })).text;
  expect(page).toMatch(/<fieldset[^>]*disabled=""[^>]*><legend[^>]*>Short selling/);
});

test('an order that waited before there was such a rule is rejected when its price comes', async () => {
  const { sql } = server;
  const rule = (longOnly: boolean) =>
    sql`update seasons set rules = rules || ${sql.json({ longOnly })} where status = 'active'`;
  await rule(false);
  const { order } = (await place('short', '110')).json;
  await rule(true);
  market.set('AAPL', '111');
  await server.services.orderEngine.pump();
  const state = await ann.get(`/api/orders/${order.id}`);
  expect(state.json).toMatchObject({ order: { status: 'rejected', reason: 'SHORTING_OFF' } });
  expect(await html('/portfolio?dock=history')).toContain('There is no short selling');
});

test('the next season may allow it', async () => {
  await admin.post('/api/toggle-competition', { active: false });
  expect((await save(false)).status).toBe(200);
  await admin.post('/api/toggle-competition', { active: true });
  expect((await trade('short')).status).toBe(200);
  expect((await trade('buy', { reverse: true, quantity: '4' })).status).toBe(200);
  // the page has no stored row of the season before
  expect(await html('/portfolio')).toMatch(/Long.*Reverse/);
});
