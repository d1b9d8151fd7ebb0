import { afterEach, expect, test } from 'bun:test';
import type { Order } from '../ground/orders.ts';
import { intentOf, sendOrder } from './send.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const ORDER: Order = {
  user_id: 1,
  symbol: 'AAPL',
  action: 'buy',
  mode: 'quantity',
  size: '1',
  quotedPrice: null,
  closeAll: false,
  reverse: false,
  terms: null,
};

test.each([
  ['the server’s error', Response.json({ error: 'No.' }, { status: 409, statusText: 'Conflict' }), 'No.'],
  ['else the status text', new Response('<p>', { status: 502, statusText: 'Bad Gateway' }), 'Bad Gateway'],
  ['else that it is unknown', new Response('<p>', { status: 502 }), 'Unknown error'],
])('a refused order says %s', async (_, response, message) => {
  globalThis.fetch = (async () => response) as unknown as typeof fetch;
  expect(await sendOrder(ORDER, 'key', 'Unknown error')).toMatchObject({ ok: false, message });
});

const order: Order = {
  user_id: 1,
  symbol: 'AAPL',
  action: 'buy',
  mode: 'quantity',
  size: '2',
  quotedPrice: '100',
  closeAll: false,
  reverse: false,
  terms: null,
};
let keys = 0;
const newKey = () => `key${++keys}`;

test('the same order at another price is the same intent, sent as the first time', () => {
  const first = intentOf(order, null, newKey);
  const again = intentOf({ ...order, quotedPrice: '101' }, first, newKey);
  expect(again).toBe(first);
  expect(again.order.quotedPrice).toBe('100');
});

test('another size, side or ticker is another intent, and so is the same after an answer', () => {
  const first = intentOf(order, null, newKey);
  for (const change of [{ size: '3' }, { action: 'sell' }, { symbol: 'MSFT' }, { closeAll: true }] as const) {
    expect(intentOf({ ...order, ...change }, first, newKey).key).not.toBe(first.key);
  }
  expect(intentOf(order, null, newKey).key).not.toBe(first.key);
});
