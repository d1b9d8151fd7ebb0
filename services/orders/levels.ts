/**
 * At which price of which symbol somebody's order may fire: enough to know whose account is to be looked at. It may name
 * a trader in vain (an order that is over by now), never leave one out. Three numbers an order, in typed arrays.
 */
import { betterMark, trailingStop } from '#core/orders/meeting.ts';
import { isBuying, type WorkingOrder } from '#core/orders/order.ts';

/** Pairs of a key and a user, the smallest key on top. */
export class Heap {
  #keys = new Float64Array(16);
  #users = new Int32Array(16);
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

type Trailing = { userId: number; order: WorkingOrder; mark: bigint };
type Symbols = { up: Heap; down: Heap; trailing: Map<string, Trailing> };

export class Levels {
  readonly #symbols = new Map<string, Symbols>();
  readonly #ends = new Heap();

  get symbols(): Iterable<string> {
    return this.#symbols.keys();
  }

  /** Entries, stale ones included. */
  get size(): number {
    return this.#symbols.values().reduce((sum, s) => sum + s.up.size + s.down.size + s.trailing.size, 0);
  }

  clear(): void {
    this.#symbols.clear();
    while (this.#ends.size > 0) this.#ends.pop();
  }

  add(userId: number, order: WorkingOrder): void {
    let own = this.#symbols.get(order.symbol);
    if (!own) {
      own = { up: new Heap(), down: new Heap(), trailing: new Map() };
      this.#symbols.set(order.symbol, own);
    }
    if (order.expiresAt !== null) this.#ends.push(order.expiresAt, userId);
    if (order.type === 'market') own.up.push(0, userId);
    else if (order.type === 'trailing_stop')
      own.trailing.set(order.id, { userId, order, mark: order.mark ?? 0n });
    else {
      const { level, isUp } = levelOf(order);
      if (isUp) own.up.push(level, userId);
      else own.down.push(-level, userId);
    }
  }

  /** Adds to `due` whose orders of a symbol may fire between two prices (1/10,000 $), whichever comes first. */
  reach(symbol: string, low: number, high: number, due: Set<number>): void {
    const own = this.#symbols.get(symbol);
    if (!own) return;
    while (own.up.top <= high) due.add(own.up.pop());
    while (own.down.top <= -low) due.add(own.down.pop());
    for (const [id, each] of own.trailing) {
      if (!follow(each, low, high)) continue;
      due.add(each.userId);
      own.trailing.delete(id);
    }
    if (own.up.size + own.down.size + own.trailing.size === 0) this.#symbols.delete(symbol);
  }

  /** Adds to `due` whose orders are over before `ms`. */
  end(ms: number, due: Set<number>): void {
    while (this.#ends.top < ms) due.add(this.#ends.pop());
  }
}

/** The price an order fires at, and from which side. */
function levelOf({ action, limit, stop, status }: WorkingOrder): { level: number; isUp: boolean } {
  const isStop = stop !== null && status !== 'triggered';
  return { level: Number(isStop ? stop : limit), isUp: isBuying(action) === isStop };
}

/** Whether `reach` took an order out between these prices, which may have been before it began to work. */
export function isTaken(order: WorkingOrder, low: number, high: number): boolean {
  if (order.type === 'market' || order.type === 'trailing_stop') return true;
  const { level, isUp } = levelOf(order);
  return isUp ? level <= high : level >= low;
}

/** Moves a trailing stop's mark to the best of two prices. @returns whether the worst of them may have reached it */
function follow(each: Trailing, low: number, high: number): boolean {
  const isCover = isBuying(each.order.action);
  const best = BigInt(isCover ? low : high);
  each.mark = each.mark === 0n ? best : betterMark(each.order, each.mark, best);
  const stop = Number(trailingStop(each.order, each.mark));
  return isCover ? high >= stop : low <= stop;
}
