import { describe, expect, test } from 'bun:test';
import { all, desk, refusalOf, shares } from '#tests/helpers/desk.ts';
import { english } from '#tests/helpers/english.ts';
import * as walk from '#tests/helpers/order-walk.ts';
import { readPrice as P, plainDecimal, QUANTITY_DIGITS, readCents } from '../money/money.ts';
import { priceE4, quantityMicros } from '../money/units.ts';
import { advance } from '../orders/advance.ts';
import type { Book, Draft } from '../orders/book.ts';
import type { Stretch } from '../orders/meeting.ts';
import type { Scene, WorkingOrder } from '../orders/order.ts';
import { place } from '../orders/place.ts';
import { type AuditFill, beginReplay, replayOn } from './audit.ts';
import { type DayShares, dayKey, dayShareOf, inMicros, roomInVolume, volumeLimit } from './day-volume.ts';
import { planForcedCover } from './margin.ts';
import { NO_RULES, rulesOn } from './season-rules.ts';

const START = readCents('100000.00');
const RULES = { ...NO_RULES, maxVolume: 10 };
const NOON = Date.parse('2026-06-02T12:00:00Z');
const DAY = 86_400_000;

test('the limit is rounded down to a micro-share, and an unknown volume leaves no room', () => {
  expect(volumeLimit(10, inMicros(1_000))).toBe(quantityMicros(100_000_000n));
  expect(volumeLimit(33, quantityMicros(10n))).toBe(quantityMicros(3n));
  expect(volumeLimit(100, null)).toBe(0n);
  const traded = quantityMicros(99_999_999n);
  expect(roomInVolume(10, { volume: inMicros(1_000), traded })).toBe(quantityMicros(1n));
  expect(roomInVolume(10, { volume: inMicros(999), traded })).toBe(0n);
});

test('a day is the UTC date of the price', () => {
  expect(dayKey('A', Date.parse('2026-06-02T23:59:59.999Z'))).toBe(dayKey('A', NOON));
  expect(dayKey('A', Date.parse('2026-06-03T00:00:00Z'))).not.toBe(dayKey('A', NOON));
});

test('a simulated market has no such rule', () => {
  expect(rulesOn('simulated', RULES)).toEqual(NO_RULES);
  for (const market of ['replay', 'fmp'] as const) expect(rulesOn(market, RULES)).toBe(RULES);
});

describe('an order', () => {
  const price = P('10');
  const floor = (traded: string, volume: number | null = 1_000) => {
    const d = desk(START, RULES);
    d.terms.dayShare = {
      volume: volume === null ? null : inMicros(volume),
      traded: quantityMicros(BigInt(Number(traded) * 1e6)),
    };
    return d;
  };

  test('buying and shorting end at the share of the volume, less what was traded that day', () => {
    for (const action of ['buy', 'short'] as const) {
      floor('40').trade('A', action, shares('60'), price);
      const refusal = refusalOf(() => floor('40').trade('A', action, shares('60.000001'), price));
      expect(refusal).toMatchObject({
        code: 'VOLUME_LIMIT',
        status: 409,
        details: { maxQuantity: '60', maxVolume: 10 },
      });
      expect(english(refusal)).toContain('100 shares a day (10% of the volume of the session before)');
    }
    expect(refusalOf(() => floor('140').trade('A', 'buy', shares('1'), price)).details?.maxQuantity).toBe(
      '0',
    );
  });

  test('without a known volume nothing opens', () => {
    const refusal = refusalOf(() => floor('0', null).trade('A', 'buy', shares('1'), price));
    expect(refusal).toMatchObject({ code: 'VOLUME_LIMIT', reason: 'unknown', details: { maxQuantity: '0' } });
  });

  test('closing and forced covers are never refused', () => {
    const d = floor('0');
    d.trade('A', 'buy', shares('100'), price);
    for (const volume of [inMicros(0), null]) {
      d.terms.dayShare = { volume, traded: inMicros(5_000) };
      d.trade('A', 'sell', shares('50'), price);
    }
    expect(d.open.size).toBe(0);
    const short = floor('0');
    short.trade('A', 'short', shares('100'), price);
    const held = [{ position: short.open.get('A')!, price: P('100') }];
    expect(planForcedCover(0n, held)!.fills).toHaveLength(1);
    short.terms.dayShare = { volume: null, traded: 0n };
    short.trade('A', 'cover', all, price);
  });

  test('a reverse counts what it closes', () => {
    const d = floor('0');
    d.trade('A', 'buy', shares('30'), price);
    d.terms.dayShare = { volume: inMicros(1_000), traded: inMicros(30) };
    const turn = (quantity: string) => () =>
      d.trade('A', 'short', shares(quantity), price, { reverse: true });
    // of 100: 30 bought, 30 sold by the reverse, 40 left to open
    expect(refusalOf(turn('41')).details?.maxQuantity).toBe('40');
    expect(turn('40')().fills).toHaveLength(2);
  });

  test('the least of cash, largest share and volume is named', () => {
    const d = desk(START, { ...RULES, maxShare: 1 });
    d.terms.dayShare = { volume: inMicros(2_000), traded: 0n };
    expect(refusalOf(() => d.trade('A', 'buy', shares('150'), price))).toMatchObject({
      code: 'SHARE_LIMIT',
      details: { maxQuantity: '100' },
    });
    d.terms.dayShare = { volume: inMicros(500), traded: 0n };
    expect(refusalOf(() => d.trade('A', 'buy', shares('150'), price)).details?.maxQuantity).toBe('50');
    expect(refusalOf(() => d.trade('A', 'buy', shares('60'), price)).code).toBe('VOLUME_LIMIT');
  });
});

