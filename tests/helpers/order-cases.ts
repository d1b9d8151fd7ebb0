/** The golden cases of working orders. */
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
  trade,
  trail,
} from './order-steps.ts';
export const GOLDEN_CASES: Case[] = [
  {
    n: '1',
    name: 'a buy limit fills at the touch, and lets go of its hold',
    last: { AAPL: '101' },
    steps: [
      place(limit('buy', '100')),
      { expect: { held: '1000.00', cash: '100000.00' } },
      ...ticks('100.50', '100.00', '99.80'),
      { expect: { fills: [['a', '10', '100']], held: '0.00', cash: '99000.00' } },
    ],
  },
  {
    n: '2, 3',
    name: 'a buy limit that the price jumps over fills at the price',
    last: { AAPL: '101' },
    steps: [
      place(limit('buy', '100')),
      ...ticks('100.50', '99.98'),
      { expect: { fills: [['a', '10', '99.98']], cash: '99000.20' } },
    ],
  },
  {
    n: '4',
    name: 'a sell limit',
    steps: [
      long10,
      place(limit('sell', '110')),
      ...ticks('109.99', '110.03'),
      { expect: { fills: [['a', '10', '110.03']], cash: '100100.30', open: {} } },
    ],
  },
  {
    n: '5',
    name: 'a limit that is reached fills at once',
    last: { AAPL: '99.40' },
    steps: [
      place(limit('buy', '100')),
      { expect: { fills: [['a', '10', '99.4']], cash: '99006.00', held: '0.00' } },
    ],
  },
  {
    n: '6',
    name: 'dollars buy what they pay for at the fill',
    last: { AAPL: '101' },
    steps: [
      place(limit('buy', '100', { quantity: undefined, amount: '1000' })),
      ...ticks('99.98'),
      { expect: { fills: [['a', '10.002', '99.98']], cash: '99000.00' } },
    ],
  },
  {
    n: '7',
    name: 'a short limit holds 5% more',
    last: { AAPL: '49' },
    steps: [
      place(limit('short', '50', { quantity: 200 })),
      { expect: { held: '10500.00' } },
      ...ticks('51.00'),
      { expect: { fills: [['a', '200', '51']], cash: '89800.00', held: '0.00' } },
    ],
  },
  {
    n: '8',
    name: 'past the 5% it is rejected',
    cash: '10500.00',
    last: { AAPL: '49' },
    steps: [
      place(limit('short', '50', { quantity: 200 })),
      ...ticks('60.00'),
      { expect: { orders: { a: 'rejected NOT_ENOUGH_CASH' }, held: '0.00', cash: '10500.00', fills: [] } },
    ],
  },
  {
    n: '9',
    name: 'a short of an amount cannot fail for cash',
    cash: '5000.00',
    last: { AAPL: '49' },
    steps: [
      place(limit('short', '50', { quantity: undefined, amount: '5000' })),
      ...ticks('51.25'),
      { expect: { fills: [['a', '97.560975', '51.25']], cash: '0.00' } },
    ],
  },
  {
    n: '10, 12',
    name: 'a stop fills at the first price beyond it',
    steps: [
      long10,
      place(stop('sell', '95')),
      ...ticks('96.00', '95.20', '94.90'),
      { expect: { fills: [['a', '10', '94.9']], cash: '99949.00' } },
    ],
  },
  {
    n: '11',
    name: 'a stop fills at the touch',
    steps: [
      long10,
      place(stop('sell', '95')),
      ...ticks('95.00'),
      { expect: { fills: [['a', '10', '95']], cash: '99950.00' } },
    ],
  },
  {
    n: '13',
    name: 'a buy stop',
    steps: [
      place(stop('buy', '105', { quantity: 100 })),
      { expect: { held: '11025.00' } },
      ...ticks('104.99', '105.40'),
      { expect: { fills: [['a', '100', '105.4']], cash: '89460.00' } },
    ],
  },
  {
    n: '14',
    name: 'a buy stop that costs more than there is',
    last: { AAPL: '90' },
    steps: [
      place(stop('buy', '95', { quantity: 1000 })),
      { expect: { held: '99750.00' } },
      ...ticks('100.70'),
      { expect: { orders: { a: 'rejected NOT_ENOUGH_CASH' }, cash: '100000.00', held: '0.00' } },
    ],
  },
  {
    n: '15',
    name: 'a stop that is reached already is refused',
    steps: [
      long10,
      {
        place: stop('sell', '101'),
        refused: { code: 'PRICE_CROSSED', price: 100, stopPrice: '101.0000' },
      },
    ],
  },
  {
    n: '16',
    name: 'the stop of a short',
    last: { AAPL: '50' },
    steps: [
      trade('short', 10),
      place(stop('cover', '55')),
      ...ticks('54.90', '55.30'),
      { expect: { fills: [['a', '10', '55.3']], cash: '99947.00' } },
    ],
  },
  {
    n: '17',
    name: 'a stop-limit is reached and filled by one tick',
    steps: [
      long10,
      place(stopLimit),
      ...ticks('95.10', '94.80'),
      { expect: { fills: [['a', '10', '94.8']] } },
    ],
  },
  {
    n: '18',
    name: 'a stop-limit is reached, and waits for its limit',
    steps: [
      long10,
      place(stopLimit),
      ...ticks('95.10', '94.20'),
      { expect: { orders: { a: 'triggered' } } },
      ...ticks('94.40', '94.60'),
      { expect: { fills: [['a', '10', '94.6']] } },
    ],
  },
  {
    n: '20',
    name: 'a buy stop-limit',
    steps: [
      place(order('buy', 'stop_limit', { stopPrice: '105', limitPrice: '106' })),
      { expect: { held: '1060.00' } },
      ...ticks('106.20'),
      { expect: { orders: { a: 'triggered' } } },
      ...ticks('105.80'),
      { expect: { fills: [['a', '10', '105.8']], held: '0.00' } },
    ],
  },
  {
    n: '21',
    name: 'a trailing stop follows the price up',
    steps: [
      long10,
      { tick: '101' },
      place(trail('sell', { trailAmount: '2.00' })),
      ...ticks('103.70', '102.00', '101.70'),
      { expect: { fills: [['a', '10', '101.7']], cash: '100017.00' } },
    ],
  },
  {
    n: '22',
    name: 'a trailing stop that is jumped over',
    steps: [
      long10,
      { tick: '101' },
      place(trail('sell', { trailAmount: '2.00' })),
      ...ticks('103.70', '101.20'),
      { expect: { fills: [['a', '10', '101.2']], cash: '100012.00' } },
    ],
  },
  {
    n: '23',
    name: 'a trail in percent',
    steps: [
      long10,
      { tick: '101' },
      place(trail('sell', { trailPercent: '1.5' })),
      ...ticks('103.70', '102.15'),
      { expect: { orders: { a: 'working' } } },
      ...ticks('102.14'),
      { expect: { fills: [['a', '10', '102.14']] } },
    ],
  },
  {
    n: '24',
    name: 'the trailing stop of a short',
    last: { AAPL: '50' },
    steps: [
      trade('short', 10),
      { tick: '49' },
      place(trail('cover', { trailAmount: '1.50' })),
      ...ticks('47.20', '48.00', '48.70'),
      { expect: { fills: [['a', '10', '48.7']], cash: '100013.00' } },
    ],
  },
  {
    n: '25',
    name: 'a trail knows no high from before it was placed',
    steps: [
      long10,
      ...ticks('110', '104'),
      place(trail('sell', { trailAmount: '2.00' })),
      ...ticks('103.00'),
      { expect: { orders: { a: 'working' }, terms: { a: { currentStop: '102.0000' } } } },
    ],
  },
  {
    n: '26',
    name: 'a bracket reaches its target',
    last: { AAPL: '101' },
    steps: [
      place(bracket),
      { expect: { orders: { 'a.take_profit': 'held', 'a.stop_loss': 'held' }, held: '1000.00' } },
      ...ticks('99.95', '105', '110.05'),
      {
        expect: {
          fills: [
            ['a', '10', '99.95'],
            ['a.take_profit', '10', '110.05'],
          ],
          orders: { 'a.stop_loss': 'cancelled oco' },
          cash: '100101.00',
        },
      },
    ],
  },
  {
    n: '27',
    name: 'a bracket reaches its stop',
    last: { AAPL: '101' },
    steps: [
      place(bracket),
      ...ticks('99.95', '94.97'),
      { expect: { orders: { 'a.take_profit': 'cancelled oco', 'a.stop_loss': 'filled' }, cash: '99950.20' } },
    ],
  },
  {
    n: '28',
    name: 'an entry beyond its own stop fills, and the stop at the next price',
    last: { AAPL: '101' },
    steps: [
      place(bracket),
      ...ticks('94.00', '93.80', '96'),
      {
        expect: {
          fills: [
            ['a', '10', '94'],
            ['a.stop_loss', '10', '93.8'],
          ],
          cash: '99998.00',
        },
      },
    ],
  },
  {
    n: '29',
    name: 'children go with their entry',
    last: { AAPL: '101' },
    steps: [
      place(bracket),
      { cancel: 'a' },
      ...ticks('99', '94'),
      {
        expect: {
          orders: { 'a.take_profit': 'cancelled parent', 'a.stop_loss': 'cancelled parent' },
          held: '0.00',
          fills: [],
        },
      },
    ],
  },
  {
    n: '30',
    name: 'a market entry with target and stop',
    last: { AAPL: '50' },
    steps: [
      place(
        order('short', 'market', {
          quantity: 100,
          takeProfit: { limitPrice: '45' },
          stopLoss: { stopPrice: '53' },
        }),
      ),
      ...ticks('44.98'),
      { expect: { cash: '100502.00', orders: { 'a.stop_loss': 'cancelled oco' }, open: {} } },
    ],
  },
  {
    n: '31',
    name: 'target and stop on either side',
    last: { AAPL: '101' },
    steps: [
      {
        place: limit('buy', '100', { takeProfit: { limitPrice: '99' }, stopLoss: { stopPrice: '95' } }),
        refused: { code: 'BRACKET_PRICES', base: '100.0000' },
      },
    ],
  },
  {
    n: '32',
    name: 'two exits without a group: what is closed cannot be closed again',
    steps: [
      long10,
      place(stop('sell', '95'), 'stop'),
      place(limit('sell', '110'), 'limit'),
      ...ticks('110.00'),
      { expect: { fills: [['limit', '10', '110']], orders: { stop: 'cancelled position_closed' } } },
    ],
  },
  {
    n: '33',
    name: 'an exit is cut to what is left',
    steps: [
      long10,
      place(limit('sell', '110', { quantity: 4 }), 'limit'),
      place(stop('sell', '95'), 'stop'),
      ...ticks('110.00'),
      { expect: { terms: { stop: { quantity: '6', rev: 2 } } } },
      ...ticks('94.90'),
      {
        expect: {
          fills: [
            ['limit', '4', '110'],
            ['stop', '6', '94.9'],
          ],
          cash: '100009.40',
        },
      },
    ],
  },
  {
    n: '34',
    name: 'a sale by hand cuts the stop',
    steps: [
      long10,
      place(stop('sell', '95')),
      trade('sell', 7),
      { expect: { terms: { a: { quantity: '3', rev: 2 } } } },
    ],
  },
  {
    n: '35',
    name: 'a later position inherits no stop',
    steps: [
      long10,
      place(stop('sell', '95')),
      { trade: { symbol: 'AAPL', action: 'sell', closeAll: true } },
      long10,
      ...ticks('94.00'),
      { expect: { orders: { a: 'cancelled position_closed' }, open: { AAPL: '10' }, fills: [] } },
    ],
  },
  {
    n: '36',
    name: 'a reversal ends the stop of the old side',
    steps: [
      long10,
      place(stop('sell', '95')),
      trade('short', 10, { reverse: true }),
      ...ticks('94.00'),
      { expect: { orders: { a: 'cancelled position_closed' }, open: { AAPL: '-10' }, fills: [] } },
    ],
  },
  {
    n: '37',
    name: 'closeAll follows the position',
    steps: [
      long10,
      place(stop('sell', '95', { quantity: undefined, closeAll: true })),
      trade('buy', 5),
      ...ticks('94.90'),
      { expect: { fills: [['a', '15', '94.9']], open: {} } },
    ],
  },
  {
    n: '38',
    name: 'more than is open',
    steps: [
      long10,
      {
        place: limit('sell', '110', { quantity: 12 }),
        refused: { code: 'NOT_ENOUGH_SHARES', maxQuantity: '10' },
      },
    ],
  },
  {
    n: '39, 40, 41',
    name: 'what is held opens nothing else',
    last: { AAPL: '90' },
    steps: [
      place(limit('buy', '60', { quantity: 1000 })),
      {
        place: limit('buy', '41', { quantity: 1000 }),
        refused: { code: 'NOT_ENOUGH_CASH', maxQuantity: '975.609756', orders: 1, held: '60000.00' },
      },
      {
        trade: { symbol: 'AAPL', action: 'buy', quantity: 500 },
        refused: { code: 'NOT_ENOUGH_CASH', cash: '40000.00' },
      },
      { cancel: 'a' },
      { expect: { held: '0.00', orders: { a: 'cancelled user' } } },
      trade('buy', 500),
      { expect: { cash: '55000.00' } },
    ],
  },
  {
    n: '44',
    name: 'the first takes what nobody holds, or is rejected',
    cash: '22050.00',
    steps: [
      place(stop('buy', '105', { quantity: 100 }), 'a'),
      place(stop('buy', '105', { quantity: 100 }), 'b'),
      ...ticks('112.00'),
      { expect: { orders: { a: 'rejected NOT_ENOUGH_CASH', b: 'filled' }, cash: '10850.00' } },
    ],
  },
  {
    n: '47',
    name: 'nobody escapes a price by a quick cancel',
    steps: [
      long10,
      place(stop('sell', '95')),
      ...ticks('94.90'),
      { cancel: 'a', refused: { code: 'ORDER_FINAL' } },
      { expect: { fills: [['a', '10', '94.9']] } },
    ],
  },
  {
    n: '48',
    name: 'what was cancelled before does not fill',
    steps: [
      long10,
      place(stop('sell', '95')),
      { cancel: 'a' },
      ...ticks('94.90'),
      { expect: { orders: { a: 'cancelled user' }, fills: [], open: { AAPL: '10' } } },
    ],
  },
  {
    n: '49',
    name: 'a change comes too late',
    last: { AAPL: '101' },
    steps: [
      place(limit('buy', '100')),
      ...ticks('100.00'),
      { replace: 'a', with: { limitPrice: '99' }, refused: { code: 'ORDER_FINAL' } },
      { expect: { fills: [['a', '10', '100']] } },
    ],
  },
  {
    n: '50',
    name: 'the stop fills before a sale by hand',
    steps: [
      long10,
      place(stop('sell', '95')),
      ...ticks('94.90'),
      { trade: { symbol: 'AAPL', action: 'sell', quantity: 10 }, refused: { code: 'NOT_ENOUGH_SHARES' } },
      { expect: { fills: [['a', '10', '94.9']] } },
    ],
  },
  {
    n: '51, 52',
    name: 'what happened while nobody looked, in its order',
    last: { AAPL: '101' },
    steps: [
      place(bracket),
      ...ticks('99.95', '110.05'),
      {
        expect: {
          fills: [
            ['a', '10', '99.95'],
            ['a.take_profit', '10', '110.05'],
          ],
        },
      },
    ],
  },
  {
    n: '64',
    name: 'the largest share of a symbol, at the level',
    rules: { maxShare: 25 },
    last: { AAPL: '101' },
    steps: [
      { place: limit('buy', '100', { quantity: 300 }), refused: { code: 'SHARE_LIMIT', maxQuantity: '250' } },
    ],
  },
  {
    n: '65',
    name: 'the largest share of a symbol, at the fill',
    rules: { maxShare: 25 },
    last: { AAPL: '101' },
    steps: [
      place(limit('buy', '100', { quantity: 200 })),
      trade('buy', 100),
      ...ticks('99.00'),
      { expect: { orders: { a: 'rejected SHARE_LIMIT' }, open: { AAPL: '100' } } },
    ],
  },
  {
    n: '69',
    name: 'the other side is open',
    steps: [long10, { place: limit('short', '110'), refused: { code: 'POSITION_CONFLICT' } }],
  },
  {
    n: '70',
    name: 'the other side is open by the time it fires',
    steps: [
      place(limit('buy', '90'), 'buy'),
      place(limit('short', '110'), 'short'),
      ...ticks('110.02', '89.90'),
      { expect: { fills: [['short', '10', '110.02']], orders: { buy: 'rejected POSITION_CONFLICT' } } },
    ],
  },
  {
    n: '71',
    name: 'XP by limits',
    last: { AAPL: '101' },
    steps: [
      place(limit('buy', '100'), 'in'),
      ...ticks('100'),
      place(limit('sell', '110', { quantity: 5 }), 'half'),
      place(limit('sell', '120', { quantity: 5 }), 'rest'),
      ...ticks('110', '120'),
      { expect: { xp: '15.00', open: {} } },
    ],
  },
  {
    n: 'oco',
    name: 'a group of three: one fills, the others go, of another symbol too',
    last: { AAPL: '100', TSLA: '50' },
    steps: [
      place(limit('buy', '95'), 'a'),
      {
        place: { symbol: 'TSLA', action: 'buy', type: 'limit', quantity: 1, limitPrice: '45', oco: '$a' },
        as: 'b',
      },
      { place: { ...stop('buy', '105'), oco: '$a' }, as: 'c' },
      { tick: '44', of: 'TSLA' },
      {
        expect: {
          fills: [['b', '1', '44']],
          orders: { a: 'cancelled oco', c: 'cancelled oco' },
          held: '0.00',
        },
      },
    ],
  },
  {
    n: 'group',
    name: 'a whole group is cancelled at once, a single member leaves the other',
    steps: [
      long10,
      place(stop('sell', '95'), 'a'),
      { place: { ...limit('sell', '110'), oco: '$a' }, as: 'b' },
      { place: { ...limit('sell', '120'), oco: '$a' }, as: 'c' },
      { cancel: 'c' },
      { expect: { orders: { a: 'working', b: 'working', c: 'cancelled user' } } },
      { cancel: 'a', group: true },
      { expect: { orders: { a: 'cancelled user', b: 'cancelled user' } } },
    ],
  },
  {
    n: 'replace',
    name: 'a change works anew, and only the difference is held',
    last: { AAPL: '101' },
    steps: [
      place(limit('buy', '100', { quantity: 900 })),
      { replace: 'a', with: { limitPrice: '99', quantity: 1000 } },
      { expect: { held: '99000.00', terms: { a: { rev: 2, limitPrice: '99.0000', quantity: '1000' } } } },
      { replace: 'a', with: { limitPrice: '99' } },
      { expect: { terms: { a: { rev: 2 } } } },
      { replace: 'a', with: { stopPrice: '99' }, refused: { code: 'INVALID' } },
      { replace: 'a', with: { limitPrice: '101.5', quantity: 10 } },
      { expect: { fills: [['a', '10', '101']], held: '0.00' } },
    ],
  },
  {
    n: 'ioc',
    name: 'at once or not at all',
    last: { AAPL: '101' },
    steps: [
      place(limit('buy', '100', { tif: 'ioc' })),
      place(limit('buy', '100', { tif: 'fok' }), 'c'),
      { expect: { orders: { a: 'cancelled not_marketable', c: 'cancelled not_marketable' }, held: '0.00' } },
      place(limit('buy', '102', { tif: 'fok' }), 'b'),
      { expect: { fills: [['b', '10', '101']] } },
    ],
  },
  {
    n: 'refused',
    name: 'shapes that are none',
    steps: [
      { place: order('buy', 'limit', {}), refused: { code: 'INVALID_PRICE' } },
      { place: limit('buy', '0'), refused: { code: 'INVALID_PRICE' } },
      { place: limit('buy', '1.00001'), refused: { code: 'INVALID_PRICE' } },
      { place: limit('buy', '100', { stopPrice: '1' }), refused: { code: 'INVALID_PRICE' } },
      { place: limit('buy', '90', { quantity: '0.5' }), refused: { code: 'INVALID_QUANTITY' } },
      {
        place: limit('buy', '90', { quantity: undefined, amount: '0.5' }),
        refused: { code: 'INVALID_AMOUNT' },
      },
      { place: trail('buy', { trailAmount: '1' }), refused: { code: 'INVALID' } },
      { place: trail('sell', {}), refused: { code: 'INVALID_TRAIL' } },
      { place: trail('sell', { trailPercent: '51' }), refused: { code: 'INVALID_TRAIL' } },
      { place: trail('sell', { trailPercent: '1', trailAmount: '1' }), refused: { code: 'INVALID_TRAIL' } },
      {
        place: limit('buy', '90', { oco: '00000000-0000-7000-8000-000000000000' }),
        refused: { code: 'ORDER_NOT_FOUND' },
      },
      { place: stop('buy', '105', { tif: 'fok' }), refused: { code: 'INVALID' } },
      { place: limit('buy', '90', { type: 'iceberg' }), refused: { code: 'INVALID' } },
      { place: limit('sell', '110'), refused: { code: 'NOT_ENOUGH_SHARES' } },
      long10,
      { place: trail('sell', { trailAmount: '100' }), refused: { code: 'INVALID_TRAIL' } },
      { place: limit('sell', '110', { takeProfit: { limitPrice: '120' } }), refused: { code: 'INVALID' } },
      { expect: { held: '0.00', fills: [] } },
    ],
  },
];

/** Golden cases that no test plays on the pure core, and why. */
export const NOT_ON_THE_CORE: Record<number, string> = {
  53: 'that nobody listened is known to the engine alone; to the core the first price is like any other',
  54: 'which quotes are received is known to the engine alone; to the core they are ticks',
  55: 'an old quote is dropped before the core sees it',
  66: 'keys of requests are kept in the database',
  67: 'names that were used once are kept in the database',
  72: 'processes that die',
  73: 'processes beside each other',
  74: 'the proof of what is stored',
  75: 'the proof of what is stored',
};

/** Golden cases that no test plays over HTTP, and why. */
export const NOT_OVER_HTTP: Record<number, string> = {
  72: 'thousands would have to sign up first: their orders go to the service behind the call, the servers that are killed are real',
  74: 'npm run verify-season is a command: no call tells what it finds',
  75: 'npm run verify-season is a command: no call tells what it finds',
};
