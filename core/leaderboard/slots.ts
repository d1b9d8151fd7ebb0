/** At least one entry in five of the table stays empty, so that look-ups stay short. */
const SPARE = 5 / 4;
const LEAST = 1024;
const EMPTY = -1;

/** Slots 0, 1, 2 … by user id, in the order users were added: open addressing, about 12 bytes a user. */
export class Slots {
  /** User id by slot; a user keeps the slot. */
  users = new Int32Array(0);
  size = 0;
  #table = new Int32Array(LEAST * 2).fill(EMPTY);

  /** Returns the user's slot; -1 without one. */
  find(userId: number): number {
    const mask = this.#table.length - 1;
    for (let index = hash(userId) & mask; ; index = (index + 1) & mask) {
      const slot = this.#table[index]!;
      if (slot === EMPTY || this.users[slot] === userId) return slot;
    }
  }

  /** Gives a new user the next slot. */
  add(userId: number): number {
    if (this.size === this.users.length) this.grow(grownCapacity(this.size));
    const slot = this.size++;
    this.users[slot] = userId;
    if (this.size * SPARE > this.#table.length) this.#spread(this.#table.length * 2);
    else this.#put(slot);
    return slot;
  }

  /** Makes room for `capacity` users. */
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
    let index = hash(this.users[slot]!) & mask;
    while (this.#table[index] !== EMPTY) index = (index + 1) & mask;
    this.#table[index] = slot;
  }
}

/** Spreads consecutive ids over the table. */
function hash(userId: number): number {
  const mixed = Math.imul(userId, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Returns the next capacity of a full column: half as much more, for large columns an eighth. */
export function grownCapacity(capacity: number): number {
  return capacity + Math.max(LEAST, capacity >> (capacity < 100_000 ? 1 : 3));
}
