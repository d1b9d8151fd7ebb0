import { expect, test } from 'bun:test';
import { mergeBars, tickOf } from './ticks.ts';

const bar = { time: 60, open: 10, high: 12, low: 9, close: 11, volume: 5 };

test.each([
  ['text', 'AAPL'],
  ['null', null],
  ['no ticker', { trade: { price: 1, time: 1 } }],
  ['no trade', { ticker: 'AAPL' }],
  ['no price', { ticker: 'AAPL', trade: { time: 1 } }],
  ['a price that is text', { ticker: 'AAPL', trade: { price: '1', time: 1 } }],
  ['NaN', { ticker: 'AAPL', trade: { price: Number.NaN, time: 1 } }],
  ['another ticker', { ticker: 'MSFT', trade: { price: 1, time: 1 } }],
])('a message is ignored: %s', (_, message) => {
  expect(tickOf(message, 'AAPL')).toBeNull();
});

test('a good message gives price and time', () => {
  expect(tickOf({ ticker: 'AAPL', trade: { price: 1.5, time: 99 } }, 'AAPL')).toEqual({
    price: 1.5,
    time: 99,
  });
});

test('after a gap the fetched bars win and newer live ones stay', () => {
  const live = { ...bar, time: 240 };
  const fixed = { ...bar, close: 99 };
  const gap = { ...bar, time: 120 };
  expect(mergeBars([bar, live], [fixed, gap])).toEqual([fixed, gap, live]);
});
