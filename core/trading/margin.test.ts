import { describe, expect, test } from 'bun:test';
import { desk, shares } from '#tests/helpers/desk.ts';
import { readPrice as P } from '../money/money.ts';

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
});
