import { expect, test } from 'bun:test';
import type { Action } from '../trading/position.ts';
import { minutesBeside, wholeSince } from './beside.ts';

const NOON = Date.UTC(2026, 10, 23, 12);
const fill = (seconds: number, action: Action, symbol: string) => ({
  at: new Date(NOON + seconds * 1000),
  action,
  symbol,
});

test('fills of one minute share a row, newest minute first', () => {
  const one = [fill(125, 'sell', 'AAPL'), fill(59, 'buy', 'AAPL'), fill(0, 'buy', 'TSLA')];
  const other = [fill(60, 'short', 'MSFT'), fill(30, 'short', 'AAPL')];
  expect(minutesBeside(one, other)).toEqual([
    { startsAt: NOON + 120_000, fills: [[one[0]!], []], sides: null },
    { startsAt: NOON + 60_000, fills: [[], [other[0]!]], sides: null },
    { startsAt: NOON, fills: [[one[1]!, one[2]!], [other[1]!]], sides: 'opposite' },
  ]);
  expect(minutesBeside([], [])).toEqual([]);
});

test('the sides are those of the stocks that both traded', () => {
  const sidesOf = (one: Action, other: Action, symbol = 'AAPL') =>
    minutesBeside([fill(0, one, 'AAPL')], [fill(1, other, symbol)])[0]!.sides;
  expect(sidesOf('buy', 'cover')).toBe('alike');
  expect(sidesOf('sell', 'short')).toBe('alike');
  expect(sidesOf('buy', 'sell')).toBe('opposite');
  expect(sidesOf('short', 'cover')).toBe('opposite');
  expect(sidesOf('buy', 'sell', 'TSLA')).toBeNull();
});

test('lists that were cut are whole since the younger of their ends', () => {
  const long = [fill(300, 'buy', 'AAPL'), fill(200, 'buy', 'AAPL')];
  const longer = [fill(150, 'buy', 'AAPL'), fill(100, 'buy', 'AAPL')];
  const short = [fill(10, 'buy', 'AAPL')];
  expect(wholeSince([long, longer], 2)).toBe(NOON + 200_000);
  expect(wholeSince([short, longer], 2)).toBe(NOON + 100_000);
  expect(wholeSince([short, short], 2)).toBeNull();
});
