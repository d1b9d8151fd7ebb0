import { expect, test } from 'bun:test';
import { basisPoints, cents, priceE4, quantityMicros } from '#core/money/units.ts';
import { isReached, isWithin } from '#core/orders/order.ts';
import chart from '#locales/en/chart.json' with { type: 'json' };
import errors from '#locales/en/errors.json' with { type: 'json' };
import { type ChartStrings, ORDER_RULES } from '../ground/strings.ts';
import { distanceOf, firstLevels, readLimits, type TicketDraft, type TicketScene } from './draft.ts';
import { judge } from './judge.ts';
import { faultText, movedText, waitingText } from './summary.ts';

const rules = ORDER_RULES.map((key) => [key, errors[key]] as const);
const en = { ...chart, ...Object.fromEntries(rules) } as ChartStrings;
const scene: TicketScene = {
  action: 'buy',
  symbol: 'AAPL',
  price: priceE4(1_000_000n),
  cash: cents(100_000_00n),
  reserved: 0n,
  held: null,
  limits: readLimits(undefined),
  needsReason: false,
  isClosed: false,
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
  type: 'market',
  mode: 'quantity',
  quantity: '10',
  amount: '',
  most: false,
  reverse: false,
  follow: false,
  queue: false,
  limit: '90',
  stop: '110',
  trail: '2',
  trailUnit: 'percent',
  tif: 'gtc',
  target: null,
  loss: null,
  reason: '',
};
const selling: TicketScene = { ...scene, action: 'sell', held: long };

/** Returns the fault's field and sentence, or null. */
function faultOf(part: Partial<TicketDraft>, more: Partial<TicketScene> = {}) {
  const { fault } = judge({ ...draft, ...part }, { ...scene, ...more });
  return fault && [fault.field, faultText(fault, en)];
}
/** Returns the sentence of a working order, without the marks around figures. */
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
] as const)('the fault of %o', (part, more, expected) => {
  expect(faultOf(part, more as Partial<TicketScene>)).toEqual(expected as never);
});

test('a working order says in one sentence what it reserves and does', () => {
  expect(waits({ type: 'limit' })).toBe('Holds $900.00 · buys 10 when AAPL is at $90.00 or lower');
  expect(waits({ type: 'stop' })).toBe(
    'Holds $1,155.00, with 5% in reserve · buys 10 when AAPL is at $110.00 or higher',
  );
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
  [{ quantity: '1,500' }, 'size'],
  [{ mode: 'amount', amount: '1,500' }, 'size'],
  [{ type: 'limit', limit: '1,500' }, 'limit'],
  [{ type: 'stop', stop: '1,500' }, 'stop'],
  [{ target: '1,500' }, 'target'],
  [{ loss: '-1,500' }, 'loss'],
] as const)('a number that can be read as two is asked about: %j', (part, field) => {
  expect(faultOf(part)).toEqual([field, 'This can be read as two numbers: type 1500 or 1.500.']);
});

test('the ticket reads decimals with a comma', () => {
  const { quantity, limit } = judge({ ...draft, type: 'limit', quantity: '1,5', limit: '87,20' }, scene);
  expect([quantity, limit]).toEqual([quantityMicros(1_500_000n), priceE4(872_000n)]);
  expect(judge({ ...draft, type: 'trailing_stop', trail: '2,5' }, selling).trail).toEqual({
    kind: 'percent',
    percent: basisPoints(250n),
  });
});

test('target and stop show their profit and loss from the entry on', () => {
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
])('from %d to %d a receipt says %s, as its two prices do', (quoted, filled, text) => {
  expect(movedText(quoted, filled)).toBe(text);
});

test('the first stop is one that the price has not reached, whatever the price', () => {
  for (const action of ['buy', 'sell', 'short', 'cover'] as const)
    for (let price = 2n; price < 10n ** 8n; price += price / 7n + 1n)
      for (const type of ['stop', 'stop_limit'] as const) {
        const first = firstLevels({ type, trailUnit: 'percent' }, action, priceE4(price));
        const { stop, limit, fault } = judge(
          { ...draft, ...first, type },
          { ...scene, action, price: priceE4(price) },
        );
        expect([
          fault?.key === 'crossed',
          stop === null,
          isReached({ action, type, status: 'working' }, stop!, priceE4(price)),
        ]).toEqual([false, false, false]);
        // once the stop is reached the order can fill at the limit
        if (type === 'stop_limit') expect(isWithin(action, limit!, stop!)).toBe(true);
      }
});

const short = {
  symbol: 'AAPL',
  side: 'short',
  quantity: '10',
  entry: '50',
  cost: '500.00',
  exactCost: '500.0000000000',
} as const;

/** Judges ten shares at the market. */
const judged = (part: Partial<TicketDraft>, more: Partial<TicketScene> = {}) =>
  judge({ ...draft, ...part }, { ...scene, ...more });

test('buying takes quantity × price from cash, and the largest order is what cash affords', () => {
  const { estimate, quantity, largest, sizeProblem } = judged({});
  expect(estimate).toEqual({ cash: cents(1000_00n), cashAfter: cents(99_000_00n) });
  expect([quantity, largest, sizeProblem]).toEqual([
    quantityMicros(10_000_000n),
    quantityMicros(1_000_000_000n),
    null,
  ]);
});

test('an amount buys shares rounded down, so that it is never exceeded', () => {
  const { quantity, estimate } = judged({ mode: 'amount', amount: '1000' }, { price: priceE4(3_333_300n) });
  expect(quantity).toBe(quantityMicros(3_000_030n));
  expect(estimate.cash).toBe(cents(1000_00n));
});

