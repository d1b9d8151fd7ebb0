/** Pairs of a key and a user, the smallest key on top. */
export class Heap {
  #keys = new Float64Array(4);
  #users = new Int32Array(4);
  size = 0;

  /** The smallest key; infinite when there is none. */
  get top(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : this.#keys[0]!;
  }

  push(key: number, user: number): void {
    if (this.size === this.#keys.length) this.#grow();
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#keys[parent]! <= key) break;
      this.#put(at, this.#keys[parent]!, this.#users[parent]!);
      at = parent;
    }
    this.#put(at, key, user);
  }

  /** Removes the pair on top. @returns its user */
  pop(): number {
    const user = this.#users[0]!;
    const last = --this.size;
    const [key, moved] = [this.#keys[last]!, this.#users[last]!];
    let at = 0;
    for (let child = 1; child < last; child = 2 * at + 1) {
      if (child + 1 < last && this.#keys[child + 1]! < this.#keys[child]!) child++;
      if (this.#keys[child]! >= key) break;
      this.#put(at, this.#keys[child]!, this.#users[child]!);
      at = child;
    }
    this.#put(at, key, moved);
    return user;
  }

  /** Calls `take` with every pair, in no order. */
  each(take: (key: number, user: number) => void): void {
    for (let at = 0; at < this.size; at++) take(this.#keys[at]!, this.#users[at]!);
  }

  #put(at: number, key: number, user: number): void {
    this.#keys[at] = key;
    this.#users[at] = user;
  }

  #grow(): void {
    const [keys, users] = [this.#keys, this.#users];
    this.#keys = new Float64Array(2 * keys.length);
    this.#users = new Int32Array(2 * users.length);
    this.#keys.set(keys);
    this.#users.set(users);
  }
}
