import { describe, expect, test } from 'bun:test';
import { readCents, readPrice, SHARE, writeCents, writePrice } from '../money/money.ts';
import { quantityMicros } from '../money/units.ts';
import { planForcedCover } from '../trading/margin.ts';
import { openLeg, type Position } from '../trading/position.ts';
import { NO_RULES } from '../trading/season-rules.ts';
import { splitPosition } from '../trading/split.ts';
import { advance } from './advance.ts';
import type { Book, Draft } from './book.ts';
import { cancelInBook, followForcedCover, followSplit } from './follow.ts';
import type { Stretch } from './meeting.ts';
import { type NewOrder, place } from './place.ts';
import type { Scene } from './scene.ts';

const price = readPrice;
const MINUTE = 60_000;

function position(symbol: string, quantity: bigint, entry: string): Position {
  const leg = openLeg(
    null,
    symbol,
    quantity < 0n,
    quantityMicros(quantity < 0n ? -quantity : quantity),
    price(entry),
    0,
  );
  return { ...leg.position, id: 1n };
}
const bookOf = (cash: string, ...open: Position[]): Book => ({
  ...{ cash: readCents(cash), startCash: readCents('100000.00'), rules: NO_RULES },
  positions: new Map(open.map((p) => [p.symbol, p])),
  orders: new Map(),
  siteTime: (at) => at,
});
let made = 0;
const scene = (last: string, more: Partial<Scene> = {}): Scene => ({
  ...{
    at: 0,
    last: price(last),
    isFresh: true,
    dayEnd: 10 * MINUTE,
    newId: () => String(++made).padStart(6, '0'),
  },
  ...more,
});
const asked = (
  action: NewOrder['action'],
  type: NewOrder['type'],
  shares: number,
  more: Partial<NewOrder> & { at?: string; stopAt?: string } = {},
): NewOrder => ({
  ...{
    symbol: 'AAPL',
    action,
    type,
    tif: 'gtc',
    size: { kind: 'quantity', quantity: quantityMicros(BigInt(shares) * SHARE) },
  },
  ...{ limit: more.at ? price(more.at) : null, stop: more.stopAt ? price(more.stopAt) : null, trail: null },
  ...{ expiresAt: null, clientOrderId: null, isQueued: false, takeProfit: null, stopLoss: null, oco: null },
  ...more,
});
const ticks = (...list: [ms: number, text: string][]): Stretch[] =>
  list.map(([ms, text]) => ({ fromMs: ms, from: price(text), toMs: ms, to: price(text) }));
/** A minute's bar as the file market walks it. */
function bar(startMs: number, ...knots: string[]): Stretch[] {
  const step = MINUTE / (knots.length - 1);
  return knots.slice(1).map((to, i) => ({
    ...{ fromMs: startMs + i * step, from: price(knots[i]!) },
    ...{ toMs: startMs + (i + 1) * step, to: price(to) },
  }));
}
function walk(book: Book, path: Stretch[], to = 20 * MINUTE, from = 0) {
  const drafts: Draft[] = [...advance(book, () => path.filter((s) => s.fromMs <= to), from, to)];
  return {
    book: drafts.at(-1) ?? book,
    changes: drafts.flatMap((d) => d.changes.map(({ kind, at, order }) => [kind, at, order.reason] as const)),
    fills: drafts.flatMap((d) =>
      d.legs.map((leg) => `${leg.action} ${leg.quantity / SHARE} @ ${writePrice(leg.price)}`),
    ),
  };
}
const long10 = () => bookOf('99000.00', position('AAPL', 10n * SHARE, '100'));

