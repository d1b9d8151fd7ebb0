import { expect, test } from 'bun:test';
import type { WireOrder } from '#core/contract/orders.ts';
import { cents } from '#core/money/units.ts';
import type { Holding } from '#core/trading/holding-text.ts';
import {
  carriedPrice,
  crosses,
  isGain,
  labelled,
  linesOf,
  moneyAt,
  spread,
  spreadBeside,
  stepped,
  toTick,
} from './line.ts';
import { labelRoom } from './place.ts';

const long: Holding = {
  symbol: 'NVDA',
  side: 'long',
  quantity: '25',
  entry: '145.884',
  cost: '3647.10',
  exactCost: '3647.1000000000',
};
const order = (change: Partial<WireOrder>): WireOrder =>
  ({
    id: 'o',
    symbol: 'NVDA',
    action: 'sell',
    type: 'limit',
    quantity: '25',
    amount: null,
    closeAll: false,
    limitPrice: '159.2000',
    stopPrice: null,
    currentStop: null,
    triggeredAt: null,
    ...change,
  }) as WireOrder;

test('position and orders of the symbol are lines, each of its kind', () => {
  const orders = [
    order({}),
    order({ type: 'stop', stopPrice: '140.0000', limitPrice: null, closeAll: true, quantity: null }),
    order({ action: 'buy', limitPrice: '128.5000', quantity: '10' }),
    order({ type: 'trailing_stop', limitPrice: null, currentStop: '141.0000' }),
    order({ type: 'market', limitPrice: null }),
    order({ symbol: 'AAPL' }),
    order({ type: 'stop_limit', stopPrice: '147.0000', triggeredAt: '2026-11-25T00:00:00Z' }),
  ];
  const lines = linesOf('NVDA', [long], orders);
  expect(lines.map(({ kind, price, quantity, movable }) => [kind, price, quantity, movable])).toEqual([
    ['position', '145.884', '25', null],
    ['target', '159.2000', '25', 'limitPrice'],
    ['stop', '140.0000', '25', 'stopPrice'],
    ['order', '128.5000', '10', 'limitPrice'],
    ['stop', '141.0000', '25', null],
    ['order', '159.2000', '25', 'limitPrice'],
  ]);
  expect(lines.map((line) => moneyAt(line, long, line.price === '145.884' ? '146.38' : line.price))).toEqual([
    cents(1240n),
    cents(33290n),
    cents(-14710n),
    cents(128500n),
    cents(-12210n),
    cents(398000n),
  ]);
});

test('a part of a position gains its share', () => {
  const [line] = linesOf('NVDA', [long], [order({ quantity: '10' })]).slice(1);
  expect(moneyAt(line!, long, '155.884')).toBe(cents(10000n));
});

test('above its entry a long gains, below it a short', () => {
  const short: Holding = { ...long, side: 'short' };
  expect([isGain(long, '150'), isGain(long, '140'), isGain(short, '140'), isGain(short, '150')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([long, short].map((position) => isGain(position, '145.884'))).toEqual([false, false]);
});

test('labels are moved apart as little as possible, within the range', () => {
  expect(spread([100, 200], 30, 14, 500)).toEqual([100, 200]);
  expect(spread([100, 110], 30, 14, 500)).toEqual([90, 120]);
  const near = spread([10, 12, 14], 30, 14, 500);
  expect(near[0]).toBe(14);
  for (let i = 1; i < near.length; i++) expect(near[i]! - near[i - 1]!).toBeGreaterThanOrEqual(29.5);
});

test('steps stay on the prices an order may name', () => {
  expect(stepped('140.0000', { cents: -1 })).toBe('139.99');
  expect(stepped('140', { cents: 10 })).toBe('140.10');
  expect(stepped('140', { percent: 1 })).toBe('141.40');
  expect(stepped('0.5', { cents: 1 })).toBe('0.5001');
  expect(stepped('0.0001', { cents: -1 })).toBe('0.0001');
  expect(toTick(146.38499)).toBe('146.38');
});

test('tags on the axis keep clear of the newest price', () => {
  expect(spreadBeside([95, 104], 100, 20, 0, 300)).toEqual([80, 120]);
  expect(spreadBeside([50, 200], 100, 20, 0, 300)).toEqual([50, 200]);
  expect(spreadBeside([95, 104], null, 20, 0, 300)).toEqual(spread([95, 104], 20, 0, 300));
  expect(spreadBeside([101], 100, 20, 0, 300)).toEqual([120]);
});

test('beyond each edge the nearest lines keep a label', () => {
  expect(labelled([-300, -200, -1, 0, 500, 501, 600, 700], 500, 2)).toEqual([
    ...[false, true, true, true, true],
    ...[true, true, false],
  ]);
  expect(labelled([-2, -1], 500, 1)).toEqual([false, true]);
  expect(labelled([], 500, 1)).toEqual([]);
  // the newest price may be out of view as well
  expect(spreadBeside([800], 700, 20, 10, 490)).toEqual([490]);
  expect(spreadBeside([-90, -50], -70, 20, 10, 490)).toEqual(spread([-90, -50], 20, 10, 490));
});

test('a label fits after the newest candles, on the smallest charts before them', () => {
  expect(labelRoom(1000, 64)).toBe(284);
  expect(labelRoom(526, 64)).toBe(184);
  // seven bars of 9 px from the axis on, and 12 px of margins
  expect(labelRoom(296, 64)).toBe(296 - 63 - 12);
});

test('an order moved beyond the newest price crosses it', () => {
  const [stop] = linesOf(
    'NVDA',
    [],
    [order({ type: 'stop', limitPrice: null, stopPrice: '95', action: 'sell' })],
  );
  expect(crosses(stop!, '99.99', '100')).toBe(false);
  expect(crosses(stop!, '100', '100')).toBe(true);
  const [limit] = linesOf('NVDA', [], [order({ type: 'limit', limitPrice: '90', action: 'buy' })]);
  expect(crosses(limit!, '99.99', '100')).toBe(false);
  expect(crosses(limit!, '100.5', '100')).toBe(true);
  expect(crosses(limit!, '100.5', null)).toBe(false);
});

const entry = order({ id: 'e', action: 'buy', type: 'limit', limitPrice: '155.0000', quantity: '20' });
const child = (change: Partial<WireOrder>) =>
  order({ parentId: 'e', status: 'held', closeAll: true, quantity: null, limitPrice: null, ...change });

test('target and stop of a waiting entry say what they would gain and lose, and go with it', () => {
  const target = child({ id: 't', role: 'take_profit', limitPrice: '161.2000' });
  const stop = child({ id: 's', role: 'stop_loss', type: 'stop', stopPrice: '151.9000' });
  const [, ...lines] = linesOf('NVDA', [], [entry, target, stop]);
  expect(lines.map((line) => [line.kind, line.quantity, moneyAt(line, null, line.price)])).toEqual([
    ['target', '20', cents(124_00n)],
    ['stop', '20', cents(-62_00n)],
  ]);
  expect(lines.map((line) => carriedPrice(line, '150.0000'))).toEqual(['156.2000', '146.9000']);
});
