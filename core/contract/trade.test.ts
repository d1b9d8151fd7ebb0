import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { english } from '#tests/helpers/english.ts';
import { AppError } from '../refusals/refusals.ts';
import { readTradeRequest } from './trade.ts';

const base = { user_id: 7, symbol: 'AAPL', action: 'buy', quantity: 1 };
const read = (more: Record<string, unknown>) => readTradeRequest({ ...base, ...more }, 7);
const refusal = (body: unknown) => {
  try {
    readTradeRequest(body, 7);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was taken');
};

describe('accepted requests', () => {
  test.each([
    [{}, { kind: 'quantity', quantity: 1_000_000n }],
    [{ quantity: '1.000001' }, { kind: 'quantity', quantity: 1_000_001n }],
    [{ quantity: 1.5 }, { kind: 'quantity', quantity: 1_500_000n }],
    [{ quantity: ' 2 ' }, { kind: 'quantity', quantity: 2_000_000n }],
    [{ quantity: 1_000_000_000 }, { kind: 'quantity', quantity: 10n ** 15n }],
    [
      { quantity: undefined, amount: '1' },
      { kind: 'amount', amount: 100n },
    ],
    [
      { quantity: '', amount: 1000.5 },
      { kind: 'amount', amount: 100_050n },
    ],
    [
      { quantity: '5', amount: '10', mode: 'amount' },
      { kind: 'amount', amount: 1000n },
    ],
    [
      { quantity: '5', amount: 'soup', mode: 'quantity' },
      { kind: 'quantity', quantity: 5_000_000n },
    ],
    [{ action: 'sell', closeAll: true }, { kind: 'all' }],
    [{ action: 'cover', closeAll: 'on', quantity: undefined }, { kind: 'all' }],
  ])('%p', (more, size) => expect<unknown>(read(more).size).toEqual(size));

  test('symbol, reverse, quoted price and a user id as text', () => {
    expect<unknown>(read({ user_id: '7', symbol: ' brk.b ', reverse: 'true', quotedPrice: '99.5' })).toEqual({
      symbol: 'BRK-B',
      action: 'buy',
      size: { kind: 'quantity', quantity: 1_000_000n },
      reverse: true,
      quotedPrice: 995_000n,
      reason: null,
    });
    expect(read({ quotedPrice: '' })).toMatchObject({ quotedPrice: null, reverse: false });
  });
});

describe('refused requests', () => {
  test('quantities', () => {
    const bad = [
      0,
      -1,
      0.999999,
      1.0000001,
      1_000_000_001,
      1e21,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      '0',
      '-1',
      '1e2',
      '1E400',
      'NaN',
      'Infinity',
      '1,000',
      '0x10',
      '1.0000001',
      ' ',
      '+1',
      true,
      [],
      {},
      [1],
      '9'.repeat(60_000),
    ];
    for (const quantity of bad) {
      expect(refusal({ ...base, quantity })).toMatchObject({
        code: 'INVALID_QUANTITY',
        status: 422,
        issues: [{ path: 'quantity' }],
      });
    }
  });

  test('amounts', () => {
    const bad = [
      0,
      -5,
      0.99,
      '0.99',
      '1.001',
      '1e2',
      'NaN',
      Number.POSITIVE_INFINITY,
      '1000000000000.01',
      '$5',
      false,
      {},
      [5],
    ];
    for (const amount of bad) {
      expect(refusal({ ...base, quantity: undefined, amount })).toMatchObject({
        code: 'INVALID_AMOUNT',
        status: 422,
        issues: [{ path: 'amount' }],
      });
    }
  });

  test('both or neither', () => {
    for (const more of [{ amount: 5 }, { quantity: undefined }, { quantity: null }, { quantity: '' }]) {
      expect(english(refusal({ ...base, ...more }))).toBe('Invalid Quantity');
    }
  });

  test('the id of another account', () => {
    for (const user_id of [8, '07', '7 or 1=1', null, undefined, [8], {}]) {
      expect(refusal({ ...base, user_id, quantity: -1 }).code).toBe('NOT_YOU');
    }
  });

  test('texts that are no ticker', () => {
    for (const symbol of ['../../etc', 'AA"PL', "AAPL'", '', 'A'.repeat(200), 'AAPL\0', 'АAPL']) {
      expect(refusal({ ...base, symbol })).toMatchObject({ code: 'UNKNOWN_SYMBOL', status: 404 });
    }
  });

  test('everything else', () => {
    const bad = [
      { symbol: 'A'.repeat(60_000) },
      { symbol: 5 },
      { symbol: ['AAPL'] },
      { action: 'hold' },
      { action: 'constructor' },
      { action: ['buy'] },
      { action: undefined },
      { quotedPrice: 0 },
      { quotedPrice: '1.00001' },
      { quotedPrice: '1e2' },
      { closeAll: 'yes' },
      { closeAll: true },
      { action: 'sell', reverse: true },
      { mode: 'half' },
    ];
    for (const more of bad) {
      expect(refusal({ ...base, ...more })).toMatchObject({ code: 'INVALID', status: 422 });
    }
  });

  test('malformed bodies', () => {
    for (const body of [null, undefined, 'buy', 5, true, [], [base], {}]) {
      expect(refusal(body).status).toBe(422);
    }
  });

  test('a refusal repeats at most the length of a ticker', () => {
    expect(english(refusal({ ...base, symbol: '<b>"\u202e../../etc/passwd' }))).toBe(
      'Unknown ticker <b>"../../et.',
    );
    expect(english(refusal({ ...base, symbol: 'AA/PL' }))).toBe('Unknown ticker AA/PL.');
  });

  test('a refusal of a blank ticker has its own wording', () => {
    for (const symbol of ['', '  ', '\u202e\u200b', '\0'])
      expect(english(refusal({ ...base, symbol }))).toBe('Name a ticker, like AAPL.');
    expect(english(refusal({ ...base, symbol: 'אפל' }))).toBe('Unknown ticker אפל.');
  });

  test('whatever the body holds, the answer is an order or a refusal below 500', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            user_id: fc.constant(7),
            symbol: fc.oneof(fc.string(), fc.constant('AAPL'), fc.anything()),
            action: fc.oneof(fc.constantFrom('buy', 'sell', 'short', 'cover'), fc.anything()),
            quantity: fc.oneof(fc.double(), fc.string(), fc.anything()),
            amount: fc.oneof(fc.double(), fc.string(), fc.anything()),
            mode: fc.anything(),
            closeAll: fc.anything(),
            reverse: fc.anything(),
            quotedPrice: fc.anything(),
          },
          { requiredKeys: ['user_id'] },
        ),
        (body) => {
          try {
            readTradeRequest(body, 7);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            expect((error as AppError).status).toBeLessThan(500);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
