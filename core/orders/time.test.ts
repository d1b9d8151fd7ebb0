/** When an order begins to work and when it is over. */
import { describe, expect, test } from 'bun:test';
import { bookOf, long10, MINUTE, request, scene, ticks, walk } from '#tests/helpers/order-walk.ts';
import { writeCents } from '../money/money.ts';
import { cancelInBook } from './follow.ts';
import { place } from './place.ts';

describe('time', () => {
  test('19: a day order that was reached expires with its position open', () => {
    const order = request('sell', 'stop_limit', 10, { stopAt: '95', at: '94.50', tif: 'day' });
    const { draft } = place(long10(), order, scene('100'));
    const { changes, book } = walk(draft, ticks([1000, '90'], [2000, '91'], [11 * MINUTE, '96']));
    expect(changes).toEqual([
      ['triggered', 1000, null],
      ['expired', 10 * MINUTE, null],
    ]);
    expect(book.positions.size).toBe(1);
  });
  test('45: an order is over at its end, and not a millisecond before', () => {
    const order = request('sell', 'stop', 10, { stopAt: '95', tif: 'day' });
    const { draft } = place(long10(), order, scene('100'));
    expect(walk(draft, ticks([10 * MINUTE, '94']), 10 * MINUTE).fills).toEqual(['sell 10 @ 94.0000']);
    expect(walk(draft, ticks([10 * MINUTE + 1, '94'])).fills).toEqual([]);
  });
  test('46: placed before its day begins, a day order works on that day', () => {
    const order = request('buy', 'limit', 10, { at: '95', tif: 'day' });
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
    const { draft, id } = place(long10(), request('sell', 'stop', 10, { stopAt: '95' }), scene('100'));
    const e = 5000;
    expect(walk(draft, ticks([e - 1, '94.90']), e).fills).toEqual(['sell 10 @ 94.9000']);
    const { book } = walk(draft, ticks([e + 1, '94.90']), e);
    const [change] = cancelInBook(book, [id], 'season_end', e).changes;
    expect(change).toMatchObject({ kind: 'cancelled', at: e, order: { reason: 'season_end', finalAt: e } });
  });
  test('a market order that waits fills at the first price of the session', () => {
    const queued = request('buy', 'market', 10, { isQueued: true });
    const { draft } = place(bookOf('100000.00'), queued, scene('100', { isFresh: false }));
    expect(writeCents([...draft.orders.values()][0]!.hold)).toBe('1050.00');
    expect(walk(draft, ticks([MINUTE, '103'])).fills).toEqual(['buy 10 @ 103.0000']);
  });
  test('no order fires at a price older than itself', () => {
    const { draft } = place(
      bookOf('100000.00'),
      request('buy', 'limit', 10, { at: '99' }),
      scene('100', { at: 5000 }),
    );
    expect(walk(draft, ticks([4000, '98'], [5000, '98'], [5001, '98.5'])).fills).toEqual([
      'buy 10 @ 98.5000',
    ]);
  });
});
