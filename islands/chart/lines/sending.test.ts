import { afterEach, expect, test } from 'bun:test';
import type { WireOrder } from '#core/contract/orders.ts';
import chart from '#locales/en/chart.json' with { type: 'json' };
import { until } from '#tests/helpers/until.ts';
import type { ChartStrings } from '../ground/strings.ts';
import type { Label, Mode } from './label.ts';
import type { LineEntry } from './place.ts';
import { confirmQuestion, type SendingBoard, sendMove } from './sending.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const label = { root: document.createElement('div') } as unknown as Label;
const board: SendingBoard = {
  setup: { userId: 1 },
  symbol: 'AAPL',
  box: document.createElement('div'),
  positionNow: () => ({
    symbol: 'AAPL',
    side: 'long',
    quantity: '5',
    entry: '90',
    cost: '450.00',
    exactCost: '',
  }),
  turn(moved, mode) {
    moved.mode = mode;
  },
  reload: async () => {},
};

/** Moves a stop; each request gets the next of `answers`. @returns the label's last state, and the keys sent */
async function moveStop(answers: (() => Response)[]): Promise<{ mode: Mode; keys: unknown[] }> {
  const keys: unknown[] = [];
  globalThis.fetch = (async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return answers.shift()!();
  }) as unknown as typeof fetch;
  const order = { id: 'o' } as WireOrder;
  const line = { id: 'o', kind: 'stop', price: '95', quantity: '5', order, movable: 'stopPrice' } as const;
  const entry: LineEntry = { line, label, mode: { name: 'moving', price: '101' } };
  sendMove(board, entry, chart as ChartStrings);
  await until(() => !['moving', 'sending'].includes(entry.mode.name));
  return { mode: entry.mode, keys };
}

const lost = () => {
  throw new TypeError('no response');
};
const crossed = () =>
  Response.json({ error: 'The price has reached the stop.', code: 'PRICE_CROSSED' }, { status: 422 });

test.each([
  ['the first', [crossed]],
  ['the second', [lost, crossed]],
])(
  'a refusal of %s attempt shows the server’s sentence, and a reached stop may be traded',
  async (_, answers) => {
    const { mode } = await moveStop(answers);
    expect(mode).toEqual({ name: 'refused', sentence: 'The price has reached the stop.', canTrade: true });
  },
);

test('two attempts without a response have one key, and fail in general', async () => {
  const { mode, keys } = await moveStop([lost, lost]);
  expect(mode).toEqual({ name: 'refused', sentence: chart.failed, canTrade: false });
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a close that a proxy failed to answer is asked about: the server may have filled it', async () => {
  const requests: string[] = [];
  globalThis.fetch = (async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url.replace(/trade\/.*/, 'trade/key')}`);
    if (method === 'POST') return new Response('<p>', { status: 502 });
    return Response.json({ error: 'No such order.', code: 'ORDER_NOT_FOUND' }, { status: 404 });
  }) as unknown as typeof fetch;
  const line = {
    id: 'position',
    kind: 'position',
    price: '90',
    quantity: '5',
    order: null,
    movable: null,
  } as const;
  const entry: LineEntry = { line, label, mode: { name: 'asking' } };
  confirmQuestion(board, entry, chart as ChartStrings);
  await until(() => entry.mode.name === 'lost');
  window.dispatchEvent(new Event('online'));
  await until(() => entry.mode.name === 'refused');
  expect(entry.mode).toMatchObject({ sentence: chart.neverArrived });
  expect(requests).toEqual(['POST /api/trade', 'GET /api/trade/key']);
});
