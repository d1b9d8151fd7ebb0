import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { english } from '#tests/helpers/english.ts';
import { AppError } from '../contract/errors.ts';
import { notional, readCents, readEntry, readPrice, readQuantity } from '../money/money.ts';
import {
  add,
  type Cents,
  cents,
  type PriceE4,
  priceE4,
  quantityMicros,
  sumOf,
  type XpCents,
  xpCents,
} from '../money/units.ts';
import { planForcedCover } from './margin.ts';
import { type Decision, decide, type Size, type TradeOrder } from './order.ts';
import { valueAccount } from './portfolio.ts';
import { ACTIONS, type Action, type Position } from './position.ts';
import { NO_RULES, type Rules, type Terms } from './season-rules.ts';

const START = readCents('100000.00');

/** An account in memory: what the database does with decisions, without the database. */
function desk(start: Cents = START, rules: Rules = NO_RULES) {
  const terms: Terms = { rules, startCash: start, now: 0 };
  const open = new Map<string, Position>();
  const prices = new Map<string, PriceE4>();
  let cash = start;
  let realised = 0n;
  let ledger = start;
  let xp: XpCents = 0n;
  let ids = 0n;

  function apply(decision: Decision): Decision {
    for (const leg of decision.legs) {
      ledger = add(ledger, leg.cash);
      realised += leg.closed?.pnl ?? 0n;
      xp = add(xp, leg.closed?.xp ?? 0n);
      if (leg.position.quantity === 0n) open.delete(leg.symbol);
      else open.set(leg.symbol, { ...leg.position, id: leg.position.id ?? ++ids });
    }
    cash = decision.cash;
    return decision;
  }

  return {
    open,
    get cash() {
      return cash;
    },
    get ledger() {
      return ledger;
    },
    get realised() {
      return realised;
    },
    get xp() {
      return xp;
    },
    mark(symbol: string, price: PriceE4) {
      prices.set(symbol, price);
    },
    trade(symbol: string, action: Action, size: Size, price: PriceE4, more: Partial<TradeOrder> = {}) {
      prices.set(symbol, price);
      const held = open.get(symbol) ?? null;
      const isOnlyPosition = open.size - (held ? 1 : 0) === 0;
      const order = { symbol, action, size, reverse: false, quotedPrice: null, ...more };
      return apply(decide(order, { cash, isOnlyPosition }, held, price, terms));
    },
    force() {
      const held = [...open.values()].map((position) => ({ position, price: prices.get(position.symbol)! }));
      const plan = planForcedCover(cash, held);
      return plan && apply(plan);
    },
    /** Later by so many minutes. */
    wait(minutes: number) {
      terms.now += minutes * 60_000;
    },
    value: () => valueAccount(cash, [...open.values()], prices),
  };
}

const shares = (text: string): Size => ({ kind: 'quantity', quantity: readQuantity(text) });
const dollars = (text: string): Size => ({ kind: 'amount', amount: readCents(text) });
const all: Size = { kind: 'all' };
const P = readPrice;
const refusalOf = (run: () => unknown): AppError => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('golden vectors', () => {
  test('1', () => {
    const d = desk();
    d.trade('A', 'buy', shares('10'), P('100'));
    d.trade('A', 'buy', shares('10'), P('120'));
    expect([d.open.get('A')!.entry, d.cash]).toEqual([readEntry('110'), readCents('97800')]);
    expect(d.trade('A', 'sell', shares('5'), P('130')).legs[0]!.closed).toMatchObject({
      pnl: 10_000n,
      pnlPercent: 1818n,
    });
    expect(d.cash).toBe(readCents('98450'));
    expect(d.open.get('A')!.entry).toBe(readEntry('110'));
    expect(d.trade('A', 'sell', shares('15'), P('99')).legs[0]!.closed).toMatchObject({
      pnl: -16_500n,
      pnlPercent: -1000n,
    });
    expect([d.cash, d.open.size]).toEqual([readCents('99935'), 0]);
  });

  test('2', () => {
    const d = desk();
    d.trade('T', 'short', shares('10'), P('50'));
    d.mark('T', P('60'));
    expect([d.cash, d.value().equity]).toEqual([readCents('99500'), readCents('99900')]);
    expect(d.trade('T', 'cover', shares('4'), P('45')).legs[0]!.closed).toMatchObject({
      pnl: 2000n,
      pnlPercent: 1000n,
    });
    expect([d.cash, d.value().equity]).toEqual([readCents('99720'), readCents('100050')]);
  });

  test('3', () => {
    const d = desk();
    const { legs } = d.trade('A', 'buy', dollars('1000'), P('333.33'));
    expect([legs[0]!.quantity, legs[0]!.cash]).toEqual([readQuantity('3.00003'), readCents('-1000')]);
  });

  test('4', () => {
    const d = desk();
    d.trade('A', 'buy', shares('5'), P('100'));
    expect(refusalOf(() => d.trade('A', 'sell', shares('8'), P('100'))).code).toBe('NOT_ENOUGH_SHARES');
  });

  test('5', () => {
    const d = desk();
    d.trade('A', 'buy', shares('10'), P('100'));
    d.trade('A', 'sell', shares('5'), P('110'));
    d.trade('A', 'sell', shares('5'), P('120'));
    expect(d.xp).toBe(xpCents(1500n));
  });

  test('6', () => {
    const d = desk();
    d.trade('T', 'short', shares('2000'), P('50'));
    d.mark('T', P('76.92'));
    expect(d.force()).toBeNull();
    d.mark('T', P('76.93'));
    expect(d.force()!.legs).toMatchObject([
      { action: 'cover', reason: 'forced_cover', quantity: readQuantity('2000') },
    ]);
    expect(d.cash).toBe(readCents('46140'));
  });
});

