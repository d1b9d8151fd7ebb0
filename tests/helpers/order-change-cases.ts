/** Cases of holds, changes and ends of orders, in addition to the golden cases. */
import {
  bracket,
  type Case,
  limit,
  long10,
  order,
  place,
  stop,
  stopLimit,
  ticks,
  trail,
} from './order-steps.ts';

const held = (name: string, body: Case['steps'][number], reserved: string, last = '100'): Case => ({
  n: 'held',
  name,
  last: { AAPL: last },
  steps: [body, { expect: { held: reserved } }],
});

export const CHANGE_CASES: Case[] = [
  held('a short stop: its stop', place(stop('short', '95')), '950.00'),
  held(
    'a short stop-limit: 5% more than the higher of stop and limit',
    place(order('short', 'stop_limit', { stopPrice: '95', limitPrice: '94' })),
    '997.50',
  ),
  held(
    'a short stop-limit whose limit is the higher one',
    place(order('short', 'stop_limit', { stopPrice: '95', limitPrice: '96' })),
    '1008.00',
  ),
  held(
    'a stop-limit to buy: its limit, also when its stop is higher',
    place(order('buy', 'stop_limit', { stopPrice: '105', limitPrice: '102' })),
    '1020.00',
  ),
  held(
    'a stop of an amount: the amount',
    place(stop('buy', '105', { quantity: undefined, amount: '250.01' })),
    '250.01',
  ),
  held('a fraction of a cent is a cent', place(limit('buy', '99.9999', { quantity: '1.0001' })), '100.01'),
  {
    n: 'held',
    name: 'orders that close hold nothing',
    steps: [
      long10,
      ...[stop('sell', '95'), limit('sell', '110'), stopLimit, trail('sell', { trailAmount: '2' })].map(
        (body) => place(body),
      ),
      { expect: { held: '0.00' } },
    ],
  },
  {
    n: 'rules',
    name: 'the lowest price, at the level and at the fill',
    rules: { minPrice: '5.00' },
    last: { AAPL: '6' },
    steps: [
      { place: limit('buy', '4.99'), refused: { code: 'PRICE_TOO_LOW', minPrice: '5.00' } },
      place(limit('buy', '5'), 'a'),
      { replace: 'a', with: { limitPrice: '4.99' }, refused: { code: 'PRICE_TOO_LOW' } },
      ...ticks('4.90'),
      { expect: { orders: { a: 'rejected PRICE_TOO_LOW' }, held: '0.00', fills: [] } },
    ],
  },
  {
    n: 'shapes',
    name: 'who closes names shares, who opens names a stop that can be',
    steps: [
      long10,
      {
        place: limit('sell', '110', { quantity: undefined, amount: '100' }),
        refused: { code: 'INVALID_AMOUNT' },
      },
      { place: limit('buy', '90', { closeAll: true }), refused: { code: 'INVALID' } },
      {
        place: limit('buy', '90', { quantity: undefined, closeAll: true }),
        refused: { code: 'INVALID' },
      },
      { place: limit('buy', '90', { amount: '100' }), refused: { code: 'INVALID_QUANTITY' } },
      {
        place: limit('buy', '90', { stopLoss: { stopPrice: '85', trailAmount: '2' } }),
        refused: { code: 'INVALID_PRICE' },
      },
      {
        place: limit('buy', '90', { stopLoss: { trailPercent: '0.001' } }),
        refused: { code: 'INVALID_TRAIL' },
      },
      { place: trail('sell', { trailAmount: '0.001' }), refused: { code: 'INVALID_TRAIL' } },
      {
        place: limit('buy', '90', { tif: 'day', expiresAt: '2099-01-01T00:00:00Z' }),
        refused: { code: 'INVALID' },
      },
      { place: limit('buy', '90', { expiresAt: '1970-01-01T00:00:00Z' }), refused: { code: 'INVALID' } },
    ],
  },
  {
    n: 'bracket',
    name: 'target and stop of a short stand the other way round; an exit may be a stop-limit or trail',
    last: { AAPL: '90' },
    steps: [
      {
        place: limit('short', '100', { takeProfit: { limitPrice: '101' } }),
        refused: { code: 'BRACKET_PRICES', base: '100.0000' },
      },
      {
        place: order('buy', 'stop_limit', {
          stopPrice: '95',
          limitPrice: '96',
          stopLoss: { stopPrice: '95' },
        }),
        refused: { code: 'BRACKET_PRICES', base: '95.0000' },
      },
      place(
        limit('short', '100', {
          takeProfit: { limitPrice: '90' },
          stopLoss: { stopPrice: '105', limitPrice: '106' },
        }),
        'a',
      ),
      ...ticks('100', '106.50'),
      { expect: { orders: { 'a.stop_loss': 'triggered', 'a.take_profit': 'working' } } },
      ...ticks('105.90'),
      { expect: { orders: { 'a.stop_loss': 'filled', 'a.take_profit': 'cancelled oco' }, open: {} } },
      { tick: '100' },
      place(limit('buy', '99', { stopLoss: { trailAmount: '2' } }), 'b'),
      ...ticks('98', '101', '99'),
      {
        expect: {
          fills: [
            ['a', '10', '100'],
            ['a.stop_loss', '10', '105.9'],
            ['b', '10', '98'],
            ['b.stop_loss', '10', '99'],
          ],
        },
      },
    ],
  },
  {
    n: 'bracket',
    name: 'a rejected entry takes its exits along',
    cash: '1000.00',
    last: { AAPL: '90' },
    steps: [
      place(stop('buy', '95', { stopLoss: { stopPrice: '90' } })),
      ...ticks('110'),
      { expect: { orders: { a: 'rejected NOT_ENOUGH_CASH', 'a.stop_loss': 'cancelled parent' } } },
    ],
  },
  {
    n: 'replace',
    name: 'a reached stop-limit takes limit and quantity, and no other stop',
    steps: [
      long10,
      place(stopLimit),
      ...ticks('94.20'),
      { replace: 'a', with: { stopPrice: '90' }, refused: { code: 'INVALID' } },
      { replace: 'a', with: { quantity: '12' }, refused: { code: 'NOT_ENOUGH_SHARES' } },
      { replace: 'a', with: { limitPrice: '94.40', quantity: '4' } },
      { expect: { orders: { a: 'triggered' }, terms: { a: { rev: 2 } } } },
      ...ticks('94.39', '94.41'),
      { expect: { fills: [['a', '4', '94.41']], open: { AAPL: '6' } } },
    ],
  },
  {
    n: 'replace',
    name: 'a new trail keeps the mark, and is refused where it would be reached already',
    steps: [
      long10,
      place(trail('sell', { trailAmount: '8' })),
      ...ticks('110', '104'),
      {
        replace: 'a',
        with: { trailAmount: '6' },
        refused: { code: 'PRICE_CROSSED', price: 104, stopPrice: '104.0000' },
      },
      { replace: 'a', with: { trailAmount: '7' } },
      ...ticks('103.50'),
      { expect: { orders: { a: 'working' } } },
      ...ticks('103'),
      { expect: { fills: [['a', '10', '103']] } },
    ],
  },
  {
    n: 'replace',
    name: 'a target and a stop that are held may move, on their side of the entry',
    last: { AAPL: '101' },
    steps: [
      place(bracket),
      { replace: 'a.stop_loss', with: { stopPrice: '100' }, refused: { code: 'BRACKET_PRICES' } },
      { replace: 'a.stop_loss', with: { stopPrice: '96' } },
      { replace: 'a.stop_loss', with: { tif: 'day' }, refused: { code: 'INVALID' } },
      { replace: 'a.stop_loss', with: { quantity: '4' }, refused: { code: 'INVALID' } },
      { replace: 'a', with: { limitPrice: '96' }, refused: { code: 'BRACKET_PRICES' } },
      ...ticks('99.50', '95.90'),
      {
        expect: {
          fills: [
            ['a', '10', '99.5'],
            ['a.stop_loss', '10', '95.9'],
          ],
        },
      },
    ],
  },
  {
    n: 'replace',
    name: 'an end belongs to an order until cancelled',
    steps: [
      place(limit('buy', '90', { tif: 'day' })),
      { replace: 'a', with: { expiresAt: '2099-01-01T00:00:00Z' }, refused: { code: 'INVALID' } },
      { replace: 'a', with: { tif: 'gtc' } },
      { expect: { terms: { a: { tif: 'gtc', rev: 2 } } } },
      { replace: 'a', with: { tif: 'ioc' }, refused: { code: 'INVALID' } },
    ],
  },
  {
    n: 'replace',
    name: 'target and stop go with an entry that carries them, whichever way it moves',
    last: { AAPL: '101' },
    steps: [
      place(bracket),
      { replace: 'a', with: { limitPrice: '90', carry: true } },
      {
        expect: {
          terms: {
            'a.take_profit': { limitPrice: '100.0000', rev: 2 },
            'a.stop_loss': { stopPrice: '85.0000' },
          },
        },
      },
      { replace: 'a', with: { limitPrice: '100.5', carry: true } },
      {
        expect: {
          terms: { 'a.take_profit': { limitPrice: '110.5000' }, 'a.stop_loss': { stopPrice: '95.5000' } },
        },
      },
    ],
  },
];
