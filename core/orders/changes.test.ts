/** Changes of orders that neither prices nor traders cause: splits, forced covers, the limit on live orders. */
import { describe, expect, test } from 'bun:test';
import { refusalOf } from '#tests/helpers/desk.ts';
import { english } from '#tests/helpers/english.ts';
import { bookOf, long10, position, price, request, scene, ticks } from '#tests/helpers/order-walk.ts';
import { readOrderRequest, readReplacement } from '../contract/order-request.ts';
import { readCents, SHARE, writeCents } from '../money/money.ts';
import { planForcedCover } from '../trading/margin.ts';
import { splitPosition } from '../trading/split.ts';
import { advance } from './advance.ts';
import type { Book } from './book.ts';
import { cancelInBook, followForcedCover, followSplit } from './follow.ts';
import { MAX_ORDER_WAIT_MS } from './order.ts';
import { place, replace } from './place.ts';

describe('splits, forced covers and limits', () => {
  test('62: a split of a stop', () => {
    const book = bookOf('96250.00', position('AAPL', 15n * SHARE, '250'));
    const { draft } = place(book, request('sell', 'stop', 15, { stopAt: '250' }), scene('260'));
    const ratio = { numerator: 4, denominator: 1 };
    const after = followSplit(
      draft,
      {
        symbol: 'AAPL',
        ratio,
        effectiveAt: 1000,
        position: splitPosition(draft.positions.get('AAPL')!, ratio, 0n),
      },
      1000,
    );
    const [order] = [...after.orders.values()];
    expect(order).toMatchObject({ stop: price('62.5'), size: { quantity: 60n * SHARE }, rev: 2 });
  });
  test('63: a split of a buy limit', () => {
    const { draft } = place(bookOf('100000.00'), request('buy', 'limit', 10, { at: '101.01' }), scene('102'));
    const ratio = { numerator: 3, denominator: 1 };
    const [order] = followSplit(
      draft,
      { symbol: 'AAPL', ratio, position: null, effectiveAt: 1000 },
      1000,
    ).orders.values();
    expect(order).toMatchObject({
      limit: price('33.67'),
      size: { quantity: 30n * SHARE },
      hold: readCents('1010.10'),
    });
  });
  test('a split that leaves no share', () => {
    const { draft } = place(bookOf('100000.00'), request('buy', 'limit', 10, { at: '0.01' }), scene('1'));
    const ratio = { numerator: 1_000, denominator: 1 };
    const after = followSplit(draft, { symbol: 'AAPL', ratio, position: null, effectiveAt: 1000 }, 1000);
    expect(after.changes.at(-1)?.order).toMatchObject({ status: 'cancelled', reason: 'split', hold: 0n });
  });
  test('a held target counts the shares that its entry counts', () => {
    const bracket = request('buy', 'limit', 10, { at: '100', takeProfit: { limit: price('110') } });
    const { draft, id } = place(bookOf('100000.00'), bracket, scene('120'));
    const split = {
      symbol: 'AAPL',
      ratio: { numerator: 2, denominator: 1 },
      position: null,
      effectiveAt: 1000,
    };
    const limitsOf = (book: Book) => [...book.orders.values()].map(({ limit }) => limit).sort();
    expect(limitsOf(followSplit(draft, split, 3000))).toEqual([price('50'), price('55')]);
    // both were changed at prices of new shares
    const later = scene('60', { at: 2000 });
    const entry = replace(draft, id, { limit: price('50') }, later)!;
    const target = [...entry.orders.values()].find(({ parentId }) => parentId === id)!;
    const moved = replace(entry, target.id, { limit: price('55') }, later)!;
    expect(followSplit(moved, split, 3000).changes).toEqual([]);
  });
  test('42, 43: a forced cover cancels opening orders', () => {
    const short = position('SHRT', -1900n * SHARE, '50');
    const { draft } = place(
      bookOf('5000.00', short),
      request('buy', 'limit', 40, { at: '100' }),
      scene('101'),
    );
    expect(planForcedCover(draft.cash, [{ position: short, price: price('78.94') }])).toBeNull();
    const plan = planForcedCover(draft.cash, [{ position: short, price: price('78.95') }])!;
    const after = followForcedCover(draft, plan.fills, 1000);
    expect(after.changes.map(({ order }) => order.reason)).toEqual(['forced_cover']);
    expect(writeCents(after.cash)).toBe('44995.00');
  });
  test('a cover at a loss cancels orders that hold its cash, the newest first', () => {
    const short = position('SHRT', -1000n * SHARE, '50');
    const book = bookOf('10000.00', short);
    const stop = place(book, request('cover', 'stop', 1000, { symbol: 'SHRT', stopAt: '55' }), scene('50'));
    const older = place(stop.draft, request('buy', 'limit', 40, { at: '100' }), scene('101'));
    const newer = place(older.draft, request('buy', 'limit', 50, { at: '100' }), scene('101'));
    const drafts = [
      ...advance(newer.draft, (symbol) => (symbol === 'SHRT' ? ticks([1000, '101.50']) : []), 0, 2000),
    ];
    const after = drafts.at(-1)!;
    expect(writeCents(after.cash)).toBe('8500.00');
    expect([...after.orders.keys()]).toEqual([older.id]);
    expect(after.changes.at(-1)!.order).toMatchObject({ id: newer.id, reason: 'forced_cover' });
  });
  test('68: the 51st order of a symbol, and the 201st', () => {
    let book = bookOf('100000.00');
    const one = (symbol: string) => place(book, request('buy', 'limit', 1, { at: '1', symbol }), scene('2'));
    for (const symbol of ['A', 'B', 'C', 'D'])
      for (let i = 0; i < 50; i++) {
        book = one(symbol).draft;
      }
    expect(() => one('A')).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_ORDERS', details: { limit: 200 } }),
    );
    const [first] = book.orders.keys();
    book = cancelInBook(book, [first!], 'user', 0);
    expect(() => one('B')).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_ORDERS', details: { limit: 50 } }),
    );
    expect(one('A').draft.orders.size).toBe(200);
  });
  test('a fifth order of a group is refused by the limit of a group', () => {
    let book: Book = long10();
    const place1 = (oco: string | null) =>
      place(book, request('sell', 'limit', 1, { at: '110', oco }), scene('100'));
    const first = place1(null);
    book = first.draft;
    for (let i = 0; i < 3; i++) book = place1(first.id).draft;
    const refusal = refusalOf(() => place1(first.id));
    expect([refusal.code, refusal.details]).toEqual(['TOO_MANY_ORDERS', { limit: 4 }]);
    expect(english(refusal)).toBe('A group has at most 4 orders.');
  });
});