describe('refusals name what is in the way', () => {
  test('the side held, and how much', () => {
    const d = desk();
    d.trade('A', 'buy', shares('2.5'), P('100'));
    const refusal = refusalOf(() => d.trade('A', 'short', shares('1'), P('100')));
    expect(english(refusal)).toBe('You are long 2.5 A. Sell it first, or use Reverse.');
    expect(english(refusalOf(() => d.trade('A', 'cover', shares('1'), P('100'))))).toBe(
      'You have no short position in A to cover. You are long 2.5.',
    );
    expect(english(refusalOf(() => d.trade('B', 'sell', all, P('100'))))).toBe(
      'You have no long position in B to sell.',
    );
  });

  test('the largest affordable quantity, which fits', () => {
    const d = desk(readCents('1000'));
    const refusal = refusalOf(() => d.trade('A', 'short', shares('12'), P('99')));
    expect(english(refusal)).toBe(
      '12 A would cost $1,188.00 and you have $1,000.00. The most you can short is 10.10101.',
    );
    d.trade('A', 'short', shares('10.10101'), P('99'));
  });

  test('nothing is had for less than half a cent', () => {
    const d = desk();
    expect(refusalOf(() => d.trade('A', 'buy', shares('1'), P('0.0049'))).code).toBe('INVALID_QUANTITY');
    expect(refusalOf(() => d.trade('A', 'buy', dollars('1'), P('2000000'))).code).toBe('INVALID_AMOUNT');
  });

  test('a move of over 1% either way since the trader looked', () => {
    const d = desk();
    for (const price of ['98.9999', '101.0001']) {
      const refusal = refusalOf(() => d.trade('A', 'buy', shares('1'), P(price), { quotedPrice: P('100') }));
      expect(refusal).toMatchObject({ code: 'PRICE_MOVED', details: { price: Number(price) } });
      expect(english(refusal)).toContain(`$${price}`);
    }
    d.trade('A', 'buy', shares('1'), P('101'), { quotedPrice: P('100') });
    d.trade('A', 'buy', shares('1'), P('99'), { quotedPrice: P('100') });
  });

  test('a cover that cash cannot pay while another position could', () => {
    const d = desk();
    d.trade('T', 'short', shares('1000'), P('50'));
    d.trade('A', 'buy', shares('500'), P('100'));
    expect(english(refusalOf(() => d.trade('T', 'cover', all, P('110'))))).toBe(
      'Covering 1000 T needs $10,000.00 more cash than you have. Close another position first.',
    );
    d.trade('A', 'sell', shares('100'), P('100'));
    d.trade('T', 'cover', all, P('110'));
    expect(d.cash).toBe(0n);
  });
});

