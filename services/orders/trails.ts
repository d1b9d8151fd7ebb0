/** Trailing stops of one symbol that follow the highest price. Stops that cover shorts use negated prices. */
import type { Trail } from '#core/orders/order.ts';

/** A min-heap of pairs (key, user id) in typed arrays. */
export class Heap {
  #keys = new Float64Array(4);
  #users = new Int32Array(4);
  size = 0;

  get top(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : this.#keys[0]!;
  }

  push(key: number, user: number): void {
    if (this.size === this.#keys.length) this.#grow();
    let index = this.size++;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#keys[parent]! <= key) break;
      this.#put(index, this.#keys[parent]!, this.#users[parent]!);
      index = parent;
    }
    this.#put(index, key, user);
  }

  pop(): number {
    const user = this.#users[0]!;
    const last = --this.size;
    const [key, moved] = [this.#keys[last]!, this.#users[last]!];
    let index = 0;
    for (let child = 1; child < last; child = 2 * index + 1) {
      if (child + 1 < last && this.#keys[child + 1]! < this.#keys[child]!) child++;
      if (this.#keys[child]! >= key) break;
      this.#put(index, this.#keys[child]!, this.#users[child]!);
      index = child;
    }
    this.#put(index, key, moved);
    return user;
  }

  each(take: (key: number, user: number) => void): void {
    for (let index = 0; index < this.size; index++) take(this.#keys[index]!, this.#users[index]!);
  }

  #put(index: number, key: number, user: number): void {
    this.#keys[index] = key;
    this.#users[index] = user;
  }

  #grow(): void {
    const [keys, users] = [this.#keys, this.#users];
    this.#keys = new Float64Array(2 * keys.length);
    this.#users = new Int32Array(2 * users.length);
    this.#keys.set(keys);
    this.#users.set(users);
  }
}

/** Trailing stops with the same best price. Prices reach the narrowest stop of each kind first. */
type Group = { mark: number; amounts: Heap; percents: Heap };

const HUNDRED_PERCENT = 10_000;

/** Returns `mark` × `percent`, rounded half up as in core/orders; exact below 2^53. */
const distanceOf = (mark: number, percent: number) =>
  Math.floor((2 * Math.abs(mark) * percent + HUNDRED_PERCENT) / (2 * HUNDRED_PERCENT));

const isEmpty = ({ amounts, percents }: Group) => amounts.size + percents.size === 0;

function stopOf({ mark, amounts, percents }: Group): number {
  const byAmount = mark - amounts.top;
  const byPercent = percents.size === 0 ? Number.NEGATIVE_INFINITY : mark - distanceOf(mark, percents.top);
  return Math.max(byAmount, byPercent);
}

const highestOf = (groups: readonly Group[]) =>
  groups.reduce((highest, group) => Math.max(highest, stopOf(group)), Number.NEGATIVE_INFINITY);

function meld(small: Heap, large: Heap): Heap {
  if (small.size > large.size) return meld(large, small);
  small.each((key, user) => large.push(key, user));
  return large;
}

/**
 * Trailing stops grouped by their highest price so far. A price that is neither a new high nor reaches a stop costs two
 * comparisons, however many stops there are: stops with the same high share a group, and a new high merges all groups
 * below it.
 */
export class Trails {
  /** Sorted by trail extreme (`mark`), the highest first. */
  #groups: Group[] = [];
  #highestStop = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#groups.reduce((sum, { amounts, percents }) => sum + amounts.size + percents.size, 0);
  }

  /** @param mark the highest price so far, 1/10,000 $; -Infinity before the first price */
  add(user: number, mark: number, trail: Trail): void {
    // searches from the end, because a stop that begins later usually has a lower high
    let index = this.#groups.length;
    while (index > 0 && this.#groups[index - 1]!.mark < mark) index--;
    let group = this.#groups[index - 1];
    if (group?.mark !== mark) {
      group = { mark, amounts: new Heap(), percents: new Heap() };
      this.#groups.splice(index, 0, group);
    }
    if (trail.kind === 'amount') group.amounts.push(Number(trail.amount), user);
    else group.percents.push(Number(trail.percent), user);
    this.#highestStop = Math.max(this.#highestStop, stopOf(group));
  }

  /**
   * Removes the stops that may have been reached between two prices, in whichever sequence the prices came, and adds
   * the users of these stops to `due`.
   * @returns false without a new high and without a removed stop
   */
  reach(low: number, high: number, due: Set<number>): boolean {
    const last = this.#groups.at(-1);
    if (!last || (high <= last.mark && low > this.#highestStop)) return false;
    if (high > last.mark) this.#rise(high);
    if (low <= this.#highestStop) this.#fall(low, due);
    return true;
  }

  #rise(high: number): void {
    const first = this.#groups.findIndex(({ mark }) => mark < high);
    const [top, ...others] = this.#groups.splice(first) as [Group, ...Group[]];
    for (const { amounts, percents } of others) {
      top.amounts = meld(top.amounts, amounts);
      top.percents = meld(top.percents, percents);
    }
    top.mark = high;
    const above = this.#groups.at(-1);
    if (above?.mark === high) {
      above.amounts = meld(above.amounts, top.amounts);
      above.percents = meld(above.percents, top.percents);
    } else this.#groups.push(top);
    this.#highestStop = highestOf(this.#groups);
  }

  #fall(low: number, due: Set<number>): void {
    for (const group of this.#groups) {
      const { mark, amounts, percents } = group;
      while (mark - amounts.top >= low) due.add(amounts.pop());
      while (percents.size > 0 && mark - distanceOf(mark, percents.top) >= low) due.add(percents.pop());
    }
    this.#groups = this.#groups.filter((group) => !isEmpty(group));
    this.#highestStop = highestOf(this.#groups);
  }
}
