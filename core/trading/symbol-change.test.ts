import { expect, test } from 'bun:test';
import { desk, shares } from '#tests/helpers/desk.ts';
import { CourseBuilder } from '../leaderboard/equity.ts';
import { readPrice as P, readCents, readQuantity } from '../money/money.ts';
import { cents } from '../money/units.ts';
import { NO_RULES } from './season-rules.ts';
import { renameOpen, settlementFill } from './symbol-change.ts';

const TERMS = { rules: NO_RULES, version: 7, now: 0 } as const;

const held = (symbol: string, action: 'buy' | 'short' = 'buy') => {
  const d = desk();
  d.trade(symbol, action, shares('10.000001'), P('10.0050'));
  return d.open.get(symbol)!;
};

test('a rename moves the position as it is, and leaves one of who holds both', () => {
  const position = held('OLD');
  const open = new Map([['OLD', { position, openedAt: 1 }]]);
  const change = { symbol: 'OLD', newSymbol: 'NEW' };
  expect(renameOpen(open, change)).toBe(true);
  expect([...open]).toEqual([['NEW', { position: { ...position, symbol: 'NEW' }, openedAt: 1 }]]);
  expect(renameOpen(open, change)).toBe(false);
  const both = new Map(['OLD', 'NEW'].map((symbol) => [symbol, { position: held(symbol) }]));
  expect(renameOpen(both, change)).toBe(false);
  expect([...both.keys()]).toEqual(['OLD', 'NEW']);
});

test.each([
  // rounded down to the cent, as every close
  ['buy', '7.7777', 100_000n, false, 7_777n],
  ['short', '7.7777', 100_000n, false, 12_232n],
  // a cover takes at most the cash
  ['short', '900.0000', 500n, false, -500n],
  // a debt from a dividend is forgiven only with the last position
  ['buy', '0.0001', -500n, true, 500n],
  ['buy', '0.0001', -500n, false, 0n],
] as const)(
  'a %s settled at %s with %s cents of cash moves cash to the cent',
  (action, price, cash, isLast, moved) => {
    const fill = settlementFill(held('OLD', action), P(price), { cash: cents(cash), isLast }, TERMS);
    expect([fill.cash, fill.reason, fill.position.quantity]).toEqual([cents(moved), 'settlement', 0n]);
  },
);

test('a curve of equity goes on by the new symbol, without a break', () => {
  const began = { startCash: readCents('1000.00'), startedAt: 0, version: 7 } as const;
  const sample = (at: number, symbol: string, price: string) => ({ at, symbol, price: P(price) });
  const builder = new CourseBuilder(
    began,
    [sample(20, 'OLD', '12.0000'), sample(40, 'NEW', '11.0000')],
    [],
    [],
    [{ after: 1, at: 30, symbol: 'OLD', newSymbol: 'NEW' }],
  );
  const fill = { quantity: readQuantity('10'), price: P('10.0000'), reason: 'order' } as const;
  builder.add({ ...fill, symbol: 'OLD', action: 'buy', cash: readCents('-100.00'), at: 10 });
  builder.add({
    ...fill,
    symbol: 'NEW',
    action: 'sell',
    price: P('11.0000'),
    cash: readCents('110.00'),
    at: 50,
  });
  const { points, fall } = builder.end();
  expect(points.map(({ equity }) => Number(equity))).toEqual([100_000, 100_000, 102_000, 101_000, 101_000]);
  expect(fall).toMatchObject({});
});
