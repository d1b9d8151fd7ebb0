import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { all, desk, dollars, refusalOf, shares } from '#tests/helpers/desk.ts';
import { english } from '#tests/helpers/english.ts';
import { readRules, storedRules, UpdateCompetition, writeRules } from '../contract/season.ts';
import { readPrice as P } from '../money/money.ts';
import { cents, priceE4, quantityMicros, xpCents } from '../money/units.ts';
import { AppError } from '../refusals/refusals.ts';
import { ACTIONS } from './position.ts';
import { earnsXp, isPriceAllowed, NO_RULES, roomFor, seesOpen, shareLimit } from './season-rules.ts';

const START = cents(10_000_000n);
const terms = (maxShare: number | null) => ({ rules: { ...NO_RULES, maxShare }, startCash: START, now: 0 });

test('the share is of the start cash, long or short, at the price of the order', () => {
  expect(shareLimit(terms(null))).toBeNull();
  expect(shareLimit(terms(25))).toBe(cents(2_500_000n));
  expect(roomFor(terms(25), 0n, priceE4(1_000_000n))).toBe(quantityMicros(250_000_000n));
  expect(roomFor(terms(25), quantityMicros(249_999_999n), priceE4(1_000_000n))).toBe(quantityMicros(1n));
  // a rising price took the position over the limit: it may stay, but not grow
  expect(roomFor(terms(25), quantityMicros(250_000_000n), priceE4(1_100_000n))).toBe(0n);
  expect(roomFor(terms(null), 0n, priceE4(1n))).toBeNull();
});

test('price and holding time: the boundary itself is allowed', () => {
  const rules = { ...NO_RULES, minPrice: cents(500n), minHoldMinutes: 5 };
  expect([49_999n, 50_000n].map(priceE4).map((price) => isPriceAllowed(rules, price))).toEqual([false, true]);
  expect([299_999, 300_000].map((now) => earnsXp({ rules }, 0, now))).toEqual([false, true]);
  expect(isPriceAllowed(NO_RULES, priceE4(1n)) && earnsXp({ rules: NO_RULES }, 5, 5)).toBe(true);
});

test('hidden positions are seen by their trader and by admins', () => {
  const [own, other, admin] = [
    { id: 1, isAdmin: false },
    { id: 2, isAdmin: false },
    { id: 3, isAdmin: true },
  ] as const;
  expect([own, other, admin].map((viewer) => seesOpen(true, viewer, 1))).toEqual([true, false, true]);
  expect(seesOpen(false, other, 1)).toBe(true);
});

test('stored and read again they are the same', () => {
  const rules = {
    minPrice: cents(1_050n),
    maxShare: 20,
    maxVolume: 10,
    minHoldMinutes: 3,
    hideOpen: true,
    longOnly: true,
    sectors: ['Technology'],
    tickers: ['AAPL'],
    dayTrades: 5,
  };
  expect(readRules(JSON.parse(storedRules(rules)))).toEqual(rules);
  expect(readRules(writeRules(rules))).toEqual(rules);
  expect(storedRules(NO_RULES)).toBe('{}');
  expect(readRules({})).toEqual(NO_RULES);
  for (const broken of [null, '{}', 1, []]) expect(() => readRules(broken)).toThrow();
  expect(storedRules({ ...NO_RULES, hideOpen: true })).toBe('{"hideOpen":true}');
});

