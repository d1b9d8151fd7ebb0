import { expect, test } from 'bun:test';
import { quantityMicros } from '../money/units.ts';
import {
  closesAll,
  countReserved,
  type DayCount,
  demandEvents,
  demandFills,
  MAX_DAY_EVENTS,
  MAX_DAY_FILLS,
} from './day-limits.ts';

const NOON = Date.UTC(2026, 10, 26, 12);
const DAY_MS = 86_400_000;
const used: DayCount = { day: '2026-11-26', fills: MAX_DAY_FILLS, events: MAX_DAY_EVENTS };

test('the last fill and the last event of a day are allowed, the next ones are not until the next day', () => {
  expect(() => demandFills({ ...used, fills: MAX_DAY_FILLS - 1 }, NOON)).not.toThrow();
  expect(() => demandEvents({ ...used, events: MAX_DAY_EVENTS - 1 }, NOON)).not.toThrow();
  expect(() => demandFills(used, NOON)).toThrow('DAY_FULL.fills');
  expect(() => demandEvents(used, NOON)).toThrow('DAY_FULL.orders');
  expect(() => demandFills(used, NOON + DAY_MS)).not.toThrow();
  expect(() => demandEvents(used, NOON + DAY_MS)).not.toThrow();
});

test('a clock set back does not begin the day anew', () => {
  expect(() => demandFills(used, NOON - DAY_MS)).toThrow('DAY_FULL.fills');
});

test('under the limit of a private game working orders use up trades, those of an earlier day too', () => {
  const rules = { dayTrades: 3 };
  const { day } = used;
  const spent = (fills: number) => ({ day, fills, events: 0 });
  expect(() => demandFills(spent(1), NOON, rules, 1)).not.toThrow();
  expect(() => demandFills(spent(1), NOON, rules, 2)).toThrow('DAY_FULL.reserved');
  expect(() => demandFills(spent(3), NOON, rules, 2)).toThrow('DAY_FULL.fills');
  expect(() => demandFills(spent(3), NOON + DAY_MS, rules, 2)).not.toThrow();
  expect(() => demandFills(spent(3), NOON + DAY_MS, rules, 3)).toThrow('DAY_FULL.reserved');
  // without a limit of the game, reserved trades do not count
  expect(() => demandFills(spent(1), NOON, { dayTrades: null }, MAX_DAY_FILLS)).not.toThrow();
  expect(countReserved([{ parentId: null }, { parentId: '1' }, { parentId: null }])).toBe(2);
});

test('only an order for the whole position closes it', () => {
  const order = { symbol: 'AAPL', reverse: false, quotedPrice: null };
  const held = { quantity: quantityMicros(5_000_000n) };
  const part = { kind: 'quantity', quantity: quantityMicros(4_000_000n) } as const;
  const whole = { kind: 'quantity', quantity: quantityMicros(5_000_000n) } as const;
  expect(closesAll({ ...order, action: 'sell', size: whole }, held)).toBe(true);
  expect(closesAll({ ...order, action: 'cover', size: { kind: 'all' } }, held)).toBe(true);
  expect(closesAll({ ...order, action: 'sell', size: part }, held)).toBe(false);
  expect(closesAll({ ...order, action: 'buy', size: whole }, held)).toBe(false);
});
