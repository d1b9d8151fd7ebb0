/** A cache by key. Concurrent callers share one load. */

export type Cache<T> = {
  /** Returns the cached answer, or else the answer of the load in flight or of a new load. Caches no failed load. */
  get(key: string, load: () => Promise<T>): Promise<T>;
};

/**
 * @param options.ttlMs an answer expires this long after its load has ended
 * @param options.max most cached answers; the least recently used is evicted
 */
export function createCache<T>(options: { ttlMs: number; max: number; now?: () => number }): Cache<T> {
  const { ttlMs, max, now = () => performance.now() } = options;
  const entries = new Map<string, { answer: Promise<T>; expiresAt: number }>();
  return {
    get(key, load) {
      const cached = entries.get(key);
      entries.delete(key);
      if (cached && now() < cached.expiresAt) {
        entries.set(key, cached);
        return cached.answer;
      }
      const entry = { answer: load(), expiresAt: Number.POSITIVE_INFINITY };
      entries.set(key, entry);
      entry.answer.then(
        () => {
          entry.expiresAt = now() + ttlMs;
        },
        () => {
          if (entries.get(key) === entry) entries.delete(key);
        },
      );
      if (entries.size > max) entries.delete(entries.keys().next().value!);
      return entry.answer;
    },
  };
}