describe('levels', () => {
  test('a bracket lies on either side of the stop of a stop-limit, wherever its limit is', () => {
    const entry = (target: string, loss: string) =>
      request('buy', 'stop_limit', 10, {
        stopAt: '105',
        at: '106',
        takeProfit: { limit: price(target) },
        stopLoss: { stop: price(loss), limit: null, trail: null },
      });
    const placed = (target: string, loss: string) => () =>
      place(bookOf('100000.00'), entry(target, loss), scene('100'));
    expect(placed('105.50', '104.99')().draft.orders.size).toBe(3);
    for (const [target, loss] of [
      ['105', '104'],
      ['107', '105'],
      ['107', '105.50'],
    ] as const)
      expect(refusalOf(placed(target, loss))).toMatchObject({
        code: 'BRACKET_PRICES',
        details: { base: '105.0000' },
      });
  });
  test('a trail is refused for its own limits, or for the price it is to follow', () => {
    const sent = (more: object) => () => {
      const body = { symbol: 'AAPL', action: 'sell', type: 'trailing_stop', quantity: 1, ...more };
      return place(long10(), readOrderRequest(body, 1, 0), scene('100'));
    };
    const said = (more: object) => english(refusalOf(sent(more)));
    const limits = 'A trail is $0.01 to $1,000,000, or 0.01% to 50%.';
    for (const more of [
      { trailPercent: '50.01' },
      { trailPercent: '0' },
      { trailAmount: '0.0099' },
      { trailAmount: '1000000.0001' },
    ])
      expect(said(more)).toBe(limits);
    expect(said({ trailAmount: '100' })).toBe('The trail must be shorter than the price.');
    for (const more of [{ trailPercent: '50' }, { trailPercent: '0.01' }, { trailAmount: '99.9999' }])
      expect(sent(more)().draft.orders.size).toBe(1);
  });
  test('an end beyond 90 days is refused', () => {
    const sent = (expiresAt: number) => {
      const body = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '90' };
      return readOrderRequest({ ...body, expiresAt: new Date(expiresAt).toISOString() }, 1, 0);
    };
    expect(sent(MAX_ORDER_WAIT_MS).expiresAt).toBe(MAX_ORDER_WAIT_MS);
    expect(refusalOf(() => sent(MAX_ORDER_WAIT_MS + 1))).toMatchObject({
      code: 'INVALID',
      issues: [{ path: 'expiresAt', code: 'expiryRule' }],
    });
    const later = new Date(MAX_ORDER_WAIT_MS + 1).toISOString();
    expect(refusalOf(() => readReplacement({ expiresAt: later }, 0)).code).toBe('INVALID');
  });
});
