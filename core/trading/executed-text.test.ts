import { expect, test } from 'bun:test';
import { executedText } from './executed-text.ts';

const texts = {
  buy: 'Buy',
  sell: 'Sell',
  shortAction: 'Short',
  cover: 'Cover',
  executedOne: '{{action}} 1 share of {{symbol}} at {{price}}',
  executed: '{{action}} {{quantity}} shares of {{symbol}} at {{price}}',
};

test.each([
  ['buy', 1, 187.2, 'BUY 1 share of AAPL at $187.20'],
  ['short', 3.5, 1204.5, 'SHORT 3.5 shares of AAPL at $1,204.50'],
  ['sell', 10, 0.9876, 'SELL 10 shares of AAPL at $0.9876'],
] as const)('%s %d shares at %d', (action, quantity, price, text) => {
  expect(executedText({ action, quantity, symbol: 'AAPL', price }, texts)).toBe(text);
});
