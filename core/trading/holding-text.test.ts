import { expect, test } from 'bun:test';
import { type Holding, readHoldingText, writeHoldings } from './holding-text.ts';

const long: Holding = {
  symbol: 'AAPL',
  side: 'long',
  quantity: '25',
  entry: '145.884',
  cost: '3647.10',
  exactCost: '3647.1000000000',
};
const short: Holding = {
  symbol: 'BRK-B',
  side: 'short',
  quantity: '0.5',
  entry: '99',
  cost: '49.50',
  exactCost: '',
};

test('positions survive writing and reading', () => {
  expect(writeHoldings(long, short)).toBe(
    'AAPL,long,25,145.884,3647.10,3647.1000000000 BRK-B,short,0.5,99,49.50,',
  );
  expect(readHoldingText(writeHoldings(long, short))).toEqual([long, short]);
  expect(readHoldingText('')).toEqual([]);
});
