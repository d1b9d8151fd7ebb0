import { expect, test } from 'bun:test';
import { cents, priceE4, quantityMicros } from '#core/money/units.ts';
import { UpdateCompetition } from '../contract/schemas/competition.ts';
import { readRules, writeRules } from '../contract/schemas/rules.ts';
import { earnsXp, isPriceAllowed, NO_RULES, roomFor, seesOpen, shareLimit } from './season-rules.ts';

const START = cents(10_000_000n);
const terms = (maxShare: number | null) => ({ rules: { ...NO_RULES, maxShare }, startCash: START, now: 0 });

test('the share is of the start cash, long or short, at the price of the order', () => {
  expect(shareLimit(terms(null))).toBeNull();
  expect(shareLimit(terms(25))).toBe(cents(2_500_000n));
  expect(roomFor(terms(25), 0n, priceE4(1_000_000n))).toBe(quantityMicros(250_000_000n));
  expect(roomFor(terms(25), quantityMicros(249_999_999n), priceE4(1_000_000n))).toBe(quantityMicros(1n));
  // it outgrew the limit by its price: kept, not increased
  expect(roomFor(terms(25), quantityMicros(250_000_000n), priceE4(1_100_000n))).toBe(0n);
  expect(roomFor(terms(null), 0n, priceE4(1n))).toBeNull();
});

test('price and holding time: the boundary itself is allowed', () => {
  const rules = { ...NO_RULES, minPrice: cents(500n), minHoldMinutes: 5 };
  expect([49_999n, 50_000n].map(priceE4).map((price) => isPriceAllowed(rules, price))).toEqual([false, true]);
  expect([299_999, 300_000].map((now) => earnsXp(rules, 0, now))).toEqual([false, true]);
  expect(isPriceAllowed(NO_RULES, priceE4(1n)) && earnsXp(NO_RULES, 5, 5)).toBe(true);
});

test('hidden positions are seen by their trader and by admins', () => {
  const hides = { ...NO_RULES, hideOpen: true };
  const [own, other, admin] = [
    { id: 1, isAdmin: false },
    { id: 2, isAdmin: false },
    { id: 3, isAdmin: true },
  ] as const;
  expect([own, other, admin].map((viewer) => seesOpen(hides, viewer, 1))).toEqual([true, false, true]);
  expect(seesOpen(NO_RULES, other, 1)).toBe(true);
});

test('stored and read again they are the same', () => {
  const rules = { minPrice: cents(1_050n), maxShare: 20, minHoldMinutes: 3, hideOpen: true };
  expect(readRules(JSON.parse(JSON.stringify(writeRules(rules))))).toEqual(rules);
  expect(readRules(writeRules(NO_RULES))).toEqual(NO_RULES);
});

test('what an edit may send', () => {
  const read = (body: unknown) => UpdateCompetition.parse(body) as Record<string, unknown>;
  expect(read({ minPrice: '5', maxShare: '25', minHoldMinutes: 10, hideOpen: 'true' })).toEqual({
    ...{ minPrice: 500n, maxShare: 25, minHoldMinutes: 10, hideOpen: true },
  });
  expect(read({ minPrice: '', maxShare: null, minHoldMinutes: '', hideOpen: false })).toEqual({
    ...{ minPrice: 0n, maxShare: null, minHoldMinutes: 0, hideOpen: false },
  });
  expect(read({ maxShare: 0, prizePool: '5' })).toEqual({ maxShare: null, prizePool: '5' });
  for (const bad of [
    { minPrice: '-1' },
    { minPrice: '1.001' },
    { minPrice: '1e3' },
    { minPrice: '100000.01' },
    { maxShare: '101' },
    { maxShare: '12.5' },
    { minHoldMinutes: 'soon' },
    { minHoldMinutes: 10_081 },
    { hideOpen: 'perhaps' },
    {},
  ])
    expect([bad, UpdateCompetition.safeParse(bad).success]).toEqual([bad, false]);
});
