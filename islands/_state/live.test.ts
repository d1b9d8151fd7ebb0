import { afterEach, expect, test } from 'bun:test';
import { live, onlyTicker } from './live.ts';

afterEach(() => {
  live.value = null;
});

test('in realtime mode its ticker alone may be traded, at other times every one', () => {
  expect(onlyTicker(['AAPL', 'TSLA'])).toBeNull();
  live.value = { panel: 1, ticker: 'AAPL' };
  expect(onlyTicker(['AAPL'])).toBeNull();
  expect(onlyTicker(['TSLA'])).toBe('AAPL');
  expect(onlyTicker(['AAPL', 'TSLA'])).toBe('AAPL');
  expect(onlyTicker([])).toBeNull();
});
