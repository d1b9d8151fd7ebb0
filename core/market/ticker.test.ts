import { expect, test } from 'bun:test';
import { cleanTicker, tickerOf } from './ticker.ts';

test('the input keeps what a ticker may hold', () => {
  expect(cleanTicker('aapl')).toBe('AAPL');
  expect(cleanTicker(' br"k.b\\/\'')).toBe('BRK.B');
  expect(cleanTicker('^gspc$x-y')).toBe('^GSPC$');
  expect(cleanTicker('../../etc')).toBe('....ET');
  expect(cleanTicker('א'.repeat(300))).toBe('');
});

test('a request is taken as it is or not at all', () => {
  expect(tickerOf(' aapl ')).toBe('AAPL');
  expect(tickerOf('BRK.B')).toBe('BRK.B');
  for (const bad of ['', '../../etc', 'AA PL', "A'B", 'TOOLONG', 'A'.repeat(200), 'AA/PL', 'ſ', 'A\n B']) {
    expect(tickerOf(bad)).toBeNull();
  }
});
