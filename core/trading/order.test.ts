import { describe, expect, test } from 'bun:test';
import { all, desk, dollars, refusalOf, START, shares } from '#tests/helpers/desk.ts';
import { english } from '#tests/helpers/english.ts';
import { readPrice as P, readCents, readEntry, readQuantity } from '../money/money.ts';
import { cents, quantityMicros, xpCents } from '../money/units.ts';
import { decide } from './order.ts';

describe('golden vectors', () => {
  test('1', () => {
    const d = desk();
    d.trade('A', 'buy', shares('10'), P('100'));
    d.trade('A', 'buy', shares('10'), P('120'));
    expect([d.open.get('A')!.entry, d.cash]).toEqual([readEntry('110'), readCents('97800')]);
    expect(d.trade('A', 'sell', shares('5'), P('130')).fills[0]!.closed).toMatchObject({
      pnl: 10_000n,
      pnlPercent: 1818n,
    });
    expect(d.cash).toBe(readCents('98450'));
    expect(d.open.get('A')!.entry).toBe(readEntry('110'));
    expect(d.trade('A', 'sell', shares('15'), P('99')).fills[0]!.closed).toMatchObject({
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
    expect(d.trade('T', 'cover', shares('4'), P('45')).fills[0]!.closed).toMatchObject({
      pnl: 2000n,
      pnlPercent: 1000n,
    });
    expect([d.cash, d.value().equity]).toEqual([readCents('99720'), readCents('100050')]);
  });

  test('3', () => {
    const d = desk();
    const { fills } = d.trade('A', 'buy', dollars('1000'), P('333.33'));
    expect([fills[0]!.quantity, fills[0]!.cash]).toEqual([readQuantity('3.00003'), readCents('-1000')]);
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
    expect(d.force()!.fills).toMatchObject([
      { action: 'cover', reason: 'forced_cover', quantity: readQuantity('2000') },
    ]);
    expect(d.cash).toBe(readCents('46140'));
  });
});

describe('the parameters of refusals', () => {
  test('the side and size of the position', () => {
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

  test('no share below half a cent', () => {
    const d = desk();
    expect(refusalOf(() => d.trade('A', 'buy', shares('1'), P('0.0049'))).code).toBe('INVALID_QUANTITY');
    expect(refusalOf(() => d.trade('A', 'buy', dollars('1'), P('2000000'))).code).toBe('INVALID_AMOUNT');
  });

  test('a move of over 1% either way since the trader looked', () => {
    const d = desk();
    for (const [price, written] of [
      ['98.9999', '$99.00'],
      ['101.0001', '$101.00'],
    ] as const) {
      const refusal = refusalOf(() => d.trade('A', 'buy', shares('1'), P(price), { quotedPrice: P('100') }));
      expect(refusal).toMatchObject({ code: 'PRICE_MOVED', details: { price: Number(price) } });
      expect(english(refusal)).toContain(written);
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
  test('a rest below a cent closes too, a rest of a cent stays', () => {
    const d = desk();
    d.trade('A', 'buy', dollars('1000'), P('333.33'));
    // 0.00003 shares are worth 0.99999 cents
    expect(d.trade('A', 'sell', shares('3'), P('333.33')).fills[0]!.quantity).toBe(
      quantityMicros(3_000_030n),
    );
    // 999.9999999 is taken as 1,000.00 and paid as 999.99
    expect(d.cash).toBe(cents(START - 1n));
    d.trade('B', 'buy', shares('1.00009'), P('100'));
    expect(d.trade('B', 'sell', shares('1'), P('100')).fills[0]!.quantity).toBe(quantityMicros(1_000_090n));
    d.trade('C', 'short', shares('1.0001'), P('100'));
    d.trade('C', 'cover', shares('1'), P('100'));
    expect(d.open.get('C')!.quantity).toBe(quantityMicros(100n));
  });

  test('an amount sells what it buys at that price', () => {
    const d = desk();
    d.trade('A', 'buy', shares('10'), P('100'));
    expect(d.trade('A', 'sell', dollars('250'), P('125')).fills[0]).toMatchObject({
      quantity: 2_000_000n,
      cash: 25_000n,
    });
  });

  test('a reverse whose cover costs what orders hold can open nothing, not less than nothing', () => {
    const d = desk();
    d.trade('A', 'short', shares('400'), P('100'));
    const order = {
      symbol: 'A',
      action: 'buy',
      size: shares('1'),
      reverse: true,
      quotedPrice: null,
    } as const;
    const funds = { cash: d.cash, held: readCents('59400'), isOnlyPosition: true };
    const { details } = refusalOf(() => decide(order, funds, d.open.get('A')!, P('210'), d.terms));
    expect(details).toMatchObject({ maxQuantity: '0', cash: '0.00' });
  });

  test('a reverse closes the other side and opens its own at one price', () => {
    const d = desk();
    d.trade('A', 'short', shares('4'), P('100'));
    const { fills } = d.trade('A', 'buy', shares('3'), P('90'), { reverse: true });
    expect(fills.map((l) => [l.action, l.quantity, l.reason])).toEqual([
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
