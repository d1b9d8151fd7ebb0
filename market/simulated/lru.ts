/** A bounded memory of what can be made again: the entry asked for longest ago goes first. */
export class Lru<K, V> {
  readonly #most: number;
  readonly #entries = new Map<K, V>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The known value, or a new one. */
  get(key: K, make: () => V): V {
    let value = this.#entries.get(key);
    if (value === undefined) {
      value = make();
      if (this.#entries.size >= this.#most) this.#entries.delete(this.#entries.keys().next().value!);
    } else this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Forgets the entries whose key meets `when`. */
  forget(when: (key: K) => boolean): void {
    for (const key of this.#entries.keys()) if (when(key)) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
