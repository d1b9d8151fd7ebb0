import { afterEach, expect, test } from 'bun:test';
import type { WireOrder } from '#core/contract/orders.ts';
import chart from '#locales/en/chart.json' with { type: 'json' };
import { until } from '#tests/helpers/until.ts';
import type { ChartStrings } from '../ground/strings.ts';
import type { Label, Mode } from './label.ts';
import { type SendingBoard, sendMove } from './sending.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Moves a stop; each request gets the next of `answers`. @returns the label's last state, and the keys sent */
async function moveStop(answers: (() => Response)[]): Promise<{ mode: Mode; keys: unknown[] }> {
  const keys: unknown[] = [];
  globalThis.fetch = (async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return answers.shift()!();
  }) as unknown as typeof fetch;
  const label = { root: document.createElement('div') } as unknown as Label;
  const order = { id: 'o' } as WireOrder;
  const line = { id: 'o', kind: 'stop', price: '95', quantity: '5', order, movable: 'stopPrice' } as const;
  const entry = { line, label, mode: { name: 'moving', price: '101' } as Mode };
  const board: SendingBoard = {
    setup: { userId: 1 },
    symbol: 'AAPL',
    box: document.createElement('div'),
    positionNow: () => null,
    turn(moved, mode) {
      moved.mode = mode;
    },
    reload: async () => {},
  };
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
