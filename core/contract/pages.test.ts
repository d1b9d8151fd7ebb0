import { expect, test } from 'bun:test';
import { clampPage, pageOf } from './pages.ts';

test('page and limit are clamped, other values give the first hundred rows', () => {
  expect(clampPage(undefined, undefined, 250)).toEqual({ page: 1, limit: 100 });
  expect(clampPage('3', '100', 250)).toEqual({ page: 3, limit: 100 });
  expect(clampPage('4', '100', 250)).toEqual({ page: 3, limit: 100 });
  expect(clampPage(-1, 0, 250)).toEqual({ page: 1, limit: 1 });
  expect(clampPage('x', '1000', 250)).toEqual({ page: 1, limit: 100 });
  expect(clampPage(Number.NaN, Number.POSITIVE_INFINITY, 0)).toEqual({ page: 1, limit: 100 });
});

test('the page of a row', () => {
  expect([1, 100, 101, 700_000].map((row) => pageOf(row))).toEqual([1, 1, 2, 7000]);
  expect(pageOf(11, 10)).toBe(2);
});
