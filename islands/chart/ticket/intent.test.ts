import { expect, test } from 'bun:test';
import { intentOf } from './intent.ts';
import type { Order } from './send.ts';

const order: Order = {
  user_id: 1,
  symbol: 'AAPL',
  action: 'buy',
  mode: 'quantity',
  size: '2',
  quotedPrice: 100,
  closeAll: false,
  reverse: false,
  terms: null,
};
let keys = 0;
const newKey = () => `key${++keys}`;

test('the same order at another price is the same intent, sent as the first time', () => {
  const first = intentOf(order, null, newKey);
  const again = intentOf({ ...order, quotedPrice: 101 }, first, newKey);
  expect(again).toBe(first);
  expect(again.order.quotedPrice).toBe(100);
});

test('another size, side or ticker is another intent, and so is the same after an answer', () => {
  const first = intentOf(order, null, newKey);
  for (const change of [{ size: '3' }, { action: 'sell' }, { symbol: 'MSFT' }, { closeAll: true }] as const) {
    expect(intentOf({ ...order, ...change }, first, newKey).key).not.toBe(first.key);
  }
  expect(intentOf(order, null, newKey).key).not.toBe(first.key);
});
