/** Orders inside of bars, whose prices are a path. */
import { describe, expect, test } from 'bun:test';
import {
  bar,
  bookOf,
  long10,
  MINUTE,
  position,
  price,
  request,
  scene,
  ticks,
  walk,
} from '#tests/helpers/order-walk.ts';
import { SHARE } from '../money/money.ts';
import { advance } from './advance.ts';
import type { Book } from './book.ts';
import { cut } from './meeting.ts';
import { place } from './place.ts';

describe('bars: the path between open, extremes and close', () => {
  const up = bar(MINUTE, '100', '97', '104', '103');
  test.each([
    ['56: a stop fills at its level', request('sell', 'stop', 10, { stopAt: '98' }), 'sell 10 @ 98.0000'],
    ['56: a sell limit', request('sell', 'limit', 10, { at: '103.50' }), 'sell 10 @ 103.5000'],
    [
      '60: a trail from a mark of 100',
      request('sell', 'trailing_stop', 10, { trail: { kind: 'amount', amount: price('2') } }),
      'sell 10 @ 98.0000',
    ],
    [
      'a stop-limit fills at its stop when that satisfies its limit',
      request('sell', 'stop_limit', 10, { stopAt: '98', at: '97.5' }),
      'sell 10 @ 98.0000',
    ],
    [
      'a stop-limit waits on the path for a better limit',
      request('sell', 'stop_limit', 10, { stopAt: '98', at: '99' }),
      'sell 10 @ 99.0000',
    ],
  ])('%s', (_, order, fill) => {
    const { draft } = place(long10(), order, scene('100'));
    expect(walk(draft, up).fills).toEqual([fill]);
  });
  test('56: a buy limit fills at its level', () => {
    const { draft } = place(bookOf('100000.00'), request('buy', 'limit', 10, { at: '99' }), scene('100'));
    expect(walk(draft, up).fills).toEqual(['buy 10 @ 99.0000']);
  });
  test('57: an open beyond the level is the price', () => {
    const { draft } = place(long10(), request('sell', 'stop', 10, { stopAt: '98' }), scene('103'));
    expect(walk(draft, bar(MINUTE, '95', '94', '96', '95')).fills).toEqual(['sell 10 @ 95.0000']);
    const bought = place(bookOf('100000.00'), request('buy', 'limit', 10, { at: '99' }), scene('103'));
    expect(walk(bought.draft, bar(MINUTE, '95', '94', '96', '95')).fills).toEqual(['buy 10 @ 95.0000']);
  });
  test('58: a bracket enters and leaves within one bar', () => {
    const order = request('buy', 'limit', 10, {
      at: '99',
      takeProfit: { limit: price('103') },
      stopLoss: { stop: price('97.50'), limit: null, trail: null },
    });
    const { draft } = place(bookOf('100000.00'), order, scene('100'));
    const { fills, changes } = walk(draft, up);
    expect(fills).toEqual(['buy 10 @ 99.0000', 'sell 10 @ 97.5000']);
    expect(changes.at(-1)).toMatchObject(['cancelled', changes.at(-2)![1], 'oco']);
  });
  test('59: the path decides which of target and stop comes first', () => {
    const first = place(long10(), request('sell', 'limit', 10, { at: '103.50' }), scene('100'));
    const { draft } = place(
      first.draft,
      request('sell', 'stop', 10, { stopAt: '98', oco: first.id }),
      scene('100'),
    );
    expect(walk(draft, bar(MINUTE, '100', '104', '97', '98')).fills).toEqual(['sell 10 @ 103.5000']);
  });
  test('a piece has the whole ms after its beginning and up to its end, which a slow replay cuts at fractions', () => {
    const line = { fromMs: 0, from: price('100'), toMs: 1000, to: price('101') };
    const piece = { fromMs: 100, from: price('100.10'), toMs: 200, to: price('100.20'), whole: line };
    expect(cut(line, 99.5, 200.7)).toEqual(piece);
    expect(cut(piece, 149, 300)).toEqual({ ...piece, fromMs: 150, from: price('100.15') });
    expect(cut(line, -1, 1000)).toBe(line);
    expect([cut(line, 1000, 2000), cut(line, -5, -1), cut(line, 500.2, 500.9)]).toEqual([null, null, null]);
  });
  test('within one ms the path orders the fills of a symbol; between symbols closing orders come first', () => {
    const both = bookOf(
      '90000.00',
      position('AAPL', 10n * SHARE, '100'),
      position('ZETA', 10n * SHARE, '50'),
    );
    const buy = place(both, request('buy', 'limit', 20, { at: '99' }), scene('100'));
    const stop = place(buy.draft, request('sell', 'stop', 10, { stopAt: '95' }), scene('100'));
    const other = request('sell', 'limit', 10, { symbol: 'ZETA', at: '51' });
    const { draft } = place(stop.draft, other, scene('50'));
    const falls = { fromMs: MINUTE, from: price('100'), toMs: MINUTE + 1, to: price('90') };
    const paths = new Map([
      ['AAPL', [falls]],
      ['ZETA', ticks([MINUTE, '51'])],
    ]);
    const drafts = [...advance(draft, (symbol) => paths.get(symbol)!, 0, 2 * MINUTE)];
    const fills = drafts.flatMap(({ fills }) => fills.map(({ symbol, action }) => `${action} ${symbol}`));
    expect(fills).toEqual(['sell ZETA', 'buy AAPL', 'sell AAPL']);
  });
});

describe('symbols that have a price in the same millisecond', () => {
  const held = ['MMM', 'ZZZ'].map((symbol) => position(symbol, 10n * SHARE, '100'));
  const limitAt = (symbol: string, limit: string) => ({ symbol, at: limit });
  const all = ['AAA', 'MMM', 'ZZZ'];
  test('closing orders come before opening ones, the older first, whatever their symbols', () => {
    let book: Book = bookOf('90000.00', ...held);
    const orders = [
      request('buy', 'limit', 1, limitAt('AAA', '90')),
      request('sell', 'stop', 1, { symbol: 'ZZZ', stopAt: '90' }),
      request('buy', 'limit', 1, limitAt('ZZZ', '90')),
      request('sell', 'stop', 1, { symbol: 'MMM', stopAt: '90' }),
      request('buy', 'limit', 1, limitAt('MMM', '90')),
    ];
    for (const order of orders) book = place(book, order, scene('100')).draft;
    const drafts = [...advance(book, () => ticks([MINUTE, '90']), 0, MINUTE)];
    const fills = drafts.flatMap(({ fills }) => fills.map(({ symbol, action }) => `${action} ${symbol}`));
    expect(fills).toEqual(['sell ZZZ', 'sell MMM', 'buy AAA', 'buy ZZZ', 'buy MMM']);
  });
  test('an opening order may use the cash of an earlier close', () => {
    // the short holds 5% over its limit and costs 10% over it: the sale pays for the rest
    const book = bookOf('1050.00', held[1]!);
    const short = place(book, request('short', 'limit', 10, limitAt('AAA', '100')), scene('99'));
    const sell = place(short.draft, request('sell', 'limit', 10, limitAt('ZZZ', '110')), scene('100'));
    const drafts = [...advance(sell.draft, () => ticks([MINUTE, '110']), 0, MINUTE)];
    expect(drafts.map(({ changes }) => changes[0]!.order.status)).toEqual(['filled', 'filled']);
    expect(all.map((symbol) => drafts.at(-1)!.positions.has(symbol))).toEqual([true, false, false]);
  });
});
