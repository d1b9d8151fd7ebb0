import { expect, test } from 'bun:test';
import { doubtOf, plainFields, plainOf } from './typed-decimal.ts';

test.each([
  ['1.5', '1.5'],
  ['1,5', '1.5'],
  ['187,20', '187.20'],
  ['0,500', '0.500'],
  ['1500,125', '1500.125'],
  ['1,2345', '1.2345'],
  ['1,234.56', '1234.56'],
  ['12,345,678.9', '12345678.9'],
  ['1,234,567', '1234567'],
  ['1 234,5', '1234.5'],
  ['1\u202f234.5', '1234.5'],
  ["1'234'567", '1234567'],
  [' $1,234.50 ', '1234.50'],
  ['1500', '1500'],
])('%j is read as %s', (typed, plain) => {
  expect(plainOf(typed)).toBe(plain);
  expect(doubtOf(typed)).toBeNull();
});

test.each([
  ['1,500', '1500', '1.500'],
  ['+12,345', '12345', '12.345'],
  ['$999,000', '999000', '999.000'],
  ['1,250%', '1250', '1.250'],
  ['1.234,56', '1234.56', '1.23456'],
  ['1.234.567,8', '1234567.8', '1.2345678'],
])('%j may be %s or %s, so it is neither', (typed, whole, fraction) => {
  expect(doubtOf(typed)).toEqual({ whole, fraction });
  expect(plainOf(typed)).not.toMatch(/^\d+(\.\d+)?$/);
});

test.each([
  '',
  'abc',
  '1,',
  ',5',
  '1,2,3',
  '12,34.50',
  '1,00,000',
  '1 2',
  '1,5,000',
  '1e3',
  '-1,5',
  '1,234 567',
])('%j is no number in either way', (typed) => {
  expect(plainOf(typed)).toBe(typed);
  expect(doubtOf(typed)).toBeNull();
});

test('only decimal fields of a form are read', () => {
  const fields = { quantity: '1,5', limitPrice: '187,20', name: '1,5', list: ['1,5'], amount: '1,500' };
  expect(plainFields(fields)).toEqual({ ...fields, quantity: '1.5', limitPrice: '187.20' });
});
