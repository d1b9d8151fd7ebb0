import { expect, test } from 'bun:test';
import { JOIN_CODE_CHARACTERS, JOIN_CODE_LENGTH, readJoinCode } from './join-links.ts';

test('a code is read in any case, with spaces around it', () => {
  expect(readJoinCode(' abcd2345 ')).toBe('ABCD2345');
  expect(readJoinCode('ABCD2345')).toBe('ABCD2345');
});

test('what cannot be a code is none', () => {
  for (const text of [
    '',
    'ABCD234',
    'ABCD23456',
    'ABCD234O',
    'ABCD2341',
    'ABCD234ı',
    'ＡBCD2345',
    'ABCD-345',
  ])
    expect([text, readJoinCode(text)]).toEqual([text, null]);
});

test('no two characters look alike, and guessing one of a thousand codes takes 10⁸ tries', () => {
  for (const alike of ['0O', '1IL'])
    for (const letter of alike.slice(0, 2)) expect(JOIN_CODE_CHARACTERS).not.toContain(letter);
  expect(new Set(JOIN_CODE_CHARACTERS).size).toBe(32);
  expect(32 ** JOIN_CODE_LENGTH / 1_000).toBeGreaterThan(1e8);
});
