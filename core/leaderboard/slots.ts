/** At least one place in five of the table is empty, or look-ups get long. */
const SPARE = 5 / 4;
const LEAST = 1024;
const EMPTY = -1;

/** The slots 0, 1, 2 and so on that users got in the order they came, found by user id: open addressing, about 12 bytes a user. */
export class Slots {
  /** User id by slot. A slot is one user's for good. */
  users = new Int32Array(0);
  size = 0;
  #table = new Int32Array(LEAST * 2).fill(EMPTY);

  /** The user's slot; -1 without one. */
  find(userId: number): number {
    const mask = this.#table.length - 1;
    for (let at = hash(userId) & mask; ; at = (at + 1) & mask) {
      const slot = this.#table[at]!;
      if (slot === EMPTY || this.users[slot] === userId) return slot;
    }
  }

  /** Gives a user without a slot the next one. */
  add(userId: number): number {
    if (this.size === this.users.length) this.grow(grownCapacity(this.size));
    const slot = this.size++;
    this.users[slot] = userId;
    if (this.size * SPARE > this.#table.length) this.#spread(this.#table.length * 2);
    else this.#put(slot);
    return slot;
  }

  /** Room for `capacity` users. */
  grow(capacity: number): void {
    const users = new Int32Array(capacity);
    users.set(this.users);
    this.users = users;
    let length = this.#table.length;
    while (capacity * SPARE > length) length *= 2;
    if (length !== this.#table.length) this.#spread(length);
  }

  #spread(length: number): void {
    this.#table = new Int32Array(length).fill(EMPTY);
    for (let slot = 0; slot < this.size; slot++) this.#put(slot);
  }

  #put(slot: number): void {
    const mask = this.#table.length - 1;
    let at = hash(this.users[slot]!) & mask;
    while (this.#table[at] !== EMPTY) at = (at + 1) & mask;
    this.#table[at] = slot;
  }
}

/** Ids that follow one another lie apart. */
function hash(userId: number): number {
  const mixed = Math.imul(userId, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Room to have next, when `capacity` is not enough: half as much again, of large columns an eighth. */
export function grownCapacity(capacity: number): number {
  return capacity + Math.max(LEAST, capacity >> (capacity < 100_000 ? 1 : 3));
}
