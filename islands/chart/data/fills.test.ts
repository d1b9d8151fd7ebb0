import { expect, test } from 'bun:test';
import { fillsOf } from './fills.ts';

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
  expect(fillsOf([row], 'AAPL')).toEqual([
    { kind: 'entry', direction: 'up', time: opened, price: 100 },
    { kind: 'exit', direction: 'down', time: opened + 3510, price: 110 },
  ]);
  expect(fillsOf([{ ...row, close_position_timestamp: null }], 'AAPL')).toHaveLength(1);
});

test('a short points the other way', () => {
  expect(fillsOf([{ ...row, is_short: true }], 'AAPL').map((fill) => fill.direction)).toEqual(['down', 'up']);
});

test('slices of one position share their entry, other tickers are left out', () => {
  const slices = [row, { ...row, close_position_timestamp: '2026-01-02T12:00:00.000Z' }];
  expect(fillsOf(slices, 'AAPL').map((fill) => fill.kind)).toEqual(['entry', 'exit', 'exit']);
  expect(fillsOf([row], 'MSFT')).toEqual([]);
});