test('the fields of an edit', () => {
  const read = (body: unknown) => UpdateCompetition.parse(body) as Record<string, unknown>;
  expect(read({ minPrice: '5', maxShare: '25', minHoldMinutes: 10, hideOpen: 'true' })).toEqual({
    minPrice: 500n,
    maxShare: 25,
    minHoldMinutes: 10,
    hideOpen: true,
  });
  expect(read({ minPrice: '', maxShare: null, minHoldMinutes: '', hideOpen: false })).toEqual({
    minPrice: 0n,
    maxShare: null,
    minHoldMinutes: 0,
    hideOpen: false,
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

describe("the season's rules", () => {
  const rules = { ...NO_RULES, minPrice: cents(500n), maxShare: 25, minHoldMinutes: 5 };
  const strict = () => desk(START, rules);

  test('the minimum price holds for opening and increasing, never for closing', () => {
    const d = strict();
    for (const action of ['buy', 'short'] as const) {
      const refusal = refusalOf(() => d.trade('A', action, shares('1'), P('4.9999')));
      expect(refusal).toMatchObject({ code: 'PRICE_TOO_LOW', status: 409, details: { minPrice: '5.00' } });
      expect(english(refusal)).toContain('$4.9999');
      expect(english(refusal)).toContain('$5.00');
    }
    d.trade('A', 'buy', shares('10'), P('5'));
    expect(refusalOf(() => d.trade('A', 'buy', shares('1'), P('4'))).code).toBe('PRICE_TOO_LOW');
    // a reverse that would open at the low price is refused whole; the close alone is allowed
    const reverse = () => d.trade('A', 'short', shares('1'), P('4'), { reverse: true });
    expect(refusalOf(reverse).code).toBe('PRICE_TOO_LOW');
    expect(d.open.get('A')!.quantity).toBe(quantityMicros(10_000_000n));
    d.trade('A', 'sell', all, P('0.01'));
    expect(d.open.size).toBe(0);
  });

  test("the limit counts open shares at the order's price, and the refusal names the rest", () => {
    const d = strict();
    expect(refusalOf(() => d.trade('A', 'buy', shares('250.000001'), P('100')))).toMatchObject({
      code: 'SHARE_LIMIT',
      status: 409,
      details: { maxQuantity: '250', maxShare: 25 },
    });
    d.trade('A', 'buy', shares('200'), P('100'));
    const more = refusalOf(() => d.trade('A', 'buy', dollars('5000.01'), P('100')));
    expect([more.code, more.details?.maxQuantity]).toEqual(['SHARE_LIMIT', '50']);
    expect(english(more)).toContain('$25,000.00');
    d.trade('A', 'buy', dollars('5000'), P('100'));
    expect(refusalOf(() => d.trade('A', 'buy', shares('1'), P('101'))).details?.maxQuantity).toBe('0');
    d.trade('A', 'sell', shares('10'), P('200'));
    // the limit holds for each symbol and side separately
    d.trade('B', 'short', shares('250'), P('100'));
    expect(refusalOf(() => d.trade('B', 'short', shares('1'), P('100'))).code).toBe('SHARE_LIMIT');
    d.trade('B', 'buy', shares('250'), P('100'), { reverse: true });
  });

  test('too little cash and too large a share: the smaller quantity is named', () => {
    const d = strict();
    for (const symbol of ['A', 'B', 'C']) d.trade(symbol, 'buy', shares('250'), P('100'));
    const both = refusalOf(() => d.trade('A', 'buy', shares('1000'), P('100')));
    expect([both.code, both.details?.maxQuantity]).toEqual(['NOT_ENOUGH_CASH', '0']);
    d.trade('D', 'buy', shares('200'), P('100'));
    const cash = refusalOf(() => d.trade('E', 'buy', shares('60'), P('100')));
    expect([cash.code, cash.details?.maxQuantity]).toEqual(['NOT_ENOUGH_CASH', '50']);
  });

  test('without short selling nothing ends below zero, and a long stays when it should turn into a short', () => {
    const d = desk(START, { ...NO_RULES, longOnly: true });
    const short = (reverse: boolean) => () => d.trade('A', 'short', shares('1'), P('100'), { reverse });
    const refused = { code: 'SHORTING_OFF', status: 409, params: { symbol: 'A' } };
    expect(refusalOf(short(false))).toMatchObject(refused);
    d.trade('A', 'buy', shares('2'), P('100'));
    for (const reverse of [false, true]) expect(refusalOf(short(reverse))).toMatchObject(refused);
    expect(d.open.get('A')).toMatchObject({ isShort: false, quantity: quantityMicros(2_000_000n) });
    d.trade('A', 'sell', all, P('100'));
    expect(d.open.size).toBe(0);
  });

  test('a close earns XP after the minutes since the last increase', () => {
    const d = strict();
    d.trade('A', 'buy', shares('10'), P('100'));
    d.wait(4);
    expect(d.trade('A', 'sell', shares('1'), P('110')).xp).toBe(0n);
    d.wait(1);
    expect(d.trade('A', 'sell', shares('1'), P('110')).xp).toBe(xpCents(100n));
    d.trade('A', 'buy', shares('2'), P('100'));
    d.wait(4);
    expect(d.trade('A', 'sell', shares('5'), P('110')).xp).toBe(0n);
    d.wait(1);
    // XP for 5 of the 12 shares opened, at a profit of 10%
    expect(d.trade('A', 'sell', all, P('110')).xp).toBe(xpCents(417n));
  });

  test('however orders come, no opening order leaves more than the share in a symbol', () => {
    const order = fc.record({
      symbol: fc.constantFrom('A', 'B'),
      action: fc.constantFrom(...ACTIONS),
      quantity: fc.bigInt({ min: 1_000_000n, max: 400_000_000n }).map(quantityMicros),
      price: fc.bigInt({ min: 40_000n, max: 2_000_000n }).map(priceE4),
      reverse: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(order, { maxLength: 40 }), (orders) => {
        const d = strict();
        for (const { symbol, action, quantity, price, reverse } of orders) {
          try {
            const { fills } = d.trade(symbol, action, { kind: 'quantity', quantity }, price, { reverse });
            if (action !== 'buy' && action !== 'short') continue;
            expect(price >= 50_000n).toBe(true);
            expect(fills.at(-1)!.position.quantity * price <= 2_500_000n * 100_000_000n).toBe(true);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
          }
        }
      }),
    );
  });
});
