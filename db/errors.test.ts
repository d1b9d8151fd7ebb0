import { expect, test } from 'bun:test';
import { isConflict, isUnavailable, isUniqueViolation } from './errors.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

test('a database that is unreachable or too slow is unavailable', () => {
  const away = ['CONNECTION_CLOSED', 'CONNECT_TIMEOUT', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE'];
  const states = [
    '08006',
    '53300',
    '57P01',
    '57P03',
    '57014',
    '55P03',
    '25P03',
    '25006',
    '58030',
    '40001',
    '40P01',
  ];
  for (const code of [...away, ...states]) expect([code, isUnavailable(coded(code))]).toEqual([code, true]);
  expect(isUnavailable(coded('ENOENT', { syscall: 'connect' }))).toBe(true);
});

test('a faulty statement does not make the database unavailable', () => {
  for (const code of ['23505', '23514', '42P01', '22012', '28P01', '3D000', '57P0', 'UNDEFINED_VALUE']) {
    expect([code, isUnavailable(coded(code))]).toEqual([code, false]);
  }
  expect(isUnavailable(coded('ENOENT', { syscall: 'open' }))).toBe(false);
  for (const value of [undefined, null, 'ECONNREFUSED', 7, {}]) expect(isUnavailable(value)).toBe(false);
});

test('a unique violation is recognised, of any index or of one by name', () => {
  const taken = coded('23505', { constraint_name: 'users_username_key_key' });
  expect(isUniqueViolation(taken)).toBe(true);
  expect(isUniqueViolation(taken, 'users_username_key_key')).toBe(true);
  expect(isUniqueViolation(taken, 'users_pkey')).toBe(false);
  expect(isUniqueViolation(coded('23514', { constraint_name: 'users_pkey' }))).toBe(false);
  expect(isConflict(coded('40P01'))).toBe(true);
  expect(isConflict(coded('23505'))).toBe(false);
});
