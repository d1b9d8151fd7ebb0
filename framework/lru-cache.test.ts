import { expect, test } from 'bun:test';
import { createLruCache } from './lru-cache.ts';

test('an entry is made once, and the one that was asked for longest ago goes first', () => {
  const cache = createLruCache<string>(2);
  const evicted: string[] = [];
  const find = (key: string) =>
    cache.find(key, () => {
      evicted.push(key);
      return key.toUpperCase();
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(find(key)).toBe(key.toUpperCase());
  expect(evicted).toEqual(['a', 'b', 'c', 'b']);
});
