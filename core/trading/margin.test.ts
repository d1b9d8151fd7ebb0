import { describe, expect, test } from 'bun:test';
import { desk, shares } from '#tests/helpers/desk.ts';
import { readPrice as P } from '../money/money.ts';
import { quantityMicros } from '../money/units.ts';
import { planForcedCover } from './margin.ts';
import { openingFill } from './position.ts';

describe('forced cover', () => {
  test('the worst percent is covered first, until the margin suffices', () => {
    const d = desk();
    d.trade('X', 'short', shares('500'), P('100'));
    d.trade('Y', 'short', shares('500'), P('100'));
    d.mark('X', P('150'));
    d.mark('Y', P('165'));
    expect(d.force()!.fills.map((fill) => fill.symbol)).toEqual(['Y']);
    expect(d.value().margin).not.toBe('call');
  });

  test('a debt beyond cash is paid by the longs, not forgiven', () => {
    const d = desk();
    d.trade('L', 'buy', shares('500'), P('100'));
    d.trade('S', 'short', shares('500'), P('100'));
    d.mark('S', P('231'));
    const equityBefore = d.value().equity;
    const fills = d.force()!.fills;
    expect(fills.map((fill) => fill.action)).toEqual(['sell', 'cover']);
    expect([d.cash, d.value().equity]).toEqual([0n, equityBefore]);
  });

  describe('beside a position whose price is old', () => {
    const marked = (symbol: string, isShort: boolean, price: string, isFixed?: boolean) => {
      const held = openingFill(null, symbol, isShort, quantityMicros(500_000_000n), P('100'), 0);
      return { position: { ...held.position, id: 1n }, price: P(price), ...(isFixed && { isFixed }) };
    };
    const names = (plan: ReturnType<typeof planForcedCover>) =>
      plan?.fills.map(({ action, symbol }) => `${action} ${symbol}`) ?? null;

    test('a short is covered, and the position stays, long or short', () => {
      expect(names(planForcedCover(0n, [marked('S', true, '170'), marked('L', false, '1', true)]))).toEqual([
        'cover S',
      ]);
      expect(names(planForcedCover(0n, [marked('S', true, '170'), marked('T', true, '199', true)]))).toEqual([
        'cover S',
      ]);
      expect(planForcedCover(0n, [marked('T', true, '199', true)])).toBeNull();
    });

    test('a debt that it may pay is not forgiven: the cover waits', () => {
      const short = marked('S', true, '231');
      expect(planForcedCover(0n, [short, marked('L', false, '100', true)])).toBeNull();
      expect(names(planForcedCover(0n, [short, marked('L', false, '100')]))).toEqual(['sell L', 'cover S']);
      expect(names(planForcedCover(0n, [short, marked('T', true, '300', true)]))).toEqual(['cover S']);
    });
  });
});