describe('closing', () => {
  test('a rest worth under a cent goes with it, one of a cent stays', () => {
    const d = desk();
    d.trade('A', 'buy', dollars('1000'), P('333.33'));
    // 0.00003 shares are worth 0.99999 cents
    expect(d.trade('A', 'sell', shares('3'), P('333.33')).legs[0]!.quantity).toBe(quantityMicros(3_000_030n));
    expect(d.cash).toBe(START);
    d.trade('B', 'buy', shares('1.00009'), P('100'));
    expect(d.trade('B', 'sell', shares('1'), P('100')).legs[0]!.quantity).toBe(quantityMicros(1_000_090n));
    d.trade('C', 'short', shares('1.0001'), P('100'));
    d.trade('C', 'cover', shares('1'), P('100'));
    expect(d.open.get('C')!.quantity).toBe(quantityMicros(100n));
  });

  test('an amount sells what it buys at that price', () => {
    const d = desk();
    d.trade('A', 'buy', shares('10'), P('100'));
    expect(d.trade('A', 'sell', dollars('250'), P('125')).legs[0]).toMatchObject({
      quantity: 2_000_000n,
      cash: 25_000n,
    });
  });

  test('a reverse closes the other side and opens its own at one price', () => {
    const d = desk();
    d.trade('A', 'short', shares('4'), P('100'));
    const { legs } = d.trade('A', 'buy', shares('3'), P('90'), { reverse: true });
    expect(legs.map((l) => [l.action, l.quantity, l.reason])).toEqual([
      ['cover', readQuantity('4'), 'reverse'],
      ['buy', readQuantity('3'), 'reverse'],
    ]);
    expect(d.cash).toBe(readCents('99770'));
    expect(d.open.get('A')).toMatchObject({ isShort: false, quantity: 3_000_000n });
    expect(refusalOf(() => d.trade('B', 'buy', shares('1'), P('1'), { reverse: true })).code).toBe(
      'POSITION_CONFLICT',
    );
  });
});

describe('forced cover', () => {
  test('takes the worst percent first and stops as soon as it holds', () => {
    const d = desk();
    d.trade('X', 'short', shares('500'), P('100'));
    d.trade('Y', 'short', shares('500'), P('100'));
    d.mark('X', P('150'));
    d.mark('Y', P('165'));
    expect(d.force()!.legs.map((leg) => leg.symbol)).toEqual(['Y']);
    expect(d.value().margin).not.toBe('call');
  });

  test('a debt beyond cash is paid by the longs, not forgiven', () => {
    const d = desk();
    d.trade('L', 'buy', shares('500'), P('100'));
    d.trade('S', 'short', shares('500'), P('100'));
    d.mark('S', P('231'));
    const before = d.value().equity;
    const legs = d.force()!.legs;
    expect(legs.map((leg) => leg.action)).toEqual(['sell', 'cover']);
    expect([d.cash, d.value().equity]).toEqual([0n, before]);
  });
});

