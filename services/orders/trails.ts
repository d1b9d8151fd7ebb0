/** Trailing stops of one symbol that follow the highest price. Whatever covers a short has its prices negated. */

import type { Trail } from '#core/orders/order.ts';

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

/** Trailing stops with the same best price: the narrowest of each kind is reached first. */
type Group = { mark: number; amounts: Heap; percents: Heap };

/** Percent x 100. */
const HUNDRED_PERCENT = 10_000;

/** `mark` x `percent`, rounded half up as core/orders does; exact below 2^53. */
const distanceOf = (mark: number, percent: number) =>
  Math.floor((2 * Math.abs(mark) * percent + HUNDRED_PERCENT) / (2 * HUNDRED_PERCENT));

const isEmpty = ({ amounts, percents }: Group) => amounts.size + percents.size === 0;

/** The highest stop of a group. */
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
 * A price that is neither a new high for anybody nor reaches a stop costs two comparisons, however many there are:
 * whoever has seen the same high is in one group, and a new high makes all groups below it one.
 */
export class Trails {
  /** The highest mark first. */
  #groups: Group[] = [];
  #highestStop = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#groups.reduce((sum, { amounts, percents }) => sum + amounts.size + percents.size, 0);
  }

  /** @param mark the highest price so far, 1/10,000 $; -Infinity before the first */
  add(user: number, mark: number, trail: Trail): void {
    // who comes later has seen less: most join the last group, or begin one behind it
    let at = this.#groups.length;
    while (at > 0 && this.#groups[at - 1]!.mark < mark) at--;
    let group = this.#groups[at - 1];
    if (group?.mark !== mark) {
      group = { mark, amounts: new Heap(), percents: new Heap() };
      this.#groups.splice(at, 0, group);
    }
    if (trail.kind === 'amount') group.amounts.push(Number(trail.amount), user);
    else group.percents.push(Number(trail.percent), user);
    this.#highestStop = Math.max(this.#highestStop, stopOf(group));
  }

  /**
   * Adds to `due` whose stop may have been reached between two prices, whichever comes first.
   * @returns false when no trail has a new high and no stop is reached
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