describe('a working order', () => {
  const dayShares = (traded: number, more: Partial<DayShares> = {}): DayShares => ({
    volumes: new Map([
      [dayKey('A', NOON), inMicros(1_000)],
      [dayKey('A', NOON + DAY), inMicros(3_000)],
    ]),
    traded: new Map([[dayKey('A', NOON), inMicros(traded)]]),
    pricedAt: (_, at) => at,
    ...more,
  });
  const bookOf = (shares: DayShares): Book => ({
    ...walk.bookOf('100000.00'),
    rules: RULES,
    version: 7,
    dayShares: shares,
  });
  const scene = (last: string, more: Partial<Scene> = {}) =>
    walk.scene(last, { at: NOON, dayEnd: NOON + 9 * DAY, ...more });
  const limit = (quantity: number, price: string) =>
    walk.request('buy', 'limit', quantity, { symbol: 'A', at: price });
  /** Returns how the orders ended after a trade print of `price` at an instant. */
  const after = (book: Book, at: number, price: string) => {
    const print: Stretch = { fromMs: at, from: P(price), toMs: at, to: P(price) };
    const drafts = [...advance(book, () => [print], NOON, at)] as Draft[];
    return drafts.flatMap(({ changes }) =>
      changes.map(({ order }: { order: WorkingOrder }) => [
        order.status,
        order.reason,
        plainDecimal(order.size.kind === 'quantity' ? order.size.quantity : 0n, QUANTITY_DIGITS),
      ]),
    );
  };

  test('waits whatever the day has left, and is judged at its fill', () => {
    const { draft } = place(bookOf(dayShares(100)), limit(80, '9'), scene('10'));
    expect(draft.changes.at(-1)!.order.status).toBe('working');
    expect(after(draft, NOON + 1_000, '9')).toEqual([['rejected', 'VOLUME_LIMIT', '80']]);
    // the next day has another volume, and the trader has not traded on it
    expect(after(draft, NOON + DAY, '9')).toEqual([['filled', null, '80']]);
    expect(after(draft, NOON + 2 * DAY, '9')).toEqual([['rejected', 'VOLUME_LIMIT', '80']]);
  });

  test('fills count for the orders after them', () => {
    const first = place(bookOf(dayShares(0)), limit(60, '9'), scene('10')).draft;
    const both = place(first, limit(60, '8.50'), scene('10')).draft;
    expect(after(both, NOON + 1_000, '8')).toEqual([
      ['filled', null, '60'],
      ['rejected', 'VOLUME_LIMIT', '60'],
    ]);
  });

  test('one that fills at once is refused, by the day of its price', () => {
    const refusal = refusalOf(() => place(bookOf(dayShares(50)), limit(60, '11'), scene('10')));
    expect(refusal).toMatchObject({ code: 'VOLUME_LIMIT', details: { maxQuantity: '50' } });
    const yesterday = { at: NOON + DAY, pricedAt: NOON };
    expect(refusalOf(() => place(bookOf(dayShares(50)), limit(60, '11'), scene('10', yesterday))).code).toBe(
      'VOLUME_LIMIT',
    );
    const today = scene('10', { at: NOON + DAY });
    expect(place(bookOf(dayShares(50)), limit(60, '11'), today).draft.fills).toHaveLength(1);
  });
});

test('a replay finds every opening fill beyond the share, whichever way the shares before it went', () => {
  const volumes = new Map([[dayKey('A', NOON), inMicros(1_000)]]);
  const account = beginReplay(START, 7, volumes);
  const faults: [string, string, string][] = [];
  const play = (action: AuditFill['action'], quantity: number, pricedAt = NOON, symbol = 'A') => {
    const cash = readCents((action === 'buy' ? -quantity : quantity).toFixed(2));
    const fill = { symbol, action, quantity: inMicros(quantity), price: priceE4(10_000n), cash, at: 0 };
    replayOn(account, { ...fill, pricedAt, reason: 'order' }, RULES, ({ what, is, should }) =>
      faults.push([what, is, should]),
    );
  };
  play('buy', 60);
  play('sell', 30);
  play('buy', 10);
  play('buy', 1);
  play('sell', 41);
  play('buy', 1, NOON + DAY);
  play('buy', 1, NOON, 'B');
  expect(faults).toEqual([
    ['maxVolume', '1.000000', '0.000000'],
    ['maxVolume', '1.000000', '0.000000'],
    ['maxVolume', '1.000000', '0.000000'],
  ]);
  expect(dayShareOf(account.day, dayKey('A', NOON)).traded).toBe(inMicros(142));
});
