import { afterEach, expect, test } from 'bun:test';
import { type Order, sendOrder } from './send.ts';

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
