import { expect, test } from 'bun:test';
import { parsePrice } from '#core/money/money.ts';
import { basisPoints, cents, priceE4, quantityMicros } from '#core/money/units.ts';
import { isReached, isWithin } from '#core/orders/order.ts';
import { readExit } from '#core/orders/typed-level.ts';
import en from '#locales/en/chart.json' with { type: 'json' };
import { judge, type TicketDraft, type TicketScene } from './draft.ts';
import { distanceOf } from './exits.ts';
import { fieldText, firstLevels } from './first-levels.ts';
import { faultText, movedText, waitingText } from './summary.ts';

const scene: TicketScene = {
  ...{ action: 'buy', symbol: 'AAPL', price: priceE4(1_000_000n), cash: cents(100_000_00n), reserved: 0n },
  ...{ held: null, isClosed: false },
};
const long = {
  symbol: 'AAPL',
  side: 'long',
  quantity: '25',
  entry: '110',
  cost: '2750.00',
  exactCost: '2750.0000000000',
} as const;
const draft: TicketDraft = {
  ...{ type: 'market', mode: 'quantity', quantity: '10', amount: '', reverse: false, follow: false },
  queue: false,
  ...{ limit: '90', stop: '110', trail: '2', trailUnit: 'percent', tif: 'gtc', target: null, loss: null },
};
const selling: TicketScene = { ...scene, action: 'sell', held: long };

/** The fault's place and sentence, or null. */
function faultOf(part: Partial<TicketDraft>, more: Partial<TicketScene> = {}) {
  const { fault } = judge({ ...draft, ...part }, { ...scene, ...more });
  return fault && [fault.at, faultText(fault, en)];
}
/** What waits, without the marks around figures. */
function waits(part: Partial<TicketDraft>, of: TicketScene = scene) {
  const whole = { ...draft, ...part };
  return waitingText(whole, judge(whole, of), of, en)?.replace(/[\u2060-\u2069]/g, '') ?? null;
}

test.each([
  [{ quantity: '1001' }, {}, ['size', 'Not enough cash. $100,000.00 buys up to 1,000 shares.']],
  [{}, { reserved: 99_500_00n }, ['size', 'Not enough cash. $500.00 buys up to 5 shares.']],
  [{}, { reserved: 99_900_00n }, ['size', 'Not enough cash. $100.00 buys up to 1 share.']],
  [
    {},
    { action: 'short', reserved: 99_900_00n },
    ['size', 'Not enough cash. $100.00 covers a short of up to 1 share.'],
  ],
  [
    { type: 'limit', quantity: '1112' },
    {},
    ['size', 'Not enough cash. $100,000.00 buys up to 1,111.111111 shares.'],
  ],
  [{}, { action: 'sell' }, ['size', 'You have no long position in AAPL to close.']],
  [{ quantity: '26' }, selling, ['size', 'You hold only 25 AAPL.']],
  [{}, { action: 'short', held: long }, ['size', 'You are long 25 AAPL. Close it first, or use Reverse.']],
  [{ reverse: true }, { action: 'short', held: long }, null],
  [
    { type: 'limit', reverse: true },
    { action: 'short', held: long },
    ['size', 'You are long 25 AAPL. Close it first.'],
  ],
  [
    {},
    { isClosed: true },
    ['order', 'The market is closed. Choose to wait for the opening, or an order that waits for a price.'],
  ],
  [{ queue: true }, { isClosed: true }, null],
  [{ type: 'limit' }, { isClosed: true }, null],
  [
    { queue: true, reverse: true },
    { action: 'short', held: long, isClosed: true },
    ['size', 'You are long 25 AAPL. Close it first.'],
  ],
  [{}, { price: null }, ['order', 'There is no price for AAPL right now.']],
  [{ type: 'limit' }, { price: null }, null],
  [{ type: 'limit', limit: '0' }, {}, ['limit', 'Enter a price above 0, with up to 4 decimals.']],
  [{ type: 'stop', stop: '99' }, {}, ['stop', 'AAPL is already at $100.00: this stop is reached.']],
  [
    { type: 'trailing_stop', trail: '51' },
    selling,
    ['trail', 'Enter a distance shorter than the price, at most 50%.'],
  ],
  [
    { type: 'trailing_stop', trail: '100', trailUnit: 'amount' },
    selling,
    ['trail', 'Enter a distance shorter than the price, at most 50%.'],
  ],
  [{ target: '100' }, {}, ['target', 'The target must be above $100.00.']],
  [{ target: '90' }, { action: 'short' }, null],
  [{ loss: '+1x' }, {}, ['loss', 'Enter a price, or a distance like 5% or +3.']],
  [{ type: 'limit', target: '89', loss: '80' }, {}, ['target', 'The target must be above $90.00.']],
] as const)('%o', (part, more, expected) => {
  expect(faultOf(part, more as Partial<TicketScene>)).toEqual(expected as never);
});

