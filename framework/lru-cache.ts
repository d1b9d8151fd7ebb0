/** A cache of drawn HTML, by a key of everything it depends on. */
export type LruCache<T> = {
  /** The entry of `key`; `make` makes a new one. */
  find(key: string, make: () => T): T;
};

/** Holds a fixed number of entries; the least recently used one goes first. */
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
