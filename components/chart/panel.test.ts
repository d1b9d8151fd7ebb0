import { expect, test } from 'bun:test';
import {
  chartCookie,
  chartCookieName,
  DEFAULT_REQUEST,
  queryOf,
  readAverages,
  readIndicators,
  searchOf,
  toggleAverage,
  toggleIndicator,
} from './panel.ts';

test('the default chart has a bare address', () => {
  expect(searchOf(DEFAULT_REQUEST)).toBe('');
});

test('what differs from the default is in the address', () => {
  const search = searchOf({
    symbol: 'MSFT',
    interval: '5m',
    type: 'area',
    averages: [9, 50],
    studies: ['rsi'],
    short: true,
  });
  expect(search).toBe('?symbol=MSFT&interval=5m&type=area&sma=9%2C50&ind=rsi&short=1');
  expect(queryOf({ ticket: 'open' })).toEqual([['ticket', 'open']]);
});

test('averages are read in their order, unknown ones dropped', () => {
  expect(readAverages('200,9,13,x')).toEqual([9, 200]);
  expect(readAverages('')).toEqual([]);
});

test('an average is switched on and off without disturbing the others', () => {
  expect(toggleAverage([9, 200], 50)).toEqual([9, 50, 200]);
  expect(toggleAverage([9, 50], 9)).toEqual([50]);
});

test('indicators are read in their order, unknown ones dropped, and switched one by one', () => {
  expect(readIndicators('rsi,ema,x')).toEqual(['ema', 'rsi']);
  expect(toggleIndicator(['ema'], 'rsi')).toEqual(['ema', 'rsi']);
  expect(toggleIndicator(['ema', 'rsi'], 'ema')).toEqual(['rsi']);
});

test('a cookie of its user has what the first chart of a dashboard shows, or is deleted', () => {
  const { name, value } = chartCookie(7, { ...DEFAULT_REQUEST, symbol: 'BRK.B', averages: [9, 50] });
  expect(name).toBe(chartCookieName(7));
  const query = new URLSearchParams(decodeURIComponent(value));
  expect(Object.fromEntries(query)).toEqual({ symbol: 'BRK.B', sma: '9,50' });
  expect(chartCookie(7, null)).toEqual({ name, value: '', maxAge: 0 });
});
