import { beforeEach, expect, test } from 'bun:test';
import { CACHE_LIFETIME_MS, type CacheEntry, purgeExpired, readCache, writeCache } from './cache.ts';

class MemoryStorage implements Storage {
  private readonly map = new Map<string, string>();
  quota = Number.POSITIVE_INFINITY;
  get length() {
    return this.map.size;
  }
  clear() {
    this.map.clear();
  }
  getItem(key: string) {
    return this.map.get(key) ?? null;
  }
  key(index: number) {
    return [...this.map.keys()][index] ?? null;
  }
  removeItem(key: string) {
    this.map.delete(key);
  }
  setItem(key: string, value: string) {
    if (value.length > this.quota) throw new DOMException('full', 'QuotaExceededError');
    this.map.set(key, value);
  }
}

let store: MemoryStorage;
beforeEach(() => {
  store = new MemoryStorage();
});

const bar = { time: 0, open: 1, high: 2, low: 1, close: 2, volume: 9 };
const entry = (timestamp: number): CacheEntry => ({
  data: [bar],
  timestamp,
  timeframe: '1D',
  isReversed: false,
});

test('stores an entry under the specified key and returns it for ten minutes', () => {
  writeCache(store, 'AAPL', entry(1000));
  expect(store.key(0)).toBe('fetchDataCache_AAPL-1D');
  expect(readCache(store, 'AAPL', '1D', 1000 + CACHE_LIFETIME_MS - 1)?.data).toEqual([bar]);
  expect(readCache(store, 'AAPL', '5m', 1000)).toBeNull();
});

test('deletes an entry at ten minutes', () => {
  writeCache(store, 'AAPL', entry(1000));
  expect(readCache(store, 'AAPL', '1D', 1000 + CACHE_LIFETIME_MS)).toBeNull();
  expect(store.length).toBe(0);
});

test('an entry from the future is expired', () => {
  writeCache(store, 'AAPL', entry(5000));
  expect(readCache(store, 'AAPL', '1D', 4000)).toBeNull();
});

test.each([
  ['no JSON', '{oops'],
  ['null', 'null'],
  ['no candles', '{"timestamp":1,"timeframe":"1D"}'],
  [
    'a candle without volume',
    '{"data":[{"time":1,"open":1,"high":1,"low":1,"close":1}],"timestamp":1,"timeframe":"1D"}',
  ],
])('a corrupted entry (%s) is deleted', (_, text) => {
  store.setItem('fetchDataCache_AAPL-1D', text);
  expect(readCache(store, 'AAPL', '1D', 2)).toBeNull();
  expect(store.length).toBe(0);
});

test('a purge deletes expired and corrupted entries only', () => {
  writeCache(store, 'OLD', entry(0));
  writeCache(store, 'NEW', entry(CACHE_LIFETIME_MS));
  store.setItem('fetchDataCache_BAD-1D', 'x');
  store.setItem('unrelated', 'x');
  purgeExpired(store, CACHE_LIFETIME_MS);
  expect([store.key(0), store.key(1), store.length]).toEqual(['fetchDataCache_NEW-1D', 'unrelated', 2]);
});

test('a full store deletes the cache instead of failing', () => {
  writeCache(store, 'AAPL', entry(1000));
  store.quota = 10;
  writeCache(store, 'MSFT', entry(1000));
  expect(store.length).toBe(0);
});
