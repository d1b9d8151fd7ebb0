import { expect, test } from 'bun:test';
import type { Holding } from '#core/trading/holding-text.ts';
import { holdingsNow, setHoldings } from '../../_live/holdings.ts';
import { fillsOf, fillVersion, loadFills } from './fills.ts';

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

test('fills are fetched again, once for all panels, when the holdings show another one', async () => {
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
    const hold = (change: { cash?: string; held?: string; positions?: readonly Holding[] }) =>
      setHoldings({ ...holdingsNow(), ...change });
    expect(await load()).toEqual([1, 0, 0]);
    rows.push({ ...row, symbol: 'KO', close_position_timestamp: null });
    const amounts = { quantity: '5', entry: '100', cost: '500.00', exactCost: '' };
    // the cash of a ticket's fill, then cash and positions as the refresh after it has them
    hold({ cash: '500.00' });
    expect(await load()).toEqual([2, 1, 0]);
    hold({ cash: '500', held: '200.00', positions: [{ ...amounts, symbol: 'KO', side: 'long' }] });
    expect(await load()).toEqual([2, 1, 0]);
    // market orders that opened and closed a position between two refreshes
    rows.push({ ...row, symbol: 'MSFT' });
    hold({ cash: '510.00' });
    expect(await load()).toEqual([3, 1, 2]);
  } finally {
    globalThis.fetch = realFetch;
  }
});
