import { expect, test } from 'bun:test';
import { NextPath } from './fields.ts';

test('`next` must be a text; an absent one is valid', () => {
  expect(NextPath.parse(undefined)).toBeUndefined();
  expect(NextPath.parse('/a')).toBe('/a');
  for (const next of [7, null, { toString: 1 }, ['/a', '/b']])
    expect(NextPath.safeParse(next).success).toBe(false);
});
