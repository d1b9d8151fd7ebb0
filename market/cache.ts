/** One answer for all who ask the same at the same time, and shortly after. */

export type Cache<T> = {
  /** The cached answer, the one being loaded, or a new one. A failed load is not cached. */
  get(key: string, load: () => Promise<T>): Promise<T>;
  readonly size: number;
};

/**
 * @param options.ttlMs how long an answer serves after it was loaded
 * @param options.max answers cached; the one used longest ago goes first
 */
export function createCache<T>(options: { ttlMs: number; max: number; now?: () => number }): Cache<T> {
  const { ttlMs, max, now = Date.now } = options;
  const entries = new Map<string, { answer: Promise<T>; until: number }>();
  return {
    get size() {
      return entries.size;
    },
    get(key, load) {
      const cached = entries.get(key);
      entries.delete(key);
      if (cached && now() < cached.until) {
        entries.set(key, cached);
        return cached.answer;
      }
      const entry = { answer: load(), until: Number.POSITIVE_INFINITY };
      entries.set(key, entry);
      entry.answer.then(
        () => {
          entry.until = now() + ttlMs;
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