describe('bars: the path between open, extremes and close', () => {
  const up = bar(MINUTE, '100', '97', '104', '103');
  test.each([
    ['56: a stop fills at its level', asked('sell', 'stop', 10, { stopAt: '98' }), 'sell 10 @ 98.0000'],
    ['56: a sell limit', asked('sell', 'limit', 10, { at: '103.50' }), 'sell 10 @ 103.5000'],
    [
      '60: a trail from a mark of 100',
      asked('sell', 'trailing_stop', 10, { trail: { kind: 'amount', amount: price('2') } }),
      'sell 10 @ 98.0000',
    ],
    [
      'a stop-limit fills at its stop when that satisfies its limit',
      asked('sell', 'stop_limit', 10, { stopAt: '98', at: '97.5' }),
      'sell 10 @ 98.0000',
    ],
    [
      'a stop-limit waits on the path for a better limit',
      asked('sell', 'stop_limit', 10, { stopAt: '98', at: '99' }),
      'sell 10 @ 99.0000',
    ],
  ])('%s', (_, order, fill) => {
    const { draft } = place(long10(), order, scene('100'));
    expect(walk(draft, up).fills).toEqual([fill]);
  });
  test('56: a buy limit fills at its level', () => {
    const { draft } = place(bookOf('100000.00'), asked('buy', 'limit', 10, { at: '99' }), scene('100'));
    expect(walk(draft, up).fills).toEqual(['buy 10 @ 99.0000']);
  });
  test('57: an open beyond the level is the price', () => {
    const { draft } = place(long10(), asked('sell', 'stop', 10, { stopAt: '98' }), scene('103'));
    expect(walk(draft, bar(MINUTE, '95', '94', '96', '95')).fills).toEqual(['sell 10 @ 95.0000']);
    const bought = place(bookOf('100000.00'), asked('buy', 'limit', 10, { at: '99' }), scene('103'));
    expect(walk(bought.draft, bar(MINUTE, '95', '94', '96', '95')).fills).toEqual(['buy 10 @ 95.0000']);
  });
  test('58: a bracket enters and leaves within one bar', () => {
    const order = asked('buy', 'limit', 10, {
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
    const first = place(long10(), asked('sell', 'limit', 10, { at: '103.50' }), scene('100'));
    const { draft } = place(
      first.draft,
      asked('sell', 'stop', 10, { stopAt: '98', oco: first.id }),
      scene('100'),
    );
    expect(walk(draft, bar(MINUTE, '100', '104', '97', '98')).fills).toEqual(['sell 10 @ 103.5000']);
  });
});

describe('time', () => {
  test('19: a day order that was reached expires with its position open', () => {
    const order = asked('sell', 'stop_limit', 10, { stopAt: '95', at: '94.50', tif: 'day' });
    const { draft } = place(long10(), order, scene('100'));
    const { changes, book } = walk(draft, ticks([1000, '90'], [2000, '91'], [11 * MINUTE, '96']));
    expect(changes).toEqual([
      ['triggered', 1000, null],
      ['expired', 10 * MINUTE, null],
    ]);
    expect(book.positions.size).toBe(1);
  });
  test('45: an order is over at its end, and not a millisecond before', () => {
    const order = asked('sell', 'stop', 10, { stopAt: '95', tif: 'day' });
    const { draft } = place(long10(), order, scene('100'));
    expect(walk(draft, ticks([10 * MINUTE, '94']), 10 * MINUTE).fills).toEqual(['sell 10 @ 94.0000']);
    expect(walk(draft, ticks([10 * MINUTE + 1, '94'])).fills).toEqual([]);
  });
  test('46: placed before its day begins, a day order works on that day', () => {
    const order = asked('buy', 'limit', 10, { at: '95', tif: 'day' });
    const { draft, id } = place(
      bookOf('100000.00'),
      order,
      scene('100', { isFresh: false, dayEnd: 20 * MINUTE }),
    );
    expect(walk(draft, ticks([19 * MINUTE, '94.50'])).fills).toEqual(['buy 10 @ 94.5000']);
    const { book, changes } = walk(draft, ticks([21 * MINUTE, '94.50']), 22 * MINUTE);
    expect(changes).toEqual([['expired', 20 * MINUTE, null]]);
    expect(book.orders.has(id)).toBe(false);
  });
  test('61: the end of the season', () => {
    const { draft, id } = place(long10(), asked('sell', 'stop', 10, { stopAt: '95' }), scene('100'));
    const e = 5000;
    expect(walk(draft, ticks([e - 1, '94.90']), e).fills).toEqual(['sell 10 @ 94.9000']);
    const { book } = walk(draft, ticks([e + 1, '94.90']), e);
    const [change] = cancelInBook(book, [id], 'season_end', e).changes;
    expect(change).toMatchObject({ kind: 'cancelled', at: e, order: { reason: 'season_end', finalAt: e } });
  });
  test('a market order that waits fills at the first price of the session', () => {
    const queued = asked('buy', 'market', 10, { isQueued: true });
    const { draft } = place(bookOf('100000.00'), queued, scene('100', { isFresh: false }));
    expect(writeCents([...draft.orders.values()][0]!.hold)).toBe('1050.00');
    expect(walk(draft, ticks([MINUTE, '103'])).fills).toEqual(['buy 10 @ 103.0000']);
  });
  test('nothing fires at a price from before an order was placed', () => {
    const { draft } = place(
      bookOf('100000.00'),
      asked('buy', 'limit', 10, { at: '99' }),
      scene('100', { at: 5000 }),
    );
    expect(walk(draft, ticks([4000, '98'], [5000, '98'], [5001, '98.5'])).fills).toEqual([
      'buy 10 @ 98.5000',
    ]);
  });
});

describe('what else changes orders', () => {
  test('62: a split of a stop', () => {
    const book = bookOf('96250.00', position('AAPL', 15n * SHARE, '250'));
    const { draft } = place(book, asked('sell', 'stop', 15, { stopAt: '250' }), scene('260'));
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
    const { draft } = place(bookOf('100000.00'), asked('buy', 'limit', 10, { at: '101.01' }), scene('102'));
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
  test('a split that leaves nothing', () => {
    const { draft } = place(bookOf('100000.00'), asked('buy', 'limit', 10, { at: '0.01' }), scene('1'));
    const ratio = { numerator: 1_000, denominator: 1 };
    const after = followSplit(draft, { symbol: 'AAPL', ratio, position: null, effectiveAt: 1000 }, 1000);
    expect(after.changes.at(-1)?.order).toMatchObject({ status: 'cancelled', reason: 'split', hold: 0n });
  });
  test('42, 43: a cover by force cancels what wanted to open', () => {
    const short = position('SHRT', -1900n * SHARE, '50');
    const { draft } = place(bookOf('5000.00', short), asked('buy', 'limit', 40, { at: '100' }), scene('101'));
    expect(planForcedCover(draft.cash, [{ position: short, price: price('78.94') }])).toBeNull();
    const plan = planForcedCover(draft.cash, [{ position: short, price: price('78.95') }])!;
    const after = followForcedCover(draft, plan.legs, 1000);
    expect(after.changes.map(({ order }) => order.reason)).toEqual(['forced_cover']);
    expect(writeCents(after.cash)).toBe('44995.00');
  });
  test('a cover at a loss takes what orders held, the newest first', () => {
    const short = position('SHRT', -1000n * SHARE, '50');
    const book = bookOf('10000.00', short);
    const stop = place(book, asked('cover', 'stop', 1000, { symbol: 'SHRT', stopAt: '55' }), scene('50'));
    const older = place(stop.draft, asked('buy', 'limit', 40, { at: '100' }), scene('101'));
    const newer = place(older.draft, asked('buy', 'limit', 50, { at: '100' }), scene('101'));
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
    const one = (symbol: string) => place(book, asked('buy', 'limit', 1, { at: '1', symbol }), scene('2'));
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
});
