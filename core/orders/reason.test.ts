import { expect, test } from 'bun:test';
import { ACTIONS } from '../trading/position.ts';
import { demandReason, MOST_REASON, reasonProblem } from './reason.ts';

test('a reason has up to 140 code points', () => {
  expect(reasonProblem('a'.repeat(MOST_REASON))).toBeNull();
  expect(reasonProblem('😀'.repeat(MOST_REASON))).toBeNull();
  expect(reasonProblem('a'.repeat(MOST_REASON + 1))).toBe('mostCharactersFull');
  expect(reasonProblem('😀'.repeat(MOST_REASON + 1))).toBe('mostCharactersFull');
});

test('any written language and sign may be in it', () => {
  for (const reason of [
    'RSI < 30',
    'קניתי כי ירד 5%',
    '<script>alert(1)</script>',
    '=1+1',
    'می‌خواهم',
    '👩‍🚀 ❤️',
  ])
    expect([reason, reasonProblem(reason)]).toEqual([reason, null]);
});

test('control characters, direction marks and invisible text are refused', () => {
  const hidden = [
    '\0',
    '\t',
    '\n',
    '\u2028',
    '\u202e',
    '\u2066',
    '\u200f',
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\ud800',
  ];
  for (const sign of hidden)
    expect([sign, reasonProblem(`up${sign}down`)]).toEqual([sign, 'charactersRefused']);
  expect(reasonProblem('\u200d')).toBe('charactersRefused');
  expect(reasonProblem('\u200d \u200c')).toBe('charactersRefused');
});

test('an order that opens needs one where the game says so, an order that closes does not', () => {
  const refused = ACTIONS.filter((action) => {
    try {
      demandReason({ action, reason: null });
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'REASON_NEEDED', status: 422, issues: [{ path: 'reason' }] });
      return true;
    }
  });
  expect(refused).toEqual(['buy', 'short']);
  expect(() => demandReason({ action: 'buy', reason: 'cheap' })).not.toThrow();
});
