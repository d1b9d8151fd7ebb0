import { expect, test } from 'bun:test';
import { leastProcessorMs } from '../tests/processor-time.ts';
import { fieldsOf } from './request.ts';

const read = (text: string) => fieldsOf(new URLSearchParams(text));

test('a name given twice has a list, in order; any name is a plain key', () => {
  expect(read('a=1&b=2&a=3&a=')).toEqual({ a: ['1', '3', ''], b: '2' });
  const odd = read('__proto__=x&constructor=y&__proto__=z');
  expect(Object.entries(odd)).toEqual([
    ['__proto__', ['x', 'z']],
    ['constructor', 'y'],
  ]);
  expect(Object.getPrototypeOf(odd)).toBe(Object.prototype);
  expect(read('')).toEqual({});
});

test.each([
  ['one name 32,000 times', 'a&'.repeat(32_000)],
  ['many names', Array.from({ length: 12_000 }, (_, i) => `k${i}`).join('&')],
])('64 KB of %s take milliseconds', (_, text) => {
  // copying the list for each value took seconds
  expect(leastProcessorMs(10, () => read(text))).toBeLessThan(250);
});
