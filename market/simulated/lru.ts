/** A bounded cache that evicts the least recently used entries. */
export class Lru<K, V> {
  readonly #most: number;
  readonly #entries = new Map<K, { value: V; weight: number }>();
  #weight = 0;

  /** @param most largest sum of the entries' weights */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the cached value, or makes and caches one. @param weight of the new value */
  get(key: K, make: () => V, weight = 1): V {
    const cached = this.#entries.get(key);
    if (cached) {
      this.#entries.delete(key);
      this.#entries.set(key, cached);
      return cached.value;
    }
    const value = make();
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    while (this.#weight > this.#most) this.#drop(this.#entries.keys().next().value!);
    return value;
  }

  forget(when: (key: K) => boolean): void {
    for (const key of this.#entries.keys()) if (when(key)) this.#drop(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  #drop(key: K): void {
    this.#weight -= this.#entries.get(key)!.weight;
    this.#entries.delete(key);
  }
}
