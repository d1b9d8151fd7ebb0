import { expect, test } from 'bun:test';
import { portfolioItem } from '../contract/positions.ts';
import { readCents, readPrice, readQuantity } from '../money/money.ts';
import { valueAccount } from './portfolio.ts';
import { openingFill } from './position.ts';

const position = (symbol: string, isShort: boolean, quantity: string, price: string) =>
  openingFill(null, symbol, isShort, readQuantity(quantity), readPrice(price), 0).position;
const prices = (marks: Record<string, string>) =>
  new Map(Object.entries(marks).map(([symbol, price]) => [symbol, readPrice(price)]));

test('value, P&L, percent and allocation of a long and a short', () => {
  const held = [position('L', false, '10', '100'), position('S', true, '10', '50')];
  const view = valueAccount(readCents('8500'), held, prices({ L: '120', S: '60' }));
  expect(view).toMatchObject({
    equity: readCents('10100'),
    longValue: readCents('1200'),
    shortValue: readCents('400'),
    unrealised: readCents('100'),
    margin: 'ok',
  });
  expect(view.items.map(portfolioItem)).toEqual([
    {
      symbol: 'L',
      type: 'long',
      buyPrice: 100,
      sellPrice: null,
      currentPrice: 120,
      quantity: 10,
      value: 1200,
      pnl: 200,
      pnlPercent: 20,
      allocation: 11.88,
    },
    {
      symbol: 'S',
      type: 'short',
      buyPrice: 50,
      sellPrice: 50,
      currentPrice: 60,
      quantity: 10,
      value: 400,
      pnl: -100,
      pnlPercent: -20,
      allocation: 3.96,
    },
  ]);
});

test('a symbol without a price counts at cost and says so', () => {
  const view = valueAccount(0n, [position('L', false, '3', '10')], new Map());
  expect(view.equity).toBe(readCents('30'));
  expect(portfolioItem(view.items[0]!)).toMatchObject({
    currentPrice: null,
    pnl: null,
    pnlPercent: null,
    value: 30,
  });
});

test('warned at 40%, called below 30%, never worth less than nothing', () => {
  const held = [position('S', true, '2000', '50')];
  const valueAt = (price: string) => valueAccount(0n, held, prices({ S: price }));
  expect(['71.42', '71.43', '76.92', '76.93'].map((price) => valueAt(price).margin)).toEqual([
    'ok',
    'warn',
    'warn',
    'call',
  ]);
  expect(valueAt('150')).toMatchObject({ equity: 0n, unrealised: readCents('-100000') });
});

test('an empty account has no allocation', () => {
  expect(valueAccount(0n, [position('S', true, '1', '50')], prices({ S: '100' })).items[0]!.allocation).toBe(
    0n,
  );
});
