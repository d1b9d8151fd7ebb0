import { expect, test } from 'bun:test';
import { desk, shares } from '#tests/helpers/desk.ts';
import { readPrice as P, readDividend, readQuantity, writeCents } from '../money/money.ts';
import { cents, quantityMicros } from '../money/units.ts';
import { dividendCash } from './dividend.ts';
import { marginState, planForcedCover } from './margin.ts';
import { closingFloor } from './position.ts';

const cash = (perShare: string, quantity: string) =>
  writeCents(dividendCash(readDividend(perShare), readQuantity(quantity)));

test.each([
  // a long
  ['5.000000', '20', '100.00'],
  ['0.240000', '10', '2.40'],
  ['0.212500', '3', '0.63'],
  ['0.123456', '1.234567', '0.15'],
  ['0.000001', '9999.999999', '0.00'],
  ['0.000001', '10000', '0.01'],
  // a short pays, rounded up to a cent
  ['5.000000', '-20', '-100.00'],
  ['0.212500', '-3', '-0.64'],
  ['0.123456', '-1.234567', '-0.16'],
  ['0.000001', '-0.000001', '-0.01'],
  ['1.000000', '0', '0.00'],
])('%s a share on %s shares moves cash by %s', (perShare, quantity, moved) => {
  expect(cash(perShare, quantity)).toBe(moved);
});

test('a long and a short of the same shares together never gain', () => {
  for (let n = 1; n < 3_000; n += 7) {
    const quantity = quantityMicros(BigInt(n) * 333_333n);
    const perShare = readDividend(`0.${String(n).padStart(6, '0')}`);
    const sum = dividendCash(perShare, quantity) + dividendCash(perShare, quantityMicros(-quantity));
    expect(sum === 0n || sum === -1n).toBe(true);
  }
});

test('the debt of a bankrupt account is forgiven with its last position, not before', () => {
  expect(closingFloor(cents(500n), false)).toBe(cents(-500n));
  expect(closingFloor(cents(-500n), false)).toBeUndefined();
  expect(closingFloor(cents(-500n), true)).toBe(cents(500n));
});

/** Returns the forced cover of an account with 100 long L and 900 short S at $100. @param left cash after a dividend, cents */
function owing(left: bigint) {
  const d = desk();
  d.trade('L', 'buy', shares('100'), P('100'));
  d.trade('S', 'short', shares('900'), P('100'));
  const held = [...d.open.values()].map((position) => ({ position, price: P('100') }));
  return planForcedCover(cents(left), held);
}

test('cash below zero closes longs, no more than needed, and then shorts', () => {
  expect(marginState(cents(9_500_000n), cents(9_000_000n), cents(-1n))).toBe('call');
  expect(owing(0n)).toBeNull();
  const some = owing(-450_000n)!;
  expect(some.fills.map(({ action, quantity }) => [action, quantity])).toEqual([
    ['sell', quantityMicros(45_000_000n)],
  ]);
  expect(some.cash).toBe(0n);
  const all = owing(-1_000_001n)!;
  expect(all.fills.map(({ action }) => action)).toEqual(['sell', 'cover']);
  expect(all.cash).toBe(cents(7_999_999n + 1_000_000n - 0n));
});

test('more than everything is worth: all is closed, and cash is 0', () => {
  const plan = owing(-20_000_000n)!;
  expect(plan.fills.map(({ action, cash }) => [action, cash])).toEqual([
    ['sell', cents(1_000_000n)],
    ['cover', cents(19_000_000n)],
  ]);
  expect(plan.cash).toBe(0n);
});
