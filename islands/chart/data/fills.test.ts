import { expect, test } from 'bun:test';
import { fillVersion, noteFill } from './fill-count.ts';
import { fillsOf, loadFills } from './fills.ts';

const row = {
  symbol: 'AAPL',
  is_short: false,
  buy_price: '100.00000000',
  sell_price: '110.0000',
  open_position_timestamp: '2026-01-02T10:01:30.000Z',
  close_position_timestamp: '2026-01-02T11:00:00.000Z',
};
const opened = Date.parse(row.open_position_timestamp) / 1000;

test('a closed slice is an entry and an exit, an open one an entry alone', () => {
  expect(fillsOf([row])).toEqual([
    { kind: 'entry', direction: 'up', time: opened, price: 100 },
    { kind: 'exit', direction: 'down', time: opened + 3510, price: 110 },
  ]);
  expect(fillsOf([{ ...row, close_position_timestamp: null }])).toHaveLength(1);
});

test('a short points the other way', () => {
  expect(fillsOf([{ ...row, is_short: true }]).map((fill) => fill.direction)).toEqual(['down', 'up']);
});

test('slices of one position share their entry', () => {
  const slices = [row, { ...row, close_position_timestamp: '2026-01-02T12:00:00.000Z' }];
  expect(fillsOf(slices).map((fill) => fill.kind)).toEqual(['entry', 'exit', 'exit']);
});

test('slices closed before a split are at the price of new shares, those closed after it at their own', () => {
  const closedAt = opened + 3510;
  const split = { effectiveAt: closedAt + 1, numerator: 4, denominator: 1 };
  expect(fillsOf([row], [split]).map((fill) => fill.price)).toEqual([25, 27.5]);
  expect(fillsOf([row], [split, { ...split, numerator: 1, denominator: 2 }])[1]!.price).toBe(55);
  expect(fillsOf([row], [{ ...split, effectiveAt: closedAt }])[1]!.price).toBe(110);
  const isOpen = { ...row, close_position_timestamp: null };
  expect(fillsOf([isOpen], [split]).map((fill) => fill.price)).toEqual([100]);
  // the position was opened before the split, which also converts its entry
  const later = { ...row, buy_price: '25.00000000', close_position_timestamp: '2026-01-02T12:00:00.000Z' };
  expect(fillsOf([row, later], [split]).filter((fill) => fill.kind === 'entry')).toHaveLength(1);
});

test('a fill of one panel and then one of another are both fetched, each once for all panels', async () => {
  const realFetch = globalThis.fetch;
  const rows: unknown[] = [];
  let requests = 0;
  globalThis.fetch = (async (url: string) => {
    if (!url.includes('all-trades')) return Response.json([]);
    requests++;
    return Response.json([...rows]);
  }) as unknown as typeof fetch;
  try {
    const load = async () => {
      const panels = ['KO', 'MSFT'].map((symbol) => loadFills(1, symbol, fillVersion()));
      return [requests, ...(await Promise.all(panels)).map(({ length }) => length)];
    };
    expect(await load()).toEqual([1, 0, 0]);
    for (const [symbol, expected] of [
      ['KO', [2, 1, 0]],
      ['MSFT', [3, 1, 1]],
    ] as const) {
      rows.push({ ...row, symbol, close_position_timestamp: null });
      noteFill();
      expect(await load()).toEqual([...expected]);
    }
  } finally {
    globalThis.fetch = realFetch;
  }
});