describe('any sequence of orders and prices', () => {
  const size = fc.oneof(
    fc
      .bigInt({ min: 1_000_000n, max: 3_000_000_000n })
      .map((quantity): Size => ({ kind: 'quantity', quantity: quantityMicros(quantity) })),
    fc
      .bigInt({ min: 100n, max: 12_000_000n })
      .map((amount): Size => ({ kind: 'amount', amount: cents(amount) })),
    fc.constant<Size>({ kind: 'all' }),
  );
  const step = fc.record({
    symbol: fc.constantFrom('A', 'B', 'C'),
    action: fc.constantFrom(...ACTIONS),
    size,
    price: fc.bigInt({ min: 5_000n, max: 9_000_000n }).map(priceE4),
    reverse: fc.boolean(),
    force: fc.boolean(),
  });

  test('keeps the books to the cent, and nothing is negative', () => {
    let filled = 0;
    let forced = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const d = desk();
        for (const { symbol, action, size, price, reverse, force } of steps) {
          d.mark(symbol, price);
          const before = d.value();
          try {
            const closing = action === 'sell' || action === 'cover';
            d.trade(symbol, action, size, price, { reverse: reverse && !closing });
            filled += 1;
            // an order at the market moves no more value than the rounding of its legs
            if (before.equity > 0n) {
              const moved = d.value().equity - before.equity;
              expect(moved >= -3n && moved <= 3n).toBe(true);
            }
          } catch (error) {
            if (!(error instanceof AppError) || error.status >= 500) throw error;
          }
          if (force && d.force()) forced += 1;
          const value = d.value();
          expect(d.ledger).toBe(d.cash);
          expect(value.equity - START).toBe(d.realised + value.unrealised);
          expect(d.cash >= 0n && value.equity >= 0n).toBe(true);
          if (force) expect(value.margin).not.toBe('call');
          for (const p of d.open.values()) {
            expect(p.quantity > 0n && p.cost >= 0n && p.opened >= p.quantity && p.entry > 0n).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(filled).toBeGreaterThan(100);
    expect(forced).toBeGreaterThan(0);
  });

  test('a forced cover changes no equity while there is something to pay with', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 20 }), (steps) => {
        const d = desk();
        for (const { symbol, action, size, price } of steps) {
          d.mark(symbol, price);
          const before = d.value();
          const plan = d.force();
          if (plan && before.equity > 0n) {
            const moved = d.value().equity - before.equity;
            const rounding = BigInt(plan.legs.length) * 2n;
            expect(moved >= -rounding && moved <= rounding).toBe(true);
          }
          if (plan && before.equity === 0n) expect(d.value().equity <= 2n).toBe(true);
          try {
            d.trade(symbol, action, size, price);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('closing in slices at one price: same percent, same XP, same cash but for the rounding of each slice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1_000_000n, max: 20_000_000n }).map(quantityMicros), {
          minLength: 2,
          maxLength: 30,
        }),
        fc.bigInt({ min: 10_000n, max: 1_000_000n }).map(priceE4),
        fc.bigInt({ min: 10_000n, max: 1_500_000n }).map(priceE4),
        fc.boolean(),
        (slices, entry, exit, isShort) => {
          const quantity = sumOf(slices, (slice) => slice);
          fc.pre(notional(entry, quantity) <= START);
          const [open, close] = isShort ? (['short', 'cover'] as const) : (['buy', 'sell'] as const);
          const [whole, sliced] = [desk(), desk()];
          for (const d of [whole, sliced]) d.trade('A', open, { kind: 'quantity', quantity }, entry);
          const one = whole.trade('A', close, all, exit);
          const percents = slices.map((slice, n) => {
            const size: Size = n === slices.length - 1 ? all : { kind: 'quantity', quantity: slice };
            return sliced.trade('A', close, size, exit).legs[0]!.closed!.pnlPercent;
          });
          expect(new Set(percents)).toEqual(new Set([one.legs[0]!.closed!.pnlPercent]));
          expect(sliced.xp).toBe(whole.xp);
          const apart = sliced.cash - whole.cash;
          expect(apart * apart <= BigInt(slices.length * slices.length)).toBe(true);
          expect(sliced.open.size).toBe(0);
        },
      ),
    );
  });
});

describe("the season's rules", () => {
  const rules = { minPrice: cents(500n), maxShare: 25, minHoldMinutes: 5, hideOpen: false };
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
    // the second leg would open at the low price: refused whole, and the close alone is not
    const reverse = () => d.trade('A', 'short', shares('1'), P('4'), { reverse: true });
    expect(refusalOf(reverse).code).toBe('PRICE_TOO_LOW');
    expect(d.open.get('A')!.quantity).toBe(quantityMicros(10_000_000n));
    d.trade('A', 'sell', all, P('0.01'));
    expect(d.open.size).toBe(0);
  });

  test('the share counts what is open at the price of the order and names the most that is left', () => {
    const d = strict();
    expect(refusalOf(() => d.trade('A', 'buy', shares('250.000001'), P('100')))).toMatchObject({
      ...{ code: 'SHARE_LIMIT', status: 409, details: { maxQuantity: '250', maxShare: 25 } },
    });
    d.trade('A', 'buy', shares('200'), P('100'));
    const more = refusalOf(() => d.trade('A', 'buy', dollars('5000.01'), P('100')));
    expect([more.code, more.details?.maxQuantity]).toEqual(['SHARE_LIMIT', '50']);
    expect(english(more)).toContain('$25,000.00');
    d.trade('A', 'buy', dollars('5000'), P('100'));
    expect(refusalOf(() => d.trade('A', 'buy', shares('1'), P('101'))).details?.maxQuantity).toBe('0');
    d.trade('A', 'sell', shares('10'), P('200'));
    // another symbol has a share of its own, so has the other side
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

  test('a close earns XP from the minute on, counted from the last increase', () => {
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
    // 5 of the 12 ever opened, at 10%
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
            const { legs } = d.trade(symbol, action, { kind: 'quantity', quantity }, price, { reverse });
            if (action !== 'buy' && action !== 'short') continue;
            expect(price >= 50_000n).toBe(true);
            expect(legs.at(-1)!.position.quantity * price <= 2_500_000n * 100_000_000n).toBe(true);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
          }
        }
      }),
    );
  });
});
