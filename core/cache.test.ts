import { expect, test } from 'bun:test';
import { createCache } from './cache.ts';

test('concurrent callers share a load until it expires', async () => {
  let now = 0;
  let loads = 0;
  const cache = createCache<number>({ ttlMs: 100, max: 10, now: () => now });
  const load = async () => ++loads;
  expect(await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('b', load)])).toEqual([
    1, 1, 2,
  ]);
  now = 99;
  expect(await cache.get('a', load)).toBe(1);
  now = 100;
  expect(await cache.get('a', load)).toBe(3);
});

test('a failed load rejects all waiting callers, and the next call retries', async () => {
  const cache = createCache<number>({ ttlMs: 100, max: 10, now: () => 0 });
  let failing = true;
  const load = async () => {
    if (failing) throw new Error('down');
    return 1;
  };
  const results = await Promise.allSettled([cache.get('a', load), cache.get('a', load)]);
  expect(results.map((r) => r.status)).toEqual(['rejected', 'rejected']);
  failing = false;
  expect(await cache.get('a', load)).toBe(1);
});

test('the least recently used answer is evicted', async () => {
  const cache = createCache<string>({ ttlMs: 100, max: 2, now: () => 0 });
  const get = (key: string, value: string) => cache.get(key, async () => value);
  await get('a', 'a1');
  await get('b', 'b1');
  await get('a', 'a2');
  await get('c', 'c1');
  expect(await get('a', 'a3')).toBe('a1');
  expect(await get('b', 'b2')).toBe('b2');
});
