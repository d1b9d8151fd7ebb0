import { expect, test } from 'bun:test';
import { cleanTicker, enteredTicker, tickerOf } from './ticker.ts';

test('the input removes characters no ticker has', () => {
  expect(cleanTicker('aapl')).toBe('AAPL');
  expect(cleanTicker(' br"k.b\\/\'')).toBe('BRK.B');
  expect(cleanTicker('^gspc$x-y')).toBe('^GSPC$');
  expect(cleanTicker('../../etc')).toBe('....ET');
  expect(cleanTicker('א'.repeat(300))).toBe('');
});

test('a request is never repaired', () => {
  expect(tickerOf(' aapl ')).toBe('AAPL');
  expect(tickerOf('^GSPC')).toBe('^GSPC');
  for (const bad of ['', '../../etc', 'AA PL', "A'B", 'TOOLONG', 'A'.repeat(200), 'AA/PL', 'ſ', 'A\n B']) {
    expect(tickerOf(bad)).toBeNull();
  }
});

test('a class of shares has one spelling; an exchange is no class', () => {
  for (const [written, meant] of [
    ['BRK.B', 'BRK-B'],
    ['brk-b', 'BRK-B'],
    ['bf.a', 'BF-A'],
    ['MOG.A', 'MOG-A'],
    ['VOD.L', 'VOD.L'],
    ['TEVA.T', 'TEVA.T'],
    ['7203.T', '7203.T'],
    ['.B', '.B'],
  ] as const) {
    expect([written, tickerOf(written), enteredTicker(written)]).toEqual([written, meant, meant]);
  }
});
