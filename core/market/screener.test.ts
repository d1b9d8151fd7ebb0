import { expect, test } from 'bun:test';
import { orderScan, type ScanRow, type SECTORS, sectorsNamed, suiting, TRADE_TYPES } from './screener.ts';

const row = (symbol: string, more: Partial<ScanRow> = {}): ScanRow => ({
  symbol,
  companyName: `${symbol} Inc.`,
  sector: 'Technology',
  price: 100,
  changePercent: 0,
  volume: 500_000,
  marketCap: 100e9,
  beta: 1.1,
  ...more,
});
const namesSuiting = (rows: ScanRow[], ...types: Parameters<typeof suiting>[1]) =>
  suiting(rows, types)
    .map(({ symbol }) => symbol)
    .join(' ');

test('day trading: volume over 1,000,000, not at it', () => {
  expect(namesSuiting([row('A', { volume: 1_000_000 }), row('B', { volume: 1_000_001 })], 'day')).toBe('B');
});

test('swing trading: beta below 2, and known', () => {
  const rows = [
    row('A', { beta: 2 }),
    row('B', { beta: 1.99 }),
    row('C', { beta: null }),
    row('D', { beta: -1 }),
  ];
  expect(namesSuiting(rows, 'swing')).toBe('B D');
});

test('the others', () => {
  const rows = [
    row('UP', { changePercent: 1.5 }),
    row('FLY', { changePercent: 2.5, volume: 6e6 }),
    row('FALL', { changePercent: -2.5, volume: 6e6 }),
    row('CALM', { beta: 0.5 }),
    row('WILD', { beta: 1.5 }),
    row('DARK', { beta: null, marketCap: null }),
  ];
  expect(namesSuiting(rows, 'momentum')).toBe('UP FLY');
  expect(namesSuiting(rows, 'value')).toBe('CALM');
  expect(namesSuiting(rows, 'growth')).toBe('WILD');
  expect(namesSuiting(rows, 'breakout')).toBe('FLY');
  expect(namesSuiting(rows, 'earnings')).toBe('FLY FALL');
});

test('all chosen types must match; no type matches all', () => {
  const rows = [row('A', { volume: 2e6, beta: 3 }), row('B', { volume: 2e6 }), row('C')];
  expect(namesSuiting(rows, 'day', 'swing')).toBe('B');
  expect(namesSuiting(rows)).toBe('A B C');
  expect(namesSuiting(rows, ...TRADE_TYPES)).toBe('');
});

test('ordered either way, equal ones by symbol, unknown ones last', () => {
  const rows = [
    row('C', { beta: 1 }),
    row('A', { beta: null }),
    row('B', { beta: 1 }),
    row('D', { beta: 0.5 }),
  ];
  const order = (by: 'beta' | 'symbol', direction: 'asc' | 'desc') =>
    orderScan(rows, by, direction)
      .map(({ symbol }) => symbol)
      .join('');
  expect(order('beta', 'asc')).toBe('DBCA');
  expect(order('beta', 'desc')).toBe('BCDA');
  expect(order('symbol', 'desc')).toBe('DCBA');
});

const NAMES: Partial<Record<(typeof SECTORS)[number], string>> = {
  Technology: 'טכנולוגיה',
  'Consumer Cyclical': 'צריכה מחזורית',
  'Consumer Defensive': 'צריכה בסיסית',
};
const named = (text: string) => sectorsNamed(text, (each) => NAMES[each] ?? each);

test("a part of a sector's name in the reader's language finds it", () => {
  expect(named('טכנולוגיה')).toEqual(['Technology']);
  expect(named(' צריכה ')).toEqual(['Consumer Cyclical', 'Consumer Defensive']);
});

test('English and unknown names stay unchanged', () => {
  for (const text of ['', 'Tech', 'services', 'Aerospace', 'ביטקוין']) expect(named(text)).toEqual([text]);
});
