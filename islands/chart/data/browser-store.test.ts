import { beforeEach, expect, test } from 'bun:test';
import { recentTickers, rememberTicker } from './browser-store.ts';

beforeEach(() => localStorage.clear());

test('stores eight recent tickers, the newest first, each once', () => {
  for (const symbol of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']) rememberTicker(symbol);
  rememberTicker('C', 'Company C');
  expect(recentTickers().map(({ symbol }) => symbol)).toEqual(['C', 'I', 'H', 'G', 'F', 'E', 'D', 'B']);
  expect(recentTickers()[0]!.companyName).toBe('Company C');
});

test.each(['{', '7', '{}', '["AAPL"]', '[null,{"symbol":""},{"symbol":"<b>"}]'])(
  'reads no tickers from %s',
  (value) => {
    localStorage.setItem('recentTickers', value);
    expect(recentTickers()).toEqual([]);
  },
);