test('an order that waits says in one sentence what it holds and does', () => {
  expect(waits({ type: 'limit' })).toBe('Holds $900.00 · buys 10 when AAPL is at $90.00 or lower');
  expect(waits({ type: 'stop' })).toBe('Holds $1,155.00 · buys 10 when AAPL is at $110.00 or higher');
  expect(waits({ type: 'limit', limit: '120' })).toBe(
    'Holds $1,200.00 · buys 10 at once: AAPL is at $100.00',
  );
  expect(waits({ type: 'limit', mode: 'amount', amount: '500' })).toBe(
    'Holds $500.00 · buys $500.00 when AAPL is at $90.00 or lower',
  );
  expect(waits({ type: 'stop_limit', limit: '111' })).toBe(
    'Holds $1,110.00 · buys 10 at $111.00 or better once AAPL is at $110.00 or higher',
  );
  expect(waits({ type: 'stop', stop: '95.6', follow: true }, selling)).toBe(
    'Sells all 25 when AAPL is at $95.60 or lower. About −$360.00 against your entry.',
  );
  expect(waits({ type: 'trailing_stop' }, selling)).toBe(
    'Sells 10 when AAPL falls 2.00% from its highest price.',
  );
});

test.each([
  ['159.20', true, 1_592_000n],
  ['$159.2', true, 1_592_000n],
  ['5%', true, 1_050_000n],
  ['5 %', false, 950_000n],
  ['+3', true, 1_030_000n],
  ['-3', false, 970_000n],
  ['−2.5', false, 975_000n],
  ['+2,5', true, 1_025_000n],
  ['2,5%', true, 1_025_000n],
  ['1,159.20', true, 11_592_000n],
  ['1,159', true, null],
  ['100%', false, null],
  ['', true, null],
  ['%', true, null],
  ['+', true, null],
] as const)('a level typed as %p', (typed, isAbove, level) => {
  expect(readExit(typed, priceE4(1_000_000n), isAbove)).toBe(level && priceE4(level));
});

test.each([
  [{ quantity: '1,500' }, 'size'],
  [{ mode: 'amount', amount: '1,500' }, 'size'],
  [{ type: 'limit', limit: '1,500' }, 'limit'],
  [{ type: 'stop', stop: '1,500' }, 'stop'],
  [{ target: '1,500' }, 'target'],
  [{ loss: '-1,500' }, 'loss'],
] as const)('a number that may be two is asked about: %j', (part, place) => {
  expect(faultOf(part)).toEqual([place, 'This can be read as two numbers: type 1500 or 1.500.']);
});

test('the ticket reads decimals with a comma', () => {
  const { quantity, limit } = judge({ ...draft, type: 'limit', quantity: '1,5', limit: '87,20' }, scene);
  expect([quantity, limit]).toEqual([quantityMicros(1_500_000n), priceE4(872_000n)]);
  expect(judge({ ...draft, type: 'trailing_stop', trail: '2,5' }, selling).trail).toBe(250n);
});

test('target and stop are worth what they would bring from the entry', () => {
  const { target, loss } = judge({ ...draft, target: '109', loss: '95' }, scene);
  expect([target?.pnl, loss?.pnl]).toEqual([cents(90_00n), cents(-50_00n)]);
  const short = judge({ ...draft, target: '95', loss: '102' }, { ...scene, action: 'short' });
  expect([short.target?.pnl, short.loss?.pnl]).toEqual([cents(50_00n), cents(-20_00n)]);
  expect(distanceOf(priceE4(1_090_000n), priceE4(1_000_000n))).toBe(basisPoints(900n));
});

test.each([
  [273.107, 273.123, '+$0.01'],
  [273.106, 273.114, '$0.00'],
  [273.12, 273.1, '−$0.02'],
])('from %d to %d a receipt says %s, as its two prices do', (seen, filled, text) => {
  expect(movedText(seen, filled)).toBe(text);
});

test.each([
  ['buy', 'stop', '100.0044', ['100.00', '101.00']],
  ['cover', 'stop', '100.0044', ['100.00', '101.00']],
  ['sell', 'stop', '100.0044', ['100.00', '99.00']],
  ['short', 'stop', '100.0044', ['100.00', '99.00']],
  ['buy', 'stop_limit', '100', ['101.51', '101.00']],
  ['sell', 'stop_limit', '100', ['98.51', '99.00']],
  ['sell', 'limit', '0.5', ['0.50', '0.495']],
  ['buy', 'stop', '0.003', ['0.003', '0.0031']],
] as const)('the levels of a %s %s at %s begin with limit and stop at %p', (action, type, price, levels) => {
  const { limit, stop } = firstLevels({ type, trailUnit: 'percent' }, action, parsePrice(price));
  expect([limit, stop].map(Number)).toEqual(levels.map(Number));
});

test('a stop begins where no price has reached it, whatever the price', () => {
  for (const action of ['buy', 'sell', 'short', 'cover'] as const)
    for (let price = 2n; price < 10n ** 8n; price += price / 7n + 1n)
      for (const type of ['stop', 'stop_limit'] as const) {
        const first = firstLevels({ type, trailUnit: 'percent' }, action, priceE4(price));
        const { stop, limit, fault } = judge(
          { ...draft, ...first, type },
          { ...scene, action, price: priceE4(price) },
        );
        expect([fault?.key === 'crossed', stop === null, isReached(action, stop!, priceE4(price))]).toEqual([
          false,
          false,
          false,
        ]);
        // once it is reached the limit leaves room to fill
        if (type === 'stop_limit') expect(isWithin(action, limit!, stop!)).toBe(true);
      }
});

test('a trail begins at 2%, in dollars too', () => {
  const trail = (trailUnit: 'percent' | 'amount', price: bigint | null) =>
    firstLevels({ type: 'trailing_stop', trailUnit }, 'sell', price === null ? null : priceE4(price)).trail;
  expect(trail('percent', 1_234_567n)).toBe('2');
  expect(trail('amount', 1_234_567n)).toBe('2.47');
  expect(trail('amount', 1_000n)).toBe(fieldText(priceE4(100n)));
});
