import { expect, test } from 'bun:test';
import { cents, priceE4, quantityMicros } from '#core/money/units.ts';
import { type AuditFill, beginReplay, replayedEquity, replayFill, replayOn } from './audit.ts';
import { NO_RULES } from './season-rules.ts';

const START = cents(10_000_000n);
const fill = (action: AuditFill['action'], shares: number, dollars: number, cash: number): AuditFill => ({
  symbol: 'AAPL',
  action,
  quantity: quantityMicros(BigInt(shares) * 1_000_000n),
  price: priceE4(BigInt(dollars) * 10_000n),
  cash: cents(BigInt(Math.round(cash * 100))),
  at: 0,
  reason: 'order',
});

test('the golden vectors play through to the cent', () => {
  const long = beginReplay(START, 2);
  for (const f of [
    fill('buy', 10, 100, -1000),
    fill('buy', 10, 120, -1200),
    fill('sell', 5, 130, 650),
    fill('sell', 15, 99, 1485),
  ])
    expect(replayFill(long, f)).toBeObject();
  expect([long.cash, long.realised, long.open.size]).toEqual([cents(9_993_500n), cents(-6_500n), 0]);

  const short = beginReplay(START, 2);
  expect(replayFill(short, fill('short', 10, 50, -500))).toBeObject();
  expect(replayedEquity(short, new Map([['AAPL', priceE4(600_000n)]]))).toBe(cents(9_990_000n));
  expect(replayFill(short, fill('cover', 4, 45, 220))).toBeObject();
  expect(replayedEquity(short, new Map([['AAPL', priceE4(450_000n)]]))).toBe(cents(10_005_000n));
  expect(replayedEquity(short, new Map())).toBe(cents(10_002_000n));
});

test('the fault of a fill has a sentence', () => {
  const account = beginReplay(START, 2);
  expect(replayFill(account, fill('sell', 1, 100, 100))).toBe('closes more than is open');
  expect(replayFill(account, fill('sell', 0, 100, 0))).toBe('closes more than is open');
  expect(replayFill(account, fill('buy', 1, 100, -99))).toBe('should move cash by -100.00, not -99.00');
  expect(replayFill(account, fill('short', 1, 100, -100))).toBe('is on the other side of the open position');
  expect(replayFill(account, fill('sell', 2, 100, 200))).toBe('closes more than is open');
  expect(replayFill(account, fill('buy', 1000, 100, -100_000))).toBe('leaves cash below zero');
});

test('with every fault told, the account goes on as it should have been', () => {
  const account = beginReplay(START, 2);
  const faults: [string, string, string][] = [];
  const play = (...args: Parameters<typeof fill>) =>
    replayOn(
      account,
      fill(...args),
      { ...NO_RULES, minPrice: cents(20_000n), maxShare: 1 },
      ({ what, is, should }) => faults.push([what, is, should]),
    );
  expect(play('buy', 11, 100, -1000)?.cash).toBe(cents(-110_000n));
  expect(play('cover', 1, 100, -100)).toBeNull();
  expect(play('buy', 1000, 200, -200_000)?.position.quantity).toBe(quantityMicros(1_011_000_000n));
  expect(faults).toEqual([
    ['minPrice', '100.0000', '200.00'],
    ['maxShare', '11.000000', '10.000000'],
    ['cash', '-1000.00', '-1100.00'],
    ['side', 'cover 1.000000', '11.000000'],
    ['maxShare', '1000.000000', '0.000000'],
    ['debt', '-101100.00', '0.00'],
  ]);
  expect(account.cash).toBe(cents(-10_110_000n));
});
