import { expect, test } from 'bun:test';
import { startOf } from './graphemes.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['a📈c', 3, 'a📈'],
  ['a📈c', 2, 'a'],
  ['a👩‍🚀c', 5, 'a'],
  ['שָׁלוֹם', 2, ''],
  ['', 5, ''],
])('of %p at most %i units are %p', (text, most, start) => {
  expect(startOf(text, most)).toBe(start);
});
