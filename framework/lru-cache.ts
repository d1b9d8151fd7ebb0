/** A cache of rendered HTML. The key of an entry names everything that the HTML depends on. */
export type LruCache<T> = {
  /** Returns the entry of `key`, or stores and returns what `make` returns. */
  find(key: string, make: () => T): T;
};

/** Creates a cache that evicts the least recently used entry. @param most entries */
export function createLruCache<T>(most: number): LruCache<T> {
  const entries = new Map<string, T>();
  return {
    find(key, make) {
      const entry = entries.has(key) ? entries.get(key)! : make();
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > most) entries.delete(entries.keys().next().value!);
      return entry;
    },
  };
}