test('a cent is rounded up when buying and shorting takes it, down when selling pays it', () => {
  const cashOf = (more: Partial<TicketScene>) =>
    judged({ quantity: '1' }, { price: priceE4(100_050n), ...more }).estimate.cash;
  expect(cashOf({})).toBe(cents(10_01n));
  expect(cashOf({ action: 'short' })).toBe(cents(10_01n));
  expect(cashOf({ action: 'sell', held: long })).toBe(cents(10_00n));
  // 2 × 50 − 10.005
  expect(cashOf({ action: 'cover', held: short })).toBe(cents(89_99n));
});

test('selling pays out, up to all shares that are open', () => {
  const more = { action: 'sell', price: priceE4(1_300_000n), cash: cents(97_800_00n), held: long } as const;
  const { estimate, largest } = judged({ quantity: '5' }, more);
  expect([estimate.cashAfter, largest]).toEqual([cents(98_450_00n), quantityMicros(25_000_000n)]);
});

test('covering pays back the collateral and the difference', () => {
  const more = { action: 'cover', price: priceE4(450_000n), cash: cents(99_500_00n), held: short } as const;
  expect(judged({ quantity: '4' }, more).estimate.cashAfter).toBe(cents(99_720_00n));
});

test('reversing a short opens with what covering frees', () => {
  const more = { price: priceE4(450_000n), cash: cents(99_500_00n), held: short };
  const { estimate, largest } = judged({ quantity: '1', reverse: true }, more);
  expect(estimate.cashAfter).toBe(cents(100_050_00n - 45_00n));
  expect(largest).toBe(quantityMicros(2_223_333_333n));
});

test('an order that the position refuses has no estimate', () => {
  expect(judged({}, { action: 'sell', held: short })).toMatchObject({
    largest: 0n,
    estimate: { cash: null },
  });
  expect(judged({}, { held: short }).estimate.cash).toBeNull();
  expect(judged({ quantity: '26' }, selling).estimate.cash).toBeNull();
});

test('without a price there is no estimate, but the size is still judged', () => {
  expect(judged({}, { price: null }).estimate.cash).toBeNull();
  expect(judged({ quantity: '0' }, { price: null }).sizeProblem).toBe('invalidQuantity');
});

test('a trail whose stop the price has reached already is no trail', () => {
  const more = { ...selling, price: priceE4(1n) };
  expect(faultOf({ type: 'trailing_stop', trail: '0.01' }, more)?.[0]).toBe('trail');
});

const season = readLimits({ minPrice: '5.00', maxShare: 25, longOnly: false, startCash: '100000.00' });

test("the largest order ends at the season's share of the start cash, less what is held", () => {
  expect(judged({}, { limits: season })).toMatchObject({
    largest: quantityMicros(250_000_000n),
    largestCost: cents(25_000_00n),
  });
  expect(judged({}, { limits: season, held: long }).largest).toBe(quantityMicros(225_000_000n));
  // judged at the order's own price
  expect(judged({ type: 'limit' }, { limits: season }).largest).toBe(quantityMicros(277_777_777n));
  expect(judged({}, { limits: season, cash: cents(100_00n) })).toMatchObject({
    largest: quantityMicros(1_000_000n),
    largestCost: cents(100_00n),
  });
  expect(judged({}, { ...selling, limits: season }).fault).toBeNull();
});

test("an order over the season's limits is refused in the ticket", () => {
  expect(faultOf({ quantity: '251' }, { limits: season })).toEqual([
    'size',
    'The limit in one symbol is $25,000: at most 250 more AAPL.',
  ]);
  expect(faultOf({}, { limits: season, price: priceE4(49_900n) })).toEqual([
    'size',
    'At $4.99 this share is too cheap: shares trade here at $5.00 or more.',
  ]);
});

test('a season without short selling refuses a short, and a long that would turn into one', () => {
  const limits = { ...season, rules: { ...season.rules, longOnly: true } };
  const off = ['order', 'There is no short selling here.'];
  expect(faultOf({}, { action: 'short', limits })).toEqual(off);
  expect(faultOf({ type: 'limit', limit: '110' }, { action: 'short', limits })).toEqual(off);
  expect(faultOf({ reverse: true }, { action: 'short', held: long, limits })).toEqual(off);
  expect(faultOf({}, { ...selling, limits })).toBeNull();
  expect(faultOf({}, { limits })).toBeNull();
});

test('a whole position closes, though it is less than a share', () => {
  const crumb = { ...long, quantity: '0.4', cost: '44.00', exactCost: '44.0000000000' };
  const { quantity, sizeProblem, fault } = judged(
    { most: true, quantity: '0.4' },
    { ...selling, held: crumb },
  );
  expect([quantity, sizeProblem, fault]).toEqual([quantityMicros(400_000n), null, null]);
});

test('a reason that is missing is said at Confirm, one that cannot be sent under its field', () => {
  expect(judge(draft, { ...scene, needsReason: true }).fault).toEqual({
    field: 'reason',
    key: 'giveReason',
    isToast: true,
  });
  expect(faultOf({ reason: ' it fell ' }, { needsReason: true })).toBeNull();
  expect(judge({ ...draft, quantity: '5' }, { ...selling, needsReason: true }).fault).toBeNull();
  expect(faultOf({ reason: 'a'.repeat(141) })).toEqual(['reason', 'At most 140 characters.']);
  expect(faultOf({ reason: 'up\u202edown' })).toEqual(['reason', 'Some characters are not supported']);
});
